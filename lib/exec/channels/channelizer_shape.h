/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNELIZER_SHAPE_H
#define INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNELIZER_SHAPE_H

#include <gpufft/transform.h>
#include <gpufft/window_taps.h>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! What a channelizer is asked for: N channels, an output of each for every hop samples.
struct channelizer_request {
    std::vector<double> taps; //!< of the prototype filter, tap 0 for the newest sample
    std::int64_t channels = 1;
    std::int64_t hop = 1; //!< 1 .. channels
};

//! Most channels, 2^16.
constexpr std::int64_t MOST_CHANNELS = std::int64_t(1) << 16;

//! \throws plan_error  none, or more than MOST_CHANNELS
void check_channels(std::int64_t channels);
//! \throws plan_error  none, one that is not finite, or too many for rows of \p points
//! points
void check_prototype(const std::vector<double>& taps, std::int64_t points);

//! The hop of a channelizer whose outputs come \p oversample_rate times as fast as
//! channels are wide: N / i gives i.
//! \throws plan_error  it is not N / i for an i from 1 to N
std::int64_t hop_of(std::int64_t channels, double oversample_rate);

//! \throws plan_error  no channels, or too many, no taps, or too many, or one that is not
//! finite; a hop out of range
void validate(const channelizer_request& request);

/*!
 * \brief Where the rows of a channelizer lie in its stream
 *
 * Output o of channel c is
 *
 *     y[o] = turn(o)^c sum over n of v[n] exp(-2 pi i n c / N)
 *     v[n] = sum over p of window[p N + n] x[begin(o) + p N + n],  n = 0 .. N - 1
 *
 * with samples counted from that of output 0 and after, and zeros before the stream. It
 * is the sum over l of taps[l] x[t - l] exp(-2 pi i (t - l + hop + 1) c / N) with t =
 * (o + 1) hop - 1, output o's newest sample: a mixer at the channel's frequency and the
 * prototype filter.
 *
 * Where the hop is N, a row begins at the same place of N in each output, which is chosen
 * so that turn(o) is 1; it then ends `ahead` samples after t, where the window is 0.
 */
struct channelizer_shape {
    std::int64_t channels = 1;
    std::int64_t hop = 1;
    std::int64_t taps_per_branch = 1;
    std::int64_t ahead = 0;
    bool device_turns = false; //!< turn(o) is in what the device stores

    explicit channelizer_shape(const channelizer_request& request);

    //! First sample of the row of output \p o; below 0: before those of output 0.
    std::int64_t begin(std::int64_t o) const
    {
        return (o + 1) * hop + ahead - row_samples();
    }
    std::int64_t row_samples() const { return taps_per_branch * channels; }
    //! Rows begin at the same places of N after so many outputs.
    std::int64_t period() const;
    //! Outputs are multiplied by turns of the unit circle, else turn(o) is 0.
    bool has_turns() const { return hop != channels; }
    //! ... by the host, behind the transform.
    bool has_host_turns() const { return has_turns() && !device_turns; }
    //! N-ths of a turn, backwards: turn(o) = exp(-2 pi i turn / N).
    std::int64_t turn(std::int64_t o) const;
};

//! Most turns that are kept, 8 MiB of them.
constexpr std::int64_t MOST_TURNS = std::int64_t(1) << 20;

//! exp(-2 pi i k / N) for k = 0 .. N - 1.
std::vector<std::complex<float>> turning_roots(const channelizer_shape& s);

//! What the outputs of a period's rows are multiplied by, N values each:
//! exp(-2 pi i turn(o) c / N).
std::vector<std::complex<float>> turns_of(const channelizer_shape& s);

//! The transform of a row of \p s. Where the device turns outputs, it stores them times
//! the buffer "turns", turns_of() \p s, and rows have the number of their output,
//! or that less a multiple of the period.
transform transform_of(const channelizer_shape& s);

//! \p taps as the window of such rows.
window_taps window_of(const std::vector<double>& taps, const channelizer_shape& s);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_CHANNELS_CHANNELIZER_SHAPE_H */
