/* SPDX-License-Identifier: GPL-3.0-or-later */
// Recordings: what is taken reads to its last sample, and lies in segments without
// overlap.
#include "fuzz/recording_feed.h"
#include "fuzz/target.h"
#include "recordings/files/recording_error.h"
#include "recordings/open/recording.h"
#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <stdexcept>

namespace fs = boost::filesystem;

namespace gpufft::testing {

namespace {

constexpr std::int64_t MOST_READ = 1 << 16;

//! A folder of this process' own.
const fs::path& place()
{
    static const auto& folder = *new fs::path([] {
        const auto made =
            fs::temp_directory_path() / ("fuzz_recordings_" + std::to_string(::getpid()));
        fs::create_directories(made);
        return made;
    }());
    return folder;
}

void check_segments(const recording& r)
{
    std::int64_t last = 0;
    for (const auto& s : r.segments) {
        if (s.start < last || s.count < 1 || s.count > r.samples - s.start)
            throw std::logic_error("segments overlap, or lie outside of the samples");
        last = s.start + s.count;
    }
}

//! All samples, as a chunk's pieces come: in place or read, some at a time.
void read_all(const recording& r)
{
    for (const auto& choice : r.chosen) {
        const auto source = r.open(choice);
        std::vector<char> to(static_cast<std::size_t>(MOST_READ) * 8);
        std::uint64_t sum = 0;
        for (std::int64_t at = 0; at < std::min(r.samples, 4 * MOST_READ); at += 1000) {
            const auto count = std::min<std::int64_t>(1000, r.samples - at);
            const auto bytes =
                static_cast<std::size_t>(count) * sample_bytes(source->kind());
            source->expect(at, count);
            if (const auto* there = static_cast<const char*>(source->in_place(at, count)))
                for (std::size_t i = 0; i < bytes; ++i)
                    sum += static_cast<unsigned char>(there[i]);
            source->read(at, count, to.data());
            source->forget(at, count);
        }
        source->check();
    }
}

} // namespace

std::string write_input(const std::string& name, const std::string& bytes)
{
    const auto path = (place() / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

bool feed_recording(const std::string& path)
{
    try {
        for (const auto& each : open_recordings(path, {})) {
            check_segments(each);
            read_all(each);
        }
        return true;
    } catch (const recording_error&) {
        return false;
    }
}

std::string number_bytes(std::uint32_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> (8 * i));
    return text;
}

namespace {

const char META[] = R"({"global": {"core:datatype": "ri16_be", "core:num_channels": 2,
 "core:sample_rate": 48000, "core:offset": 10, "core:trailing_bytes": 4,
 "core:dataset": "data.bin", "core:version": "1.0.0"}, "captures": [
 {"core:sample_start": 10, "core:frequency": 1e9, "core:datetime": "2026-11-26T06:38:32.5Z"},
 {"core:sample_start": 500, "core:header_bytes": 3, "core:frequency": 1.5e9,
  "core:global_index": 7}], "annotations": []})";

std::vector<std::string> sigmf_seeds()
{
    return { META,
             R"({"global": {"core:datatype": "cu8", "core:sample_rate": 1}})",
             R"({"global": {"core:datatype": "cf64_le", "core:sample_rate": 2e6,
 "core:dataset": "data.bin"}, "captures": [{"core:sample_start": 0}]})" };
}

bool feed_sigmf(const std::string& input)
{
    write_input("data.bin", std::string(4099, 'a'));
    write_input("a.sigmf-data", std::string(4096, 'b'));
    return feed_recording(write_input("a.sigmf-meta", input));
}

void add_to(archive* a, const std::string& name, const std::string& bytes)
{
    auto* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(a, entry);
    archive_write_data(a, bytes.data(), bytes.size());
    archive_entry_free(entry);
}

std::string tar_of(bool is_pax)
{
    std::string bytes(1 << 16, '\0');
    std::size_t used = 0;
    auto* a = archive_write_new();
    if (is_pax)
        archive_write_set_format_pax(a);
    else
        archive_write_set_format_ustar(a);
    archive_write_open_memory(a, bytes.data(), bytes.size(), &used);
    const std::string long_name(is_pax ? 150 : 5, 'n');
    add_to(a, "x/" + long_name + ".sigmf-meta", sigmf_seeds()[1]);
    add_to(a, "x/" + long_name + ".sigmf-data", std::string(3000, 'c'));
    archive_write_close(a);
    archive_write_free(a);
    bytes.resize(used);
    return bytes;
}

std::vector<std::string> archive_seeds() { return { tar_of(false), tar_of(true) }; }

bool feed_archive(const std::string& input)
{
    return feed_recording(write_input("a.sigmf", input));
}

std::vector<std::string> sound_seeds()
{
    std::vector<std::string> all;
    for (const int bits : { 8, 16, 24 }) {
        const auto data = std::string(1200, 's');
        const auto align = static_cast<std::uint32_t>(2 * bits / 8);
        all.push_back("RIFF" + number_bytes(36 + 1200, 4) + "WAVEfmt " +
                      number_bytes(16, 4) + number_bytes(1, 2) + number_bytes(2, 2) +
                      number_bytes(48000, 4) + number_bytes(48000 * align, 4) +
                      number_bytes(align, 2) +
                      number_bytes(static_cast<std::uint32_t>(bits), 2) + "data" +
                      number_bytes(1200, 4) + data);
    }
    return all;
}

bool feed_sound(const std::string& input)
{
    return feed_recording(write_input("a.wav", input));
}

} // namespace

const fuzz_target SIGMF = { "sigmf", sigmf_seeds, feed_sigmf };
const fuzz_target ARCHIVES = { "archives", archive_seeds, feed_archive };
const fuzz_target SOUNDS = { "sounds", sound_seeds, feed_sound };

} // namespace gpufft::testing
