/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_IO_PLACE_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_IO_PLACE_TEXT_H

#include <cstdint>
#include <string>
#include <utility>

namespace gpufft {

/*!
 * \brief Text of a place along a dimension: a constant and an index, or a constant less
 * an index, where the place falls as the index rises
 */
struct place_text {
    place_text(std::string rising) : index(std::move(rising)) {}
    place_text(std::string of, std::int64_t plus, bool is_falling)
        : index(std::move(of)), constant(plus), falls(is_falling)
    {
    }

    std::string index;
    std::int64_t constant = 0;
    bool falls = false;

    //! \return the place \p sum - this, which falls where this one rises
    place_text less_from(std::int64_t sum) const
    {
        return { index, sum - constant, !falls };
    }
    //! \return the place as an expression of unsigned numbers, "117 - 2 * n"
    std::string str() const;
};

//! \return the place \p last - \p index
inline place_text falling(std::int64_t last, std::string index)
{
    return { std::move(index), last, true };
}

//! Where an element lies: at an index from a pointer, or at a sum with that pointer.
struct element_text {
    element_text(std::string from_pointer) : index(std::move(from_pointer)) {}
    //! Where \p added to a pointer leads to: "" or " + line + ...".
    static element_text behind(std::string added);

    std::string index; //!< "": the sum counts
    std::string added;

    //! The element from pointer \p name, what takes its value or is written.
    std::string of(const std::string& name) const;
    //! Address of the element from pointer \p name.
    std::string address(const std::string& name) const;
    //! The index and the pointer that vload_half() and vstore_half() take.
    std::string offset() const;
    std::string base(const std::string& name) const;
};

//! In parentheses where it is more than a word.
std::string grouped(const std::string& expression);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_IO_PLACE_TEXT_H */
