/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_IO_CASES_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_IO_CASES_H

#include "plan/ir/pass.h"
#include "support/judges/reference.h"
#include <string>
#include <vector>

namespace gpufft::testing {

//! A transform, and the one pass, written by hand, that computes all of it: a test of its
//! load and store operations.
struct io_case {
    std::string why;
    transform request; //!< packed; in double precision
    pass made;
    std::vector<double> window;

    //! Elements of a row, without gaps.
    std::size_t input_elements() const;
    std::size_t output_elements() const;
};

//! Every kind, half and whole, of lengths 1 to \p most; several dimensions; rotations,
//! windows, planar and real elements; Rader and Bluestein.
std::vector<io_case> io_cases(std::int64_t most);

//! Cases for which the text of load and store operations is compiled; roots or chirp of
//! some are products of two table entries.
std::vector<io_case> io_texts_cases();

//! Random elements for \p rows rows; without imaginary parts where elements are real.
std::vector<wide> input_of(const io_case& c, std::size_t rows);

//! What the reference makes of those elements.
std::vector<wide> expected_of(const io_case& c, const std::vector<wide>& in);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_IO_CASES_H */
