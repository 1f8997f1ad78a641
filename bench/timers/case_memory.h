/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_TIMERS_CASE_MEMORY_H
#define INCLUDED_GPUFFT_BENCH_TIMERS_CASE_MEMORY_H

#include "bench/measure/noise.h"
#include "device/interface/device.h"
#include "exec/executor/executor.h"
#include <array>
#include <cstdint>
#include <memory>

namespace gpufft::app {

/*!
 * \brief Memory of the device for a case at a time: its inputs, which hold noise, and
 * room for our outputs and for a peer's
 *
 * Grows with the cases. A peer has an input of its own where one of the two overwrites
 * it: in place, and where a c2r of cuFFT's destroys it.
 */
class case_memory
{
public:
    case_memory(std::shared_ptr<device> on, queue& q, const noise& values)
        : d_device(std::move(on)), d_queue(q), d_noise(values)
    {
    }

    //! Bytes that \p rows rows of \p run take, those of a peer included if \p has_peer.
    static std::size_t bytes_of(const executor& run, std::uint32_t rows, bool has_peer);
    //! Bytes of the largest buffer of these.
    static std::size_t largest_of(const executor& run, std::uint32_t rows);

    //! Memory for \p rows rows of \p run, with noise in its inputs.
    void prepare(const executor& run, std::uint32_t rows, bool has_peer);

    //! Makes room for another plan of the case as well.
    void reserve_workspace(std::size_t bytes)
    {
        if (bytes)
            reserve(&d_workspace, bytes);
    }

    executor_memory ours() const;
    //! Where our outputs come to be; the second is null unless they are planar.
    std::array<buffer*, 2> outputs() const;
    buffer& peer_input() const;
    buffer& peer_output() const;

private:
    void reserve(std::shared_ptr<buffer>* memory, std::size_t bytes);
    void fill(int plane, std::size_t bytes);
    static bool has_own_peer_input(const transform& request);

    std::shared_ptr<device> d_device;
    queue& d_queue;
    const noise& d_noise;
    transform d_request; // of the case
    std::array<std::shared_ptr<buffer>, 2> d_in, d_out;
    std::array<precision, 2> d_filled_as = {}; //!< what the inputs hold
    std::array<std::size_t, 2> d_filled = {};  //!< bytes of that; 0: nothing of use
    std::shared_ptr<buffer> d_peer_in, d_peer_out, d_workspace, d_window;
};

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_TIMERS_CASE_MEMORY_H */
