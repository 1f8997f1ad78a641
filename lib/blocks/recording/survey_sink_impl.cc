/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/without_signals.h"
#include "blocks/recording/spectrum_tags.h"
#include "blocks/recording/survey_sink_impl.h"
#include "blocks/spectra/tuning_watch.h"
#include "plan/request/refuse.h"
#include <gnuradio/io_signature.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace gr {
namespace gpufft {

namespace {

// A clock and its samples may drift apart by so much of what has passed.
constexpr double DRIFT = 100e-6;
// Rates that tags tell are rounded now and then.
constexpr double RATE_ROUNDING = 1e-9;

std::int64_t ns_of(double seconds) { return std::llround(1e9 * seconds); }

void check_freq(double freq)
{
    if (!std::isfinite(freq))
        ::gpufft::refuse("freq must be a finite number of Hz, got {}", freq);
}

gr::io_signature::sptr inputs_of(const ::gpufft::recorded_spectra& recorded,
                                 const ::gpufft::spectra_recorder& recorder)
{
    const auto statistics = static_cast<int>(recorded.settings.statistics.size());
    const auto bytes = recorder.bins() * static_cast<std::int64_t>(sizeof(float));
    return gr::io_signature::make(statistics, statistics, static_cast<int>(bytes));
}

} // namespace

survey_sink_impl::survey_sink_impl(const ::gpufft::recorded_spectra& recorded,
                                   std::unique_ptr<::gpufft::spectra_recorder> recorder,
                                   double freq,
                                   double flush_seconds)
    : gr::sync_block(
          "survey_sink", inputs_of(recorded, *recorder), gr::io_signature::make(0, 0, 0)),
      d_samp_rate(recorded.samp_rate_hz),
      d_has_utc(recorded.has_utc),
      d_row_samples((recorded.settings.frames - 1) * recorded.settings.actual_hop() +
                    recorded.settings.frame_samples()),
      d_flush_pause(flush_seconds),
      d_recorder(std::move(recorder)),
      d_freq(freq)
{
}

survey_sink_impl::~survey_sink_impl()
{
    stop();
    d_recorder->finish();
}

bool survey_sink_impl::start()
{
    d_refusals.begin();
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_begins = true;
    d_has_failed = d_is_ending = false;
    d_failure.clear();
    d_told_utc.reset();
    const ::gpufft::without_signals from_here;
    d_flusher = std::thread([this] { flush_now_and_then(); });
    return true;
}

bool survey_sink_impl::stop()
{
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_is_ending = true;
    }
    d_wake.notify_all();
    if (d_flusher.joinable())
        d_flusher.join();
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (!d_has_failed) {
        or_end_stream([this] { d_recorder->flush(); });
        return true;
    }
    // What came before another rate can be written; of files that cannot, the log has it.
    try {
        d_recorder->flush();
    } catch (const std::runtime_error& e) {
        d_debug_logger->debug("{}", e.what());
    }
    return true;
}

//! Writes what waits, also while nothing comes.
void survey_sink_impl::flush_now_and_then()
{
    std::unique_lock<std::mutex> lock(d_mutex);
    while (!d_wake.wait_for(lock, d_flush_pause, [this] { return d_is_ending; }))
        or_end_stream([this] { d_recorder->flush(); });
}

//! A file that could not be written would not be the next time: the stream ends.
template <class function>
void survey_sink_impl::or_end_stream(const function& work)
{
    if (d_has_failed)
        return;
    try {
        work();
    } catch (const std::runtime_error& e) {
        d_has_failed = true;
        d_failure = e.what();
        d_logger->error("{}; the stream ends here, and the same flowgraph goes on with "
                        "what is written",
                        d_failure);
    }
}

int survey_sink_impl::work(int noutput_items,
                           gr_vector_const_void_star& in,
                           gr_vector_void_star&)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const auto first = nitems_read(0);
    std::vector<gr::tag_t> tags;
    get_tags_in_window(tags, 0, 0, static_cast<std::uint64_t>(noutput_items));
    std::stable_sort(tags.begin(), tags.end(), gr::tag_t::offset_compare);
    auto tag = tags.begin();
    const auto bins = static_cast<std::size_t>(d_recorder->bins());
    std::vector<const float*> spectra(in.size());
    or_end_stream([&] {
        for (int row = 0; row < noutput_items; ++row) {
            const auto offset = first + static_cast<std::uint64_t>(row);
            for (; tag != tags.end() && tag->offset <= offset; ++tag)
                take_tag(*tag);
            begin_segment_if_needed(noutput_items - row);
            for (std::size_t i = 0; i < in.size(); ++i)
                spectra[i] = static_cast<const float*>(in[i]) +
                             static_cast<std::size_t>(row) * bins;
            ++d_segment_rows;
            d_recorder->add(spectra);
        }
    });
    return d_has_failed ? WORK_DONE : noutput_items;
}

void survey_sink_impl::take_tag(const gr::tag_t& tag)
{
    d_recorder->add_tag(json_of(tag));
    if (const auto told = utc_ns_of(tag))
        d_told_utc = told;
    tuning_watch watch;
    watch.look_at({ tag });
    const auto* const change = watch.next();
    if (!change)
        return;
    if (change->freq_hz)
        d_freq = *change->freq_hz;
    const auto rate = change->samp_rate_hz.value_or(d_samp_rate);
    if (std::abs(rate - d_samp_rate) > RATE_ROUNDING * d_samp_rate)
        throw std::runtime_error(fmt::format(
            "a tag says that the rate is {} Hz now, and the survey is of {} Hz: "
            "another survey is needed",
            rate,
            d_samp_rate));
}

//! The time that a tag of the next row tells is one of the row's, as far as clocks go.
bool survey_sink_impl::fits(std::int64_t utc_ns) const
{
    const auto expected = d_recorder->next_utc_ns();
    if (!expected)
        return false;
    const double passed =
        static_cast<double>(d_segment_rows * d_recorder->row_step()) / d_samp_rate;
    const auto slack = ns_of(1 / d_samp_rate + DRIFT * passed);
    const auto row = ns_of(static_cast<double>(d_row_samples) / d_samp_rate);
    return utc_ns >= *expected - slack && utc_ns <= *expected + row + slack;
}

std::int64_t survey_sink_impl::time_of_arrival_ns(int rows_waiting) const
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto samples = rows_waiting * d_recorder->row_step();
    return now / std::chrono::nanoseconds(1) -
           ns_of(static_cast<double>(samples) / d_samp_rate);
}

void survey_sink_impl::begin_segment_if_needed(int rows_waiting)
{
    const bool is_another_time = d_has_utc && d_told_utc && !fits(*d_told_utc);
    if (d_begins || is_another_time || d_freq != d_segment_freq) {
        std::optional<std::int64_t> utc_ns;
        if (d_has_utc && !d_begins)
            utc_ns = d_recorder->next_utc_ns();
        if (d_has_utc && d_begins)
            utc_ns = time_of_arrival_ns(rows_waiting);
        if (d_told_utc)
            utc_ns = d_told_utc;
        d_recorder->begin_segment(d_freq, utc_ns);
        d_segment_freq = d_freq;
        d_segment_rows = 0;
        d_begins = false;
    }
    d_told_utc.reset();
}

void survey_sink_impl::set_freq(double freq)
{
    d_refusals.change("set_freq", [&] {
        check_freq(freq);
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_freq = freq;
    });
}

double survey_sink_impl::freq() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_freq;
}

std::uint64_t survey_sink_impl::rows() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return static_cast<std::uint64_t>(d_recorder->rows());
}

std::string survey_sink_impl::failure() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_failure;
}

survey_sink::sptr survey_sink::make(const std::string& survey,
                                    int length,
                                    double samp_rate,
                                    double freq,
                                    int hop,
                                    int frames,
                                    const std::string& window,
                                    const std::string& output,
                                    const std::string& statistics,
                                    bool one_sided,
                                    int taps_per_branch,
                                    bool utc,
                                    double flush_seconds)
{
    if (frames < 1)
        ::gpufft::refuse("frames must be 1 or more, got {}", frames);
    if (!(flush_seconds > 0 && flush_seconds <= 1e6))
        ::gpufft::refuse("flush_seconds must be above 0, got {}", flush_seconds);
    check_freq(freq);
    ::gpufft::recorded_spectra recorded;
    recorded.folder = survey;
    recorded.samp_rate_hz = samp_rate;
    recorded.is_one_sided = one_sided;
    recorded.has_utc = utc;
    auto& s = recorded.settings;
    s.length = length;
    s.taps_per_branch = taps_per_branch;
    s.hop = hop;
    s.frames = frames;
    s.seconds = 0;
    s.window = window;
    s.unit = ::gpufft::parse_spectrum_unit(output);
    // The recorder refuses percentiles, which have no statistic.
    recorded.inputs = take_statistics(s, statistics);
    auto recorder = std::make_unique<::gpufft::spectra_recorder>(recorded);
    return gnuradio::make_block_sptr<survey_sink_impl>(
        recorded, std::move(recorder), freq, flush_seconds);
}

} // namespace gpufft
} // namespace gr
