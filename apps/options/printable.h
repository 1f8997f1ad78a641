/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_PRINTABLE_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_PRINTABLE_H

#include <string>

namespace gpufft::app {

//! \p text of a file, or a file's name, on one line, and such that no terminal obeys it:
//! with spaces for control characters.
inline std::string printable(std::string text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F are such characters, too, of two bytes in UTF-8.
        const bool is_second = i > 0 && text[i - 1] == '\xc2' && c >= 0x80 && c < 0xa0;
        if (c < ' ' || c == 0x7f || is_second)
            text[i] = ' ';
        if (is_second)
            text[i - 1] = ' ';
    }
    return text;
}

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_PRINTABLE_H */
