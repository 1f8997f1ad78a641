/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H

#include <atomic>

namespace gr {
namespace gpufft {

/*!
 * \brief A block whose output could stay on a GPU, counted while it exists
 *
 * How blocks are connected is not known when the scheduler asks what size rings should
 * have. Where there are two of these, they may be neighbours. Any thread.
 */
class gpu_use
{
public:
    gpu_use() = default;
    ~gpu_use() { set(false); }
    gpu_use(const gpu_use&) = delete;
    gpu_use& operator=(const gpu_use&) = delete;

    void set(bool is_on_gpu)
    {
        if (d_is_on_gpu.exchange(is_on_gpu) != is_on_gpu)
            all() += is_on_gpu ? 1 : -1;
    }

    static int count() { return all(); }

private:
    static std::atomic<int>& all()
    {
        static std::atomic<int> result{ 0 };
        return result;
    }

    std::atomic<bool> d_is_on_gpu{ false };
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H */
