/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/executor/build_with_fallback.h"
#include "exec/frames/spectra/spectrum_executor.h"
#include "exec/frames/spectra/spectrum_kernels.h"
#include "exec/frames/spectra/spectrum_self_test.h"
#include "exec/frames/spectra/spectrum_size.h"
#include "exec/frames/spectra/spectrum_slot.h"
#include "exec/memory/renewed.h"
#include "plan/text/plan_summary.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

namespace gpufft {

struct spectrum_executor::parts {
    spectrum_request request;
    effort by = effort::estimate;
    std::shared_ptr<device> on;
    std::size_t max_frames = 1;
    std::shared_ptr<const frame_front> front; // the first that was built
    std::unique_ptr<locked_memory> locked;    // before the slots, which look at it

    // One more than there are slots, so that no submission in flight writes what another
    // one reads. Before the slots, which use them until they have waited.
    std::vector<std::shared_ptr<buffer>> states;
    std::vector<std::shared_ptr<host_buffer>> host_states; // as many as states
    std::vector<std::unique_ptr<spectrum_slot>> slots; // nullptr: could not be renewed
    std::deque<spectrum_slot*> in_flight;              // oldest first
    std::uint64_t submitted = 0, waited_for = 0;

    // The average after the last submission that was made.
    std::uint64_t frames = 0;
    std::optional<average> kind; // none: that of whatever comes next
    std::shared_ptr<event> combined;
    std::shared_ptr<const std::vector<float>> from_host; // where the device has it not

    // The average after the last submission that was waited for. It stays where it is
    // until somebody asks for it: one of a million bins takes longer to copy than to
    // compute.
    std::uint64_t finished_frames = 0;
    const float* finished = nullptr;
    std::shared_ptr<const std::vector<float>> finished_from_host; // holds it, or nothing

    std::mutex build_mutex; // one build at a time
    std::mutex mutex;       // guards what follows
    std::map<average, spectrum_kernels> kernels;
    std::shared_ptr<buffer> window;

    spectrum_kernels* find(average how)
    {
        const std::lock_guard<std::mutex> guard(mutex);
        const auto found = kernels.find(how);
        return found == kernels.end() ? nullptr : &found->second;
    }

    //! Submissions go on meanwhile: building takes a while.
    void prepare(average how)
    {
        if (find(how))
            return;
        const std::lock_guard<std::mutex> one_build(build_mutex);
        if (find(how))
            return; // another thread was faster
        // Means differ from exponential averages in how runs are combined alone.
        std::shared_ptr<frame_front> front;
        for (const auto other : { average::mean, average::exponential }) {
            const auto* known = find(other);
            if (known && accumulation_of(how) == accumulation::sum)
                front = known->front;
        }
        const auto result =
            build_with_fallback(on, [&](const std::shared_ptr<device>& in_form) {
                // Wisdom may name a plan in the SIMD form, which a fallback has left.
                const bool is_default = in_form == on;
                return build_spectrum_kernels(
                    request,
                    how,
                    in_form,
                    is_default ? front : nullptr,
                    is_default ? by : effort::estimate,
                    [how](const spectrum_kernels& built) { self_test(built, how); });
            });
        const std::lock_guard<std::mutex> guard(mutex);
        kernels.emplace(how, result);
    }

    void set_window(const std::vector<double>& taps)
    {
        check_window_of_frames(taps, request.length);
        auto changed = upload_taps(*on, taps, precision::float32);
        const std::lock_guard<std::mutex> guard(mutex);
        window = std::move(changed);
    }

    void make_memory(const frame_front& front, int depth)
    {
        max_frames = spectrum_frames(front);
        locked = std::make_unique<locked_memory>(on);
        const auto count = spectra_in_flight(front, max_frames, depth);
        for (std::size_t i = 0; i < count; ++i)
            slots.push_back(make_slot());
        for (std::size_t i = 0; i < count + 1; ++i) {
            states.push_back(on->make_buffer(front.partial_bytes(1)));
            host_states.push_back(on->make_host_buffer(front.partial_bytes(1)));
        }
    }

    std::unique_ptr<spectrum_slot> make_slot() const
    {
        return std::make_unique<spectrum_slot>(on, *locked);
    }

    spectrum_slot& next_slot()
    {
        return present(slots[submitted % slots.size()], [this] { return make_slot(); });
    }

    void check(const spectrum_batch& b, std::size_t bins) const
    {
        const auto refuse = [](const std::string& why) {
            throw std::logic_error("submit() of spectra: " + why);
        };
        if (in_flight.size() >= slots.size())
            refuse("every slot is in flight, wait_oldest() first");
        if (b.frames < 1 || b.frames > max_frames)
            refuse(fmt::format("{} frames, 1 .. {} fit", b.frames, max_frames));
        if (!std::is_sorted(b.ends.begin(), b.ends.end()) ||
            (!b.ends.empty() && (b.ends.front() < 1 || b.ends.back() > b.frames)))
            refuse(fmt::format("ends ascend from 1 to {}, the frames", b.frames));
        if (b.how == average::mean && b.counts.size() != b.ends.size())
            refuse(fmt::format(
                "{} counts of frames for {} averages", b.counts.size(), b.ends.size()));
        if (b.output.bins < 0 || static_cast<std::size_t>(b.output.bins) > bins)
            refuse(fmt::format("{} bins of {}", b.output.bins, bins));
        if (b.output.centered && is_real(request.samples))
            refuse("spectra of real samples have no middle");
    }

    state_passage passage(const spectrum_batch& b) const
    {
        state_passage s;
        s.in = states[(submitted + states.size() - 1) % states.size()].get();
        s.out = states[submitted % states.size()].get();
        s.out_on_host = host_states[submitted % states.size()]->data();
        if (b.is_fresh || !frames || (kind && *kind != b.how))
            return s;
        s.frames = frames;
        s.before = combined;
        s.from_host = from_host;
        return s;
    }

    average_state state() const
    {
        average_state s;
        s.frames = finished_frames;
        if (finished_frames)
            s.powers.assign(finished, finished + states[0]->bytes() / sizeof(float));
        return s;
    }

    //! The next submission goes on from what is on the host.
    void go_on_from(const average_state& s)
    {
        from_host = std::make_shared<std::vector<float>>(s.powers);
        frames = s.powers.empty() ? 0 : s.frames;
        kind.reset();
        combined.reset();
        finished_frames = frames;
        finished = from_host->data();
        finished_from_host = from_host;
    }

    void has_finished(const spectrum_slot& slot)
    {
        finished_frames = slot.frames_left();
        finished =
            static_cast<const float*>(host_states[waited_for % states.size()]->data());
        finished_from_host.reset();
        ++waited_for;
    }

    void abandon_all() noexcept
    {
        for (auto* s : in_flight)
            s->abandon();
        in_flight.clear();
        waited_for = submitted;
    }
};

spectrum_executor::spectrum_executor(const spectrum_request& request,
                                     const window_taps& window,
                                     average how,
                                     const std::string& device,
                                     int depth,
                                     effort by)
    : d_parts(std::make_unique<parts>())
{
    auto& p = *d_parts;
    p.request = request;
    p.by = by;
    p.on = open_device(device);
    p.prepare(how);
    p.set_window(window.values);
    p.front = p.find(how)->front;
    p.make_memory(*p.front, depth);
}

spectrum_executor::~spectrum_executor()
{
    if (d_parts)
        d_parts->abandon_all();
}

void spectrum_executor::prepare(average how) { d_parts->prepare(how); }

void spectrum_executor::set_window(const window_taps& taps)
{
    d_parts->set_window(taps.values);
}

std::size_t spectrum_executor::max_frames() const { return d_parts->max_frames; }
std::size_t spectrum_executor::depth() const { return d_parts->slots.size(); }
std::size_t spectrum_executor::in_flight() const { return d_parts->in_flight.size(); }
locked_memory& spectrum_executor::locked() { return *d_parts->locked; }

void spectrum_executor::submit(const spectrum_batch& batch)
{
    auto& p = *d_parts;
    p.prepare(batch.how);
    const auto& kernels = *p.find(batch.how);
    p.check(batch, static_cast<std::size_t>(kernels.request().bins()));
    std::shared_ptr<buffer> window;
    {
        const std::lock_guard<std::mutex> guard(p.mutex);
        window = p.window;
    }
    auto& slot = p.next_slot();
    try {
        slot.start(kernels,
                   window,
                   batch,
                   p.passage(batch),
                   frames_of_run(*kernels.front, batch.frames));
    } catch (...) {
        slot.abandon(); // what was queued may still use the caller's memory
        throw;
    }
    p.in_flight.push_back(&slot);
    ++p.submitted;
    p.frames = slot.frames_left();
    p.kind = batch.how;
    p.combined = slot.combined();
    p.from_host.reset();
}

spectrum_executor::finished spectrum_executor::wait_oldest()
{
    auto& p = *d_parts;
    if (p.in_flight.empty())
        return {};
    auto& slot = *p.in_flight.front();
    p.in_flight.pop_front();
    try {
        const auto done = slot.finish();
        p.has_finished(slot);
        return done;
    } catch (...) {
        // Submissions behind the failed one go on from its average, which is not there.
        p.abandon_all();
        p.go_on_from(p.state());
        throw;
    }
}

void spectrum_executor::renew_slots()
{
    if (in_flight())
        throw std::logic_error("renew_slots() while submissions are in flight");
    d_parts->frames = 0;
    d_parts->combined.reset(); // of a queue that goes
    renew(d_parts->slots, [this] { return d_parts->make_slot(); });
}

average_state spectrum_executor::state() const { return d_parts->state(); }

void spectrum_executor::set_state(const average_state& s)
{
    if (in_flight())
        throw std::logic_error("set_state() while submissions are in flight");
    d_parts->go_on_from(s);
}

std::string spectrum_executor::device_name() const
{
    return label_of(d_parts->on->info());
}

std::string spectrum_executor::plan_line() const
{
    return to_string(d_parts->front->made_plan());
}

std::string spectrum_executor::plan_origin() const
{
    return d_parts->front->plan_origin();
}

transform spectrum_executor::front() const
{
    return d_parts->front->made_plan().front.request;
}

std::shared_ptr<device> spectrum_executor::on() const { return d_parts->on; }

bool spectrum_executor::is_outdated() const { return d_parts->front->is_outdated(); }

} // namespace gpufft
