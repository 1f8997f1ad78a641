/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/half.h"
#include "reference/interpreter/pass_memory.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <cstring>

namespace gpufft {

namespace {

template <typename T>
T read_as(const unsigned char* from)
{
    T value;
    std::memcpy(&value, from, sizeof(T));
    return value;
}

template <typename T>
void write_as(unsigned char* to, T value)
{
    std::memcpy(to, &value, sizeof(T));
}

std::size_t bytes_of(const io_operation& end, precision number, sample_format samples)
{
    if (samples != sample_format::number)
        return samples == sample_format::int16 ? 2 : 1;
    if (end.is_float16)
        return sizeof(std::uint16_t);
    return number == precision::float64 ? sizeof(double) : sizeof(float);
}

[[noreturn]] void refuse_place(const char* name, std::int64_t index, std::int64_t numbers)
{
    throw device_error(
        fmt::format("fake kernel: number {} of {}, which has {}", index, name, numbers));
}

} // namespace

element_memory::element_memory(const char* name,
                               const std::array<memory_view, 2>& views,
                               const io_operation& end,
                               precision number,
                               sample_format samples,
                               element_change change)
    : d_name(name),
      d_stored(end.stored),
      d_samples(samples),
      d_bytes(bytes_of(end, number, samples)),
      d_change(std::move(change))
{
    for (std::size_t i = 0; i < views.size(); ++i)
        d_parts[i] = { static_cast<unsigned char*>(views[i].data),
                       static_cast<std::int64_t>(views[i].bytes / d_bytes) };
}

inline unsigned char* element_memory::place(const numbers& in, std::int64_t index) const
{
    if (index < 0 || index >= in.count)
        refuse_place(d_name, index, in.count);
    return in.data + index * static_cast<std::int64_t>(d_bytes);
}

inline double element_memory::number(const numbers& in, std::int64_t index) const
{
    const auto* from = place(in, index);
    if (d_samples == sample_format::number && d_bytes == sizeof(float))
        return read_as<float>(from);
    switch (d_samples) {
    case sample_format::int16:
        return read_as<std::int16_t>(from);
    case sample_format::int8:
        return read_as<std::int8_t>(from);
    case sample_format::uint8:
        return read_as<std::uint8_t>(from) - 127.5;
    case sample_format::number:
        break;
    }
    if (d_bytes == sizeof(std::uint16_t))
        return from_half(read_as<std::uint16_t>(from));
    return read_as<double>(from);
}

void element_memory::set_number(const numbers& in, std::int64_t index, double value) const
{
    auto* to = place(in, index);
    if (d_bytes == sizeof(std::uint16_t))
        write_as(to, to_half(value));
    else if (d_bytes == sizeof(double))
        write_as(to, value);
    else
        write_as(to, static_cast<float>(value));
}

double element_memory::real(std::int64_t at) const
{
    return changed(number(d_parts[0], at), at).real();
}

std::complex<double> element_memory::complex(std::int64_t at) const
{
    return changed(as_stored(at), at);
}

std::complex<double> element_memory::as_stored(std::int64_t at) const
{
    switch (d_stored) {
    case element::real:
        return number(d_parts[0], at);
    case element::planar:
        return { number(d_parts[0], at), number(d_parts[1], at) };
    default:
        return { number(d_parts[0], 2 * at), number(d_parts[0], 2 * at + 1) };
    }
}

void element_memory::set_real(std::int64_t at, double value) const
{
    set_number(d_parts[0], at, changed(value, at).real());
}

void element_memory::set_complex(std::int64_t at, std::complex<double> value) const
{
    value = changed(value, at);
    if (d_stored == element::complex) {
        set_number(d_parts[0], 2 * at, value.real());
        set_number(d_parts[0], 2 * at + 1, value.imag());
        return;
    }
    set_number(d_parts[0], at, value.real());
    if (d_stored == element::planar)
        set_number(d_parts[1], at, value.imag());
}

} // namespace gpufft
