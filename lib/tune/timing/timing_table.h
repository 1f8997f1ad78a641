/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_TABLE_H
#define INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_TABLE_H

#include "plan/ir/plan.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief What plans of a transform took on a device, and single passes of them
 *
 * A search looks here before it asks for a time, and adds what it was told: one that was
 * stopped goes on with the table where it was.
 */
class timing_table
{
public:
    //! Seconds of a call, the median of its samples; 0: it fails.
    std::optional<double> find(const plan& p) const;
    //! Seconds of a call, by plan line, a number for each sample; none: the plan fails.
    const std::map<std::string, std::vector<double>>& samples() const
    {
        return d_samples;
    }

    //! What was said of \p line before is forgotten.
    void add(const std::string& line, std::vector<double> seconds);
    //! Replaces what was said of \p p before, and counts it as new: to be kept for later
    //! searches.
    void add_new(const plan& p, std::vector<double> seconds);

    //! The lines of those that are new since the last time that this was asked.
    std::vector<std::string> take_new();

private:
    std::map<std::string, std::vector<double>> d_samples;
    std::set<std::string> d_new;
};

/*!
 * \brief Pass \p i of \p p as a plan of its own, which computes nothing that anybody
 * wants but takes the time of that pass
 *
 * Passes that are alike in plans of the same transform are the same line.
 */
plan pass_alone(const plan& p, std::size_t i);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TIMING_TIMING_TABLE_H */
