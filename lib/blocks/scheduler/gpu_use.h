/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H

#include <array>
#include <atomic>
#include <cstddef>

namespace gr {
namespace gpufft {

/*!
 * \brief A block whose output could stay on a GPU, or one that just reads there, counted
 * while it exists
 *
 * How blocks are connected is not known when the scheduler asks what size rings should
 * have. Where there are two of the first kind, they may be neighbours; two of the second
 * may read one ring. Any thread.
 */
class gpu_use
{
public:
    enum class kind { writer, reader };

    explicit gpu_use(kind of = kind::writer) : d_kind(of) {}
    ~gpu_use() { set(false); }
    gpu_use(const gpu_use&) = delete;
    gpu_use& operator=(const gpu_use&) = delete;

    void set(bool is_on_gpu)
    {
        if (d_is_on_gpu.exchange(is_on_gpu) != is_on_gpu)
            all(d_kind) += is_on_gpu ? 1 : -1;
    }

    static int count(kind of = kind::writer) { return all(of); }

private:
    static std::atomic<int>& all(kind of)
    {
        static std::array<std::atomic<int>, 2> result{};
        return result[static_cast<std::size_t>(of)];
    }

    const kind d_kind;
    std::atomic<bool> d_is_on_gpu{ false };
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_GPU_USE_H */
