/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_BASE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_BASE_H

#include "blocks/spectra/frame_block.h"
#include <gnuradio/gpufft/spectrum_block.h>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

/*!
 * \brief What the users of a spectrum block call, for samples of any kind
 *
 * A class derived from this one and from the block's public class makes gr::block.
 */
class spectrum_base : public frame_block, virtual public spectrum_block
{
public:
    spectrum_base(const spectrum_settings& s, const std::string& device);

    void set_window(const std::vector<float>& taps) override;
    void set_hop(int samples) override;
    void set_samp_rate(double samp_rate) override;
    void set_freq(double freq) override;
    void set_average(const std::string& average) override;
    void set_frames(int frames) override;
    void set_seconds(double seconds) override;
    void set_rate(double rate) override;
    void reset() override;
    void skip(int samples) override;
    void set_output(const std::string& output) override;
    void set_centered(bool centered) override;
    void set_bins(int bins) override;
    void set_bin_reduction(const std::string& reduction) override;
    void set_max_latency_ms(double milliseconds) override;
    void show_smoothed(double weight, double offset_db) override;

    int length() const override { return static_cast<int>(settings().length); }
    int taps_per_branch() const override
    {
        return static_cast<int>(settings().taps_per_branch);
    }
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

private:
    void skip_now(int samples);
    void take_commands();
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SPECTRA_SPECTRUM_BASE_H */
