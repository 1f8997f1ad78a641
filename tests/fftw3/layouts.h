/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FFTW3_LAYOUTS_H
#define INCLUDED_GPUFFT_TESTS_FFTW3_LAYOUTS_H

#include "fftw3/request/abi.h"
#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace gpufft::testing {

enum class data_kind { dft, r2c, c2r, r2r };

//! Dimensions and loops of the guru interface, strides in elements of either side, which
//! reach from before the first element to behind it.
struct random_layout {
    data_kind kind = data_kind::dft;
    bool in_place = false;
    std::vector<fftw3::iodim64> dims, loops;
    std::ptrdiff_t input_before = 0, input_extent = 0; // elements
    std::ptrdiff_t output_before = 0, output_extent = 0;

    //! Elements from the first in memory to each output of a real side.
    std::set<std::ptrdiff_t> output_places() const;
    std::string text() const;
    std::vector<fftw3::iodim> narrow_dims() const;
    std::vector<fftw3::iodim> narrow_loops() const;
};

//! What a random layout may have.
struct layout_wishes {
    data_kind kind = data_kind::dft;
    bool in_place = false;
    int most_rank = 3;
    int most_loops = 3;
    bool has_reversed_loops = false; //!< on both sides
};

random_layout make_layout(std::mt19937& random, const layout_wishes& wishes);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FFTW3_LAYOUTS_H */
