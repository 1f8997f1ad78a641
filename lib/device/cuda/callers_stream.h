/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CALLERS_STREAM_H
#define INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CALLERS_STREAM_H

#include "device/cuda/launch_graphs.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft::cuda {

/*!
 * \brief Streams of ours beside a stream of the caller's, for chains of launches
 *
 * Chain 0 goes into the caller's. All that forking and joining take is made beforehand.
 */
class chain_streams
{
public:
    //! \param chains  of a list at most, the first included
    chain_streams(const cuda_device& on, int chains);
    ~chain_streams();
    chain_streams(const chain_streams&) = delete;
    chain_streams& operator=(const chain_streams&) = delete;

    //! None of them is in a capture but, where there is one, \p capture.
    bool are_free_for(const std::optional<std::uint64_t>& capture) const;

    //! What is launched into of_chain() from now on comes after the work of \p callers.
    void fork(CUstream callers, int chains);
    CUstream of_chain(int chain) const { return d_chains[chain - 1].stream; }
    //! Work of \p callers from now on comes after that of the chains.
    void join(CUstream callers, int chains);

private:
    struct side_chain {
        CUstream stream = nullptr;
        CUevent end = nullptr;
    };

    void add_chain();
    void release();

    const cuda_device& d_device;
    CUevent d_begin = nullptr;
    std::vector<side_chain> d_chains; //!< of chain 1, 2 ...
};

/*!
 * \brief Launches into streams of the caller's, also while they are being captured
 *
 * As a queue: for one thread at a time.
 */
class callers_stream : public callers_queue
{
public:
    callers_stream(std::shared_ptr<cuda_device> on,
                   const callers_queue_settings& settings);
    ~callers_stream() override;
    callers_stream(const callers_stream&) = delete;
    callers_stream& operator=(const callers_stream&) = delete;

    void attach(void* native) override;
    void detach() noexcept override {}
    void launch(kernel& launched,
                std::uint64_t groups,
                const std::vector<kernel_argument>& arguments) override;
    void launch_all(const std::vector<kernel_launch>& list) override;

private:
    void launch_each(const std::vector<kernel_launch>& list);
    //! Launches \p list with its chains side by side, by \p chains.
    void launch_chains(const std::vector<kernel_launch>& list, chain_streams& chains);

    std::shared_ptr<cuda_device> d_device;
    CUstream d_stream = nullptr;            //!< the caller's
    std::optional<std::uint64_t> d_capture; //!< the number of the one under way
    // Streams that joined a capture belong to it until it ends.
    chain_streams d_chains, d_captured_chains;
    CUstream d_graph_stream = nullptr; //!< where graphs are made, and nothing runs
    std::optional<launch_graphs> d_graphs;
};

} // namespace gpufft::cuda

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_CUDA_CALLERS_STREAM_H */
