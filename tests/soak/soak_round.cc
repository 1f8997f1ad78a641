/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "soak/soak_round.h"
#include "soak/watchdog.h"
#include <gnuradio/block_detail.h>
#include <gnuradio/buffer.h>
#include <gnuradio/buffer_reader.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <thread>

namespace gpufft::testing {

using clock_type = std::chrono::steady_clock;

soak_round::soak_round(const round_context& with)
    : d_with(with),
      d_device(with.random.pick(with.on.names)),
      d_graph(gr::make_top_block("soak"))
{
}

void soak_round::wire(gr::gpufft::device_block::sptr block,
                      std::shared_ptr<paced_source> source,
                      std::shared_ptr<stalling_sink> sink,
                      int large_call)
{
    d_block = std::move(block);
    d_source = std::move(source);
    d_sink = std::move(sink);
    // Fake devices are too slow for so much.
    if (!is_fake() && random().below(3) == 0) {
        d_source->set_min_output_buffer(2 * large_call);
        d_source->set_pace(pace::all);
        note("large buffer");
    }
    d_graph->connect(d_source, 0, d_block, 0);
    d_graph->connect(d_block, 0, d_sink, 0);
}

std::string soak_round::run()
{
    const watchdog dog(d_with.did, std::chrono::seconds(900));
    const int any = 100000000; // what GNU Radio has for it
    const int most_items = random().pick({ 1, 7, 1000, any, any, any });
    note(fmt::format("max {}", most_items));
    d_graph->start(most_items);
    const auto end =
        clock_type::now() + std::chrono::milliseconds(300 + random().below(900));
    while (clock_type::now() < end && !d_sink->has_fault()) {
        std::this_thread::sleep_for(std::chrono::microseconds(random().below(20000)));
        do_something();
    }
    end_well();
    if (d_sink->has_fault())
        return d_sink->fault();
    if (d_block->dropped() != 0)
        return fmt::format("dropped {}", d_block->dropped());
    return verdict();
}

template <typename Change>
void soak_round::attempt(Change change)
{
    try {
        change();
    } catch (const device_error&) {
        note("(refused)");
    } catch (const build_error&) {
        note("(not built)");
    }
}

void soak_round::do_something()
{
    const int number = random().below(100);
    if (number < 35)
        attempt([this] { change_setting(); });
    else if (number < 55)
        d_source->set_pace(random().pick({ pace::one, pace::some, pace::all }));
    else if (number < 70)
        stall();
    else if (number < 88)
        inject_fault();
    else if (number < 95)
        lock();
    else if (number < 98)
        restart();
    else
        ask();
}

void soak_round::command(const std::string& name, const pmt::pmt_t& value)
{
    d_block->_post(pmt::mp("command"), pmt::cons(pmt::mp(name), value));
}

void soak_round::stall()
{
    note("stall");
    d_sink->stall(true);
    std::this_thread::sleep_for(std::chrono::milliseconds(random().below(60)));
    d_sink->stall(false);
}

void soak_round::inject_fault()
{
    if (d_faults == soak_devices::MOST_FAULTS || !may_fail())
        return;
    ++d_faults;
    const auto call = random().pick(calls_that_fail());
    const int nth = 1 + random().below(20);
    note(fmt::format("fail {} {}", nth, call));
    d_with.on.fakes->calls.fail(call, nth);
}

soak_round::in_buffers soak_round::items_in_buffers() const
{
    const auto detail = d_block->detail();
    return { static_cast<std::uint64_t>(detail->input(0)->buffer()->bufsize()),
             static_cast<std::uint64_t>(detail->output(0)->bufsize()) };
}

void soak_round::lock()
{
    if (!may_lock())
        return;
    note("lock");
    is_about_to_lock(items_in_buffers());
    d_graph->lock();
    d_graph->unlock();
}

void soak_round::restart()
{
    if (!may_restart())
        return;
    note("restart");
    is_about_to_restart(items_in_buffers());
    d_graph->stop();
    d_graph->wait();
    d_graph->start();
}

void soak_round::ask()
{
    note("ask");
    d_asked += static_cast<std::uint64_t>(d_block->queue_depth()) +
               d_block->plan_line().size() + d_block->device_name().size();
}

//! All that is left comes out, and the last of it with the setting made last.
void soak_round::end_well()
{
    d_with.on.fakes->calls.clear();
    attempt([this] { change_finally(); });
    d_source->set_pace(pace::all);
    d_source->end_after(d_source->items() + items_in_buffers().inputs + enough_items());
    d_graph->wait();
}

} // namespace gpufft::testing
