/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/identity.h"
#include "recordings/files/recording_error.h"
#include "recordings/formats/vdif.h"
#include "recordings/formats/vdif_header.h"
#include "recordings/samples/packet_samples.h"
#include <boost/algorithm/string/predicate.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace gpufft {

namespace {

// Days from 1970-01-01 to 2000-01-01, where VDIF's half-years begin.
constexpr std::int64_t DAYS_TO_2000 = 10957;
constexpr std::uint64_t FRAMES_A_POLL = 4096;

//! A frame's second and number, which the frames of all threads have for one time.
struct frame_time {
    std::int64_t second = 0, number = 0;
    bool operator<(const frame_time& o) const
    {
        return std::pair(second, number) < std::pair(o.second, o.number);
    }
};

//! \brief The frames of a file in the order of their times, of those that are whole: that
//! are there, and valid, in every thread
class vdif_frames
{
public:
    vdif_frames(const mapped_file& file, bool allow_damaged, const opening_poll& poll);

    //! Frames from `begin` on that lie equally far apart.
    struct run {
        std::int64_t begin = 0;
        std::vector<std::uint64_t> places; //!< of the first one's samples, by thread
        std::uint64_t distance = 0;        //!< bytes; 0: the run has one frame so far
    };
    //! Frame `begin` has a time that the number of the one before does not lead to.
    struct jump {
        std::int64_t begin = 0;
        frame_time time;
    };
    vdif_header first;
    std::vector<int> threads; //!< ascending
    std::int64_t frames = 0;
    std::vector<run> runs;
    std::vector<jump> jumps;
    std::int64_t frames_known = 0; //!< of a second, as far as numbers were seen
    bool has_whole_second = false; //!< one ends with the highest number of all

private:
    using header_taker = std::function<void(std::uint64_t number, const vdif_header&)>;
    void each_header(const mapped_file& file,
                     const opening_poll& poll,
                     const header_taker& take) const;
    void find_threads(const mapped_file& file, const opening_poll& poll);
    void place_frames(const mapped_file& file, const opening_poll& poll);
    void add(const frame_time& time, const std::vector<std::uint64_t>& places);
    vdif_header header_at(const mapped_file& file, std::uint64_t number) const;

    frame_time d_last = { -1, 0 };
    std::vector<std::uint64_t> d_last_places;
    std::int64_t d_second_ends_at = -1; // the highest number before a second's change
};

vdif_header vdif_frames::header_at(const mapped_file& file, std::uint64_t number) const
{
    const auto h = parse_header(file.data() + number * first.bytes);
    if (!h.has_format_of(first))
        refuse_recording("{}: frame {}, at byte {}, is of another format than the first; "
                         "the file is damaged, or other frames lie between: {} bytes, {} "
                         "bits, {} channels, where the first has {}, {} and {}",
                         file.path(),
                         number,
                         number * first.bytes,
                         h.bytes,
                         h.bits,
                         h.channels,
                         first.bytes,
                         first.bits,
                         first.channels);
    return h;
}

void vdif_frames::each_header(const mapped_file& file,
                              const opening_poll& poll,
                              const header_taker& take) const
{
    for (std::uint64_t i = 0; i < file.bytes() / first.bytes; ++i) {
        if (i % FRAMES_A_POLL == 0)
            poll();
        take(i, header_at(file, i));
    }
}

void vdif_frames::find_threads(const mapped_file& file, const opening_poll& poll)
{
    std::array<bool, 1024> is_there = {};
    each_header(file, poll, [&](std::uint64_t, const vdif_header& h) {
        // What fills places of lost frames may be of a thread that is none.
        if (!h.is_invalid)
            is_there[static_cast<std::size_t>(h.thread)] = true;
    });
    for (int thread = 0; thread < 1024; ++thread)
        if (is_there[static_cast<std::size_t>(thread)])
            threads.push_back(thread);
    const auto channels = static_cast<std::size_t>(first.channels) * threads.size();
    if (channels > static_cast<std::size_t>(MOST_VDIF_CHANNELS))
        refuse_recording("{}: has {} channels in its threads; {} are the most that are "
                         "read",
                         file.path(),
                         channels,
                         MOST_VDIF_CHANNELS);
}

void vdif_frames::place_frames(const mapped_file& file, const opening_poll& poll)
{
    // Frames of one time lie near each other, and threads may have come in any order.
    std::map<frame_time, std::vector<std::uint64_t>> open;
    const std::size_t most_open = 4096;
    frame_time last = { -1, 0 };
    const auto close_first = [&] {
        const auto& [time, places] = *open.begin();
        if (!(last < time))
            refuse_recording("{}: frame {} of second {} comes again, or {} frames late; "
                             "the file is damaged",
                             file.path(),
                             time.number,
                             time.second,
                             most_open);
        last = time;
        if (std::find(places.begin(), places.end(), 0U) == places.end())
            add(time, places);
        open.erase(open.begin());
    };
    each_header(file, poll, [&](std::uint64_t i, const vdif_header& h) {
        frames_known = std::max(frames_known, h.number + 1);
        if (h.is_invalid)
            return;
        const auto at = std::lower_bound(threads.begin(), threads.end(), h.thread);
        auto& places = open[{ h.second, h.number }];
        places.resize(threads.size());
        places[static_cast<std::size_t>(at - threads.begin())] =
            i * first.bytes + first.header_bytes();
        if (open.size() > most_open)
            close_first();
    });
    while (!open.empty())
        close_first();
    has_whole_second = d_second_ends_at + 1 == frames_known;
}

//! Goes on with the last run and its times, or begins others.
void vdif_frames::add(const frame_time& time, const std::vector<std::uint64_t>& places)
{
    const bool is_next = time.second == d_last.second && time.number == d_last.number + 1;
    if (!is_next)
        jumps.push_back({ frames, time });
    if (frames > 0 && time.second == d_last.second + 1 && time.number == 0)
        d_second_ends_at = std::max(d_second_ends_at, d_last.number);
    bool goes_on = !runs.empty();
    if (goes_on) {
        // Places may descend where threads came in another order: a run ascends.
        const auto distance = places[0] - d_last_places[0];
        goes_on = places[0] > d_last_places[0] &&
                  (runs.back().distance == 0 || runs.back().distance == distance);
        for (std::size_t i = 1; goes_on && i < places.size(); ++i)
            goes_on = places[i] - d_last_places[i] == distance;
        if (goes_on)
            runs.back().distance = distance;
    }
    if (!goes_on)
        runs.push_back({ frames, places, 0 });
    d_last = time;
    d_last_places = places;
    ++frames;
}

vdif_frames::vdif_frames(const mapped_file& file,
                         bool allow_damaged,
                         const opening_poll& poll)
{
    if (file.bytes() < VDIF_HEADER_BYTES)
        refuse_recording("{}: {} bytes hold no frame of VDIF", file.path(), file.bytes());
    first = parse_header(file.data());
    check_first(file.path(), first, file.bytes());
    if (!first.is_legacy)
        first.samp_rate_hz = extended_rate(file.data(), first.is_complex);
    if (file.bytes() % first.bytes && !allow_damaged)
        refuse_recording("{}: ends in the middle of a frame: {} bytes make a frame, {} "
                         "are left over; the file was cut off; --allow-damaged leaves "
                         "them out",
                         file.path(),
                         first.bytes,
                         file.bytes() % first.bytes);
    find_threads(file, poll);
    place_frames(file, poll);
    if (frames == 0)
        refuse_recording("{}: has no frame that is valid in all of its threads",
                         file.path());
}

double
rate_of(const std::string& path, const vdif_frames& all, std::optional<double> given)
{
    if (given)
        return *given;
    if (all.first.samp_rate_hz)
        return *all.first.samp_rate_hz;
    if (all.has_whole_second)
        return static_cast<double>(all.frames_known) *
               static_cast<double>(all.first.samples());
    refuse_recording("{}: neither its headers nor the numbers of its frames say its "
                     "sampling rate; give --samp-rate, e.g. --samp-rate 32M",
                     path);
}

//! Frames of a second.
std::int64_t frames_at(const std::string& path, const vdif_frames& all, double rate)
{
    const double frames = rate / static_cast<double>(all.first.samples());
    if (!(frames > 0.5 && frames < 1e9))
        refuse_recording("{}: frames of {} samples do not make a sampling rate of {} Hz",
                         path,
                         all.first.samples(),
                         rate);
    const auto whole = std::llround(frames);
    if (whole < all.frames_known)
        refuse_recording("{}: has frame {} in a second, and a sampling rate of {} Hz is "
                         "{} frames of {} samples; another --samp-rate works",
                         path,
                         all.frames_known - 1,
                         rate,
                         whole,
                         all.first.samples());
    return whole;
}

//! When epoch \p half_years, counted from 2000 on, begins.
std::int64_t epoch_ns(int half_years)
{
    const std::int64_t years = half_years / 2;
    // Every fourth year is a leap year, 2000 to 2031 that 6 bits reach.
    std::int64_t days = DAYS_TO_2000 + 365 * years + (years + 3) / 4;
    if (half_years % 2)
        days += years % 4 == 0 ? 182 : 181;
    return days * 86400 * NS_PER_SECOND;
}

//! A capture at each frame that does not follow the one before.
std::vector<capture> captures_of(const vdif_frames& all, std::int64_t frames_per_second)
{
    std::vector<capture> captures;
    std::int64_t first = 0, missing = -1;
    for (const auto& each : all.jumps) {
        const auto at = each.time.second * frames_per_second + each.time.number;
        first = captures.empty() ? at : first;
        if (at - first - each.begin == missing)
            continue;
        missing = at - first - each.begin;
        capture c;
        c.start = each.begin * all.first.samples();
        // Decades of missing frames do not fit; the times tell of them.
        std::int64_t index = 0;
        if (!__builtin_mul_overflow(at - first, all.first.samples(), &index))
            c.global_index = index;
        const auto into = static_cast<double>(each.time.number) /
                          static_cast<double>(frames_per_second);
        c.time = utc_time{ epoch_ns(all.first.epoch) + each.time.second * NS_PER_SECOND +
                               std::llround(into * static_cast<double>(NS_PER_SECOND)),
                           1 };
        captures.push_back(c);
    }
    return captures;
}

packet_format format_of(const vdif_header& h, int channel)
{
    packet_format f;
    f.numbers = stored_format::number::natural;
    f.bits = h.bits;
    f.is_complex = h.is_complex;
    f.step_bits = static_cast<std::size_t>(h.sample_bits());
    f.first_bit = static_cast<std::size_t>(h.bits) * f.parts() *
                  static_cast<std::size_t>(channel % h.channels);
    return f;
}

std::vector<packet_stretch> stretches_of(const vdif_frames& all, int channel)
{
    const auto thread = static_cast<std::size_t>(channel / all.first.channels);
    const auto each = all.first.samples();
    std::vector<packet_stretch> stretches;
    for (const auto& run : all.runs)
        stretches.push_back({ run.begin * each, run.places[thread], each, run.distance });
    return stretches;
}

} // namespace

bool is_vdif_name(const std::string& path)
{
    return boost::algorithm::iends_with(path, ".vdif");
}

recording_facts open_vdif(const std::string& path,
                          std::optional<double> samp_rate_hz,
                          bool allow_damaged,
                          const opening_poll& poll)
{
    const auto file = mapped_file::open(path, "recording");
    const auto all = std::make_shared<const vdif_frames>(*file, allow_damaged, poll);
    recording_facts r;
    r.samp_rate_hz = rate_of(path, *all, samp_rate_hz);
    r.captures = captures_of(*all, frames_at(path, *all, *r.samp_rate_hz));
    r.format_name = fmt::format("VDIF, {} of {} bits",
                                all->first.is_complex ? "complex" : "real",
                                all->first.bits);
    r.samples = all->frames * all->first.samples();
    r.is_complex = all->first.is_complex;
    r.channels = all->first.channels * static_cast<int>(all->threads.size());
    r.identity = identity_of(*file, "VDIF");
    const auto samples = r.samples;
    r.open = [file, all, samples](const channel_choice& c) {
        return std::make_unique<packet_samples>(file,
                                                format_of(all->first, c.channel),
                                                stretches_of(*all, c.channel),
                                                samples);
    };
    return r;
}

} // namespace gpufft
