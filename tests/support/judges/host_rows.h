/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HOST_ROWS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HOST_ROWS_H

#include "support/judges/reference.h"
#include <gpufft/transform.h>
#include <cstddef>
#include <random>
#include <vector>

namespace gpufft::testing {

/*!
 * \brief A batch in memory of the host, as its transform lays it out
 *
 * Values go in and come out as lists without gaps: rows, loops, dimensions, slowest
 * first. Bytes between them, and before and behind each array, hold a mark. In place,
 * input and output are one array.
 */
class host_rows
{
public:
    host_rows(const transform& t, std::size_t rows);

    //! Uniform values of the transform's precision, from -1 to 1.
    void fill(std::mt19937& random);
    void set_inputs(const std::vector<wide>& values);
    const std::vector<wide>& inputs() const { return d_inputs; }
    std::vector<wide> outputs() const;
    //! Values that outputs() should give.
    std::vector<wide> expected(const std::vector<double>& window = {}) const;

    //! The relative error that outputs may have: tolerance() of the rows, and what these
    //! inputs make of the sums of branches.
    double bound(const std::vector<double>& window = {}) const;

    const transform& request() const { return d_request; }
    std::size_t rows() const { return d_rows; }
    //! Arrays to compute with; imaginary ones where a side is planar, nullptr elsewhere.
    const void* in() const { return first(d_in); }
    const void* in_imaginary() const { return second(d_in); }
    void* out() { return const_cast<void*>(first(out_planes())); }
    void* out_imaginary() { return const_cast<void*>(second(out_planes())); }

    //! No byte changed but those of outputs (in place, of inputs as well).
    bool gaps_are_untouched() const;

private:
    using bytes = std::vector<unsigned char>;
    struct planes {
        std::vector<bytes> arrays; // one, or two where planar
    };

    static const void* first(const planes& p);
    static const void* second(const planes& p);
    planes& out_planes() { return d_request.in_place ? d_in : d_out; }
    const planes& out_planes() const { return d_request.in_place ? d_in : d_out; }

    transform d_request;
    std::size_t d_rows;
    std::vector<std::size_t> d_in_places, d_out_places; // elements
    planes d_in, d_out;
    std::vector<wide> d_inputs;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_JUDGES_HOST_ROWS_H */
