/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_IO_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_IO_H

#include "plan/ir/pass.h"
#include "reference/interpreter/dft_index.h"
#include "reference/interpreter/pass_memory.h"
#include <complex>

namespace gpufft {

//! Makhoul's order: place of v[m] among \p length points.
std::int64_t shuffled_place(std::int64_t m, std::int64_t length);

//! Index -k modulo \p lengths, along every dimension.
dft_index mirrored(const dft_index& k, const dft_index& lengths);

//! The load operation of a pass, read from the table in plan/ir/io_operations.h.
class plain_load
{
public:
    plain_load(const pass& p, const pass_memory& m);

    //! Point \p n of the inner DFT; `line` is the element that indices count from.
    std::complex<double> operator()(std::int64_t line, const dft_index& n) const;

private:
    std::complex<double> formula(std::int64_t line, const dft_index& n) const;
    std::complex<double> copied(std::int64_t line, const dft_index& n) const;
    //! A c2r's bin, with an imaginary part of 0 where a real transform leaves none.
    std::complex<double> bin(std::int64_t line, dft_index n) const;
    //! V of a dct3 along the last dimension.
    std::complex<double> bin_of_dct3(std::int64_t line, dft_index n) const;
    std::complex<double>
    half_of(std::complex<double> bin, std::complex<double> mirror, std::int64_t n) const;
    //! The caller's point \p n of the dct that a dst comes down to.
    double sample(std::int64_t line, const dft_index& n) const;
    //! Point \p m along the last dimension in Makhoul's order, and point \p n of the
    //! others.
    double shuffled_sample(std::int64_t line, dft_index n, std::int64_t m) const;
    double extended(std::int64_t line, std::int64_t m) const;
    //! Reals 2 n (or one more) along the last dimension, times the window.
    double windowed_real(std::int64_t line, dft_index n, std::int64_t place) const;
    std::int64_t at(std::int64_t line, const dft_index& places) const;

    const pass& d_p;
    element_memory d_in;
    element_memory d_window;
    std::int64_t d_length; //!< of the last dimension
};

//! The store operation.
class plain_store
{
public:
    plain_store(const pass& p, const pass_memory& m);

    //! Stores all that output \p z, number \p k of the inner DFT, gives.
    void operator()(std::int64_t line, const dft_index& k, std::complex<double> z) const;
    //! Stores all that belongs to \p k alone, where the operation pairs k and -k.
    void mirrored(std::int64_t line,
                  const dft_index& k,
                  std::complex<double> z,
                  std::complex<double> mirror) const;

private:
    //! An output as the formulas take it: chirp and exchanged parts done.
    std::complex<double> dft_output(std::complex<double> z, std::int64_t k) const;
    void copy(std::int64_t line, const dft_index& k, std::complex<double> z) const;
    void
    trigonometric(std::int64_t line, const dft_index& k, std::complex<double> z) const;
    void put(std::int64_t line, const dft_index& k, double y) const;
    //! Output \p last along the last dimension, \p k along the others.
    void put(std::int64_t line, dft_index k, std::int64_t last, double y) const;
    void put_shuffled(std::int64_t line, dft_index k, std::int64_t m, double y) const;
    std::int64_t at(std::int64_t line, const dft_index& places) const;

    const pass& d_p;
    element_memory d_out;
    double d_scale;
    std::int64_t d_length;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_INTERPRETER_PLAIN_IO_H */
