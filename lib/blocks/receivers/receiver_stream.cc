/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/receivers/receiver_stream.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "exec/memory/page_memory.h"
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

void receiver_stream::start()
{
    std::memset(d_memory.get(),
                0,
                static_cast<std::size_t>(d_shape.repeated) * sizeof(receiver_sample));
    d_filled = 0;
    d_done = 0;
    d_courses.clear();
    d_running.emplace(std::make_shared<bank_user>(bank()));
    tell("started");
}

std::size_t receiver_stream::take(const receiver_sample* in, std::size_t count)
{
    const auto room = d_most_blocks * static_cast<std::size_t>(d_shape.hop()) - d_filled;
    const auto taken = std::min(count, room);
    auto* to = reinterpret_cast<receiver_sample*>(d_memory.get()) + d_shape.repeated;
    std::copy(in, in + taken, to + d_filled);
    d_filled += taken;
    return taken;
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

//! The blocks are done: oscillators go on, and the last samples become the past.
void receiver_stream::end_outputs(std::size_t blocks)
{
    for (const auto& out : d_outputs) {
        auto& course = d_courses[out.channel.id];
        const double turns =
            course.turns + static_cast<double>(blocks) * out.channel.tuned->advance();
        course.turns = turns - std::floor(turns);
        course.outputs += out.samples.size();
    }
    const auto samples = blocks * static_cast<std::size_t>(d_shape.hop());
    auto* begin = reinterpret_cast<receiver_sample*>(d_memory.get());
    std::copy(begin + samples,
              begin + samples + d_shape.repeated + (d_filled - samples),
              begin);
    d_filled -= samples;
    d_done += samples;
    d_meter.add(samples);
}

const std::vector<channel_outputs>*
receiver_stream::work(const channel_table::channels& wanted)
{
    const auto blocks = d_filled / static_cast<std::size_t>(d_shape.hop());
    begin_outputs(wanted, blocks);
    for (;;) {
        try {
            std::vector<::gpufft::channel_call> calls;
            for (auto& out : d_outputs)
                calls.push_back({ out.channel.tuned,
                                  d_courses[out.channel.id].turns,
                                  out.samples.data() });
            bank()->run(
                reinterpret_cast<const receiver_sample*>(d_memory.get()), blocks, calls);
            d_devices.has_worked();
            end_outputs(blocks);
            return &d_outputs;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            const bool again =
                d_devices.try_again(reason, [this] { bank()->renew_slots(); });
            if (!again && !go_on(reason))
                return nullptr;
        }
    }
}

// The samples are still there.
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
