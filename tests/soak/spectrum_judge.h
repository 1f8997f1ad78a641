/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_SPECTRUM_JUDGE_H
#define INCLUDED_GPUFFT_TESTS_SOAK_SPECTRUM_JUDGE_H

#include "exec/frames/average_schedule.h"
#include "support/judges/reference.h"
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gpufft::testing {

//! What averages are of; their output is "power", not centered.
struct judged_spectra {
    std::int64_t length = 16;
    std::int64_t hop = 16;
    average how = average::mean;
    std::int64_t frames = 1; //!< of an average; of exponential: from output to output
    double keep = 1; //!< weight that a frame leaves those before it; exponential: < 1
};

/*!
 * \brief Samples to send through a spectrum block, and whether its averages are right
 *
 * Sample n is a hash of n, so no two places of the stream are alike. Powers are the
 * definition's, in double. A window that is set may take effect before any frame, which
 * is found by trying; so one may be set when the one before has been seen, not earlier.
 */
class spectrum_judge
{
public:
    explicit spectrum_judge(const judged_spectra& what);

    static complex32 sample(std::uint64_t n);

    static constexpr int WINDOWS = 3;
    const std::vector<float>& window(int which) const
    {
        return d_windows[static_cast<std::size_t>(which)];
    }

    // For whoever changes things, while averages are judged.

    //! All changes have been seen in what came out.
    bool is_settled() const { return d_is_settled; }
    int last_window() const { return d_next_window; }
    bool may_be_missing_samples() const { return d_may_miss != 0; }
    //! The block may use it from now on; another than the last one.
    void window_is_about_to_change(int which);
    //! The block refused the window that was about to change, and will not use it.
    void window_was_refused();
    //! Once, before \p averages more have come out, may samples be missing, \p at_most of
    //! them, and the average begin anew there.
    void samples_may_be_missing(std::uint64_t at_most, std::uint64_t averages);

    //! The next average that came out. \return "" or what is wrong with it
    std::string judge(const float* out);

    //! When nothing is judged any more: samples that frames behind the last average have.
    std::uint64_t next_sample() const { return d_places.front().sample; }

private:
    using powers = std::vector<double>; // [length]

    //! Where the stream of averages stands.
    struct place {
        std::uint64_t sample = 0; // of the next frame
        powers accumulated;       // exponential: of all frames; empty: none yet
        double weight = 0;        // of these
        int window = 0;
    };

    std::vector<complex64> frame(std::uint64_t first, int window) const;
    double first_power(std::uint64_t first, int window) const;
    powers all_powers(std::uint64_t first, int window) const;
    double joined(double before, double next) const;
    bool is_weighted() const;
    bool is_next(place& at, const float* out, std::int64_t frames_before_change) const;
    bool is_close(const powers& want, const float* out) const;
    bool may_be_at(std::uint64_t sample, int window, float first_bin) const;
    bool go_on(const float* out, std::int64_t frames_before_change);
    bool find(const float* out);
    std::string source_of(const float* out) const;
    int window_in_use() const { return d_places.front().window; }

    const judged_spectra d_request;
    std::vector<std::vector<float>> d_windows;
    std::vector<double> d_factors; //!< of each window: 1 / (sum of taps)^2
    std::vector<complex64> d_roots;

    std::mutex d_mutex; // guards what follows
    int d_next_window = 0;
    std::uint64_t d_may_miss = 0;
    std::uint64_t d_miss_before = 0; //!< the average of that number
    std::uint64_t d_judged = 0;
    std::atomic<bool> d_is_settled{ true };

    //! State of the thread that judges. Several places where the last average fits all of
    //! them: the highest of some frames is often that of the frames a hop further, too.
    std::vector<place> d_places = std::vector<place>(1);
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_SPECTRUM_JUDGE_H */
