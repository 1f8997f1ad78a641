/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/host_expression.h"

namespace gpufft {

host_expression::host_expression(const transform& packed,
                                 const side& s,
                                 fused_pointer e,
                                 std::shared_ptr<const argument_values> given)
    : d_expression(std::move(e)), d_given(std::move(given))
{
    for (std::size_t d = 0; d < packed.rank(); ++d)
        d_counts.push_back(view_length(packed, s, d));
}

void host_expression::apply(points& elements, std::int64_t row) const
{
    for (std::size_t i = 0; d_expression && i < elements.size(); ++i)
        elements[i] = value<double>(elements[i], i, row);
}

} // namespace gpufft
