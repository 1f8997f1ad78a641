/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_PROBLEM_H
#define INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_PROBLEM_H

#include "fftw3/request/abi.h"
#include <gpufft/transform.h>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace gpufft::fftw3 {

enum class problem_kind { dft, r2c, c2r, r2r };

//! A dimension or a loop. Strides count numbers of the precision, two of which make a
//! complex point.
struct axis {
    std::int64_t length = 1;
    std::int64_t input_stride = 0;
    std::int64_t output_stride = 0;
};

//! Real and imaginary parts of a side; a real side has the first alone. In interleaved
//! data they are neighbours.
struct arrays {
    std::array<void*, 2> in = {};
    std::array<void*, 2> out = {};
};

/*!
 * \brief What a planner call asks for, whichever of the interfaces it came by
 *
 * A complex transform has the exponent's sign - always: that of sign + is the same with
 * real and imaginary parts exchanged on both sides.
 */
struct problem {
    problem_kind kind = problem_kind::dft;
    precision number = precision::float32;
    std::vector<axis> dimensions; //!< slowest first, as the caller has them
    std::vector<axis> loops;
    std::vector<r2r_kind> r2r_kinds; //!< of each dimension
    arrays at;
    unsigned flags = 0;

    //! Points of all transforms together.
    std::int64_t points() const;
    bool is_in_place() const { return at.in[0] == at.out[0]; }
};

//! Bytes of a number of \p p.
inline std::size_t number_bytes(precision p)
{
    return p == precision::float64 ? sizeof(double) : sizeof(float);
}

bool has_complex_input(const problem& p);
bool has_complex_output(const problem& p);

//! \p array as the parts of interleaved points, for a transform of exponent \p sign.
std::array<void*, 2> interleaved(void* array, std::size_t number_bytes, int sign);

//! Numbers in an element of a side.
inline int numbers_in(bool is_complex) { return is_complex ? 2 : 1; }

//! How the advanced interface says that a side lies in memory.
struct embedding {
    const int* lengths; //!< of the array around the data, or nullptr
    int stride;         //!< elements
    int distance;       //!< elements between transforms
};

//! \p p with the dimensions and the loop of the advanced interface; nothing where these
//! are of no transform, as FFTW gives no plan then.
std::optional<problem> with_many(problem p,
                                 int rank,
                                 const int* n,
                                 int howmany,
                                 const embedding& in,
                                 const embedding& out);

//! \p p with the dimensions and loops of the guru interface, whose strides count
//! \p in_numbers and \p out_numbers numbers.
template <class dim>
std::optional<problem> with_guru(problem p,
                                 int rank,
                                 const dim* dims,
                                 int howmany_rank,
                                 const dim* howmany_dims,
                                 int in_numbers,
                                 int out_numbers);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_REQUEST_PROBLEM_H */
