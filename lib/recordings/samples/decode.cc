/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/half.h"
#include "recordings/samples/stored_format.h"
#include <cstdint>
#include <cstring>

namespace gpufft {

namespace {

std::uint8_t swapped(std::uint8_t bits) { return bits; }
std::uint16_t swapped(std::uint16_t bits) { return __builtin_bswap16(bits); }
std::uint32_t swapped(std::uint32_t bits) { return __builtin_bswap32(bits); }
std::uint64_t swapped(std::uint64_t bits) { return __builtin_bswap64(bits); }

template <typename number>
number as(std::uint64_t bits)
{
    number value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

// What the bits of one number are, full scale 1. Integers of 32 bits need double: single
// precision cannot hold their middle.
struct half_number {
    using stored = std::uint16_t;
    static float value(stored b) { return static_cast<float>(from_half(b)); }
};
struct float_number {
    using stored = std::uint32_t;
    static float value(stored b) { return as<float>(b); }
};
struct double_number {
    using stored = std::uint64_t;
    static float value(stored b) { return static_cast<float>(as<double>(b)); }
};
struct int8_number {
    using stored = std::uint8_t;
    static float value(stored b) { return static_cast<std::int8_t>(b) / 128.0F; }
};
struct int16_number {
    using stored = std::uint16_t;
    static float value(stored b) { return static_cast<std::int16_t>(b) / 32768.0F; }
};
struct int32_number {
    using stored = std::uint32_t;
    static float value(stored b)
    {
        return static_cast<float>(static_cast<std::int32_t>(b) / 2147483648.0);
    }
};
struct natural8_number {
    using stored = std::uint8_t;
    static float value(stored b) { return (b - 127.5F) / 128.0F; }
};
struct natural16_number {
    using stored = std::uint16_t;
    static float value(stored b) { return (b - 32767.5F) / 32768.0F; }
};
struct natural32_number {
    using stored = std::uint32_t;
    static float value(stored b)
    {
        return static_cast<float>((b - 2147483647.5) / 2147483648.0);
    }
};

template <typename number, bool is_swapped>
void decode_numbers(const number_layout& lie,
                    const unsigned char* from,
                    std::size_t count,
                    float* to)
{
    using stored = typename number::stored;
    for (std::size_t i = 0; i < count; ++i, from += lie.step) {
        for (std::size_t part = 0; part < lie.parts; ++part) {
            stored bits;
            std::memcpy(&bits, from + part * sizeof(stored), sizeof(stored));
            *to++ = number::value(is_swapped ? swapped(bits) : bits);
        }
    }
}

template <typename number>
void decode_as(const stored_format& f,
               const number_layout& lie,
               const void* from,
               std::size_t count,
               float* to)
{
    const auto* bytes = static_cast<const unsigned char*>(from);
    if (f.is_big_endian)
        decode_numbers<number, true>(lie, bytes, count, to);
    else
        decode_numbers<number, false>(lie, bytes, count, to);
}

using decoder = void (*)(
    const stored_format&, const number_layout&, const void*, std::size_t, float*);

decoder decoder_of(const stored_format& f)
{
    using number = stored_format::number;
    if (f.numbers == number::real)
        return f.bits == 16   ? decode_as<half_number>
               : f.bits == 32 ? decode_as<float_number>
                              : decode_as<double_number>;
    if (f.numbers == number::integer)
        return f.bits == 8    ? decode_as<int8_number>
               : f.bits == 16 ? decode_as<int16_number>
                              : decode_as<int32_number>;
    return f.bits == 8    ? decode_as<natural8_number>
           : f.bits == 16 ? decode_as<natural16_number>
                          : decode_as<natural32_number>;
}

} // namespace

void decode(const stored_format& f,
            const number_layout& lie,
            const void* from,
            std::size_t count,
            float* to)
{
    decoder_of(f)(f, lie, from, count, to);
}

} // namespace gpufft
