/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_REFERENCE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_REFERENCE_H

#include "plan/ir/power.h"
#include "support/judges/reference.h"
#include <string>
#include <vector>

//! The judge of powers that are accumulated over frames.
namespace gpufft::testing {

//! Samples as a stream holds them, and what they stand for.
struct raw_samples {
    sample_kind kind = sample_kind::complex_float;
    std::vector<unsigned char> bytes;
    std::vector<complex64> values;

    //! Sample \p i; whole numbers are rounded.
    void set(std::size_t i, complex64 value);
};

//! Noise for \p frames frames of \p what, those of whole numbers over most of their
//! range.
raw_samples noise_samples(const power_request& what, std::size_t frames);

//! Powers of the frames runs[r] .. runs[r + 1] - 1 for each r, accumulated:
//! [rows][values].
std::vector<double> reference_powers(const power_request& what,
                                     const std::vector<complex64>& samples,
                                     const std::vector<float>& window,
                                     const std::vector<std::uint32_t>& runs,
                                     double keep);

//! The most frames of any run.
std::uint32_t longest_of(const std::vector<std::uint32_t>& runs);

struct power_verdict {
    bool is_good = false;
    std::string text;
};

//! Judges \p got: what is not finite is so in both; the rest by its relative RMS error.
power_verdict judge_powers(const std::vector<float>& got,
                           const std::vector<double>& expected,
                           const power_request& what);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_POWER_REFERENCE_H */
