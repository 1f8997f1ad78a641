/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/receivers/receiver_stream.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include "exec/memory/page_memory.h"
#include <gpufft/error.h>
#include <algorithm>
#include <cstring>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

using ::gpufft::receiver_sample;

// Samples that are gathered where blocks are short: more at once are fewer launches.
constexpr std::size_t GATHERED = std::size_t(1) << 19;
constexpr std::size_t MOST_BLOCKS = 64;

class bank_user : public plan_user
{
public:
    explicit bank_user(std::shared_ptr<::gpufft::channel_bank> with)
        : d_with(std::move(with))
    {
    }
    ::gpufft::transform request() const override { return d_with->forward().request(); }
    std::shared_ptr<::gpufft::device> on() const override
    {
        return d_with->forward().on();
    }
    bool has_kernels() const override { return d_with->forward().has_kernels(); }
    bool plan_switch() override { return d_with->forward().plan_switch(); }

private:
    const std::shared_ptr<::gpufft::channel_bank> d_with;
};

std::size_t blocks_gathered(const ::gpufft::receiver_shape& s)
{
    return std::clamp<std::size_t>(
        GATHERED / static_cast<std::size_t>(s.hop()), 1, MOST_BLOCKS);
}

} // namespace

receiver_stream::receiver_stream(const ::gpufft::receiver_shape& shape,
                                 const std::string& device,
                                 const gr::logger_ptr& logger)
    : d_shape(shape),
      d_most_blocks(blocks_gathered(shape)),
      d_logger(logger),
      d_effort(block_defaults::now().how),
      d_devices(logger)
{
    d_memory = ::gpufft::page_memory(memory_bytes());
    d_devices.open(device, [this](const auto& name) { make_bank(name); });
    say_what_was_made();
}

std::size_t receiver_stream::memory_bytes() const
{
    return (static_cast<std::size_t>(d_shape.repeated) +
            d_most_blocks * static_cast<std::size_t>(d_shape.hop())) *
           sizeof(receiver_sample);
}

receiver_stream::bank_ptr receiver_stream::bank() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_bank;
}

void receiver_stream::say_what_was_made()
{
    const auto current = bank();
    d_logger->info("{}", made_text(current->forward()));
    if (!current->forward().has_kernels())
        d_logger->info("{}",
                       by_host_text(current->forward(), current->forward().request()));
}

void receiver_stream::make_bank(const std::string& device)
{
    auto next = std::make_shared<::gpufft::channel_bank>(
        d_shape, device, d_effort, ::gpufft::default_startup());
    next->reads_from(d_memory, memory_bytes());
    if (d_running)
        d_running->goes_on_with(std::make_shared<bank_user>(next));
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_bank.swap(next);
}

void receiver_stream::prepare(std::int64_t points)
{
    try {
        bank()->prepare(points);
    } catch (const std::exception& e) {
        d_logger->warn("kernels for {} points: {}", points, e.what());
    }
}

void receiver_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { make_bank(name); };
    if (d_devices.follow_defaults(&d_effort, make))
        say_what_was_made();
}

//! Rings before a receiver on a GPU hold so many blocks, with the samples before each:
//! its writer has room for one while it reads the other.
constexpr std::size_t BLOCKS_OF_A_RING = 2;

std::size_t receiver_stream::samples_of_ring() const
{
    const auto length = static_cast<std::size_t>(d_shape.length());
    const auto bytes = BLOCKS_OF_A_RING * length * sizeof(receiver_sample);
    if (!bank()->device_gathers() || bytes > ring_byte_limit(bytes))
        return 0;
    return BLOCKS_OF_A_RING * length;
}

std::shared_ptr<::gpufft::device> receiver_stream::chain_device(gr::buffer& in) const
{
    const auto current = bank();
    const auto wanted = BLOCKS_OF_A_RING * static_cast<std::size_t>(d_shape.length());
    const bool may_read = current->device_gathers() && current->forward().has_kernels() &&
                          static_cast<std::size_t>(in.bufsize()) >= wanted;
    return may_read ? current->forward().on() : nullptr;
}

std::string receiver_stream::buffers() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_buffers;
}

void receiver_stream::say_buffers()
{
    std::string text;
    if (d_reads_mirror)
        text = "input " + d_in.lock(bank()->forward().locked());
    if (std::any_of(d_out.begin(), d_out.end(), [](const auto& each) {
            return each.writes_mirror();
        }))
        text += std::string(text.empty() ? "" : ", ") +
                "output dealt by the host and resident";
    if (!text.empty())
        d_logger->info("buffers: {}", text);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_buffers = text;
}

void receiver_stream::start(gr::buffer_reader& in,
                            const std::vector<gr::buffer*>& out,
                            gr::logger& debug_logger)
{
    const auto on = chain_device(*in.buffer());
    d_in.start(in, on, debug_logger);
    d_reads_mirror = d_in.reads_mirror();
    d_out.resize(out.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        d_out[i].start(*out[i], on, debug_logger);
    d_is_lost = false;
    d_to_consume = 0;
    say_buffers();
    std::memset(d_memory.get(),
                0,
                static_cast<std::size_t>(d_shape.repeated) * sizeof(receiver_sample));
    d_filled = 0;
    d_done = 0;
    d_courses.clear();
    d_running.emplace(std::make_shared<bank_user>(bank()));
    tell("started");
}

void receiver_stream::stop()
{
    if (d_reads_mirror)
        bank()->forward().locked().let_go(d_in.ring()->base());
    d_in.stop();
    for (auto& each : d_out)
        each.stop();
    d_running.reset();
}

// Blocks begin with as many samples as are repeated; of the first one they are 0.
std::size_t receiver_stream::kept_before() const
{
    return static_cast<std::size_t>(
        std::min(d_done, static_cast<std::uint64_t>(d_shape.repeated)));
}

std::size_t receiver_stream::samples_needed() const
{
    return d_reads_mirror ? kept_before() + static_cast<std::size_t>(d_shape.hop()) : 1;
}

//! From now on samples come from the host: what was looked at is copied from the ring.
//! \return false  it is lost, which the block before has logged
bool receiver_stream::go_to_host()
{
    if (!d_in.go_to_host())
        return false;
    if (!std::exchange(d_reads_mirror, false))
        return true;
    bank()->forward().locked().let_go(d_in.ring()->base());
    const auto kept = kept_before();
    auto* to = reinterpret_cast<receiver_sample*>(d_memory.get()) + d_shape.repeated;
    const auto* from =
        reinterpret_cast<const receiver_sample*>(d_in.on_host(d_done - kept));
    std::copy(from, from + kept + d_filled, to - kept);
    d_to_consume += kept + d_filled;
    say_buffers();
    return true;
}

std::size_t receiver_stream::take(const receiver_sample* in, std::size_t count)
{
    std::size_t consumed = 0;
    if (d_reads_mirror && !d_in.reads_mirror()) { // its writer has left it
        d_filled = 0;
        d_is_lost = !go_to_host();
        if (d_is_lost)
            return 0;
        consumed = take_consumed();
    }
    if (d_reads_mirror) {
        const auto hop = static_cast<std::size_t>(d_shape.hop());
        const auto fresh = count - std::min(count, kept_before());
        d_filled = std::min(fresh / hop, d_most_blocks) * hop;
        d_shown = in;
        return 0;
    }
    const auto room = d_most_blocks * static_cast<std::size_t>(d_shape.hop()) - d_filled;
    const auto taken = std::min(count - consumed, room);
    auto* to = reinterpret_cast<receiver_sample*>(d_memory.get()) + d_shape.repeated;
    std::copy(in + consumed, in + consumed + taken, to + d_filled);
    d_filled += taken;
    return consumed + taken;
}

//! Has d_outputs lie ready for \p blocks blocks of the channels of now.
void receiver_stream::begin_outputs(const channel_table::channels& wanted,
                                    std::size_t blocks)
{
    const double time = static_cast<double>(d_done) - d_shape.delay();
    std::map<std::uint64_t, course> courses;
    d_outputs.resize(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& w = wanted[i];
        auto& out = d_outputs[i];
        const auto before = d_courses.find(w.id);
        out.is_new = before == d_courses.end();
        auto& now = courses[w.id];
        if (out.is_new)
            now = { w.tuned->turns_at(time), 0, w.freq, w.stream };
        else
            now = before->second;
        out.is_moved = now.freq != w.freq || now.stream != w.stream;
        now.freq = w.freq;
        now.stream = w.stream;
        out.channel = w;
        out.before = now.outputs;
        out.first_sample = time;
        out.samples.resize(blocks * static_cast<std::size_t>(w.tuned->outputs()));
    }
    d_courses.swap(courses);
}

//! Finds where mirrors of streams have room for outputs: in the order of channels.
void receiver_stream::place_outputs(const std::vector<std::size_t>& room)
{
    std::vector<std::size_t> ahead(d_out.size(), 0);
    for (auto& out : d_outputs) {
        out.there = {};
        const auto stream = static_cast<std::size_t>(out.channel.stream);
        if (out.channel.stream < 0 || stream >= d_out.size())
            continue;
        const auto count = out.samples.size();
        out.there = d_out[stream].next_place(ahead[stream], count, room[stream]);
        ahead[stream] += count;
    }
}

//! What was queued may have failed: readers find in the ring of the host what the next
//! try makes.
void receiver_stream::leave_mirrors()
{
    for (auto& each : d_out)
        each.go_to_host();
    for (auto& each : d_outputs)
        each.there = {};
    say_buffers();
}

//! The blocks are done: oscillators go on, and the last samples become the past.
void receiver_stream::end_outputs(std::size_t blocks)
{
    for (const auto& out : d_outputs) {
        const auto stream = static_cast<std::size_t>(out.channel.stream);
        if (out.channel.stream >= 0 && stream < d_out.size())
            d_out[stream].has_made(out.samples.size());
        auto& course = d_courses[out.channel.id];
        const double turns =
            course.turns + static_cast<double>(blocks) * out.channel.tuned->advance();
        course.turns = turns - std::floor(turns);
        course.outputs += out.samples.size();
    }
    const auto samples = blocks * static_cast<std::size_t>(d_shape.hop());
    if (d_reads_mirror) {
        const auto before = d_done - kept_before();
        d_filled = 0;
        d_done += samples;
        d_to_consume += static_cast<std::size_t>(d_done - kept_before() - before);
        d_meter.add(samples);
        return;
    }
    auto* begin = reinterpret_cast<receiver_sample*>(d_memory.get());
    std::copy(begin + samples,
              begin + samples + d_shape.repeated + (d_filled - samples),
              begin);
    d_filled -= samples;
    d_done += samples;
    d_meter.add(samples);
}

//! The samples of the blocks that are there, and those before them.
::gpufft::receiver_input receiver_stream::input()
{
    const auto* memory = reinterpret_cast<const receiver_sample*>(d_memory.get());
    if (!d_reads_mirror)
        return memory;
    const auto kept = kept_before();
    const auto place = d_in.place_of(d_done - kept, kept + d_filled, d_shown);
    if (!place.of) { // its writer has left it just now
        if (!go_to_host())
            throw ::gpufft::device_error("items before these are lost");
        return memory;
    }
    // None was copied to the begin of the memory, where start() has put zeros.
    return { place, memory, static_cast<std::size_t>(d_shape.repeated) - kept };
}

void receiver_stream::run(std::size_t blocks)
{
    std::vector<::gpufft::channel_call> calls;
    for (auto& out : d_outputs)
        calls.push_back({ out.channel.tuned,
                          d_courses[out.channel.id].turns,
                          out.samples.data(),
                          out.there });
    bank()->run(input(), blocks, calls);
}

const std::vector<channel_outputs>*
receiver_stream::work(const channel_table::channels& wanted,
                      const std::vector<std::size_t>& room)
{
    const auto blocks = d_filled / static_cast<std::size_t>(d_shape.hop());
    begin_outputs(wanted, blocks);
    place_outputs(room);
    for (;;) {
        try {
            run(blocks);
            d_devices.has_worked();
            end_outputs(blocks);
            return &d_outputs;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            leave_mirrors();
            if (!go_to_host())
                return nullptr;
            const bool again =
                d_devices.try_again(reason, [this] { bank()->renew_slots(); });
            if (!again && !go_on(reason))
                return nullptr;
        }
    }
}

// The samples are still there, on the host.
bool receiver_stream::go_on(const std::string& reason)
{
    const bool has_next =
        d_devices.go_on(reason, [this](const auto& name) { make_bank(name); });
    if (has_next)
        say_what_was_made();
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

void receiver_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr
