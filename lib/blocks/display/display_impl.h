/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_IMPL_H

#include "blocks/display/display_request.h"
#include "blocks/display/survey_recording.h"
#include "blocks/display/window_link.h"
#include "blocks/messages/command_port.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/spectra/tuning_watch.h"
#include "display/store/spectrum_store.h"
#include "display/store/spectrum_times.h"
#include <gnuradio/gpufft/display.h>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

class display_impl : public display
{
public:
    display_impl(const display_request& request, QWidget* parent);
    ~display_impl() override;

    bool start() override;
    void forecast(int, gr_vector_int& needed) override;
    int general_work(int,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& in,
                     gr_vector_void_star&) override;

    QWidget* qwidget() override { return d_window.widget(); }
    void exec_() override;

    //! Before the flowgraph starts: what the commands freq and samp_rate call, where a
    //! receiver's other blocks are to hear of them.
    void take_tuning_commands(const std::function<void(double)>& set_freq,
                              const std::function<void(double)>& set_samp_rate);
    void set_samp_rate(double samp_rate) override;
    void set_freq(double freq) override;
    void set_spectra_rate(double spectra_rate, int hop) override;
    void set_panes(const std::string& panes) override;
    void set_unit(const std::string& unit) override;
    void set_full_scale_dbm(double dbm) override;
    void set_enbw(double bins) override;
    void set_range_db(double lowest_db, double highest_db) override;
    void set_colour_range_db(double coldest_db, double hottest_db) override;
    void set_colours(const std::string& name) override;
    void set_dark(bool is_dark) override;
    void set_seconds(double seconds) override;
    void set_decay_seconds(double seconds) override;
    void set_average_spectra(double spectra) override;
    void set_trace(const std::string& trace, bool is_shown) override;
    void set_view(double low, double high) override;
    void set_paused(bool is_paused) override;
    void add_marker(double freq, bool is_delta) override;
    void clear_markers() override;
    void set_peak_table(bool is_shown) override;
    void autoscale() override;
    void reset() override;
    void save_png(const std::string& path, int width, int height) override;
    void save_csv(const std::string& path, const std::string& trace) override;
    void save_annotation(const std::string& path) override;
    void select(double low, double high) override;
    void record(const std::string& survey) override;
    std::string recording() const override { return d_recording.state().folder; }
    std::string recording_problem() const override { return d_recording.state().problem; }
    std::uint64_t recorded_rows() const override { return d_recording.state().rows; }

    int bins() const override { return d_request.bins; }
    double samp_rate() const override;
    double freq() const override;
    std::uint64_t spectra() const override { return d_store->status().spectra; }
    std::uint64_t pictures() const override;
    std::vector<float> levels(const std::string& trace) const override;
    double busy_seconds() const override
    {
        return 1e-9 * static_cast<double>(d_busy_ns.load());
    }

private:
    using widget = ::gpufft::display::display_widget;

    //! Calls a setter, whose refusals are logged once the flowgraph has started.
    template <class function>
    void set_live(const function& set);
    //! Has the window's thread change the widget.
    void change(std::function<void(widget&)> change);
    void take_commands();
    void send(const char* port, const pmt::pmt_t& message);
    pmt::pmt_t status() const;
    // d_mutex is held.
    void change_samp_rate(double samp_rate);
    double spectra_rate() const;
    recorded_band band() const;
    void record_for_window(const std::string& survey);
    void show_recording();
    void take_spectra(const float* spectra, int count);
    void take_tag(const gr::tag_t& tag);
    void take_histograms(const float* counts, int count);
    bool histograms_fit() const;
    void add(const float* spectra, std::size_t count);

    const display_request d_request;
    std::shared_ptr<::gpufft::display::spectrum_store> d_store;
    command_port d_commands;
    live_refusals d_refusals{ d_logger };
    std::atomic<std::uint64_t> d_busy_ns{ 0 };

    // What setters say and the block's thread takes before the next spectrum.
    mutable std::mutex d_mutex;
    double d_samp_rate, d_freq, d_spectra_rate;
    double d_enbw_bins = 1.5; // of a Hann window
    int d_hop = 0;            // 0: d_spectra_rate is d_samp_rate's
    std::optional<::gpufft::display::frequency_band> d_whole;
    //! The band of histograms, whose tags come earlier or later than those of spectra.
    struct {
        double samp_rate, freq;
        bool is_told = false; // by tags
    } d_counted;
    bool d_is_changed = false;

    // The block's thread alone.
    ::gpufft::display::spectrum_times d_times;
    std::vector<::gpufft::display::spectrum_time> d_next_times;
    recorded_band d_band; // of the next spectrum
    const std::chrono::steady_clock::time_point d_begin =
        std::chrono::steady_clock::now();

    survey_recording d_recording; // has ended before the window goes, which it tells
    window_link d_window;         // the last: its events end before the rest goes
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_DISPLAY_IMPL_H */
