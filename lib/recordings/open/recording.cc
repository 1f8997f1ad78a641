/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/identity.h"
#include "recordings/files/mapped_file.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_rf.h"
#include "recordings/formats/guppi_raw.h"
#include "recordings/formats/sigmf_archive.h"
#include "recordings/formats/sigmf_metadata.h"
#include "recordings/formats/sound_file.h"
#include "recordings/formats/vdif.h"
#include "recordings/open/recording.h"
#include "recordings/samples/pipe_samples.h"
#include <unistd.h>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/filesystem.hpp>

namespace fs = boost::filesystem;

namespace gpufft {

namespace {

// Single precision holds levels per Hz of these.
constexpr double LOWEST_RATE_HZ = 1e-6, HIGHEST_RATE_HZ = 1e15;
constexpr std::size_t MOST_METADATA_BYTES = std::size_t(1) << 28;

constexpr char META[] = ".sigmf-meta", DATA[] = ".sigmf-data";
constexpr std::size_t EXTENSION = sizeof(META) - 1; // letters of either

bool exists(const std::string& path)
{
    boost::system::error_code ignored;
    return fs::exists(path, ignored);
}

std::string text_of(const mapped_file& file, std::uint64_t place, std::uint64_t bytes)
{
    if (bytes > MOST_METADATA_BYTES)
        refuse_recording("{}: metadata of {} bytes; {} are the most that are read",
                         file.path(),
                         bytes,
                         MOST_METADATA_BYTES);
    return std::string(file.data() + place, bytes);
}

std::string text_of(const std::string& path)
{
    const auto file = mapped_file::open(path, "file of metadata");
    return text_of(*file, 0, file->bytes());
}

double
rate_of(const std::string& path, const recording_options& o, std::optional<double> own)
{
    const auto rate = o.samp_rate_hz ? o.samp_rate_hz : own;
    if (!rate)
        refuse_recording("{}: nothing says its sampling rate; give --samp-rate, e.g. "
                         "--samp-rate 2M",
                         path);
    if (!(*rate >= LOWEST_RATE_HZ && *rate <= HIGHEST_RATE_HZ))
        refuse_recording(
            "{}: levels at a sampling rate of {} Hz are beyond single precision; "
            "a --samp-rate between {} and {} works",
            path,
            *rate,
            LOWEST_RATE_HZ,
            HIGHEST_RATE_HZ);
    return *rate;
}

[[noreturn]] void
refuse_channel(const recording& r, const recording_options& o, int needed)
{
    const auto channel = o.channel.value_or(0);
    const auto last = r.channels - needed;
    refuse_recording(
        "{}: has {} channel{}, {} was asked; {}",
        r.path,
        r.channels,
        r.channels == 1 ? "" : "s",
        needed == 2 ? fmt::format("channels {} and {} as I and Q", channel, channel + 1)
                    : fmt::format("channel {}", channel),
        last < 0   ? "leave out --iq-channels"
        : last > 0 ? fmt::format("--channel 0 .. {} works", last)
                   : "--channel 0 works");
}

//! Which channels are read, and whether they are complex then.
void choose_channels(recording& r, const recording_options& o)
{
    if (o.iq_channels && r.is_complex)
        refuse_recording(
            "{}: its samples are complex; --iq-channels is for two real channels",
            r.path);
    const int needed = o.iq_channels ? 2 : 1;
    const auto first = o.channel.value_or(0);
    if (first < 0 || first > r.channels - needed)
        refuse_channel(r, o, needed);
    if (o.channel || o.iq_channels)
        r.chosen = { { static_cast<int>(first), o.iq_channels } };
    else
        for (int i = 0; i < r.channels; ++i)
            r.chosen.push_back({ i, false });
    r.is_complex = r.is_complex || o.iq_channels;
}

void finish(recording& r,
            const recording_options& o,
            std::optional<double> own_rate,
            std::vector<capture> captures)
{
    if (r.samples == 0)
        refuse_recording("{}: holds no sample", r.path);
    for (std::size_t i = 0; i < captures.size(); ++i)
        if (r.samples != sample_source::UNKNOWN && captures[i].start > r.samples)
            refuse_recording(
                "{}: captures[{}] starts {} samples into the data, which hold {}; "
                "the data file is cut off or another's",
                r.path,
                i,
                captures[i].start,
                r.samples);
    if (captures.empty() && o.centre_hz) {
        captures.resize(1);
        captures[0].centre_hz = o.centre_hz;
    }
    r.samp_rate_hz = rate_of(r.path, o, own_rate);
    r.segments = segments_of(captures, r.samples, r.samp_rate_hz);
    choose_channels(r, o);
}

void reads_raw(recording& r, std::shared_ptr<const mapped_file> file, raw_layout layout)
{
    r.format_name = layout.format.name;
    r.samples = layout.samples;
    r.is_complex = layout.format.is_complex;
    r.channels = layout.channels;
    r.open = [file = std::move(file),
              layout = std::move(layout)](const channel_choice& c) {
        return std::make_unique<raw_samples>(file, layout, c);
    };
}

//! The samples of metadata \p m, that lie at \p place in \p file.
void reads_sigmf(recording& r,
                 const recording_options& o,
                 const sigmf_metadata& m,
                 const std::shared_ptr<const mapped_file>& file,
                 std::uint64_t place,
                 std::uint64_t bytes)
{
    const auto path = place ? r.path : file->path();
    reads_raw(r,
              file,
              lay_out(path,
                      m.format,
                      m.channels,
                      place,
                      bytes,
                      m.headers(),
                      m.trailing_bytes,
                      o.allow_damaged || o.follows));
    finish(r, o, m.samp_rate_hz, m.captures);
}

recording open_sigmf(const std::string& meta, const recording_options& o)
{
    o.poll();
    recording r;
    r.path = meta;
    r.name = fs::path(meta).stem().string();
    const auto text = text_of(meta);
    const auto m = parse_sigmf(text, meta, o.format);
    const auto base = meta.substr(0, meta.size() - EXTENSION);
    const auto data = m.dataset.empty()
                          ? base + DATA
                          : (fs::path(meta).parent_path() / m.dataset).string();
    if (!exists(data))
        refuse_recording("{}: no such file (the data file of {})", data, meta);
    const auto file = mapped_file::open(data, "recording");
    r.identity = o.follows ? identity_of_beginning(*file, m.format.name)
                           : identity_of(*file, text);
    // Bytes behind the samples would be taken for some as long as the file grows.
    r.may_grow = o.follows && m.trailing_bytes == 0;
    reads_sigmf(r, o, m, file, 0, file->bytes());
    return r;
}

std::vector<recording> open_archive_of(const std::string& path,
                                       const recording_options& o)
{
    const auto file = mapped_file::open(path, "recording");
    std::vector<recording> all;
    for (const auto& each : recordings_in(*file)) {
        o.poll();
        recording r;
        r.path = path + ":" + each.name;
        r.name = fs::path(each.name).filename().string();
        const auto text = text_of(*file, each.meta, each.meta_bytes);
        const auto m = parse_sigmf(text, r.path + META, o.format);
        r.identity = identity_of(*file, text);
        reads_sigmf(r, o, m, file, each.data, each.data_bytes);
        all.push_back(std::move(r));
    }
    return all;
}

std::vector<recording> open_collection(const std::string& path,
                                       const recording_options& o)
{
    std::vector<recording> all;
    for (const auto& name : parse_collection(text_of(path), path))
        all.push_back(
            open_sigmf((fs::path(path).parent_path() / (name + META)).string(), o));
    return all;
}

//! What a reader found out, and what the options say of it.
recording described(const std::string& path,
                    const std::string& name,
                    const recording_options& o,
                    recording_facts facts)
{
    recording r;
    r.path = path;
    r.name = name;
    r.format_name = facts.format_name;
    r.samples = facts.samples;
    r.is_complex = facts.is_complex;
    r.channels = facts.channels;
    r.channel_offsets_hz = std::move(facts.channel_offsets_hz);
    r.identity = facts.identity;
    r.open = std::move(facts.open);
    auto captures = std::move(facts.captures);
    // A centre that the options give is for captures that do not say theirs.
    if (o.centre_hz && !captures.empty() && !captures[0].centre_hz)
        captures[0].centre_hz = o.centre_hz;
    finish(r, o, facts.samp_rate_hz, std::move(captures));
    return r;
}

void refuse_format(const std::string& path,
                   const recording_options& o,
                   const char* reader)
{
    if (!o.format.empty())
        refuse_recording("{}: {} says itself how its samples are stored; leave out "
                         "--format {}",
                         path,
                         reader,
                         o.format);
}

recording open_sound(const std::string& path, const recording_options& o)
{
    refuse_format(path, o, "a sound file");
    recording r;
    r.path = path;
    r.name = fs::path(path).stem().string();
    // Checks that it is a file with something in it, before libsndfile looks for what.
    r.identity = identity_of(*mapped_file::open(path, "recording"), "");
    // A sample at the end of one that grows is cut off until the rest of it comes.
    const bool allow = o.allow_damaged || o.follows;
    sound_file file(path, {}, allow);
    const auto facts = file.facts();
    r.may_grow = o.follows && may_sound_grow(fs::path(path).extension().string());
    if (r.may_grow)
        r.identity = file.identity_of_beginning();
    r.format_name = facts.format_name;
    r.samples = facts.samples;
    r.is_complex = false;
    r.channels = facts.channels;
    r.open = [path, allow](const channel_choice& c) {
        return std::make_unique<sound_file>(path, c, allow);
    };
    finish(r, o, facts.samp_rate_hz, {});
    return r;
}

stored_format raw_format(const std::string& path, const recording_options& o)
{
    if (!o.format.empty())
        return parse_format(o.format);
    if (const auto found = format_of_extension(fs::path(path).extension().string()))
        return *found;
    refuse_recording(
        "{}: its name does not say how samples are stored; give --format, e.g. "
        "--format ci16_le (known: {})",
        path,
        KNOWN_FORMATS);
}

recording open_raw(const std::string& path, const recording_options& o)
{
    recording r;
    r.path = path;
    r.name = fs::path(path).stem().string();
    const auto file = mapped_file::open(path, "recording");
    const auto format = raw_format(path, o);
    r.identity = o.follows ? identity_of_beginning(*file, format.name)
                           : identity_of(*file, format.name);
    r.may_grow = o.follows;
    reads_raw(
        r,
        file,
        lay_out(path, format, 1, 0, file->bytes(), {}, 0, o.allow_damaged || o.follows));
    finish(r, o, {}, {});
    return r;
}

recording open_digital_rf_of(const std::string& folder, const recording_options& o)
{
    refuse_format(folder, o, "Digital RF");
    const auto name = fs::path(folder).filename().string();
    auto r = described(folder,
                       name.empty() || name == "." ? "channel" : name,
                       o,
                       open_digital_rf(folder, o.allow_damaged, o.poll, o.follows));
    r.may_grow = o.follows;
    return r;
}

recording open_packets(const std::string& path, const recording_options& o)
{
    const auto name = fs::path(path).stem().string();
    if (is_vdif_name(path)) {
        refuse_format(path, o, "a file of VDIF");
        return described(
            path, name, o, open_vdif(path, o.samp_rate_hz, o.allow_damaged, o.poll));
    }
    return described(path, name, o, open_guppi_raw(path, o.allow_damaged, o.poll));
}

recording open_pipe(const recording_options& o)
{
    recording r;
    r.path = "-";
    r.name = "stdin";
    if (o.format.empty())
        refuse_recording(
            "-: nothing says how the samples of standard input are stored; give "
            "--format, e.g. --format cu8 (known: {})",
            KNOWN_FORMATS);
    const auto format = parse_format(o.format);
    r.format_name = format.name;
    r.samples = sample_source::UNKNOWN;
    r.is_complex = format.is_complex;
    r.open = [format, stops = o.stops](const channel_choice&) {
        return std::make_unique<pipe_samples>(STDIN_FILENO, format, stops);
    };
    finish(r, o, {}, {});
    return r;
}

//! The metadata that \p path means; "" where it is no SigMF.
std::string metadata_path(const std::string& path, const recording_options& o)
{
    const auto extension = fs::path(path).extension().string();
    const bool is_named = extension == META || extension == DATA;
    const auto base = is_named ? path.substr(0, path.size() - EXTENSION) : path;
    if (!is_named && (exists(path) || (!exists(base + META) && !exists(base + DATA))))
        return "";
    if (exists(base + META))
        return base + META;
    if (extension == DATA && !o.format.empty())
        return "";
    refuse_recording("{}{}: no such file; without metadata give {}{} with --format and "
                     "--samp-rate",
                     base,
                     META,
                     base,
                     DATA);
}

} // namespace

std::vector<recording> open_recordings(const std::string& path,
                                       const recording_options& o)
{
    o.poll();
    if (path == "-")
        return { open_pipe(o) };
    const auto extension =
        boost::algorithm::to_lower_copy(fs::path(path).extension().string());
    if (const auto folder = digital_rf_folder(path); !folder.empty())
        return { open_digital_rf_of(folder, o) };
    if (extension == ".sigmf")
        return open_archive_of(path, o);
    if (extension == ".sigmf-collection")
        return open_collection(path, o);
    if (const auto meta = metadata_path(path, o); !meta.empty())
        return { open_sigmf(meta, o) };
    if (is_sound_extension(extension))
        return { open_sound(path, o) };
    // Other files are called .raw, too: --format says that this is one of them.
    if (is_vdif_name(path) ||
        (extension == ".raw" && o.format.empty() && is_guppi_raw(path)))
        return { open_packets(path, o) };
    return { open_raw(path, o) };
}

} // namespace gpufft
