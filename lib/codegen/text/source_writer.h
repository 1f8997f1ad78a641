/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_SOURCE_WRITER_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_SOURCE_WRITER_H

#include "codegen/text/one_line.h"
#include <fmt/format.h>
#include <string_view>
#include <string>

namespace gpufft {

//! Indented text, a statement a line.
class source_writer
{
public:
    //! A formatted line at the current indentation.
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args)
    {
        put(fmt::format(format, std::forward<Args>(args)...));
    }
    //! A line as it is. \throws plan_error  it would not stay one
    void put(std::string_view text)
    {
        check_line(text);
        d_text.append(4 * d_depth, ' ');
        d_text += text;
        d_text += '\n';
    }
    void blank() { d_text += '\n'; }
    //! Text of several lines, not indented.
    void raw(std::string_view text) { d_text += text; }

    void open()
    {
        put("{");
        ++d_depth;
    }
    //! \p head and an opening brace.
    void open(std::string_view head)
    {
        put(std::string(head) + " {");
        ++d_depth;
    }
    void close()
    {
        --d_depth;
        put("}");
    }

    const std::string& str() const { return d_text; }

private:
    std::string d_text;
    int d_depth = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_SOURCE_WRITER_H */
