/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_TABLE_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_TABLE_H

#include "plan/plan.h"
#include <map>
#include <optional>
#include <string>

namespace gpufft {

/*!
 * \brief What plans of a transform took on a device, and single passes of them
 *
 * A search looks here before it asks for a time, and adds what it was told: one that was
 * stopped goes on with the table where it was.
 */
struct timing_table {
    //! Of a call, by plan line; 0: it fails.
    std::map<std::string, double> seconds;

    std::optional<double> find(const plan& p) const;
    void add(const plan& p, double time_s);
};

/*!
 * \brief Pass \p i of \p p as a plan of its own, which computes nothing that anybody
 * wants but takes the time of that pass
 *
 * Passes that are alike in plans of the same transform are the same line.
 */
plan pass_alone(const plan& p, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_TABLE_H */
