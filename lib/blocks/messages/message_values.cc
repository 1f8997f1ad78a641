/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_values.h"
#include "plan/request/refuse.h"
#include <cmath>
#include <limits>

namespace gr {
namespace gpufft {

double number_of(const pmt::pmt_t& value)
{
    if (pmt::is_uint64(value))
        return static_cast<double>(pmt::to_uint64(value));
    if (!pmt::is_real(value) && !pmt::is_integer(value))
        ::gpufft::refuse("it takes a number");
    return pmt::to_double(value);
}

int whole_of(const pmt::pmt_t& value)
{
    const double number = number_of(value);
    if (number != std::floor(number) ||
        std::abs(number) > std::numeric_limits<int>::max())
        ::gpufft::refuse("it takes a whole number");
    return static_cast<int>(number);
}

bool truth_of(const pmt::pmt_t& value)
{
    return pmt::is_bool(value) ? pmt::to_bool(value) : number_of(value) != 0;
}

std::string word_of(const pmt::pmt_t& value)
{
    if (!pmt::is_symbol(value))
        ::gpufft::refuse("it takes a word");
    return pmt::symbol_to_string(value);
}

} // namespace gpufft
} // namespace gr
