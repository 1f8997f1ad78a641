/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_TEST_ROWS_H
#define INCLUDED_GPUFFT_LIB_EXEC_TEST_ROWS_H

#include "exec/executor.h"
#include "plan/side.h"
#include <array>
#include <complex>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief One side of a row in memory, by the number of its element
 *
 * Elements are counted as they are in the transform's shape and loops, slowest first
 * and without gaps; strides, rotations, planes and precision stay in here.
 */
class test_row
{
public:
    test_row(const transform& packed, const side& s, std::size_t bytes);

    std::int64_t size() const { return d_size; }
    //! Index along the loops, then along the dimensions, of element \p i.
    std::vector<std::int64_t> index_of(std::int64_t i) const;
    std::complex<double> get(std::int64_t i) const;
    void set(std::int64_t i, std::complex<double> value);

    std::vector<std::vector<unsigned char>>& planes() { return d_planes; }
    const std::vector<std::vector<unsigned char>>& planes() const { return d_planes; }

private:
    std::size_t place_of(std::int64_t i) const; //!< in bytes

    std::vector<side_axis> d_axes;
    std::vector<std::int64_t> d_rotations; //!< of each axis
    precision d_number;
    bool d_is_real;
    std::size_t d_element_bytes;
    std::int64_t d_size = 1;
    std::vector<std::vector<unsigned char>> d_planes;
};

//! What \p e makes of \p in, unscaled, with window \p taps where the transform has one.
test_row run_row(const executor& e, const test_row& in, const std::vector<double>& taps);

//! The same of several rows in one call, which follow one another in memory: no element
//! lies between those of another row.
std::vector<test_row> run_rows(const executor& e,
                               const std::vector<test_row>& in,
                               const std::vector<double>& taps);

//! A row of zeros to fill in for \p e.
test_row empty_input(const executor& e);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_TEST_ROWS_H */
