/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INDEX_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INDEX_TEXT_H

#include "plan/simt/tile.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! Text of the sum of named indices times weights.
class index_sum
{
public:
    //! Weight 0 adds nothing.
    index_sum& add(const std::string& name, std::int64_t weight);
    index_sum& add(const std::vector<atom>& atoms, std::int64_t atom::*weight);
    //! "0" where nothing was added.
    std::string str() const { return d_text.empty() ? "0" : d_text; }

private:
    std::string d_text;
};

//! "base", "base + offset", or "base - offset" of a negative one.
std::string offset_from(const std::string& base, std::int64_t offset);

//! The declarations `const uint n3 = t % 16;` ... that take number \p of apart, lowest
//! first. The number is below the product of the sizes.
std::vector<std::string> split_number(const std::string& of,
                                      const std::vector<atom>& atoms);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_INDEX_TEXT_H */
