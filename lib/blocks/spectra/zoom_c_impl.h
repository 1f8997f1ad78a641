/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_C_IMPL_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_C_IMPL_H

#include "blocks/correlation/sample_times.h"
#include "blocks/messages/command_port.h"
#include "blocks/messages/live_refusals.h"
#include "blocks/spectra/band_filter.h"
#include "blocks/spectra/carried_tags.h"
#include "blocks/spectra/zoom_choice.h"
#include <gnuradio/gpufft/zoom_c.h>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace gr {
namespace gpufft {

class zoom_c_impl : public zoom_c
{
public:
    zoom_c_impl(double samp_rate, double freq);

    bool start() override;
    void forecast(int, gr_vector_int& needed) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& in,
                     gr_vector_void_star& out) override;

    void set_samp_rate(double samp_rate) override;
    void set_freq(double freq) override;
    double samp_rate() const override;
    double freq() const override;
    void skip(int samples) override;
    int decimation() const override { return d_decimation; }
    double center_freq() const override { return d_center_hz; }

private:
    //! What setters, messages and tags say.
    struct wanted {
        double samp_rate_hz = 1;
        double freq_hz = 0;
        std::optional<zoom_view> view;
    };

    void take_view(const pmt::pmt_t& message);
    void take_tuning(const std::vector<gr::tag_t>& tags);
    void take_changes();
    std::size_t drop(std::size_t count);
    int copy(std::size_t count, const gr_complex* in, gr_complex* out);
    int narrow(std::size_t count, const gr_complex* in, gr_complex* out);
    void announce(std::uint64_t at, std::uint64_t sample);
    double seconds_of(std::uint64_t sample) const;
    void tell(std::uint64_t at, const char* name, const pmt::pmt_t& value);

    command_port d_commands;
    live_refusals d_refusals{ d_logger };
    mutable std::mutex d_mutex; // what is wanted alone
    wanted d_wanted;
    bool d_is_changed = false;
    bool d_is_set = false;     // by a setter: others are told, whatever the value
    std::uint64_t d_skips = 0; // samples that are to be dropped from now on
    std::atomic<int> d_decimation{ 1 };
    std::atomic<double> d_center_hz;

    // The block's thread alone.
    wanted d_now;
    zoom_band d_band;
    std::unique_ptr<band_filter> d_filter; // nullptr: the whole band
    std::uint64_t d_next_middle = 0;       // sample at the middle of the next output
    std::uint64_t d_to_drop = 0;           // samples, before any more are used
    bool d_is_to_announce = false;
    bool d_has_announced = false;
    std::uint64_t d_tuned_until = 0; // samples whose tags of tuning were taken
    sample_times d_times;
    //! The first sample of the rate that there is now, and its time in the stream.
    struct {
        std::uint64_t sample = 0;
        double seconds = 0;
    } d_rate_since;
    carried_tags d_tags;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_ZOOM_C_IMPL_H */
