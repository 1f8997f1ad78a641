/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SURVEY_SINK_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SURVEY_SINK_IMPL_H

#include "blocks/messages/live_refusals.h"
#include "survey/record/spectra_recorder.h"
#include <gnuradio/gpufft/survey_sink.h>
#include <condition_variable>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace gr {
namespace gpufft {

class survey_sink_impl : public survey_sink
{
public:
    survey_sink_impl(const ::gpufft::recorded_spectra& recorded,
                     std::unique_ptr<::gpufft::spectra_recorder> recorder,
                     double freq,
                     double flush_seconds);
    ~survey_sink_impl() override;

    bool start() override;
    bool stop() override;
    int
    work(int noutput_items, gr_vector_const_void_star& in, gr_vector_void_star&) override;

    void set_freq(double freq) override;
    double freq() const override;
    std::uint64_t rows() const override;
    bool logs_refusal(const std::string& why) override { return d_refusals.log(why); }
    std::string failure() const override;

private:
    void take_tag(const gr::tag_t& tag);
    void begin_segment_if_needed(int rows_waiting);
    bool fits(std::int64_t utc_ns) const;
    std::int64_t time_of_arrival_ns(int rows_waiting) const;
    template <class function>
    void or_end_stream(const function& work);
    void flush_now_and_then();

    const double d_samp_rate;
    const bool d_has_utc;
    const std::int64_t d_row_samples; // of all frames of a row
    const std::chrono::duration<double> d_flush_pause;
    live_refusals d_refusals{ d_logger };

    mutable std::mutex d_mutex; // guards what follows
    std::condition_variable d_wake;
    std::unique_ptr<::gpufft::spectra_recorder> d_recorder;
    double d_freq;
    double d_segment_freq = 0;
    std::int64_t d_segment_rows = 0;
    bool d_begins = true;                   // the next row is the first of a run
    std::optional<std::int64_t> d_told_utc; // by a tag of the next row
    bool d_has_failed = false, d_is_ending = false;
    std::string d_failure;
    std::thread d_flusher;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECORDING_SURVEY_SINK_IMPL_H */
