/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_EXPRESSION_H
#define INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_EXPRESSION_H

#include "plan/expression/evaluate.h"
#include "plan/request/fused_expression.h"
#include "plan/request/io_view.h"
#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! The load or the store expression of a transform, over the elements of a row, by the
//! host. Elements count as in loops and shape, slowest first and without gaps.
class host_expression
{
public:
    using points = std::vector<std::complex<double>>;

    //! \param e  the expression of \p packed at \p s; null: elements stay as they are
    host_expression(const transform& packed,
                    const side& s,
                    fused_pointer e,
                    std::shared_ptr<const argument_values> given);

    bool is_there() const { return d_expression != nullptr; }
    //! What it makes of element \p i of row \p row, rounded as \p number is.
    template <class number>
    std::complex<double>
    value(std::complex<double> element, std::size_t i, std::int64_t row) const
    {
        auto rest = static_cast<std::int64_t>(i);
        std::vector<std::int64_t> index(d_counts.size());
        for (std::size_t d = d_counts.size(); d-- > 0;) {
            index[d] = rest % d_counts[d];
            rest /= d_counts[d];
        }
        return evaluate_as<number>(*d_expression->value,
                                   { element, index, row, *d_given });
    }
    //! All elements of row \p row in place.
    void apply(points& elements, std::int64_t row) const;

private:
    fused_pointer d_expression;
    std::shared_ptr<const argument_values> d_given;
    std::vector<std::int64_t> d_counts; //!< along each dimension
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_HOST_HOST_EXPRESSION_H */
