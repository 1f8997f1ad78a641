/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TRANSFORM_H
#define INCLUDED_GPUFFT_TRANSFORM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief What is computed along the transformed dimensions
 *
 * c2c: Y[k] = sum over n of X[n] exp(-+ 2 pi i n k / N), - forward and + inverse.
 * r2c: the same of real points, bins 0 .. N / 2 of the last dimension alone. c2r: its
 * inverse, from those bins to N real points; the imaginary parts of bins that a real
 * transform leaves real are ignored.
 *
 * dct1 .. dct4 and dst1 .. dst4 take reals to reals, with N the length of a dimension:
 *
 *     dct1  x[0] + (-1)^k x[N-1] + 2 sum x[n] cos(pi k n / (N-1)), n = 1 .. N-2; N >= 2
 *     dct2  2 sum x[n] cos(pi k (2n+1) / 2N)
 *     dct3  x[0] + 2 sum x[n] cos(pi (2k+1) n / 2N), n = 1 .. N-1
 *     dct4  2 sum x[n] cos(pi (2k+1) (2n+1) / 4N)
 *     dst1  2 sum x[n] sin(pi (k+1) (n+1) / (N+1))
 *     dst2  2 sum x[n] sin(pi (k+1) (2n+1) / 2N)
 *     dst3  (-1)^k x[N-1] + 2 sum x[n] sin(pi (2k+1) (n+1) / 2N), n = 0 .. N-2
 *     dst4  2 sum x[n] sin(pi (2k+1) (2n+1) / 4N)
 *
 * The inverse of type 2 is type 3, of type 3 type 2; types 1 and 4 are their own.
 */
enum class transform_kind {
    c2c,
    r2c,
    c2r,
    dct1,
    dct2,
    dct3,
    dct4,
    dst1,
    dst2,
    dst3,
    dst4
};

//! Sign of the exponent: forward -, inverse +.
enum class direction { forward, inverse };

/*!
 * none: neither direction scales. by_length: the inverse divides by the length.
 * orthonormal: both divide by its square root. In several dimensions their product
 * counts; the length of a DCT or DST is that of the DFT it stands for: 2 N, of type 1
 * 2 (N - 1) or 2 (N + 1).
 */
enum class normalization { none, by_length, orthonormal };

//! Number format of the arithmetic and of what is stored; float16: stored as halves,
//! computed with float32.
enum class precision { float32, float64, float16 };

//! Real and imaginary part next to each other, or in two arrays.
enum class complex_layout { interleaved, planar };

//! Points of the longest dimension: 2^27.
constexpr std::int64_t MAX_LENGTH = std::int64_t(1) << 27;

//! Most dimensions of a transform.
constexpr std::size_t MAX_RANK = 4;

/*!
 * \brief A transformed dimension
 *
 * Strides are the elements between neighbouring points, real elements on a real side
 * and complex ones on a complex side.
 */
struct dimension {
    std::int64_t length = 1; //!< of r2c and c2r: of the real side
    std::int64_t input_stride = 0;
    std::int64_t output_stride = 0;
    //! Input point n is read from place (n + input_rotation) mod length. c2c only
    std::int64_t input_rotation = 0;
    //! Output point k is written to place (k + output_rotation) mod length. c2c only
    std::int64_t output_rotation = 0;
};

//! A dimension that is not transformed: `count` transforms lie the strides apart.
struct loop {
    std::int64_t count = 1;
    std::int64_t input_stride = 0;
    std::int64_t output_stride = 0;
};

//! What the load and store expressions of a transform know by a name.
enum class argument_kind {
    number,        //!< a real number, said at the call
    real_buffer,   //!< reals on the device: numbers in the precision of the arithmetic
    complex_buffer //!< the same of interleaved complex elements
};

struct expression_argument {
    std::string name; //!< a letter, then letters, digits and _
    argument_kind is = argument_kind::number;
    std::int64_t length = 0; //!< elements of a buffer
};

//! Which points of a cyclic convolution are outputs: output m is point first + m step.
struct convolved_outputs {
    std::int64_t first = 0;
    std::int64_t count = 0; //!< 0: as many as there are
    std::int64_t step = 1;

    bool operator==(const convolved_outputs& other) const
    {
        return first == other.first && count == other.count && step == other.step;
    }
};

/*!
 * \brief What is asked for: a row's worth of transforms; rows are said at the call
 *
 * A row holds the transform of \p shape, once for every combination of the \p loops.
 * Where all strides and the distance of a side are 0, that side is packed: loops, then
 * dimensions, slowest first, without gaps (an in-place r2c or c2r pads the real side to
 * the complex one); packed() fills them in.
 */
struct transform {
    transform() = default;
    //! A complex transform of one dimension
    explicit transform(std::int64_t length) : shape{ dimension{ length } } {}

    transform_kind kind = transform_kind::c2c;
    std::vector<dimension> shape = { dimension{} }; //!< slowest first, 1 to MAX_RANK
    std::vector<loop> loops;                        //!< slowest first, at most MAX_RANK
    std::int64_t input_distance = 0;                //!< elements between rows
    std::int64_t output_distance = 0;
    direction dir = direction::forward; //!< r2c: forward; c2r: inverse
    normalization norm = normalization::none;
    double scale = 1; //!< outputs are multiplied by this as well
    precision number = precision::float32;
    complex_layout input_layout = complex_layout::interleaved;
    complex_layout output_layout = complex_layout::interleaved;
    bool real_input = false; //!< c2c: imaginary parts are 0 and are not stored
    bool in_place = false;   //!< output overwrites input
    //! Input point n of a row is multiplied by tap n; one dimension, no loops. c2c, r2c
    bool windowed = false;
    /*!
     * Windowed: a row of the input is as many times longer than the transform, and folded
     * to its N points before it (a polyphase filter; weighted overlap-add),
     *
     *     sum over p of tap[p N + n] x[p N + n] for point n,
     *
     * where a rotation of the input exchanges the points of each N elements. Rows of a
     * stream that are a hop apart (input_distance) share samples. Not in place
     */
    std::int64_t taps_per_branch = 1;
    /*!
     * c2c, forward: not the DFT X of a row is the output, but its product with a spectrum
     * H, transformed back,
     *
     *     c[n] = 1/N sum over k of H[k] X[k] exp(+2 pi i n k / N),
     *
     * in one call: the cyclic convolution of the row with the taps whose DFT H is, or
     * with conjugates of a DFT for H the correlation. H is set at the fft
     * (set_spectrum()); until then it is 1. One dimension without loops, window and
     * rotations, whose length has no prime factor above 31. Of a stream whose rows
     * overlap (input_distance) by one less than there are taps, the points from there on
     * are those of its convolution with the taps: overlap-save.
     */
    std::optional<convolved_outputs> convolved = {};
    //! DCT and DST: end points weighted so that orthonormal makes an orthogonal matrix
    //! (sqrt 2 on what the sum counts once, its inverse on outputs).
    bool orthogonalize = false;
    /*!
     * What is transformed, made of the element x that is loaded: "x * conj(h[n])". And
     * what is stored, made of y, which the transform would store: "norm(y) * scale".
     * Empty: x, or y. docs/expressions.md has the language. Both become part of the
     * first and the last kernel.
     */
    std::string load;
    std::string store;
    std::vector<expression_argument> arguments; //!< that the expressions name
    bool real_output = false; //!< c2c, r2c: the store expression makes reals

    std::size_t rank() const { return shape.size(); }
    //! Product of the lengths.
    std::int64_t points() const;
};

//! Outputs of a convolution of \p length points: \p which, with their count filled in.
convolved_outputs outputs_of(const convolved_outputs& which, std::int64_t length);

//! A dct or a dst
bool is_trigonometric(transform_kind k);

//! The kind that is computed: that of the inverse where t.dir says so (type 3 for type 2
//! and the other way round).
transform_kind effective_kind(const transform& t);

//! Input (output) elements are real numbers.
bool has_real_input(const transform& t);
bool has_real_output(const transform& t);

//! Factor that the outputs are multiplied by: t.scale and t.norm.
double scale_of(const transform& t);

//! \p t with every stride and distance filled in.
//! \throws plan_error  some strides of a side are given and others are not
transform packed(const transform& t);

//! Bytes of an element of the input (output), in each of its arrays where planar.
std::size_t input_element_bytes(const transform& t);
std::size_t output_element_bytes(const transform& t);

//! Elements from the first to behind the last of \p rows rows.
std::int64_t input_extent(const transform& t, std::int64_t rows = 1);
std::int64_t output_extent(const transform& t, std::int64_t rows = 1);

//! Bytes from a row to the next, in each array of the input (output).
std::size_t input_row_bytes(const transform& t);
std::size_t output_row_bytes(const transform& t);

//! One line, e.g. "c2c forward 4096, windowed, output rotated by 2048"
std::string to_string(const transform& t);

//! \throws plan_error        asked for, what is wrong with it, what would work
//! \throws expression_error  an expression is wrong, at which column
void validate(const transform& t);

//! Smallest length >= \p length whose prime factors are all at most 13: the fastest.
//! \throws plan_error  there is none up to MAX_LENGTH
std::int64_t next_fast_length(std::int64_t length);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_TRANSFORM_H */
