/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_ROWS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_ROWS_H

#include "plan/request/io_view.h"
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! A row in memory: its first byte in each array, the second one null but where planar.
using row_memory = std::array<unsigned char*, 2>;

/*!
 * \brief One side of a row, by the number of its element
 *
 * Elements are counted as they are in the transform's shape and loops, slowest first
 * and without gaps; strides, rotations, planes and precision stay in here.
 */
class row_layout
{
public:
    row_layout(const transform& packed, const side& s);

    std::int64_t size() const { return d_size; }
    std::size_t planes() const { return d_planes; }
    std::size_t element_bytes() const { return d_element_bytes; }
    //! All elements in order, without gaps.
    bool is_dense() const { return d_is_dense; }
    //! Index along the loops, then along the dimensions, of element \p i.
    std::vector<std::int64_t> index_of(std::int64_t i) const;
    std::size_t place_of(std::int64_t i) const; //!< in bytes

    std::complex<double> get(const row_memory& row, std::int64_t i) const;
    void set(const row_memory& row, std::int64_t i, std::complex<double> value) const;

    //! The elements of \p from, and nothing else, in \p to.
    void copy(const row_memory& to, const row_memory& from) const;
    //! All elements have the same bytes.
    bool is_same(const row_memory& a, const row_memory& b) const;
    //! Every number of \p a is at most \p bound from \p factor times that of \p b; where
    //! there is a \p c, from that of their sum. A NaN is not.
    bool is_near(const row_memory& a,
                 double bound,
                 double factor,
                 const row_memory& b,
                 const row_memory* c = nullptr) const;
    //! Every number in \p to with the sign that it has not in \p from.
    void negate(const row_memory& to, const row_memory& from) const;

private:
    std::size_t numbers() const; //!< of a dense row, in each array

    std::vector<view_axis> d_axes;
    std::vector<std::int64_t> d_rotations; //!< of each axis
    std::vector<std::int64_t> d_lengths;   //!< of what is rotated
    precision d_number;
    bool d_is_real;
    std::size_t d_planes;
    std::size_t d_element_bytes;
    std::int64_t d_size = 1;
    bool d_is_dense;
};

//! Each part is at most \p bound from that of the other one; a NaN is not.
bool is_near(std::complex<double> a, std::complex<double> b, double bound);

//! A row with memory of its own.
class test_row
{
public:
    //! A row of \p bytes bytes in each array, all of them 0.
    test_row(const row_layout& layout, std::size_t bytes);
    test_row(const test_row& other);
    test_row(test_row&&) = default;
    test_row& operator=(const test_row&) = delete;
    test_row& operator=(test_row&&) = delete;

    const row_layout& layout() const { return d_layout; }
    std::int64_t size() const { return d_layout.size(); }
    std::vector<std::int64_t> index_of(std::int64_t i) const
    {
        return d_layout.index_of(i);
    }
    std::complex<double> get(std::int64_t i) const { return d_layout.get(memory(), i); }
    void set(std::int64_t i, std::complex<double> value)
    {
        d_layout.set(memory(), i, value);
    }
    //! This one times \p factor, which is a power of two or the negative of one: exactly.
    test_row scaled(double factor) const;
    row_memory memory() const { return d_memory; }
    std::size_t bytes() const { return d_bytes; } //!< of each array

private:
    row_layout d_layout;
    std::size_t d_bytes;
    std::array<std::shared_ptr<unsigned char>, 2> d_arrays;
    row_memory d_memory = {}; //!< of those
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TEST_ROWS_H */
