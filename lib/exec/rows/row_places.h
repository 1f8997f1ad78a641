/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_PLACES_H
#define INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_PLACES_H

#include "exec/host/host_arrays.h"
#include "exec/memory/ring_mirror.h"
#include "exec/rows/row_begin.h"
#include "exec/rows/row_finish.h"
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

//! Bytes of the host's.
struct host_bytes {
    const void* at = nullptr;
    std::size_t count = 0;
};

//! Where the rows of a submission come from and go to.
struct row_places {
    host_arrays host;
    //! The device has the rows, or is to keep them: instead of the host's arrays, which
    //! the output goes to as well where it `downloads`. Of transforms that are neither
    //! planar nor in place.
    mirror_place in, out;
    //! What the rows begin with, where neither the ring of `in` nor the host's array has
    //! that. Where the device computes, and of transforms as above.
    host_bytes before;
    //! Makes what the output is, in `out` and on the host; nullptr: that is the rows
    //! themselves. Where the device computes.
    std::shared_ptr<const row_finish> finish;
    //! Mirrors that parts of what `finish` makes go to, all of as many bytes, one behind
    //! the other: instead of `out`. Where one has no mirror, its part goes nowhere. The
    //! host has the rows themselves then.
    std::vector<mirror_place> out_parts;
    //! Makes the rows of what `in` has, or `in_parts`, as many bytes each; nullptr: that
    //! is the rows themselves. Parts that no mirror has the host has. Where the device
    //! computes.
    std::shared_ptr<const row_begin> begin;
    std::vector<mirror_place> in_parts;
    //! Bytes of 0 behind those that `in` has, up to the end of the last row: `out` then
    //! has fewer bytes than the rows, of which the first ones go there.
    std::size_t zeros_after = 0;
    bool downloads = true;
    std::size_t first_row = 0; //!< number of the first one, which expressions know
    //! What the host has are whole numbers: stream_executor::take_samples().
    bool are_samples = false;
    //! For stream_executor::wait_until_read().
    bool tells_when_read = false;

    //! Another block on the device computes from what comes of it, or has computed it.
    bool are_linked() const { return reads_mirror() || out.of || !out_parts.empty(); }
    bool reads_mirror() const { return in.of || !in_parts.empty(); }
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ROWS_ROW_PLACES_H */
