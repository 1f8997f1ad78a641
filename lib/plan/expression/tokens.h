/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_TOKENS_H
#define INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_TOKENS_H

#include <cstddef>
#include <string>

namespace gpufft {

//! A word of an expression: a name, a number, or a sign of one or two characters.
struct token {
    enum class kind { name, number, sign, end };
    kind is = kind::end;
    std::string text;
    std::size_t at = 0; //!< its first character
};

//! The words of a text, one after the other.
class token_reader
{
public:
    //! \param kind  "load" or "store", for messages
    token_reader(const std::string& text, const std::string& kind);

    const token& next() const { return d_next; }
    //! Whether the next word is the sign \p sign, which is then taken.
    bool takes(const char* sign);
    token take();
    //! fail_expression() of the text.
    [[noreturn]] void fail(std::size_t at, const std::string& problem) const;

private:
    token read();
    std::string d_text, d_kind;
    std::size_t d_at = 0;
    token d_next;
};

//! "load " where \p kind is "load"; "" where it is "".
std::string word_before_expression(const std::string& kind);

//! \throws expression_error  the \p kind ("load" or "store") expression \p text is wrong
//! at character \p at, from 0: quotes it and what is there, and says the \p problem
[[noreturn]] void fail_expression(const std::string& kind,
                                  const std::string& text,
                                  std::size_t at,
                                  const std::string& problem);

//! \p name could be the name of an argument: a letter, then letters, digits and _.
bool is_name(const std::string& name);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_EXPRESSION_TOKENS_H */
