/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_DFT_INDEX_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_DFT_INDEX_H

#include <gpufft/transform.h>
#include <initializer_list>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace gpufft {

//! Index of a point of the inner DFT, for each dimension of a pass. Unlike a vector it
//! allocates nothing: the interpreter makes several of them for each point.
class dft_index
{
public:
    //! Each dimension of a transform may be two of a pass.
    static constexpr std::size_t MOST_DIMENSIONS = 2 * MAX_RANK;

    //! \throws std::length_error
    explicit dft_index(std::size_t dimensions) : d_size(dimensions)
    {
        if (dimensions > MOST_DIMENSIONS)
            throw std::length_error("core_index: too many dimensions");
    }

    dft_index(std::initializer_list<std::int64_t> values) : dft_index(values.size())
    {
        std::copy(values.begin(), values.end(), begin());
    }

    std::size_t size() const { return d_size; }
    std::int64_t& operator[](std::size_t i) { return d_values[i]; }
    std::int64_t operator[](std::size_t i) const { return d_values[i]; }
    std::int64_t& back() { return d_values[d_size - 1]; }
    std::int64_t back() const { return d_values[d_size - 1]; }
    std::int64_t* begin() { return d_values.data(); }
    std::int64_t* end() { return begin() + d_size; }
    const std::int64_t* begin() const { return d_values.data(); }
    const std::int64_t* end() const { return begin() + d_size; }

    bool operator<(const dft_index& other) const
    {
        return std::lexicographical_compare(begin(), end(), other.begin(), other.end());
    }

private:
    std::array<std::int64_t, MOST_DIMENSIONS> d_values{};
    std::size_t d_size;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_DFT_INDEX_H */
