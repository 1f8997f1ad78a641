/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_FLOWGRAPH_ENDS_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_FLOWGRAPH_ENDS_H

#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <volk/volk.h>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <utility>

namespace gr {
namespace gpufft {

/*!
 * \brief Floats of white noise, -1 .. 1, without end, at no cost
 *
 * Noise is written once around the buffer; from then on whatever lies there is declared
 * to be new. Zeros would not do: memory that was never written has no pages of its own,
 * and logarithms of nothing may be faster, or slower, than others.
 */
class noise_once_source : public gr::sync_block
{
public:
    explicit noise_once_source(std::size_t item_bytes)
        : gr::sync_block("noise_once_source",
                         gr::io_signature::make(0, 0, 0),
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes))),
          d_floats(item_bytes / sizeof(float))
    {
    }

    bool start() override
    {
        d_unwritten = detail()->output(0)->bufsize();
        return true;
    }

    int
    work(int noutput_items, gr_vector_const_void_star&, gr_vector_void_star& out) override
    {
        const int written = std::min(noutput_items, d_unwritten);
        auto* to = static_cast<float*>(out[0]);
        std::uniform_real_distribution<float> level(-1.0f, 1.0f);
        std::generate_n(to, written * d_floats, [&] { return level(d_random); });
        d_unwritten -= written;
        return noutput_items;
    }

private:
    const std::size_t d_floats;
    int d_unwritten = 0; // items of the buffer
    std::minstd_rand d_random;
};

/*!
 * \brief Takes items without looking at them, and counts
 *
 * Time is taken when items arrive, not when somebody asks: items come in batches, and a
 * fraction of one would count as a whole or as none.
 */
class counting_sink : public gr::sync_block
{
public:
    explicit counting_sink(std::size_t item_bytes, const char* name = "counting_sink")
        : gr::sync_block(name,
                         gr::io_signature::make(1, 1, static_cast<int>(item_bytes)),
                         gr::io_signature::make(0, 0, 0))
    {
    }

    //! Items so far, and when the last of them came, in seconds of the steady clock.
    std::pair<std::uint64_t, double> last_arrival() const
    {
        std::lock_guard<std::mutex> guard(d_mutex);
        return { d_items, d_time_s };
    }

    int work(int noutput_items, gr_vector_const_void_star&, gr_vector_void_star&) override
    {
        const std::chrono::duration<double> now =
            std::chrono::steady_clock::now().time_since_epoch();
        std::lock_guard<std::mutex> guard(d_mutex);
        d_items += static_cast<std::uint64_t>(noutput_items);
        d_time_s = now.count();
        return noutput_items;
    }

private:
    mutable std::mutex d_mutex;
    std::uint64_t d_items = 0;
    double d_time_s = 0;
};

//! As well reads every float of every item.
class reading_sink : public counting_sink
{
public:
    explicit reading_sink(std::size_t item_bytes)
        : counting_sink(item_bytes, "reading_sink"), d_floats(item_bytes / sizeof(float))
    {
    }

    int work(int noutput_items,
             gr_vector_const_void_star& in,
             gr_vector_void_star& out) override
    {
        volk_32f_accumulator_s32f(&d_sum,
                                  static_cast<const float*>(in[0]),
                                  static_cast<unsigned>(noutput_items * d_floats));
        return counting_sink::work(noutput_items, in, out);
    }

private:
    const std::size_t d_floats;
    float d_sum = 0; // a member, so that the sum is not for nothing
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_FLOWGRAPH_ENDS_H */
