/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FUZZ_RECORDING_FEED_H
#define INCLUDED_GPUFFT_TESTS_FUZZ_RECORDING_FEED_H

#include <cstdint>
#include <string>

namespace gpufft::testing {

//! A file of that name in a folder of this process' own. \return its path
std::string write_input(const std::string& name, const std::string& bytes);

//! Opens a recording and reads it to its end, as far as that is soon.
//! \return whether it was taken \throws std::logic_error  segments overlap
bool feed_recording(const std::string& path);

//! The lowest \p bytes bytes of a number, little endian.
std::string number_bytes(std::uint32_t value, int bytes);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FUZZ_RECORDING_FEED_H */
