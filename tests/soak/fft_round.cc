/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/block_request.h"
#include "soak/fft_judge.h"
#include "soak/fft_round.h"
#include "soak/paced_ends.h"
#include "soak/watchdog.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <gnuradio/gpufft/fft_vcc.h>
#include <gnuradio/top_block.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <thread>

namespace gpufft::testing {

namespace {

constexpr int LARGE_CALL = 1 << 22; // samples

// Fake devices do the definition's arithmetic; real ones do as much as they like.
const int LENGTHS[] = { 16, 24, 64 };
const int LENGTHS_OF_REAL_DEVICES[] = { 16, 64, 1000, 1024, 4096 };

class fft_round
{
public:
    fft_round(const soak_devices& on, dice& random, std::string& did)
        : d_on(on),
          d_dice(random),
          d_did(did),
          d_device(random.pick(on.names)),
          d_is_fake(d_device.find("fake") == 0),
          d_shift(random.below(2)),
          d_length(d_is_fake ? random.pick(LENGTHS)
                             : random.pick(LENGTHS_OF_REAL_DEVICES)),
          d_judge(
              gr::gpufft::plan_fft(d_length, true, {}, d_shift, false, d_device).what),
          d_block(gr::gpufft::fft_vcc::make(d_length, true, {}, d_shift, 1, d_device)),
          d_source(std::make_shared<paced_source>(
              item_bytes(),
              [this](auto number, void* item) {
                  d_judge.make_item(number, static_cast<complex32*>(item));
              },
              random.any())),
          d_sink(std::make_shared<stalling_sink>(
              item_bytes(),
              [this](const void* item) {
                  return d_judge.judge(static_cast<const complex32*>(item));
              })),
          d_graph(gr::make_top_block("fft_round"))
    {
        d_did =
            fmt::format("{} length {}{}:", d_device, d_length, d_shift ? " shift" : "");
    }

    std::string run()
    {
        const watchdog dog(d_did, std::chrono::seconds(120));
        connect();
        d_graph->start(max_items());
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::milliseconds(300 + d_dice.below(900));
        while (std::chrono::steady_clock::now() < end && !d_sink->has_fault()) {
            std::this_thread::sleep_for(std::chrono::microseconds(d_dice.below(20000)));
            do_something();
        }
        end_well();
        return verdict();
    }

private:
    std::size_t item_bytes() const
    {
        return static_cast<std::size_t>(d_length) * sizeof(complex32);
    }
    void note(const std::string& text) { d_did += " " + text; }

    void connect()
    {
        if (!d_is_fake && d_dice.below(3) == 0) {
            d_source->set_min_output_buffer(2 * LARGE_CALL / d_length);
            d_source->set_pace(pace::all);
            note("large buffer");
        }
        d_graph->connect(d_source, 0, d_block, 0);
        d_graph->connect(d_block, 0, d_sink, 0);
    }

    int max_items()
    {
        const int any = 100000000; // what GNU Radio has for it
        const int chosen = d_dice.pick({ 1, 7, 1000, any, any, any });
        note(fmt::format("max {}", chosen));
        return chosen;
    }

    void do_something()
    {
        const int dice = d_dice.below(100);
        if (dice < 35)
            change_window();
        else if (dice < 55)
            d_source->set_pace(d_dice.pick({ pace::one, pace::some, pace::all }));
        else if (dice < 70)
            stall();
        else if (dice < 88)
            inject_fault();
        else if (dice < 95)
            lock();
        else if (dice < 98)
            restart();
        else
            ask();
    }

    void change_window()
    {
        const int which = d_dice.below(fft_judge::WINDOWS);
        d_judge.window_is_about_to_change(which);
        try {
            d_block->set_window(d_judge.window(which));
            note(fmt::format("window {}", which));
        } catch (const device_error& e) {
            d_judge.window_was_refused();
            note(fmt::format("window {} refused", which));
        } catch (const build_error& e) {
            d_judge.window_was_refused();
            note(fmt::format("window {} not built", which));
        }
    }

    void stall()
    {
        note("stall");
        d_sink->stall(true);
        std::this_thread::sleep_for(std::chrono::milliseconds(d_dice.below(60)));
        d_sink->stall(false);
    }

    void inject_fault()
    {
        if (d_faults == soak_devices::MOST_FAULTS)
            return;
        ++d_faults;
        const auto call = d_dice.pick(calls_that_fail());
        const int nth = 1 + d_dice.below(20);
        note(fmt::format("fail {} {}", nth, call));
        d_on.fakes->calls.fail(call, nth);
    }

    std::uint64_t items_in_buffers() const
    {
        const auto detail = d_block->detail();
        return static_cast<std::uint64_t>(detail->input(0)->buffer()->bufsize() +
                                          detail->output(0)->bufsize());
    }

    void lock()
    {
        note("lock");
        d_judge.items_may_be_missing(items_in_buffers());
        d_graph->lock();
        d_graph->unlock();
    }

    void restart()
    {
        note("restart");
        d_judge.items_may_be_missing(items_in_buffers());
        d_graph->stop();
        d_graph->wait();
        d_graph->start();
    }

    void ask()
    {
        note("ask");
        d_asked += static_cast<std::uint64_t>(d_block->queue_depth()) +
                   d_block->plan_line().size() + d_block->device_name().size();
    }

    //! All that is left comes out, and the last of it with the window set last.
    void end_well()
    {
        d_on.fakes->calls.clear();
        change_window();
        d_source->set_pace(pace::all);
        d_source->end_after(d_source->items() + items_in_buffers() + 1000);
        d_graph->wait();
    }

    std::string verdict() const
    {
        if (d_sink->has_fault())
            return d_sink->fault();
        if (d_judge.next_number() != d_source->items())
            return fmt::format("{} items were sent, and the last to come out is {}",
                               d_source->items(),
                               static_cast<std::int64_t>(d_judge.next_number()) - 1);
        if (d_sink->items() + d_judge.missing() != d_source->items())
            return fmt::format("{} items were sent, {} came out and {} were in buffers",
                               d_source->items(),
                               d_sink->items(),
                               d_judge.missing());
        if (!d_judge.uses_last_window())
            return "the last window was never used";
        if (d_block->dropped() != 0)
            return fmt::format("dropped {}", d_block->dropped());
        return "";
    }

    const soak_devices& d_on;
    dice& d_dice;
    std::string& d_did;
    const std::string d_device;
    const bool d_is_fake;
    const bool d_shift;
    const int d_length;
    fft_judge d_judge;
    gr::gpufft::fft_vcc::sptr d_block;
    std::shared_ptr<paced_source> d_source;
    std::shared_ptr<stalling_sink> d_sink;
    gr::top_block_sptr d_graph;
    int d_faults = 0;
    std::uint64_t d_asked = 0; //!< so that nobody optimizes the asking away
};

} // namespace

std::string run_fft_round(const soak_devices& on, dice& random, std::string& did)
{
    return fft_round(on, random, did).run();
}

} // namespace gpufft::testing
