/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/sound_file.h"
#include <sndfile.h>
#include <boost/algorithm/string/case_conv.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <utility>

namespace gpufft {

namespace {

// What is not known is given as the largest number.
constexpr sf_count_t MOST_FRAMES = sf_count_t(1) << 61;
// Floats of all channels that are read at a time.
constexpr std::int64_t MOST_FLOATS = 1 << 18;

std::string name_of(SNDFILE* file, int which, int format)
{
    SF_FORMAT_INFO info = {};
    info.format = format;
    return sf_command(file, which, &info, sizeof(info)) == 0 && info.name ? info.name
                                                                          : "?";
}

std::string format_name_of(SNDFILE* file, const SF_INFO& info)
{
    return name_of(file, SFC_GET_FORMAT_INFO, info.format & SF_FORMAT_TYPEMASK) + ", " +
           name_of(file, SFC_GET_FORMAT_INFO, info.format & SF_FORMAT_SUBMASK);
}

//! The number behind \p key in a line of libsndfile's log.
bool find_number(const std::string& log, const char* pattern, unsigned long long* value)
{
    std::size_t line = 0;
    while (line < log.size()) {
        const auto end = std::min(log.find('\n', line), log.size());
        if (std::sscanf(log.substr(line, end - line).c_str(), pattern, value) == 1)
            return true;
        line = end + 1;
    }
    return false;
}

// libsndfile forgives a data chunk that is shorter than its header says, rightly: headers
// of streams hold the largest number. A sample that is cut is a sign of damage.
void refuse_cut(SNDFILE* file, const std::string& path, const std::string& format)
{
    std::array<char, 16384> text = {};
    sf_command(file, SFC_GET_LOG_INFO, text.data(), static_cast<int>(text.size()) - 1);
    const std::string log(text.data());
    unsigned long long bytes = 0, align = 0;
    if (log.find("(should be ") == std::string::npos ||
        !find_number(log, "data : %llu", &bytes) ||
        !find_number(log, " Block Align : %llu", &align) || align == 0 ||
        bytes % align == 0)
        return;
    refuse_recording("{}: {} bytes of samples end in the middle of one: {} bytes make a "
                     "sample ({}); the file was cut off; --allow-damaged leaves the rest "
                     "out",
                     path,
                     bytes,
                     align,
                     format);
}

} // namespace

bool is_sound_extension(const std::string& extension)
{
    static const auto& all =
        *new std::set<std::string>{ ".wav", ".wave", ".w64",  ".rf64", ".flac", ".au",
                                    ".snd", ".aif",  ".aiff", ".caf",  ".ogg",  ".oga" };
    return all.count(boost::algorithm::to_lower_copy(extension)) > 0;
}

bool may_sound_grow(const std::string& extension)
{
    // Their samples lie one behind the other, and the end of the file is theirs.
    static const auto& all =
        *new std::set<std::string>{ ".wav", ".wave", ".w64", ".rf64", ".au", ".snd" };
    return all.count(boost::algorithm::to_lower_copy(extension)) > 0;
}

void sound_file::closes_file::operator()(sf_private_tag* file) const { sf_close(file); }

sound_file::sound_file(const std::string& path,
                       const channel_choice& choice,
                       bool allow_damaged)
    : d_path(path), d_choice(choice)
{
    SF_INFO info = {};
    d_file.reset(sf_open(path.c_str(), SFM_READ, &info));
    if (!d_file)
        refuse_recording(
            "{}: libsndfile cannot read it: {}; is it a sound file? Rename a raw "
            "one and give --format",
            path,
            sf_strerror(nullptr));
    if (info.frames > MOST_FRAMES)
        refuse_recording(
            "{}: libsndfile finds no end of it; the file was cut off; a copy "
            "works, e.g. of: ffmpeg -i {} copy.wav",
            path,
            path);
    if (info.channels < 1 || info.samplerate < 1 || info.frames < 0)
        refuse_recording("{}: its header promises {} channels at {} Hz",
                         path,
                         info.channels,
                         info.samplerate);
    d_facts.samp_rate_hz = info.samplerate;
    d_facts.channels = info.channels;
    d_facts.samples = info.frames;
    d_facts.format_name = format_name_of(d_file.get(), info);
    if (!allow_damaged)
        refuse_cut(d_file.get(), path, d_facts.format_name);
}

sound_file::~sound_file() = default;

std::string sound_file::identity_of_beginning()
{
    if (d_facts.samples < BEGINNING_SAMPLES)
        refuse_recording("{}: has {} samples yet, and {} tell it from others; follow it "
                         "when it has begun",
                         d_path,
                         d_facts.samples,
                         BEGINNING_SAMPLES);
    std::vector<float> all(static_cast<std::size_t>(BEGINNING_SAMPLES));
    std::string bytes;
    const auto asked = std::exchange(d_choice, {});
    for (int channel = 0; channel < d_facts.channels; ++channel) {
        d_choice.channel = channel;
        read(0, BEGINNING_SAMPLES, all.data());
        bytes.append(reinterpret_cast<const char*>(all.data()),
                     all.size() * sizeof(float));
    }
    d_choice = asked;
    return stable_hash({ "grows",
                         d_facts.format_name,
                         fmt::format("{} {}", d_facts.samp_rate_hz, d_facts.channels),
                         bytes });
}

sample_kind sound_file::kind() const
{
    return d_choice.as_iq ? sample_kind::complex_float : sample_kind::real_float;
}

void sound_file::read(std::int64_t start, std::int64_t count, void* to)
{
    if (start != d_position && sf_seek(d_file.get(), start, SEEK_SET) != start)
        refuse_recording("{}: sample {} cannot be reached: {}; the file is damaged",
                         d_path,
                         start,
                         sf_strerror(d_file.get()));
    d_position = start;
    auto* out = static_cast<float*>(to);
    const auto parts = d_choice.as_iq ? 2 : 1;
    const std::int64_t most = std::max<std::int64_t>(1, MOST_FLOATS / d_facts.channels);
    while (count > 0) {
        const auto wanted = std::min(count, most);
        d_all.resize(static_cast<std::size_t>(wanted * d_facts.channels));
        const auto got = sf_readf_float(d_file.get(), d_all.data(), wanted);
        if (got != wanted)
            refuse_recording(
                "{}: has no sample {}, though its header promises {}; the file "
                "is damaged or was cut off",
                d_path,
                d_position + std::max<sf_count_t>(0, got),
                d_facts.samples);
        for (std::int64_t i = 0; i < got; ++i)
            for (int part = 0; part < parts; ++part)
                *out++ = d_all[i * d_facts.channels + d_choice.channel + part];
        d_position += got;
        count -= got;
    }
}

} // namespace gpufft
