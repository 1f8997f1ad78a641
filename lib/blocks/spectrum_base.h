/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRUM_BASE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRUM_BASE_H

#include "blocks/block_messages.h"
#include "blocks/spectrum_stream.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/gpufft/spectrum_block.h>
#include <memory>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What the scheduler and the users of a spectrum block call, for samples of any
 * kind
 *
 * A class derived from this one and from the block's public class makes gr::block.
 */
class spectrum_base : virtual public spectrum_block
{
public:
    spectrum_base(const spectrum_settings& s, const std::string& device);

    std::string device_name() const override { return d_stream.device_name(); }
    std::string plan_line() const override { return d_stream.plan_line(); }
    int queue_depth() const override { return d_stream.queue_depth(); }
    double gsps() const override { return d_stream.gsps(); }

    void set_window(const std::vector<float>& taps) override;
    void set_hop(int samples) override;
    void set_samp_rate(double samp_rate) override;
    void set_freq(double freq) override;
    void set_average(const std::string& average) override;
    void set_frames(int frames) override;
    void set_seconds(double seconds) override;
    void set_rate(double rate) override;
    void reset() override;
    void set_output(const std::string& output) override;
    void set_centered(bool centered) override;
    void set_bins(int bins) override;
    void set_bin_reduction(const std::string& reduction) override;
    void set_max_latency_ms(double milliseconds) override;

    int length() const override { return static_cast<int>(settings().length); }
    std::vector<float> window() const override { return *settings().window; }
    int hop() const override { return static_cast<int>(settings().hop); }
    double samp_rate() const override { return settings().samp_rate_hz; }
    double freq() const override { return settings().freq_hz; }
    std::string average() const override { return word_of(settings().how); }
    int frames() const override { return static_cast<int>(settings().frames); }
    double seconds() const override { return settings().seconds; }
    double rate() const override { return settings().rate_hz; }
    std::string output() const override { return word_of(settings().unit); }
    bool centered() const override { return settings().centered; }
    int bins() const override { return static_cast<int>(output_bins(settings())); }
    std::string bin_reduction() const override;
    double max_latency_ms() const override { return settings().max_latency_ms; }

    bool check_topology(int ninputs, int noutputs) override;
    bool start() override;
    bool stop() override;
    void forecast(int noutput_items, gr_vector_int& ninput_items_required) override;
    int general_work(int noutput_items,
                     gr_vector_int& ninput_items,
                     gr_vector_const_void_star& input_items,
                     gr_vector_void_star& output_items) override;

private:
    spectrum_settings settings() const { return d_stream.changes().settings(); }
    void take_commands();
    block_status status() const;
    std::vector<gr::tag_t> new_tags(std::uint64_t samples_end);

    const std::uint64_t d_items_per_sample; // 2: I and Q are items of their own
    spectrum_stream d_stream;
    block_messages d_messages;
    std::weak_ptr<gr::block_detail> d_last_run; // the scheduler's, of the last start()
    std::uint64_t d_shown_items = 0;            // whose tags the stream has seen
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRUM_BASE_H */
