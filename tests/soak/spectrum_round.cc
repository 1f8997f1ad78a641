/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "soak/soak_round.h"
#include "soak/spectrum_judge.h"
#include <gnuradio/gpufft/spectrum_c.h>
#include <fmt/format.h>
#include <chrono>
#include <cmath>
#include <thread>

namespace gpufft::testing {

namespace {

constexpr int LARGE_CALL = 1 << 22; // samples
constexpr double SAMP_RATE_HZ = 1e6;

// Judged by the definition, so short; few of real devices, which compile for each.
const int LENGTHS[] = { 8, 16, 24 };
const int LENGTHS_OF_REAL_DEVICES[] = { 16, 64 };

const char* name_of(average how)
{
    switch (how) {
    case average::mean:
        return "mean";
    case average::exponential:
        return "exponential";
    case average::highest:
        return "max";
    case average::lowest:
        break;
    }
    return "min";
}

judged_spectra any_spectra(dice& random, bool is_fake)
{
    judged_spectra made;
    made.length = is_fake ? random.pick(LENGTHS) : random.pick(LENGTHS_OF_REAL_DEVICES);
    made.hop = random.pick({ made.length, made.length / 2 });
    if (is_fake && random.below(2))
        made.hop = random.pick({ made.length - 3, made.length + 5 });
    made.how = random.pick(
        { average::mean, average::exponential, average::highest, average::lowest });
    made.frames = random.pick({ 1, 1, 4, 5 });
    made.keep = made.how == average::exponential ? 0.75 : 1;
    return made;
}

class spectrum_round : public soak_round
{
public:
    explicit spectrum_round(const round_context& with)
        : soak_round(with),
          d_request(any_spectra(random(), is_fake())),
          d_judge(d_request),
          d_block(make_block())
    {
        with.did = fmt::format("{} spectrum_c {} hop {} {} of {}:",
                               device(),
                               d_request.length,
                               d_request.hop,
                               name_of(d_request.how),
                               d_request.frames);
        auto source = std::make_shared<paced_source>(
            sizeof(complex32),
            [](auto number, void* item) {
                *static_cast<complex32*>(item) = spectrum_judge::sample(number);
            },
            random().any());
        const auto item_bytes =
            static_cast<std::size_t>(d_request.length) * sizeof(float);
        auto sink = std::make_shared<stalling_sink>(item_bytes, [this](const void* item) {
            return d_judge.judge(static_cast<const float*>(item));
        });
        // What a restart drops is looked for place by place.
        d_block->set_max_output_buffer(1024);
        wire(d_block, std::move(source), std::move(sink), LARGE_CALL);
    }

private:
    gr::gpufft::spectrum_c::sptr make_block() const
    {
        const double frame_rate_hz = SAMP_RATE_HZ / static_cast<double>(d_request.hop);
        const double seconds =
            d_request.keep < 1 ? -1 / (std::log(d_request.keep) * frame_rate_hz) : 0;
        return gr::gpufft::spectrum_c::make(static_cast<int>(d_request.length),
                                            static_cast<int>(d_request.hop),
                                            d_judge.window(0),
                                            SAMP_RATE_HZ,
                                            name_of(d_request.how),
                                            static_cast<int>(d_request.frames),
                                            seconds,
                                            "power",
                                            false,
                                            0,
                                            0,
                                            50,
                                            device());
    }

    void change_setting() override
    {
        const int number = random().below(10);
        if (number == 0)
            d_block->set_max_latency_ms(random().pick({ 0.0, 0.1, 5.0, 50.0 }));
        else if (number < 3)
            reset();
        else
            change_window();
    }
    void change_finally() override { change_window(); }

    void change_window()
    {
        if (!d_judge.is_settled())
            return;
        const int which =
            (d_judge.last_window() + 1 + random().below(spectrum_judge::WINDOWS - 1)) %
            spectrum_judge::WINDOWS;
        const auto& taps = d_judge.window(which);
        d_judge.window_is_about_to_change(which);
        if (random().below(3) == 0) {
            note(fmt::format("message window {}", which));
            command("window", pmt::init_f32vector(taps.size(), taps));
            return;
        }
        note(fmt::format("window {}", which));
        try {
            d_block->set_window(taps);
        } catch (...) {
            d_judge.window_was_refused();
            throw;
        }
    }

    // Frames are lost with the average under way.
    void reset()
    {
        if (!d_judge.is_settled())
            return;
        note("reset");
        const auto buffers = items_in_buffers();
        const auto per_output =
            static_cast<std::uint64_t>(d_request.frames * d_request.hop);
        d_judge.samples_may_be_missing(per_output,
                                       buffers.outputs + buffers.inputs / per_output + 2);
        d_block->reset();
    }

    // An average goes on after a lock, which drops samples in its middle: then just
    // averages of one frame can be judged. After a restart it begins anew.
    bool may_lock() const override
    {
        return d_judge.is_settled() && d_request.frames == 1 &&
               d_request.how != average::exponential;
    }
    bool may_restart() const override { return d_judge.is_settled(); }

    void is_about_to_lock(const in_buffers& dropped) override
    {
        const auto per_output =
            static_cast<std::uint64_t>(d_request.frames * d_request.hop);
        d_judge.samples_may_be_missing(dropped.inputs +
                                           (dropped.outputs + 2) * per_output +
                                           static_cast<std::uint64_t>(d_request.length),
                                       dropped.outputs + dropped.inputs / per_output + 2);
    }
    void is_about_to_restart(const in_buffers& dropped) override
    {
        is_about_to_lock(dropped);
    }

    std::uint64_t enough_items() const override
    {
        return static_cast<std::uint64_t>(1000 * d_request.frames * d_request.hop);
    }

    std::string verdict() const override
    {
        const auto sent = static_cast<std::int64_t>(source().items());
        const auto next = static_cast<std::int64_t>(d_judge.next_sample());
        const auto frames = sent < next + d_request.length
                                ? 0
                                : (sent - next - d_request.length) / d_request.hop + 1;
        if (frames >= d_request.frames)
            return fmt::format("{} samples were sent, and the last average to come out "
                               "ends before {}: {} frames are missing",
                               sent,
                               next,
                               frames);
        if (!d_judge.is_settled() && !d_judge.may_be_missing_samples())
            return "the last window was never used";
        return "";
    }

    const judged_spectra d_request;
    spectrum_judge d_judge;
    gr::gpufft::spectrum_c::sptr d_block;
};

} // namespace

std::unique_ptr<soak_round> make_spectrum_round(const round_context& with)
{
    return std::make_unique<spectrum_round>(with);
}

} // namespace gpufft::testing
