/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_CASES_BENCH_CASE_H
#define INCLUDED_GPUFFT_BENCH_CASES_BENCH_CASE_H

#include <gpufft/transform.h>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::app {

//! A transform that a suite times.
struct bench_case {
    std::string group; //!< that it is averaged in: "2d"
    transform_kind kind;
    std::string size; //!< "64x64", slowest dimension first
    std::uint32_t batch;
    double target = 0; //!< fraction of a copy's rate that is to be reached; 0: none
    double vkfft = 0;  //!< that VkFFT reached on an H200; 0: not measured
    //! What else the text of the transform says, "inverse" first: "inverse, float64".
    //! Nothing: float32, forward (c2r: inverse), packed, out of place.
    std::string form = "";

    transform request() const;
    //! "c2c 64x64, windowed": kind, size and form
    std::string name() const;
};

//! One pass to several passes, in batches that fill memory, then kind_cases().
std::vector<bench_case> peer_cases();

//! What the first cases of the suite peers leave out, each kind in some sizes: c2r,
//! inverses, windows, rotations, real kinds of several dimensions, every DCT and DST,
//! float64, float16, planar, in place; and one transform alone of each.
std::vector<bench_case> kind_cases();

//! Work too small to fill a GPU: one transform, 10 and 100 of them, in 1 to 3 dimensions.
std::vector<bench_case> small_cases();

/*!
 * \brief Cases of \p all that \p filter names
 * \param filter  words with commas between: a group, a kind, a size, or kind:size; a case
 *                stays where one of them is its own
 * \throws usage_error  a word names no case
 */
std::vector<bench_case> chosen_cases(const std::vector<bench_case>& all,
                                     const std::string& filter);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_CASES_BENCH_CASE_H */
