/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/messages/message_values.h"
#include "blocks/spectra/frame_block.h"
#include "blocks/spectra/frame_commands.h"
#include "plan/request/refuse.h"
#include <gnuradio/gpufft/persistence_c.h>
#include <gnuradio/io_signature.h>
#include <string>
#include <vector>

namespace gr {
namespace gpufft {

namespace {

edits::edit range_of(const pmt::pmt_t& value)
{
    const auto ends = floats_of(value);
    if (ends.size() != 2)
        ::gpufft::refuse("it takes lowest_db and highest_db, got {} numbers",
                         ends.size());
    return edits::range_db(ends[0], ends[1]);
}

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
        set(edits::window(taps, settings()));
    }
    void set_hop(int samples) override { set(edits::hop(samples)); }
    void set_samp_rate(double samp_rate) override { set(edits::samp_rate(samp_rate)); }
    void set_freq(double freq) override { set(edits::freq(freq)); }
    void set_lowest_db(double db) override { set(edits::lowest_db(db)); }
    void set_highest_db(double db) override { set(edits::highest_db(db)); }
    void set_range_db(double lowest_db, double highest_db) override
    {
        set(edits::range_db(lowest_db, highest_db));
    }
    void set_decay_seconds(double seconds) override
    {
        set(edits::decay_seconds(seconds));
    }
    void set_output(const std::string& output) override { set(edits::output(output)); }
    void set_centered(bool centered) override { set(edits::centered(centered)); }
    void set_rate(double rate) override { set(edits::rate(rate)); }
    void set_max_latency_ms(double milliseconds) override
    {
        set(edits::max_latency_ms(milliseconds));
    }
    void reset() override { changes().reset(); }

    int length() const override { return static_cast<int>(settings().length); }
    int taps_per_branch() const override
    {
        return static_cast<int>(settings().taps_per_branch);
    }
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
};

void persistence_c_impl::take_commands()
{
    auto& m = messages();
    take_frame_commands(m, changes(), settings());
    const auto on = [&](const char* name, auto make) {
        m.on(name, [this, make](const auto& v) { changes().change(make(v)); });
    };
    on("lowest_db", [](const auto& v) { return edits::lowest_db(number_of(v)); });
    on("highest_db", [](const auto& v) { return edits::highest_db(number_of(v)); });
    on("range_db", [](const auto& v) { return range_of(v); });
    on("decay_seconds", [](const auto& v) { return edits::decay_seconds(number_of(v)); });
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
                                        const std::string& device,
                                        int taps_per_branch)
{
    spectrum_settings s;
    s.length = length;
    s.hop = hop;
    s.taps_per_branch = taps_per_branch;
    s.window = filled_window(window, length, taps_per_branch);
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
