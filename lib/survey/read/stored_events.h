/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_EVENTS_H
#define INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_EVENTS_H

#include "survey/derived/event_file.h"
#include "survey/read/stored_group.h"
#include <nlohmann/json.hpp>
#include <vector>

namespace gpufft {

//! Events were looked for in all of the group.
bool has_events(const stored_group& g);
//! The annotations of SigMF that write_events() made, an array of objects.
//! \throws survey_error  there are none, or the file is damaged
nlohmann::ordered_json events_of(const stored_group& g);
//! When samples were, in seconds from the recording's first, across gaps.
class sample_times
{
public:
    //! \p g stays while this is used. \throws survey_error  its axes are damaged
    explicit sample_times(const stored_group& g);
    double seconds_of(double sample) const;

private:
    const stored_group& d_group;
    std::vector<double> d_firsts; // of rows
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_READ_STORED_EVENTS_H */
