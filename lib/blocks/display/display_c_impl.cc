/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/display/display_c_impl.h"
#include "blocks/display/display_impl.h"
#include "exec/frames/spectrum_levels.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/spectrum_block.h>
#include <gnuradio/io_signature.h>
#include <algorithm>

namespace gr {
namespace gpufft {

namespace {

// What histograms have.
constexpr int LEVELS = 240;
constexpr double LOWEST_DB = -160, HIGHEST_DB = 0, HISTOGRAMS_PER_SECOND = 25;

constexpr const char* OUT_PORTS[] = { "freq", "band", "zoom", "status" };

int half_of(int length) { return std::max(length / 2, 1); }

std::vector<float> hann_or(const std::vector<float>& window, int length)
{
    return window.empty() && length >= 1 ? periodic_window("hann", length) : window;
}

} // namespace

display_c::sptr display_c::make(double samp_rate,
                                double freq,
                                int length,
                                const std::vector<float>& window,
                                double rate,
                                const std::string& panes,
                                const std::string& title,
                                int histogram_length,
                                const std::vector<float>& histogram_window,
                                const std::string& renderer,
                                const std::string& device,
                                bool zooms,
                                QWidget* parent)
{
    if (!(rate > 0))
        ::gpufft::refuse("rate is {}; it is more than 0 spectra a second", rate);
    const auto taps = hann_or(window, length);
    const auto spectra = spectrum_c::make(length,
                                          half_of(length),
                                          taps,
                                          samp_rate,
                                          "mean",
                                          1,
                                          0,
                                          "dbfs",
                                          true,
                                          0,
                                          rate,
                                          50,
                                          device);
    const bool is_counted = panes.find("persistence") != std::string::npos;
    const auto shown = gpufft::display::make(length,
                                             samp_rate,
                                             freq,
                                             "dbfs",
                                             0,
                                             panes,
                                             title,
                                             false,
                                             is_counted ? histogram_length : 0,
                                             LEVELS,
                                             LOWEST_DB,
                                             HIGHEST_DB,
                                             renderer,
                                             parent);
    shown->set_spectra_rate(rate, half_of(length));
    shown->set_enbw(::gpufft::enbw_of(taps));
    persistence_c::sptr persistence;
    if (is_counted)
        persistence = persistence_c::make(histogram_length,
                                          half_of(histogram_length),
                                          hann_or(histogram_window, histogram_length),
                                          samp_rate,
                                          LOWEST_DB,
                                          HIGHEST_DB,
                                          LEVELS,
                                          0.5,
                                          "dbfs",
                                          true,
                                          HISTOGRAMS_PER_SECOND,
                                          50,
                                          device);
    const auto zoom = zooms ? zoom_c::make(samp_rate, freq) : nullptr;
    return gnuradio::make_block_sptr<display_c_impl>(shown, spectra, persistence, zoom);
}

display_c_impl::display_c_impl(gpufft::display::sptr shown,
                               spectrum_c::sptr spectra,
                               persistence_c::sptr persistence,
                               zoom_c::sptr zoom)
    : gr::hier_block2("display_c",
                      gr::io_signature::make(1, 1, sizeof(gr_complex)),
                      gr::io_signature::make(0, 0, 0)),
      d_shown(std::move(shown)),
      d_spectra(std::move(spectra)),
      d_persistence(std::move(persistence)),
      d_zoom(std::move(zoom))
{
    // display keeps these, and is kept by none of them.
    const auto tell = [shown = d_shown.get(),
                       spectra = d_spectra,
                       persistence = d_persistence,
                       zoom = d_zoom](const auto& set) {
        // What zoom_c made narrow hears by its tags where that is.
        if (!zoom || zoom->decimation() == 1) {
            set(*spectra);
            if (persistence)
                set(*persistence);
            set(*shown);
        }
        if (zoom) // the last: what it announces holds
            set(*zoom);
    };
    d_set_freq = [tell](double freq) {
        tell([&](auto& block) { block.set_freq(freq); });
    };
    d_set_samp_rate = [tell](double samp_rate) {
        tell([&](auto& block) { block.set_samp_rate(samp_rate); });
    };
    std::dynamic_pointer_cast<display_impl>(d_shown)->take_tuning_commands(
        d_set_freq, d_set_samp_rate);
    gr::basic_block_sptr samples = self();
    if (d_zoom) {
        connect(samples, 0, d_zoom, 0);
        samples = d_zoom;
        msg_connect(d_shown, "zoom", d_zoom, "zoom");
    }
    connect(samples, 0, d_spectra, 0);
    connect(d_spectra, 0, d_shown, 0);
    if (d_persistence) {
        connect(samples, 0, d_persistence, 0);
        connect(d_persistence, 0, d_shown, 1);
    }
    message_port_register_hier_in(pmt::intern("command"));
    msg_connect(self(), "command", d_shown, "command");
    for (const char* const port : OUT_PORTS) {
        message_port_register_hier_out(pmt::intern(port));
        msg_connect(d_shown, port, self(), port);
    }
}

void display_c_impl::set_samp_rate(double samp_rate) { d_set_samp_rate(samp_rate); }

void display_c_impl::set_freq(double freq) { d_set_freq(freq); }

void display_c_impl::reset()
{
    if (d_persistence)
        d_persistence->reset();
    d_shown->reset();
}

} // namespace gpufft
} // namespace gr
