/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GR_GPUFFT_EXPRESSION_H
#define INCLUDED_GR_GPUFFT_EXPRESSION_H

#include <gnuradio/gpufft/api.h>
#include <gnuradio/gpufft/device_block.h>
#include <gnuradio/gr_complex.h>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief A formula of the samples of any number of streams, on the device where they are
 * \ingroup gpufft
 *
 * Inputs: vlen samples in an item, of a type each
 * Output: vlen samples in an item,
 *
 *     y[n] = the expression, of x0[n], x1[n] ...
 *
 * The language is that of docs/expressions.md: x0, x1 ... (x where there is one input),
 * n, the place in the item from 0, `row`, the number of the item since the flowgraph has
 * started, numbers and buffers by their names, and functions. All is computed in float32.
 * Whole numbers are taken as they are; those of an output are rounded to the nearest,
 * halves to the even one, and limited to what the type holds.
 *
 * Between blocks of this module that compute on a GPU, items stay in its memory, and this
 * block computes there, too. Where none of its inputs is on a GPU, or that has failed,
 * the host computes. Tags of all inputs stay at their items.
 *
 * Message port "command": the name of a number with its value, or of a buffer with a
 * vector, in a pair or a dictionary; and what device_block has.
 */
class GPUFFT_API expression : virtual public device_block
{
public:
    typedef std::shared_ptr<expression> sptr;
    using number_map = std::map<std::string, double>;
    using buffer_map = std::map<std::string, std::vector<gr_complex>>;
    using real_buffer_map = std::map<std::string, std::vector<float>>;

    /*!
     * \param text     the expression: "x0 * conj(x1) * scale"
     * \param inputs   a letter for each input, 1 to 32: c (complex), f (float), i (int),
     *                 s (short), b (byte, -128 .. 127)
     * \param output   the letter of the output. Of a complex one the expression may be
     *                 real, else it has to be
     * \param vlen     samples of an item
     * \param numbers  values by their names
     * \param buffers  complex values, 1 or more in each, by their names: h[n] in the text
     * \param real_buffers  real values, by their names
     *
     * \throws plan_error  the expression is wrong, and quoted; an argument that it does
     *                     not name; vlen is less than 1, or an item has 2^31 bytes
     */
    static sptr make(const std::string& text,
                     const std::string& inputs = "c",
                     const std::string& output = "c",
                     std::size_t vlen = 1,
                     const number_map& numbers = {},
                     const buffer_map& buffers = {},
                     const real_buffer_map& real_buffers = {});

    //! The expression as it was understood.
    virtual std::string text() const = 0;

    //! In force from the next items on that are computed. \throws plan_error  there is no
    //! number of that name; once the flowgraph has started the log says so
    virtual void set_number(const std::string& name, double value) = 0;
    //! Several at the same item; the others stay.
    virtual void set_numbers(const number_map& values) = 0;
    virtual double number(const std::string& name) const = 0;

    //! As many values as before, real ones where the buffer is; else as set_number().
    virtual void set_buffer(const std::string& name,
                            const std::vector<gr_complex>& values) = 0;
    //! Several at the same item; the others stay.
    virtual void set_buffers(const buffer_map& values) = 0;
    virtual std::vector<gr_complex> buffer(const std::string& name) const = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GR_GPUFFT_EXPRESSION_H */
