/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_IO_OPERATIONS_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_IO_OPERATIONS_H

#include "plan/request/fused_expression.h"
#include <gpufft/transform.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// clang-format off
/*!
 * The load and store operations of a pass. Between them lies a complex DFT, the *inner
 * DFT*: of as many points as the dimension, or of half as many (`is_half`), an inner
 * point then holding two reals. A load operation makes inner point n from the caller's
 * elements, a store operation the caller's elements from inner output k. The inner DFT is
 * always a forward DFT: for an inverse one, both operations exchange real and imaginary
 * parts (`swap_parts`).
 *
 * With N the length of the dimension, M = N / 2, Z the inner DFT's output, w(n) =
 * exp(-2 pi i / n), x and y the caller's input and output:
 *
 * kind  inner  loads                                stores
 * c2c   N      x[n]                                 y[k] = Z[k]
 * r2c   N      x[n] + 0i                            y[k] = Z[k], k <= N / 2
 *       M      x[2n] + i x[2n+1]                    y[k] = E + w(N)^k O, k = 0 .. M     *
 * c2r   N      x[n], or conj x[N-n] above N / 2     y[k] = Re Z[k]
 *       M      A + i w(N)^-n B                      y[2k], y[2k+1] = Z[k]
 *              A, B = x[n] +- conj x[M-n]
 * dct2  N      v[n]                                 y[k] = 2 Re w(4N)^k Z[k]
 *       M      v[2n] + i v[2n+1]                    V[k] = E + w(N)^k O; y[k] as above, *
 *              v[n] = x[2n], v[N-1-n] = x[2n+1]     y[N-k] = -2 Im w(4N)^k V[k]
 *              (Makhoul 1980)
 * dct3  N      V[n] = w(4N)^-n (x[n] - i x[N-n])    y[2k] = v[k], y[2k+1] = v[N-1-k]
 *       M      A + i w(N)^-n B of that V            as above, v[2k], v[2k+1] = Z[k]
 * dct4  M      w(8N)^(4n+1) (x[2n] + i x[N-1-2n])   y[2k] = 2 Re w(2N)^k Z[k],
 *                                                   y[N-1-2k] = -2 Im of that
 *       N odd  +-x[dct4_input_of(n)]                y[dct4_output_of(k)] = 2 Re of
 *                                                   w(8)^turn Z[k]
 * dct1  N - 1  X[2n] + i X[2n+1], X the even        y[k] = E + w(2N-2)^k O              *
 *              extension to 2 (N-1) points
 * dst1  N + 1  X of the odd extension, as dct1      y[k-1] = -Im of that                *
 *
 * E, O = (Z[k] + conj Z[-k]) / 2, (Z[k] - conj Z[-k]) / 2i. An operation marked * needs
 * pairs (`needs_pairs()`): Z[k] and Z[-k] at once. A dst is the dct of its type with the
 * input or the output reversed and every other sign changed on the other side.
 *
 * In several dimensions r2c and c2r halve the last one of the pass, -k negates the index
 * along each, and the bins 0 and N / 2 of a c2r count as (x[k] + conj x[-k]) / 2, -k over
 * the other dimensions: in one dimension that is their real part. A dct or dst of type 2
 * or 3 folds the other dimensions, plan/ir/forms/folds.h.
 *
 * Where the inner DFT of L points is a convolution, pass_dimension.length is the length
 * of the convolution. Rader (L - 1): point q of the pass is inner point indices[q],
 * output q is inner output indices[L - 1 + q]; inner point 0 and output 0 are not among
 * them. Bluestein (at least 2 L - 1): inner points times the chirp w(2L)^(n n), then
 * zeros, and outputs k below L times the chirp again. A pass that stores through the
 * chirp and does not convolve is the last of several back to the caller: an inverse on
 * exchanged parts, which the pass exchanges again before the chirp.
 *
 * A convolution that the caller asks for (transform::convolved) goes through the inner DFT
 * of its own points, N of them, and back: its operations are those of c2c, by none. The
 * store operation keeps the points that the caller wants (`kept`): point n, as output
 * (n - first) / step.
 *
 * A windowed load of several taps a branch folds its row of the caller's elements to the
 * points of the inner DFT, before anything else (transform::taps_per_branch).
 *
 * A pass that adds up branches, plan/ir/forms/branch_rows.h, stores the samples that the
 * rows of a synthesizer make, and no row itself.
 *
 * A pass that stores power, plan/ir/power.h, goes through the frames of its row one after
 * the other, accumulates |y[k]|^2 of each, and stores reals once, after the last.
 */
// clang-format on
namespace gpufft {

//! How global memory holds the elements that an operation loads or stores.
enum class element { complex, planar, real };

//! How the points of the inner DFT map to the convolution that computes it.
enum class convolution {
    none,
    rader,    //!< of length p - 1, points taken in the order of powers of a generator
    bluestein //!< of at least 2 p - 1, points times a chirp
};

//! What a load or store operation does besides copying. Each is fused into its pass.
struct io_operation {
    transform_kind kind = transform_kind::c2c;
    element stored = element::complex;
    bool is_half = false;       //!< the inner DFT has half of the points
    bool is_float16 = false;    //!< stored as halves
    bool swap_parts = false;    //!< of every inner point
    bool orthogonalize = false; //!< see struct transform
    convolution by = convolution::none;
    //! What the caller's element becomes as it is loaded, or what an output becomes as it
    //! is stored; null: itself.
    fused_pointer expression;

    bool operator==(const io_operation&) const;
    //! Points are those of the inner DFT itself, of a c2c that no convolution computes.
    bool has_dft_points() const
    {
        return kind == transform_kind::c2c && by == convolution::none;
    }
};

//! How the parts of samples are stored. Whole numbers become floats unchanged, except
//! uint8, whose zero is 127.5.
enum class sample_format { number, int16, int8, uint8 };

//! How the powers of frames become one.
enum class accumulation {
    sum,     //!< s = keep s + p; keep is an argument of the kernel, 1 for a plain sum
    highest, //!< of those that are finite; NaN where none is
    lowest,  //!< of those that are finite; NaN where none is
    square   //!< s = s + p^2
};

//! \brief Accumulations of the same powers, one or several: a plane of bins each, in the
//! order of the enumeration
class accumulations
{
public:
    accumulations(accumulation one) { add(one); } // one is a set, too

    void add(accumulation one) { d_bits |= bit_of(one); }
    bool has(accumulation one) const { return (d_bits & bit_of(one)) != 0; }
    //! Some of them pass over what is not finite.
    bool has_extremes() const
    {
        return has(accumulation::highest) || has(accumulation::lowest);
    }
    std::vector<accumulation> planes() const;
    std::int64_t count() const { return static_cast<std::int64_t>(planes().size()); }
    bool operator==(const accumulations& o) const { return d_bits == o.d_bits; }
    bool operator!=(const accumulations& o) const { return d_bits != o.d_bits; }

private:
    static unsigned bit_of(accumulation a) { return 1U << static_cast<unsigned>(a); }

    unsigned d_bits = 0;
};

//! \brief The FIR filters of a synthesizer, which make samples of rows that a pass has
//! transformed (plan/ir/forms/branch_rows.h)
struct summed_branches {
    std::int64_t taps_per_branch = 1; //!< K: a sample is made of as many rows
    std::int64_t points_a_branch = 1; //!< P: a row of N points makes N / P samples

    bool operator==(const summed_branches& o) const
    {
        return taps_per_branch == o.taps_per_branch &&
               points_a_branch == o.points_a_branch;
    }
};

struct load_operation : io_operation {
    bool windowed = false;
    std::int64_t taps_per_branch = 1;              //!< see struct transform
    sample_format samples = sample_format::number; //!< else interleaved, complex
};

struct store_operation : io_operation {
    bool scaled = false; //!< by the kernel's argument `scale`
    //! Which points of the caller's convolution are stored, and where: those of
    //! transform::convolved. None: all, in order.
    std::optional<convolved_outputs> kept = {};
    std::optional<accumulations> power; //!< of outputs, accumulated over frames, as reals
    std::optional<summed_branches> branches; //!< which samples are the sums of
    //! The operation needs inner outputs k and -k at once (conjugate pairs).
    bool needs_pairs() const;
};

//! Points of the inner DFT of a dimension of \p length points.
std::int64_t dft_length(transform_kind kind, bool is_half, std::int64_t length);

/*!
 * The dct4 of an odd length N is a real DFT of N points in another order. Its angle
 * 2 pi a b / 8N, a = 2n + 1, b = 2k + 1, is 2 pi a b (u / N + v / 8) with u the inverse
 * of 8 modulo N and v the inverse of N modulo 8. An inner point q stands for the a that
 * is q modulo N and 1 modulo 8, folded back into 1 .. 2N - 1 by the symmetries of the
 * cosine; an output q for the odd b below 2N that is 8 q modulo N.
 */
struct dct4_input {
    std::int64_t place = 0;
    int sign = 1;
};
dct4_input dct4_input_of(std::int64_t q, std::int64_t length);

struct dct4_output {
    std::int64_t place = 0;
    int turn = 0; //!< eighths: times w(8)^turn
};
dct4_output dct4_output_of(std::int64_t q, std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_IO_OPERATIONS_H */
