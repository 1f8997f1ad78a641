/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_STORED_FORMAT_H
#define INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_STORED_FORMAT_H

#include "plan/ir/power.h"
#include <cstddef>
#include <optional>
#include <string>

namespace gpufft {

/*!
 * \brief How one sample is stored, under SigMF's names
 *
 * Full scale is 1: signed integers of b bits are divided by 2^(b - 1). Unsigned ones lie
 * around the middle of their range, 127.5 for 8 bits, where an unsigned converter has its
 * zero. Floats are taken as they are.
 */
struct stored_format {
    enum class number { real, integer, natural };

    std::string name; //!< "ci16_le"
    bool is_complex = true;
    number numbers = number::real;
    int bits = 32; //!< of one number
    bool is_big_endian = false;

    std::size_t number_bytes() const { return static_cast<std::size_t>(bits) / 8; }
    //! Bytes of one sample of one channel.
    std::size_t bytes() const { return number_bytes() * (is_complex ? 2 : 1); }
};

//! "cf16 cf32 ...": for messages.
extern const char KNOWN_FORMATS[];

//! \p name as SigMF or other programs call it ("ci16_le", "cs16"), little endian unless
//! it says otherwise; nothing where it is none.
std::optional<stored_format> find_format(const std::string& name);
//! \throws recording_error  there is none of that name
stored_format parse_format(const std::string& name);
//! What a file's extension (".cu8") stands for.
std::optional<stored_format> format_of_extension(const std::string& extension);

//! What kernels read as it is stored; nothing where read() has to convert.
std::optional<sample_kind> kind_as_stored(const stored_format& f);

//! Where the numbers of the samples of one channel lie, in bytes.
struct number_layout {
    std::size_t step = 0;  //!< from a sample to the next
    std::size_t parts = 1; //!< numbers of a sample, one behind the other: 2 are I and Q
};

//! \p count samples from \p from on to \p to, float32[count][parts], full scale 1.
void decode(const stored_format& f,
            const number_layout& lie,
            const void* from,
            std::size_t count,
            float* to);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_RECORDINGS_SAMPLES_STORED_FORMAT_H */
