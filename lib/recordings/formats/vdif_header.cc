/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/formats/vdif_header.h"
#include <algorithm>

namespace gpufft {

namespace {

std::uint32_t word_at(const char* header, int number)
{
    const auto* b = reinterpret_cast<const unsigned char*>(header) + 4 * number;
    return b[0] | static_cast<std::uint32_t>(b[1]) << 8 |
           static_cast<std::uint32_t>(b[2]) << 16 |
           static_cast<std::uint32_t>(b[3]) << 24;
}

//! \p count bits of \p word from bit \p first on.
std::uint32_t bits_of(std::uint32_t word, int first, int count)
{
    return word >> first & ((1U << count) - 1);
}

} // namespace

//! Kinds 1 and 3 of extended data tell the bandwidth: half the rate of real samples.
std::optional<double> extended_rate(const char* header, bool is_complex)
{
    const auto word = word_at(header, 4);
    const auto kind = word >> 24;
    const double rate = bits_of(word, 0, 23) * (bits_of(word, 23, 1) ? 1e6 : 1e3);
    if ((kind != 1 && kind != 3) || rate <= 0)
        return {};
    return is_complex ? rate : 2 * rate;
}

vdif_header parse_header(const char* at)
{
    vdif_header h;
    const auto first = word_at(at, 0), second = word_at(at, 1), third = word_at(at, 2),
               fourth = word_at(at, 3);
    h.is_invalid = bits_of(first, 31, 1) != 0;
    h.is_legacy = bits_of(first, 30, 1) != 0;
    h.second = bits_of(first, 0, 30);
    h.epoch = static_cast<int>(bits_of(second, 24, 6));
    h.number = bits_of(second, 0, 24);
    h.bytes = std::uint64_t(8) * bits_of(third, 0, 24);
    h.channels = 1 << std::min(bits_of(third, 24, 5), 30U);
    h.is_complex = bits_of(fourth, 31, 1) != 0;
    h.bits = static_cast<int>(bits_of(fourth, 26, 5)) + 1;
    h.thread = static_cast<int>(bits_of(fourth, 16, 10));
    return h;
}

void check_first(const std::string& path, const vdif_header& h, std::uint64_t bytes)
{
    const auto refuse = [&](const std::string& why) {
        refuse_recording("{}: {}; is it a file of VDIF? Rename a raw one and give "
                         "--format",
                         path,
                         why);
    };
    if (h.bytes <= h.header_bytes() || h.bytes > bytes)
        refuse(fmt::format(
            "its first frame claims {} bytes, and the file has {}", h.bytes, bytes));
    if (h.channels > MOST_VDIF_CHANNELS)
        refuse(fmt::format("its first frame claims {} channels; {} are the most",
                           h.channels,
                           MOST_VDIF_CHANNELS));
    if (h.bits != 32 && h.bits != 16 && h.bits != 8 && h.bits != 4 && h.bits != 2 &&
        h.bits != 1)
        refuse(fmt::format("its samples have {} bits; 1, 2, 4, 8, 16 and 32 are read",
                           h.bits));
    if (h.sample_bits() > h.payload_bytes() * 8 ||
        h.payload_bytes() * 8 % h.sample_bits())
        refuse(fmt::format("its first frame has {} bytes of samples, and a sample of {} "
                           "channels is {} bits",
                           h.payload_bytes(),
                           h.channels,
                           h.sample_bits()));
}

} // namespace gpufft
