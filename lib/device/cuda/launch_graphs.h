/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LAUNCH_GRAPHS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LAUNCH_GRAPHS_H

#include "device/cuda/device.h"
#include <cstdint>
#include <list>
#include <vector>

namespace gpufft::cuda {

/*!
 * \brief The launches of one stream that were done before, each list as a graph
 *
 * A launch takes the host as long as the kernels of short transforms take the device; a
 * graph takes less, whatever is in it, see measurements.md, "Launches as graphs". A
 * list becomes a graph when it comes again, for that takes as long as a few launches; or,
 * of short lists, after more of its launches, where lists come in so many forms (calls of
 * ever other numbers of rows) that graphs are dropped before they have paid.
 * One that the driver refuses, for want of memory say, is launched kernel by kernel.
 * As its queue: for one thread at a time.
 */
class launch_graphs
{
public:
    //! \param stream  of \p on, where all is launched; it outlives this
    launch_graphs(const cuda_device& on, CUstream stream) : d_device(on), d_stream(stream)
    {
    }
    ~launch_graphs();
    launch_graphs(const launch_graphs&) = delete;
    launch_graphs& operator=(const launch_graphs&) = delete;

    //! \throws device_error
    void launch(const std::vector<kernel_launch>& list);
    //! Launches the graph of a list that came before into \p to, any stream of the
    //! device. \return false  nothing is launched: there is none, or the driver refuses
    //! it \throws device_error
    bool replay(const std::vector<kernel_launch>& list, CUstream to);

private:
    // Addresses and not buffers: what lies at the same one is as good. Numbers of kernels
    // are never used again, so what stays of one that is gone is never launched.
    using key = std::vector<std::uint64_t>;
    struct known_list {
        key of;
        CUgraphExec graph = nullptr; //!< none when it came a few times
        std::size_t launches = 0;    //!< in all the times that it came again
        bool is_refused = false;     //!< the driver makes none of it
    };

    static key key_of(const std::vector<kernel_launch>& list);
    //! Chains of launches beside the first have streams of their own, which begin after
    //! d_stream's earlier work, and end before its later work.
    void launch_each(const std::vector<kernel_launch>& list);
    CUstream stream_of(int chain);
    void follow(CUstream later, CUstream earlier);
    //! \return false  nothing is launched: the driver refuses the graph
    bool
    launch_graph(known_list& one, const std::vector<kernel_launch>& list, CUstream to);
    CUgraphExec make_graph(const std::vector<kernel_launch>& list);
    void drop(known_list& one);
    void forget_oldest();

    const cuda_device& d_device;
    CUstream d_stream;
    std::vector<CUstream> d_chains;          //!< for chains 1, 2 ...
    std::list<known_list> d_known;           //!< the one used last in front
    std::size_t d_launches_before_graph = 1; //!< of a list that comes again
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_LAUNCH_GRAPHS_H */
