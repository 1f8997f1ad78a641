/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/transforms/block_request.h"
#include "soak/fft_judge.h"
#include "soak/soak_round.h"
#include <gnuradio/gpufft/fft_vcc.h>
#include <fmt/format.h>

namespace gpufft::testing {

namespace {

constexpr int LARGE_CALL = 1 << 22; // samples

// Fake devices do the definition's arithmetic; real ones do as much as they like.
const int LENGTHS[] = { 16, 24, 64 };
const int LENGTHS_OF_REAL_DEVICES[] = { 16, 64, 1000, 1024, 4096 };

class fft_round : public soak_round
{
public:
    explicit fft_round(const round_context& with)
        : soak_round(with),
          d_by_message(random().below(3) == 0),
          d_shift(random().below(2)),
          d_length(is_fake() ? random().pick(LENGTHS)
                             : random().pick(LENGTHS_OF_REAL_DEVICES)),
          d_judge(
              gr::gpufft::check_fft_request(d_length, true, {}, d_shift, false, device())
                  .asked),
          d_block(gr::gpufft::fft_vcc::make(d_length, true, {}, d_shift, 0, device()))
    {
        with.did =
            fmt::format("{} fft_vcc {}{}:", device(), d_length, d_shift ? " shift" : "");
        const auto bytes = d_judge.length() * sizeof(complex32);
        auto source = std::make_shared<paced_source>(
            bytes,
            [this](auto number, void* item) {
                d_judge.make_item(number, static_cast<complex32*>(item));
            },
            random().any());
        auto sink = std::make_shared<stalling_sink>(bytes, [this](const void* item) {
            return d_judge.judge(static_cast<const complex32*>(item));
        });
        wire(d_block, std::move(source), std::move(sink), LARGE_CALL / d_length);
    }

private:
    void change_setting() override
    {
        const int which = random().below(fft_judge::WINDOWS);
        const auto& taps = d_judge.window(which);
        d_judge.window_is_about_to_change(which);
        if (d_by_message) {
            note(fmt::format("message {}", which));
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

    // A failing device refuses a window, and messages do not tell.
    bool may_fail() const override { return !d_by_message; }

    void is_about_to_lock(const in_buffers& dropped) override
    {
        d_judge.items_may_be_missing(dropped.inputs + dropped.outputs);
    }
    void is_about_to_restart(const in_buffers& dropped) override
    {
        is_about_to_lock(dropped);
    }

    std::uint64_t enough_items() const override { return 1000; }

    std::string verdict() const override
    {
        const auto sent = source().items();
        if (d_judge.next_number() != sent)
            return fmt::format("{} items were sent, and the last to come out is {}",
                               sent,
                               static_cast<std::int64_t>(d_judge.next_number()) - 1);
        if (sink().items() + d_judge.missing() != sent)
            return fmt::format("{} items were sent, {} came out and {} were in buffers",
                               sent,
                               sink().items(),
                               d_judge.missing());
        return d_judge.uses_last_window() ? "" : "the last window was never used";
    }

    const bool d_by_message; //!< windows: messages and calls do not keep one order
    const bool d_shift;
    const int d_length;
    fft_judge d_judge;
    gr::gpufft::fft_vcc::sptr d_block;
};

} // namespace

std::unique_ptr<soak_round> make_fft_round(const round_context& with)
{
    return std::make_unique<fft_round>(with);
}

} // namespace gpufft::testing
