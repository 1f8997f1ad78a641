/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_PYTHON_BINDINGS_SMOOTHED_DECIBELS_H
#define INCLUDED_GPUFFT_PYTHON_BINDINGS_SMOOTHED_DECIBELS_H

#include <gnuradio/io_signature.h>
#include <gnuradio/sync_block.h>
#include <gnuradio/thread/thread.h>
#include <volk/volk.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What logpwrfft does behind powers, in one pass: vectors of powers are smoothed,
 * y = weight x + (1 - weight) y from 0 on, and come out as 10 log10 y + offset
 *
 * The same numbers as those of single_pole_iir_filter_ff and nlog10_ff in a row, which
 * take twice as long as the spectra before them: a NaN stays, and 0 gives -127 octaves.
 */
class smoothed_decibels : public gr::sync_block
{
public:
    smoothed_decibels(int length, float offset_db)
        : gr::sync_block(
              "smoothed_decibels",
              gr::io_signature::make(1, 1, length * static_cast<int>(sizeof(float))),
              gr::io_signature::make(1, 1, length * static_cast<int>(sizeof(float)))),
          d_offset_db(offset_db),
          d_smooth(static_cast<std::size_t>(length))
    {
    }

    void set_weight(double weight)
    {
        gr::thread::scoped_lock guard(d_setlock);
        d_weight = weight;
    }

    int work(int noutput_items,
             gr_vector_const_void_star& in,
             gr_vector_void_star& out) override
    {
        gr::thread::scoped_lock guard(d_setlock);
        auto from = static_cast<const float*>(in[0]);
        auto to = static_cast<float*>(out[0]);
        for (int i = 0; i < noutput_items;
             ++i, from += d_smooth.size(), to += d_smooth.size())
            for (std::size_t first = 0; first < d_smooth.size(); first += PIECE)
                take(from + first, first, to + first);
        return noutput_items;
    }

private:
    static constexpr std::size_t PIECE = 1024; // stays in the nearest cache

    void take(const float* from, std::size_t first, float* to)
    {
        const auto count = std::min(PIECE, d_smooth.size() - first);
        auto* smooth = d_smooth.data() + first;
        if (d_weight == 1) { // exact in single precision; a NaN stays here, too
            for (std::size_t i = 0; i < count; ++i)
                smooth[i] = from[i] + 0.0F * smooth[i];
        } else {
            const double weight = d_weight;
            for (std::size_t i = 0; i < count; ++i)
                smooth[i] =
                    static_cast<float>(weight * from[i] + (1 - weight) * smooth[i]);
        }
        const auto numbers = static_cast<unsigned>(count);
        volk_32f_log2_32f(to, smooth, numbers);
        const auto octave = static_cast<float>(10 * std::log10(2.0));
        for (std::size_t i = 0; i < count; ++i)
            to[i] = octave * to[i] + d_offset_db;
    }

    const float d_offset_db;
    double d_weight = 1;
    std::vector<float> d_smooth;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_PYTHON_BINDINGS_SMOOTHED_DECIBELS_H */
