/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "blocks/display/survey_recording.h"
#include "plan/request/refuse.h"
#include <fmt/format.h>
#include <boost/filesystem.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

namespace fs = boost::filesystem;

constexpr std::chrono::seconds FLUSH_SECONDS(2);
//! That wait to be written at most: some seconds of what a display gets.
constexpr std::size_t MOST_WAITING = std::size_t(1) << 24;
constexpr int MOST_SURVEYS = 1000;
//! Seconds whose nanoseconds can be counted.
constexpr double MOST_SECONDS = 9e9;

std::int64_t ns_of(double seconds) { return std::llround(1e9 * seconds); }

//! "survey-2.zarr" of "survey.zarr"
std::string beside(const std::string& folder, int number)
{
    const fs::path path(folder);
    return (path.parent_path() / (path.stem().string() + "-" + std::to_string(number) +
                                  path.extension().string()))
        .string();
}

} // namespace

bool recorded_band::fits(const recorded_band& other) const
{
    return samp_rate_hz == other.samp_rate_hz && hop == other.hop &&
           spectra_rate_hz == other.spectra_rate_hz && enbw_bins == other.enbw_bins;
}

survey_recording::survey_recording(int bins,
                                   bool is_one_sided,
                                   ::gpufft::spectrum_unit unit,
                                   std::function<void()> changed,
                                   std::function<void(const std::string&)> log)
    : d_bins(static_cast<std::size_t>(bins)),
      d_is_one_sided(is_one_sided),
      d_unit(unit),
      d_changed(std::move(changed)),
      d_log(std::move(log))
{
}

survey_recording::recorder survey_recording::open(const std::string& folder,
                                                  const recorded_band& band) const
{
    ::gpufft::recorded_spectra recorded;
    recorded.folder = folder;
    recorded.samp_rate_hz = band.samp_rate_hz;
    recorded.is_one_sided = d_is_one_sided;
    recorded.inputs = { ::gpufft::statistic::mean };
    auto& s = recorded.settings;
    const auto bins = static_cast<std::int64_t>(d_bins);
    s.length = d_is_one_sided ? std::max<std::int64_t>(2 * (bins - 1), 1) : bins;
    s.told_enbw_bins = band.enbw_bins;
    s.unit = d_unit;
    s.seconds = 0;
    s.frames = 1;
    const double step = band.spectra_rate_hz > 0
                            ? band.samp_rate_hz / band.spectra_rate_hz
                            : static_cast<double>(s.length);
    if (band.hop > 0) {
        s.hop = band.hop;
        s.frames = std::max<std::int64_t>(std::llround(step / band.hop), 1);
    } else {
        // What the frames were, nobody knows; rows are as far apart as they are.
        s.hop = static_cast<std::int64_t>(
            std::clamp(std::round(step), 1.0, static_cast<double>(::gpufft::MAX_HOP)));
    }
    return std::make_unique<::gpufft::spectra_recorder>(recorded);
}

void survey_recording::begin(const std::string& folder, const recorded_band& band)
{
    end();
    const std::lock_guard<std::mutex> begin_guard(d_begin_mutex);
    if (d_is_closed)
        return;
    auto opened = open(folder, band);
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_recorder = std::move(opened);
        d_first_folder = folder;
        d_band = band;
        d_begins = true;
        d_has_logged_missing = false;
        d_known.reset();
        d_is_on = true;
        d_is_ending = false;
        d_state = {};
        d_state.folder = folder;
        d_state.rows = static_cast<std::uint64_t>(d_recorder->rows());
    }
    const ::gpufft::without_signals from_here;
    d_writer = std::thread([this] { write_until_end(); });
    d_changed();
}

void survey_recording::end()
{
    const std::lock_guard<std::mutex> begin_guard(d_begin_mutex);
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_ending = true;
    }
    d_wake.notify_all();
    if (!d_writer.joinable())
        return;
    d_writer.join();
    d_changed();
}

void survey_recording::close()
{
    end();
    const std::lock_guard<std::mutex> begin_guard(d_begin_mutex);
    d_is_closed = true;
}

recording_state survey_recording::state() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_state;
}

void survey_recording::refused(const std::string& problem)
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_state.problem = problem;
    }
    d_changed();
}

void survey_recording::add(const float* spectra,
                           const std::vector<::gpufft::display::spectrum_time>& times,
                           const recorded_band& band)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!d_is_on || d_is_ending)
        return;
    const auto numbers = times.size() * d_bins;
    if (!d_waiting.empty() && d_waiting_numbers + numbers > MOST_WAITING) {
        d_state.missing += times.size();
        return;
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    d_waiting.push_back({ std::vector<float>(spectra, spectra + numbers),
                          times,
                          band,
                          now / std::chrono::nanoseconds(1) });
    d_waiting_numbers += numbers;
    d_wake.notify_one();
}

void survey_recording::write_until_end()
{
    std::string problem;
    try {
        std::unique_lock<std::mutex> lock(d_mutex);
        auto next_flush = std::chrono::steady_clock::now() + FLUSH_SECONDS;
        while (!d_is_ending || !d_waiting.empty()) {
            d_wake.wait_until(
                lock, next_flush, [this] { return d_is_ending || !d_waiting.empty(); });
            if (!d_waiting.empty())
                write_next(lock);
            if (std::chrono::steady_clock::now() < next_flush)
                continue;
            lock.unlock();
            flush();
            next_flush = std::chrono::steady_clock::now() + FLUSH_SECONDS;
            lock.lock();
        }
        lock.unlock();
        flush();
    } catch (const std::exception& e) {
        problem = fmt::format("{}; the recording has ended, and goes on with what is "
                              "written when the same survey is recorded again",
                              e.what());
        d_log(problem);
    }
    d_recorder->finish();
    d_recorder.reset();
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_on = false;
        d_waiting.clear();
        d_waiting_numbers = 0;
        d_state.folder.clear();
        d_state.problem = problem;
    }
    if (!problem.empty()) // else end() tells, which waits for this thread
        d_changed();
}

//! \param lock  of d_mutex, which is free while files are written
void survey_recording::write_next(std::unique_lock<std::mutex>& lock)
{
    const auto next = std::move(d_waiting.front());
    d_waiting.pop_front();
    d_waiting_numbers -= next.numbers.size();
    lock.unlock();
    write(next);
    lock.lock();
    d_state.rows = static_cast<std::uint64_t>(d_recorder->rows());
}

void survey_recording::write(const batch& from)
{
    if (!from.band.fits(d_band))
        go_on_beside(from.band);
    const bool is_other_freq = from.band.freq_hz != d_band.freq_hz;
    d_band = from.band;
    const double row_s =
        static_cast<double>(d_recorder->row_step()) / d_band.samp_rate_hz;
    // Rows are a whole number of frames apart, spectra at a rate mostly are not.
    const auto tolerance = ns_of(std::max(row_s / 8, d_band.hop / d_band.samp_rate_hz));
    for (std::size_t i = 0; i < from.times.size(); ++i) {
        const auto utc = utc_ns(from, i);
        const auto expected = d_recorder->next_utc_ns();
        if (d_begins || (i == 0 && is_other_freq) || !expected ||
            std::abs(utc - *expected) > tolerance)
            d_recorder->begin_segment(d_band.freq_hz, utc);
        d_begins = false;
        d_recorder->add({ from.numbers.data() + i * d_bins });
    }
}

//! When a spectrum began: as a tag has it, else by the clock of this machine when it came
//! first.
std::int64_t survey_recording::utc_ns(const batch& from, std::size_t i)
{
    const auto& time = from.times[i];
    if (time.is_told && std::abs(time.told_s) < MOST_SECONDS)
        return ns_of(time.told_s);
    if (!d_known) {
        const auto& last = from.times.back();
        d_known = { time.begin_s,
                    from.arrived_utc_ns -
                        ns_of(last.begin_s + last.duration_s - time.begin_s) };
    }
    return d_known->utc_ns + ns_of(time.begin_s - d_known->begin_s);
}

//! The first survey that spectra of this band fit into, or that is not there yet.
void survey_recording::go_on_beside(const recorded_band& band)
{
    d_recorder->flush();
    d_recorder->finish();
    for (int number = 1;; ++number) {
        const auto folder = number == 1 ? d_first_folder : beside(d_first_folder, number);
        const bool was_there = fs::exists(folder);
        try {
            d_recorder = open(folder, band);
        } catch (const std::exception&) {
            if (was_there && number < MOST_SURVEYS)
                continue;
            throw;
        }
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_state.folder = folder;
        break;
    }
    d_begins = true;
}

void survey_recording::flush()
{
    d_recorder->flush();
    d_changed();
    if (d_has_logged_missing || state().missing == 0)
        return;
    d_has_logged_missing = true;
    d_log(
        "files are slower than spectra come: the survey lacks some of them, and has gaps "
        "there; a lower rate of spectra, or a faster disk, works");
}

} // namespace gpufft
} // namespace gr
