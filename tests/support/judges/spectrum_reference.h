/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_SPECTRUM_REFERENCE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_SPECTRUM_REFERENCE_H

#include "exec/frames/average_schedule.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include "support/judges/reference.h"
#include <algorithm>
#include <random>
#include <vector>

//! The judge of averaged power spectra: frame by frame, in double, one loop after
//! another.
namespace gpufft::testing {

//! All that a stream of spectra is asked for.
struct spectrum_case {
    spectrum_request request;
    average_schedule::settings average;
    spectrum_output output;
    std::vector<double> window;
    std::size_t frames = 1; //!< of the stream

    std::size_t bins() const;     //!< of a frame
    std::size_t out_bins() const; //!< of an average
    std::size_t planes() const    //!< of it, of as many each
    {
        return request.beside ? static_cast<std::size_t>(request.beside->count()) : 1;
    }
    std::size_t samples() const;
    std::string text() const;
};

//! Samples as they lie in memory, aligned for any vector.
class sample_array
{
public:
    sample_array(sample_kind kind, std::size_t count);

    //! Sets a sample to \p x, in units of full scale, rounded to what the kind can hold.
    void set(std::size_t i, std::complex<double> x);
    //! The sample as kernels see it: whole numbers are not scaled.
    std::complex<double> get(std::size_t i) const;
    void fill(std::mt19937& random);

    const void* at(std::size_t i) const;
    std::size_t size() const { return d_count; }

private:
    struct alignas(64) block {
        unsigned char bytes[64];
    };
    sample_kind d_kind;
    std::size_t d_count;
    std::vector<block> d_blocks;
};

//! |X|^2 of each frame, [frames][bins].
std::vector<double> reference_powers(const spectrum_case& c, const sample_array& samples);

//! The stream's outputs: each average behind the other, in linear power.
std::vector<double> reference_averages(const spectrum_case& c,
                                       const std::vector<double>& powers);

//! Relative error of \p got, in decibels or not as \p c says, as relative_error() has it.
double error_of(const spectrum_case& c,
                const std::vector<float>& got,
                const std::vector<double>&);

//! Waits for what is in flight when memory goes because something was thrown.
struct in_flight_guard {
    frame_executor& with;

    ~in_flight_guard()
    {
        while (with.in_flight()) {
            try {
                with.wait_oldest();
            } catch (const std::exception&) {
                // One is enough for the test; this one abandons what is left.
            }
        }
    }
};

//! Submits frames \p first to \p behind in pieces that \p next_size gives, keeping as
//! many in flight as there is room for. \return the averages
template <typename Size>
std::vector<float> run_spectra(frame_executor& with,
                               const spectrum_case& c,
                               const sample_array& samples,
                               average_schedule& schedule,
                               std::size_t first,
                               std::size_t behind,
                               Size&& next_size)
{
    // Room for one average per frame, which stays where it is while anything is in
    // flight.
    const auto width = c.planes() * c.out_bins();
    std::vector<float> out((behind - first) * width);
    const in_flight_guard guard{ with };
    auto* to = out.data();
    for (auto at = first; at < behind;) {
        spectrum_batch batch;
        batch.frames = std::min<std::size_t>(
            { behind - at, with.max_frames(), std::max<std::size_t>(1, next_size()) });
        batch.samples = samples.at(at * c.request.hop);
        batch.how = schedule.current().how;
        batch.keep = schedule.keep();
        batch.restarts = schedule.restarts();
        batch.is_fresh = schedule.frames_accumulated() == 0;
        batch.ends = schedule.advance(batch.frames, &batch.counts);
        batch.output = c.output;
        batch.out = to;
        while (!with.can_submit())
            with.wait_oldest();
        with.submit(batch);
        at += batch.frames;
        to += batch.ends.size() * width;
    }
    while (with.wait_oldest().frames) {
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
    return out;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_SPECTRUM_REFERENCE_H */
