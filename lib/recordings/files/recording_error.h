/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_RECORDING_ERROR_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_RECORDING_ERROR_H

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace gpufft {

//! A recording cannot be read. The text is one line: which, why, and what would work.
class recording_error : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

//! Throws the recording_error that says \p text.
template <class... values>
[[noreturn]] void refuse_recording(fmt::format_string<values...> text, values&&... v)
{
    throw recording_error(fmt::format(text, std::forward<values>(v)...));
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_FILES_RECORDING_ERROR_H */
