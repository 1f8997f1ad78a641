/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/samples/packet_samples.h"
#include <algorithm>

namespace gpufft {

namespace {

// Outer over inner level of a quantizer of 2 bits whose thresholds lie at a standard
// deviation of noise.
constexpr float OUTER_OVER_INNER = 3.3359F;

std::vector<float> levels_of(int bits)
{
    std::vector<float> all;
    if (bits >= 8)
        return all;
    const int count = 1 << bits;
    for (int code = 0; code < count; ++code)
        all.push_back(static_cast<float>(2 * code - count + 1) /
                      static_cast<float>(count));
    if (bits == 2) {
        all[1] = all[0] / OUTER_OVER_INNER;
        all[2] = all[3] / OUTER_OVER_INNER;
    }
    return all;
}

stored_format stored_as(const packet_format& p)
{
    stored_format f;
    f.is_complex = p.is_complex;
    f.numbers = p.numbers;
    f.bits = p.bits;
    return f;
}

} // namespace

packet_samples::packet_samples(std::shared_ptr<const mapped_file> file,
                               const packet_format& format,
                               std::vector<packet_stretch> stretches,
                               std::int64_t samples)
    : d_file(std::move(file)),
      d_format(format),
      d_stretches(std::move(stretches)),
      d_samples(samples),
      d_levels(levels_of(format.bits))
{
}

sample_kind packet_samples::kind() const
{
    return d_format.is_complex ? sample_kind::complex_float : sample_kind::real_float;
}

std::size_t packet_samples::stretch_of(std::int64_t sample) const
{
    const auto next =
        std::upper_bound(d_stretches.begin(),
                         d_stretches.end(),
                         sample,
                         [](std::int64_t s, const auto& each) { return s < each.first; });
    return static_cast<std::size_t>(next - d_stretches.begin()) - 1;
}

std::int64_t packet_samples::end_of(std::size_t stretch) const
{
    return stretch + 1 < d_stretches.size() ? d_stretches[stretch + 1].first : d_samples;
}

void packet_samples::read(std::int64_t start, std::int64_t count, void* to)
{
    if (start < 0 || count < 0 || start > d_samples - count)
        refuse_recording("{}: has {} samples; {} from sample {} on were asked for",
                         d_file->path(),
                         d_samples,
                         count,
                         start);
    auto* out = static_cast<float*>(to);
    while (count > 0) {
        const auto number = stretch_of(start);
        const auto& in = d_stretches[number];
        const auto packet = (start - in.first) / in.samples;
        const auto in_packet = (start - in.first) % in.samples;
        const auto part =
            std::min({ count, end_of(number) - start, in.samples - in_packet });
        read_packet(in.place + static_cast<std::uint64_t>(packet) * in.distance,
                    in_packet,
                    part,
                    out);
        out += static_cast<std::size_t>(part) * d_format.parts();
        start += part;
        count -= part;
    }
}

//! Samples \p first and on of a packet whose samples begin at byte \p place.
void packet_samples::read_packet(std::uint64_t place,
                                 std::int64_t first,
                                 std::int64_t count,
                                 float* to) const
{
    const auto samples = static_cast<std::size_t>(count);
    const auto parts = d_format.parts();
    auto bit = static_cast<std::size_t>(first) * d_format.step_bits + d_format.first_bit;
    const char* payload = d_file->data() + place;
    if (d_format.bits >= 8) {
        const number_layout lie = { d_format.step_bits / 8, parts };
        decode(stored_as(d_format), lie, payload + bit / 8, samples, to);
    } else {
        const auto* bytes = reinterpret_cast<const unsigned char*>(payload);
        const auto width = static_cast<std::size_t>(d_format.bits);
        const unsigned mask = (1U << width) - 1;
        for (std::size_t i = 0; i < samples; ++i, bit += d_format.step_bits)
            for (std::size_t part = 0; part < parts; ++part) {
                const auto at = bit + part * width;
                to[i * parts + part] = d_levels[(bytes[at / 8] >> (at % 8)) & mask];
            }
    }
    if (d_format.is_conjugated && d_format.is_complex)
        for (std::size_t i = 0; i < samples; ++i)
            to[2 * i + 1] = -to[2 * i + 1];
}

//! The bytes from the first sample's place to the last one's, headers between included.
packet_samples::byte_range packet_samples::bytes_of(std::int64_t start,
                                                    std::int64_t count) const
{
    const auto place_of = [&](std::int64_t sample) {
        const auto& in = d_stretches[stretch_of(sample)];
        const auto packet = static_cast<std::uint64_t>((sample - in.first) / in.samples);
        const auto rest = static_cast<std::uint64_t>((sample - in.first) % in.samples);
        return in.place + packet * in.distance + rest * d_format.step_bits / 8;
    };
    const auto begin = place_of(start);
    const auto last = place_of(std::max(start, start + count - 1));
    const auto bytes = last > begin ? last - begin : 0;
    return { begin, std::min<std::uint64_t>(bytes, d_file->bytes() - begin) };
}

void packet_samples::expect(std::int64_t start, std::int64_t count) const
{
    const auto range = bytes_of(start, count);
    d_file->expect(range.begin, range.bytes);
}

void packet_samples::forget(std::int64_t start, std::int64_t count) const
{
    const auto range = bytes_of(start, count);
    d_file->forget(range.begin, range.bytes);
}

} // namespace gpufft
