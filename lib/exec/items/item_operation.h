/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H

#include "plan/request/item_expression.h"
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace gpufft {

//! Something that takes little time, done with each row of one stream or several.
struct item_operation {
    //! Rows are items, and this is computed of them; null: some bytes of each row are
    //! kept as they are.
    item_expression_pointer expression;
    std::vector<std::size_t> in_bytes; //!< of a row of each input
    std::size_t out_bytes = 0;         //!< of a row
    std::size_t skipped = 0; //!< where bytes are kept: those of a row before them

    static item_operation of(const item_expression_pointer& e)
    {
        item_operation result{ e, {}, e->output_bytes(), 0 };
        for (std::size_t i = 0; i < e->inputs.size(); ++i)
            result.in_bytes.push_back(e->input_bytes(i));
        return result;
    }
    static item_operation
    keep(std::size_t in_bytes, std::size_t out_bytes, std::size_t skipped)
    {
        return { nullptr, { in_bytes }, out_bytes, skipped };
    }

    //! The kernel that keeps bytes does so in whole words of 32 bits.
    bool has_kernel() const
    {
        return expression ||
               (in_bytes[0] % 4 == 0 && out_bytes % 4 == 0 && skipped % 4 == 0);
    }
};

//! Values of an expression's arguments, in their order: a number has one. Of a number and
//! a real buffer the imaginary parts are 0.
struct item_arguments {
    std::vector<std::vector<std::complex<float>>> values;
};
using item_arguments_pointer = std::shared_ptr<const item_arguments>;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_ITEM_OPERATION_H */
