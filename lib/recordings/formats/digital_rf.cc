/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/identity.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/digital_rf.h"
#include "recordings/formats/digital_rf_file.h"
#include "recordings/formats/hdf5_reading.h"
#include <boost/filesystem.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <optional>
#include <regex>

namespace gpufft {

namespace {

namespace fs = boost::filesystem;

constexpr std::size_t PIECE_BYTES_READ = std::size_t(1) << 22;
constexpr std::size_t MOST_HASHED_FILES = 16;
constexpr double SAME_OFFSET_HZ = 1e-3; // differences of doubles are rounded

//! Samples of one file without a gap among them.
struct drf_block {
    std::int64_t first = 0; //!< sample of the recording
    std::int64_t count = 0;
    std::size_t file = 0;
    hsize_t row = 0;
    std::int64_t index = 0; //!< of the first, counted from 1970 on
};

//! What is in a file.
struct drf_facts {
    drf_format format;
    hsize_t rows = 0;
    std::vector<std::int64_t> index;
};

drf_facts facts_of(const std::string& path)
{
    const drf_file file(path);
    return { file.format(), file.rows(), file.index() };
}

/*!
 * What \p path holds. A channel that grows is opened again and again, and has a file for
 * each second or so: what was read of one is kept while the file is the same. The caller
 * has an hdf5_turn.
 */
drf_facts kept_facts_of(const std::string& path)
{
    constexpr std::size_t MOST_KEPT = 1 << 20;
    struct kept {
        std::uintmax_t bytes = 0;
        std::time_t changed = 0;
        drf_facts facts;
    };
    static auto& all = *new std::map<std::string, kept>;
    boost::system::error_code error;
    const auto bytes = fs::file_size(path, error);
    const auto changed = error ? 0 : fs::last_write_time(path, error);
    const auto known = all.find(path);
    if (known != all.end() && !error && known->second.bytes == bytes &&
        known->second.changed == changed)
        return known->second.facts;
    auto facts = facts_of(path);
    if (all.size() >= MOST_KEPT)
        all.clear();
    if (!error)
        all[path] = { bytes, changed, facts };
    return facts;
}

//! \brief All files of a channel, and where each sample is
class drf_index
{
public:
    drf_index(const std::string& folder,
              bool allow_damaged,
              const opening_poll& poll,
              bool grows);

    drf_format format;
    std::vector<std::string> files;
    std::vector<drf_block> blocks;
    std::int64_t samples = 0;

private:
    void add(const std::string& path, const drf_facts& file);
    void add_blocks(const std::string& path,
                    hsize_t rows,
                    const std::vector<std::int64_t>& index);
};

//! Paths of the channel's files in the order of their times, which are in their names. A
//! writer gives a file its name when it has closed it.
std::vector<std::string> files_in_order(const std::string& folder)
{
    static const auto& name = *new std::regex(R"(rf@(\d{1,15})\.(\d{3})\.h5)");
    std::vector<std::pair<std::int64_t, std::string>> found;
    boost::system::error_code error;
    for (fs::recursive_directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        std::smatch parts;
        const auto file = each->path().filename().string();
        if (std::regex_match(file, parts, name))
            found.emplace_back(std::stoll(parts[1]) * 1000 + std::stoll(parts[2]),
                               each->path().string());
    }
    if (error)
        refuse_recording("{}: {}", folder, error.message());
    std::sort(found.begin(), found.end());
    std::vector<std::string> all;
    for (auto& each : found)
        all.push_back(std::move(each.second));
    return all;
}

drf_index::drf_index(const std::string& folder,
                     bool allow_damaged,
                     const opening_poll& poll,
                     bool grows)
{
    for (const auto& path : files_in_order(folder)) {
        poll();
        try {
            add(path, grows ? kept_facts_of(path) : facts_of(path));
        } catch (const recording_error& e) {
            if (!allow_damaged)
                refuse_recording("{}; --allow-damaged takes it as a gap", e.what());
        }
    }
    if (samples == 0)
        refuse_recording("{}: no file in its folders (rf@*.h5) has samples", folder);
}

void drf_index::add(const std::string& path, const drf_facts& file)
{
    if (file.rows == 0)
        return;
    if (files.empty())
        format = file.format;
    if (!(file.format == format))
        refuse_file(path,
                    fmt::format("its samples are {} of {} subchannels, those before are "
                                "{} of {}",
                                file.format.of.name,
                                file.format.subchannels,
                                format.of.name,
                                format.subchannels));
    add_blocks(path, file.rows, file.index);
}

void drf_index::add_blocks(const std::string& path,
                           hsize_t rows,
                           const std::vector<std::int64_t>& index)
{
    const auto all = static_cast<std::int64_t>(rows);
    std::vector<drf_block> own;
    auto behind = blocks.empty() ? 0 : blocks.back().index + blocks.back().count;
    auto first = samples;
    for (std::size_t i = 0; i < index.size(); i += 2) {
        const auto row = index[i + 1];
        const auto next = i + 3 < index.size() ? index[i + 3] : all;
        if (row < 0 || next <= row || next > all || (i == 0 && row != 0) ||
            index[i] < behind || index[i] > MOST_INDEX - (next - row))
            refuse_file(path,
                        fmt::format("row {} of rf_data_index, {} and {}, does not lead "
                                    "on",
                                    i / 2,
                                    index[i],
                                    row));
        own.push_back(
            { first, next - row, files.size(), static_cast<hsize_t>(row), index[i] });
        first += next - row;
        behind = index[i] + next - row;
    }
    blocks.insert(blocks.end(), own.begin(), own.end());
    files.push_back(path);
    samples = first;
}

//! When a sample was; nothing: outside of the years that nanoseconds hold.
std::optional<utc_time> time_of(std::int64_t index, const rational_rate& rate)
{
    const auto ns =
        static_cast<__int128>(index) * rate.denominator * NS_PER_SECOND / rate.numerator;
    if (ns > std::numeric_limits<std::int64_t>::max())
        return {};
    return utc_time{ static_cast<std::int64_t>(ns), 1 };
}

//! A capture at each block that does not go on where the one before ends, and wherever
//! the receiver was tuned to another frequency.
std::vector<capture> captures_of(const drf_index& all,
                                 const rational_rate& rate,
                                 const std::vector<drf_tuning>& tunings)
{
    std::vector<capture> captures;
    std::optional<double> centre;
    std::int64_t behind = -1;
    const auto begin = [&](const drf_block& in, std::int64_t index) {
        capture c;
        c.start = in.first + index - in.index;
        c.global_index = index;
        c.time = time_of(index, rate);
        c.centre_hz = centre;
        captures.push_back(c);
    };
    auto next = tunings.begin();
    for (const auto& each : all.blocks) {
        const auto before = centre;
        for (; next != tunings.end() && next->index <= each.index; ++next)
            centre = next->centres_hz[0];
        if (each.index != behind || centre != before)
            begin(each, each.index);
        behind = each.index + each.count;
        for (; next != tunings.end() && next->index < behind; ++next) {
            const bool is_other = centre != next->centres_hz[0];
            centre = next->centres_hz[0];
            if (is_other)
                begin(each, next->index);
        }
    }
    return captures;
}

//! How far subchannels lie from the first one; none where nobody knows.
std::vector<double> offsets_in(const drf_tuning& tuning, std::size_t subchannels)
{
    std::vector<double> offsets;
    if (tuning.centres_hz.size() >= subchannels)
        for (std::size_t i = 0; i < subchannels; ++i)
            offsets.push_back(tuning.centres_hz[i] - tuning.centres_hz[0]);
    return offsets;
}

bool are_close(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::abs(x - y) < SAME_OFFSET_HZ;
    });
}

//! The offsets that all tunings of the recording's samples agree on.
std::vector<double> offsets_of(const std::string& folder,
                               const drf_index& all,
                               const std::vector<drf_tuning>& tunings)
{
    const auto count = static_cast<std::size_t>(all.format.subchannels);
    const auto behind = all.blocks.back().index + all.blocks.back().count;
    std::optional<std::vector<double>> offsets;
    for (std::size_t i = 0; i < tunings.size() && tunings[i].index < behind; ++i) {
        // Another tuning came before the first sample, or at the same one.
        if (i + 1 < tunings.size() &&
            tunings[i + 1].index <= std::max(tunings[i].index, all.blocks[0].index))
            continue;
        const auto own = offsets_in(tunings[i], count);
        if (!offsets)
            offsets = own;
        if (!are_close(*offsets, own))
            refuse_recording(
                "{}: at sample {} subchannels were tuned to other distances from each "
                "other (center_frequencies), which is not read; without its Digital "
                "Metadata, and with --center, it is",
                folder,
                tunings[i].index);
    }
    return offsets.value_or(std::vector<double>{});
}

//! A hash of what stays when more files come: the first file's beginning.
std::string identity_of_first(const drf_index& all, const rational_rate& rate)
{
    const auto file = mapped_file::open(all.files[0], "recording");
    return identity_of_beginning(*file,
                                 fmt::format("Digital RF {} {} {}/{} {}",
                                             all.format.of.name,
                                             all.format.subchannels,
                                             rate.numerator,
                                             rate.denominator,
                                             all.blocks[0].index));
}

//! A hash of the index and the tunings, of the files' sizes, and of some of the files.
std::string identity_of_files(const drf_index& all,
                              const std::vector<drf_tuning>& tunings)
{
    std::string metadata = "Digital RF";
    for (const auto& each : tunings)
        metadata += fmt::format("\n{} {}", each.index, fmt::join(each.centres_hz, " "));
    for (const auto& each : all.blocks)
        metadata += fmt::format("\n{} {} {}", each.index, each.count, each.file);
    const auto count = all.files.size();
    const auto hashed = std::min(count, MOST_HASHED_FILES);
    for (std::size_t i = 0; i < hashed; ++i) {
        const auto at = hashed > 1 ? i * (count - 1) / (hashed - 1) : 0;
        const auto file = mapped_file::open(all.files[at], "recording");
        metadata = identity_of(*file, metadata);
    }
    return metadata;
}

//! \brief One subchannel of a channel of Digital RF, or two as I and Q
class drf_samples : public sample_source
{
public:
    drf_samples(std::shared_ptr<const drf_index> of, const channel_choice& choice);

    sample_kind kind() const override { return d_kind; }
    std::int64_t samples() const override { return d_of->samples; }
    void read(std::int64_t start, std::int64_t count, void* to) override;

private:
    const drf_file& file(std::size_t number);
    void read_rows(const drf_file& from, hsize_t row, std::size_t count, char* to);

    std::shared_ptr<const drf_index> d_of;
    number_layout d_lie;
    std::size_t d_first_byte;
    bool d_is_stored;
    sample_kind d_kind;
    std::vector<char> d_rows;
    std::size_t d_open_number = 0;
    std::unique_ptr<drf_file> d_open;
};

drf_samples::drf_samples(std::shared_ptr<const drf_index> of,
                         const channel_choice& choice)
    : d_of(std::move(of))
{
    const auto& f = d_of->format;
    const auto stored = kind_as_stored(f.of);
    d_lie.step = f.of.bytes() * static_cast<std::size_t>(f.subchannels);
    d_lie.parts = f.of.is_complex || choice.as_iq ? 2 : 1;
    d_first_byte = f.of.bytes() * static_cast<std::size_t>(choice.channel);
    d_is_stored = stored && f.subchannels == 1;
    d_kind = d_is_stored        ? *stored
             : d_lie.parts == 2 ? sample_kind::complex_float
                                : sample_kind::real_float;
}

const drf_file& drf_samples::file(std::size_t number)
{
    if (!d_open || d_open_number != number) {
        d_open.reset();
        d_open = std::make_unique<drf_file>(d_of->files[number]);
        d_open_number = number;
        if (!(d_open->format() == d_of->format))
            refuse_file(d_open->path(), "it is another one than when it was opened");
    }
    return *d_open;
}

void drf_samples::read_rows(const drf_file& from,
                            hsize_t row,
                            std::size_t count,
                            char* to)
{
    if (d_is_stored) {
        from.read(row, count, to);
        return;
    }
    const auto most = std::max<std::size_t>(1, PIECE_BYTES_READ / d_lie.step);
    for (std::size_t done = 0; done < count; done += most) {
        const auto part = std::min(most, count - done);
        d_rows.resize(part * d_lie.step);
        from.read(row + done, part, d_rows.data());
        decode(d_of->format.of,
               d_lie,
               d_rows.data() + d_first_byte,
               part,
               reinterpret_cast<float*>(to) + done * d_lie.parts);
    }
}

void drf_samples::read(std::int64_t start, std::int64_t count, void* to)
{
    if (start < 0 || count < 0 || start > d_of->samples - count)
        refuse_recording("there are {} samples; {} from sample {} on were asked for",
                         d_of->samples,
                         count,
                         start);
    const hdf5_turn mine;
    const auto& all = d_of->blocks;
    auto block =
        std::upper_bound(all.begin(),
                         all.end(),
                         start,
                         [](std::int64_t s, const drf_block& b) { return s < b.first; }) -
        1;
    auto* out = static_cast<char*>(to);
    for (; count > 0; ++block) {
        const auto into = start - block->first;
        const auto part = std::min(count, block->count - into);
        read_rows(file(block->file),
                  block->row + static_cast<hsize_t>(into),
                  static_cast<std::size_t>(part),
                  out);
        out += static_cast<std::size_t>(part) * sample_bytes(d_kind);
        start += part;
        count -= part;
    }
}

} // namespace

std::size_t digital_rf_files(const std::string& folder)
{
    return files_in_order(folder).size();
}

recording_facts open_digital_rf(const std::string& folder,
                                bool allow_damaged,
                                const opening_poll& poll,
                                bool grows)
{
    const hdf5_turn mine;
    const auto rate = rational_rate_in(folder + "/drf_properties.h5");
    const auto all =
        std::make_shared<const drf_index>(folder, allow_damaged, poll, grows);
    const auto tunings = tunings_beside(folder, rate, allow_damaged, poll);
    recording_facts r;
    r.format_name = "Digital RF, " + all->format.of.name;
    r.samp_rate_hz =
        static_cast<double>(rate.numerator) / static_cast<double>(rate.denominator);
    r.samples = all->samples;
    r.is_complex = all->format.of.is_complex;
    r.channels = all->format.subchannels;
    r.captures = captures_of(*all, rate, tunings);
    r.channel_offsets_hz = offsets_of(folder, *all, tunings);
    r.identity = grows ? identity_of_first(*all, rate) : identity_of_files(*all, tunings);
    r.open = [all](const channel_choice& c) {
        return std::make_unique<drf_samples>(all, c);
    };
    return r;
}

} // namespace gpufft
