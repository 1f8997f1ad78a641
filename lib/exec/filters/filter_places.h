/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_PLACES_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_PLACES_H

#include "exec/memory/ring_mirror.h"
#include <cstddef>
#include <vector>

namespace gpufft {

//! \brief What mirrors of the device have of the samples and outputs of a filter, or of a
//! bank of filters
struct filter_places {
    mirror_place in; //!< the samples, from the first one of a call on
    //! ... of each stream that a bank of filters takes, where some of these are in
    //! mirrors: others the host has.
    std::vector<mirror_place> in_streams;
    std::size_t before = 0; //!< samples before those that are there as well
    //! Samples, and those before, are nowhere else; what is not there is 0.
    bool is_only_there = false;
    mirror_place out; //!< where outputs go, from the first one that is sent on
    //! ... of a bank of filters, a stream each, where these are in mirrors.
    std::vector<mirror_place> out_streams;
    bool downloads = true; //!< which the host is to have, too

    filter_places() = default;
    filter_places(const mirror_place& samples) : in(samples) {}
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_FILTER_PLACES_H */
