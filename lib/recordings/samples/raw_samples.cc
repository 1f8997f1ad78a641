/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/samples/raw_samples.h"
#include <algorithm>

namespace gpufft {

std::size_t raw_layout::sample_bytes() const
{
    return format.bytes() * static_cast<std::size_t>(channels);
}

namespace {

std::string words_of(const raw_layout& l)
{
    return l.channels > 1 ? fmt::format("{}, {} channels", l.format.name, l.channels)
                          : l.format.name;
}

//! The bytes of samples among \p bytes.
std::uint64_t bytes_of_samples(const std::string& path,
                               std::uint64_t bytes,
                               const std::vector<header_bytes>& headers,
                               std::uint64_t trailing)
{
    std::uint64_t skipped = trailing;
    for (const auto& each : headers)
        if (__builtin_add_overflow(skipped, each.bytes, &skipped))
            skipped = UINT64_MAX;
    if (skipped > bytes)
        refuse_recording(
            "{}: {} bytes are less than the {} bytes of headers and trailer that "
            "its metadata promise",
            path,
            bytes,
            skipped);
    return bytes - skipped;
}

} // namespace

raw_layout lay_out(const std::string& path,
                   const stored_format& format,
                   int channels,
                   std::uint64_t place,
                   std::uint64_t bytes,
                   const std::vector<header_bytes>& headers,
                   std::uint64_t trailing,
                   bool allow_damaged)
{
    raw_layout l;
    l.format = format;
    l.channels = channels;
    const auto of_samples = bytes_of_samples(path, bytes, headers, trailing);
    const std::uint64_t each = l.sample_bytes();
    l.samples = static_cast<std::int64_t>(of_samples / each);
    if (of_samples % each && !allow_damaged)
        refuse_recording(
            "{}: {} bytes of samples end in the middle of one: {} bytes make a "
            "sample ({}), {} are left over; the file was cut off or --format is "
            "another; --allow-damaged leaves them out",
            path,
            of_samples,
            each,
            words_of(l),
            of_samples % each);
    l.stretches = { { 0, place } };
    std::uint64_t before = place;
    for (const auto& header : headers) {
        before += header.bytes;
        const auto first = std::min(header.first, l.samples);
        l.stretches.push_back(
            { first, before + static_cast<std::uint64_t>(first) * each });
    }
    return l;
}

namespace {

sample_kind kind_of(const raw_layout& l, const channel_choice& c, bool* is_stored)
{
    const bool is_complex = l.format.is_complex || c.as_iq;
    const auto stored = kind_as_stored(l.format);
    *is_stored = stored && l.channels == 1 && !c.as_iq;
    return *is_stored   ? *stored
           : is_complex ? sample_kind::complex_float
                        : sample_kind::real_float;
}

} // namespace

raw_samples::raw_samples(std::shared_ptr<const mapped_file> file,
                         raw_layout layout,
                         const channel_choice& choice)
    : d_file(std::move(file)),
      d_layout(std::move(layout)),
      d_first_byte(d_layout.format.bytes() * static_cast<std::size_t>(choice.channel)),
      d_parts(d_layout.format.is_complex || choice.as_iq ? 2 : 1),
      d_kind(kind_of(d_layout, choice, &d_is_stored))
{
}

std::size_t raw_samples::stretch_of(std::int64_t sample) const
{
    const auto& all = d_layout.stretches;
    const auto next = std::upper_bound(
        all.begin(), all.end(), sample, [](std::int64_t s, const auto& stretch) {
            return s < stretch.first;
        });
    return static_cast<std::size_t>(next - all.begin()) - 1;
}

std::int64_t raw_samples::end_of(std::size_t stretch) const
{
    const auto& all = d_layout.stretches;
    return stretch + 1 < all.size() ? all[stretch + 1].first : d_layout.samples;
}

std::uint64_t raw_samples::place_of(std::int64_t sample) const
{
    const auto& in = d_layout.stretches[stretch_of(sample)];
    return in.place +
           static_cast<std::uint64_t>(sample - in.first) * d_layout.sample_bytes();
}

const void* raw_samples::in_place(std::int64_t start, std::int64_t count) const
{
    if (!d_is_stored || start + count > end_of(stretch_of(start)))
        return nullptr;
    return d_file->data() + place_of(start);
}

sample_source::memory raw_samples::whole() const
{
    return d_is_stored ? memory{ d_file->data(), d_file->bytes() } : memory{};
}

void raw_samples::read(std::int64_t start, std::int64_t count, void* to)
{
    if (start < 0 || count < 0 || start > d_layout.samples - count)
        refuse_recording("{}: has {} samples; {} from sample {} on were asked for",
                         d_file->path(),
                         d_layout.samples,
                         count,
                         start);
    auto* out = static_cast<char*>(to);
    while (count > 0) {
        const auto part = std::min(count, end_of(stretch_of(start)) - start);
        read_stretch(start, part, out);
        out += static_cast<std::size_t>(part) * sample_bytes(d_kind);
        start += part;
        count -= part;
    }
}

//! Samples of one stretch.
void raw_samples::read_stretch(std::int64_t start, std::int64_t count, char* to) const
{
    const auto place = place_of(start) + d_first_byte;
    const auto samples = static_cast<std::size_t>(count);
    if (d_is_stored) {
        d_file->read(place, samples * sample_bytes(d_kind), to);
        return;
    }
    const char* from = d_file->data() + place;
    const number_layout lie = { d_layout.sample_bytes(), d_parts };
    decode(d_layout.format, lie, from, samples, reinterpret_cast<float*>(to));
}

void raw_samples::expect(std::int64_t start, std::int64_t count) const
{
    const auto begin = place_of(start);
    const auto bytes = static_cast<std::size_t>(count) * d_layout.sample_bytes();
    d_file->expect(begin, std::min(bytes, d_file->bytes() - begin));
}

void raw_samples::forget(std::int64_t start, std::int64_t count) const
{
    const auto begin = place_of(start);
    const auto bytes = static_cast<std::size_t>(count) * d_layout.sample_bytes();
    d_file->forget(begin, std::min(bytes, d_file->bytes() - begin));
}

} // namespace gpufft
