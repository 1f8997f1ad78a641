/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/frame_block.h"
#include "blocks/frame_commands.h"
#include "blocks/message_values.h"
#include "plan/refuse.h"
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/gpufft/spectrum_block.h>
#include <gnuradio/io_signature.h>
#include <cmath>

namespace gr {
namespace gpufft {

namespace {

class persistence_c_impl final : public persistence_c, public frame_block
{
public:
    persistence_c_impl(const spectrum_settings& s, const std::string& device)
        : gr::block("persistence_c",
                    gr::io_signature::make(1, 1, sizeof(gr_complex)),
                    gr::io_signature::make(
                        1, 1, static_cast<int>(output_bins(s) * sizeof(float)))),
          frame_block(s, device)
    {
        take_commands();
    }

    void set_window(const std::vector<float>& taps) override
    {
        const auto window = filled_window(taps, length());
        changes().change([&](auto& s) { s.window = window; });
    }
    void set_hop(int samples) override
    {
        changes().change([&](auto& s) { s.hop = samples; });
    }
    void set_samp_rate(double samp_rate) override
    {
        changes().change([&](auto& s) { s.samp_rate_hz = samp_rate; });
    }
    void set_freq(double freq) override
    {
        if (!std::isfinite(freq))
            ::gpufft::refuse("freq must be finite, got {}", freq);
        changes().change([&](auto& s) { s.freq_hz = freq; });
    }
    void set_lowest_db(double lowest_db) override
    {
        changes().change([&](auto& s) { s.histogram->lowest_db = lowest_db; });
    }
    void set_highest_db(double highest_db) override
    {
        changes().change([&](auto& s) { s.histogram->highest_db = highest_db; });
    }
    void set_range_db(double lowest_db, double highest_db) override
    {
        changes().change([&](auto& s) {
            s.histogram->lowest_db = lowest_db;
            s.histogram->highest_db = highest_db;
        });
    }
    void set_decay_seconds(double decay_seconds) override
    {
        changes().change([&](auto& s) { s.histogram->decay_seconds = decay_seconds; });
    }
    void set_output(const std::string& output) override
    {
        const auto unit = parse_unit(output);
        changes().change([&](auto& s) { s.unit = unit; });
    }
    void set_centered(bool centered) override
    {
        changes().change([&](auto& s) { s.centered = centered; });
    }
    void set_rate(double rate) override
    {
        changes().change([&](auto& s) { s.rate_hz = rate; });
    }
    void set_max_latency_ms(double milliseconds) override
    {
        changes().change([&](auto& s) { s.max_latency_ms = milliseconds; });
    }
    void reset() override { changes().reset(); }

    int length() const override { return static_cast<int>(settings().length); }
    int levels() const override { return static_cast<int>(histogram().levels); }
    std::vector<float> window() const override { return *settings().window; }
    int hop() const override { return static_cast<int>(settings().hop); }
    double samp_rate() const override { return settings().samp_rate_hz; }
    double freq() const override { return settings().freq_hz; }
    double lowest_db() const override { return histogram().lowest_db; }
    double highest_db() const override { return histogram().highest_db; }
    double decay_seconds() const override { return histogram().decay_seconds; }
    std::string output() const override { return word_of(settings().unit); }
    bool centered() const override { return settings().centered; }
    double rate() const override { return settings().rate_hz; }
    double max_latency_ms() const override { return settings().max_latency_ms; }

private:
    histogram_settings histogram() const { return *settings().histogram; }
    void take_commands();
    void take_range(const pmt::pmt_t& value);
};

void persistence_c_impl::take_commands()
{
    auto& m = messages();
    take_frame_commands(m, *this);
    m.on("lowest_db", [this](const auto& v) { set_lowest_db(number_of(v)); });
    m.on("highest_db", [this](const auto& v) { set_highest_db(number_of(v)); });
    m.on("range_db", [this](const auto& v) { take_range(v); });
    m.on("decay_seconds", [this](const auto& v) { set_decay_seconds(number_of(v)); });
}

void persistence_c_impl::take_range(const pmt::pmt_t& value)
{
    const auto ends = floats_of(value);
    if (ends.size() != 2)
        ::gpufft::refuse("it takes lowest_db and highest_db, got {} numbers",
                         ends.size());
    set_range_db(ends[0], ends[1]);
}

} // namespace

persistence_c::sptr persistence_c::make(int length,
                                        int hop,
                                        const std::vector<float>& window,
                                        double samp_rate,
                                        double lowest_db,
                                        double highest_db,
                                        int levels,
                                        double decay_seconds,
                                        const std::string& output,
                                        bool centered,
                                        double rate,
                                        double max_latency_ms,
                                        const std::string& device)
{
    spectrum_settings s;
    s.length = length;
    s.hop = hop;
    s.window = filled_window(window, length);
    s.samp_rate_hz = samp_rate;
    s.histogram = { levels, lowest_db, highest_db, decay_seconds };
    s.unit = parse_unit(output);
    s.centered = centered;
    s.rate_hz = rate;
    s.max_latency_ms = max_latency_ms;
    validate(s);
    return gnuradio::make_block_sptr<persistence_c_impl>(s, device);
}

} // namespace gpufft
} // namespace gr
