/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_FIRST_THAT_BUILDS_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_FIRST_THAT_BUILDS_H

#include "base/log.h"
#include "exec/executor/left_aside.h"
#include <gpufft/devices.h>
#include <gpufft/effort.h>
#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpufft {

/*!
 * \brief What is chosen for a device, and then what less trust would choose
 *
 * A plan from wisdom may have been measured on another device, or before a file was
 * changed, and a built-in plan with another driver. So the first choice is by the effort
 * asked for, the second by built-in plans alone, the third by the model. Plans that were
 * left aside before are left out, but for the last choice; none comes twice.
 */
template <typename Choose, typename Line>
class choices
{
public:
    //! All outlive this.
    //! \param choose   the choice by an effort, or without one the model's, with what it
    //!                 `says` it is
    //! \param line_of  of a choice: tells it from others
    choices(effort how, const device_info& on, const Choose& choose, const Line& line_of)
        : d_trusts{ how, effort::estimate, std::nullopt },
          d_on(on),
          d_choose(choose),
          d_line_of(line_of)
    {
    }

    //! Nothing: those before were all. The first is always there.
    auto next()
    {
        std::optional<decltype(d_choose(std::nullopt))> found;
        while (!found && d_taken < std::size(d_trusts)) {
            auto chosen = d_choose(d_trusts[d_taken++]);
            const auto line = d_line_of(chosen);
            const bool is_last = d_taken == std::size(d_trusts);
            if (std::count(d_lines.begin(), d_lines.end(), line) ||
                (!is_last && is_left_aside(line, d_on)))
                continue;
            d_lines.push_back(line);
            found = std::move(chosen);
        }
        return found;
    }

    //! By which effort the last one was chosen.
    std::optional<effort> by() const { return d_trusts[d_taken - 1]; }

private:
    const std::optional<effort> d_trusts[3];
    const device_info& d_on;
    const Choose& d_choose;
    const Line& d_line_of;
    std::size_t d_taken = 0; //!< of d_trusts
    std::vector<std::string> d_lines;
};

//! The first of choices: what is tried first.
template <typename Choose, typename Line>
auto first_choice(effort how,
                  const device_info& on,
                  const Choose& choose,
                  const Line& line_of)
{
    return *choices<Choose, Line>(how, on, choose, line_of).next();
}

/*!
 * \brief Takes the first of choices that is any good
 *
 * A line in the log says what was not.
 *
 * \param take  builds what it is given and tests it, by which effort it was chosen; again
 *              with the next where it throws
 * \return those that were no good: for leave_aside(), once nothing else fails
 */
template <typename Choose, typename Line, typename Take>
std::vector<rejected_plan> first_that_builds(effort how,
                                             const device_info& on,
                                             const Choose& choose,
                                             const Line& line_of,
                                             const Take& take)
{
    choices<Choose, Line> all(how, on, choose, line_of);
    std::vector<rejected_plan> rejected;
    for (auto chosen = *all.next();;) {
        try {
            take(chosen, all.by());
            return rejected;
        } catch (const std::exception& e) {
            auto other = all.next();
            if (!other)
                throw;
            log().warn("{} is of no use here, {} is taken: {}",
                       chosen.says,
                       other->says,
                       fault_of_plan(e));
            rejected.push_back({ line_of(chosen), is_fault_of_plan(e) });
            chosen = *std::move(other);
        }
    }
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_FIRST_THAT_BUILDS_H */
