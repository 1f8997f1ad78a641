/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_EXPRESSION_VALUES_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_EXPRESSION_VALUES_H

#include "exec/items/item_operation.h"
#include <gnuradio/gpufft/expression.h>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

//! The numbers and buffers of an expression, by their names.
class expression_values
{
public:
    //! \throws plan_error  a name or a length that cannot be
    expression_values(const expression::number_map& numbers,
                      const expression::buffer_map& buffers,
                      const expression::real_buffer_map& real_buffers);

    const std::vector<::gpufft::expression_argument>& names() const { return d_names; }
    ::gpufft::item_arguments_pointer all() const;

    //! \throws plan_error  there is none of that name
    void set_number(const std::string& name, double value);
    double number(const std::string& name) const;
    //! \throws plan_error  there is none of that name, or of that length or kind
    void set_buffer(const std::string& name, const std::vector<gr_complex>& values);
    std::vector<gr_complex> buffer(const std::string& name) const;

private:
    void add(const std::string& name,
             ::gpufft::argument_kind is,
             const std::vector<gr_complex>& values);
    std::size_t find(const std::string& name, bool is_number) const;

    std::vector<::gpufft::expression_argument> d_names;
    ::gpufft::item_arguments d_all; //!< in the same order
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_ITEMS_EXPRESSION_VALUES_H */
