/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_INPUT_H
#define INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_INPUT_H

#include "exec/receivers/receiver_shape.h"
#include "exec/rows/row_places.h"
#include <complex>
#include <cstddef>

namespace gpufft {

using receiver_sample = std::complex<float>;

/*!
 * \brief Samples of blocks: shape().repeated of before, then as many new ones as the
 * blocks have
 *
 * Either the host has all of them, or a mirror of the device, perhaps but for the first.
 */
struct receiver_input {
    const receiver_sample* on_host = nullptr;
    mirror_place on_device;
    //! What comes before those in the mirror.
    const receiver_sample* before = nullptr;
    std::size_t count_before = 0; //!< repeated at most

    receiver_input(const receiver_sample* samples) : on_host(samples) {}
    receiver_input(const mirror_place& samples,
                   const receiver_sample* those_before,
                   std::size_t how_many)
        : on_device(samples), before(those_before), count_before(how_many)
    {
    }

    //! The rows of \p blocks blocks from number \p first on, whose transforms go to \p
    //! out.
    row_places
    rows(const receiver_shape& s, std::size_t first, std::size_t blocks, void* out) const;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RECEIVERS_RECEIVER_INPUT_H */
