/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H
#define INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H

#include "base/log.h"
#include <gpufft/effort.h>
#include <gpufft/error.h>
#include <iterator>
#include <optional>
#include <utility>

namespace gpufft {

/*!
 * \brief Takes what is chosen, or where that does not build, what less trust would choose
 *
 * Somebody measured a plan of wisdom, on another device or before a file was changed, and
 * one of the library with another driver: by an effort, then with what comes with the
 * library alone, then as the model says. A line in the log says what was left aside.
 *
 * \param choose   the choice by an effort, or without one the model's, with what it
 *                 `says` it is
 * \param line_of  of a choice: tells it from others
 * \param take     builds what it is given, by which effort it was chosen; again where it
 *                 throws build_error
 */
template <typename Choose, typename Line, typename Take>
void take_chosen(effort how, const Choose& choose, const Line& line_of, const Take& take)
{
    const std::optional<effort> trusts[] = { how, effort::estimate, std::nullopt };
    auto by = std::begin(trusts);
    for (auto chosen = choose(*by);;) {
        try {
            take(chosen, *by);
            return;
        } catch (const build_error& e) {
            auto other = chosen;
            while (line_of(other) == line_of(chosen)) {
                if (++by == std::end(trusts))
                    throw;
                other = choose(*by);
            }
            log().warn("{} is of no use here, {} is taken: {}",
                       chosen.says,
                       other.says,
                       e.what());
            chosen = std::move(other);
        }
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_TAKE_CHOSEN_H */
