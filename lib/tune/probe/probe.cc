/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/median.h"
#include "codegen/probe/probe_kernel.h"
#include "codegen/probe/register_probe.h"
#include "exec/executor/device_key.h"
#include "exec/executor/executor.h"
#include "exec/memory/flight.h"
#include "tune/probe/cache_probe.h"
#include "tune/probe/probe.h"
#include "tune/probe/timed_findings.h"
#include "tune/timing/stopwatch.h"
#include <gpufft/error.h>
#include <algorithm>
#include <chrono>
#include <cstring>

namespace gpufft {

namespace {

using wall_clock = std::chrono::steady_clock;

constexpr double MOST_COPY_BYTES = 1 << 28; // of a GPU: beyond its caches
constexpr double CPU_COPY_BYTES = 1 << 25;
constexpr std::int64_t LINK_BYTES = 1 << 24;
constexpr std::int64_t SHARE_OF_COPY = 8;
constexpr std::size_t SAMPLES = 5;
constexpr double LONG_ENOUGH_S = 0.05; // of the samples of one number
constexpr int LAUNCHES = 50;
constexpr std::uint32_t READS = 8192;
// What is not there by then is left out: some less than 2 s, for what follows.
constexpr std::chrono::milliseconds MOST_TIME{ 1900 };
// What has not begun by then is not begun: little of it would be done in time.
constexpr double LAST_BEGIN_S = 1.5;
// The end of the process waits for a compiler, and PoCL's takes long over the rings:
// see measurements.md, "Compiling a probe".
constexpr double LAST_BEGIN_OF_REGISTERS_S = 1.0;

constexpr double SLOWER = 1.5;  // than neighbours: there are banks
constexpr double LONGEST = 0.9; // of the longest time is as long

// Most that a fast value takes, times the least: values that stay in registers take
// nearly the same, those beyond far more, see measurements.md,
// "Values beyond the registers".
constexpr double JUMP = 1.5;
const auto& GPU_VALUES = *new std::vector<int>{ 16, 32, 64, 96, 128, 192, 240, 320 };
const auto& CPU_VALUES = *new std::vector<int>{ 8, 16, 32, 48 }; // vectors
constexpr int WIDEST_VALUE = 16;
constexpr int FLOAT_BITS = 32;
// An operation on all of a vector takes as long as one on half of it, or twice as long.
constexpr double TWO_INSTRUCTIONS = 1.5;
// Operations of a work-item, so that a kernel is short: see measurements.md,
// "Length of a probe's kernel".
constexpr std::uint32_t OPERATIONS = 1 << 19;
constexpr int GPU_GROUPS = 4; // of a compute unit, a subgroup each

double seconds_since(wall_clock::time_point began)
{
    return std::chrono::duration<double>(wall_clock::now() - began).count();
}

class device_probe
{
public:
    device_probe(const std::shared_ptr<device>& on, timed_findings& found)
        : d_on(on), d_limits(on->info().limits), d_queue(on->make_queue()), d_found(found)
    {
    }

    void run()
    {
        add_copy();
        if (!is_late() && !d_limits.is_cpu)
            add_banks();
        if (!is_late() && d_limits.is_cpu)
            add_caches();
        if (!is_late() && LINK_BYTES <= d_limits.max_allocation_bytes)
            add_link();
        if (seconds_since(d_began) < LAST_BEGIN_OF_REGISTERS_S)
            add_registers();
    }

private:
    bool is_late() const
    {
        return seconds_since(d_began) > LAST_BEGIN_S || d_found.is_over();
    }

    //! Some \p samples of seconds, fewer where they are long or time is short.
    template <typename Sample>
    std::vector<double> repeated(Sample&& sample) const
    {
        const auto first = wall_clock::now();
        std::vector<double> times;
        while (times.empty() || (times.size() < SAMPLES &&
                                 seconds_since(first) < LONG_ENOUGH_S && !is_late()))
            times.push_back(sample());
        return times;
    }

    //! Some calls by the host's clock, after one that does not count.
    template <typename Work>
    std::vector<double> host_times(Work&& work) const
    {
        work();
        return repeated([&] {
            const auto began = wall_clock::now();
            work();
            return seconds_since(began);
        });
    }

    template <typename Work>
    double host_seconds(Work&& work) const
    {
        return median(host_times(work));
    }

    void add_copy()
    {
        const double bytes =
            std::min({ d_limits.is_cpu ? CPU_COPY_BYTES : MOST_COPY_BYTES,
                       static_cast<double>(d_limits.global_memory_bytes / SHARE_OF_COPY),
                       static_cast<double>(d_limits.max_allocation_bytes) });
        stopwatch watch(d_on, 1);
        const auto times = repeated([&] { return watch.time_copy(bytes, 2); });
        d_found.add("copy_gb_per_s", 1e-9 * bytes / median(times));
    }

    //! \param launch  of a kernel that does next to nothing
    template <typename Launch>
    void add_launches(Launch&& launch)
    {
        const double round_trip_s = host_seconds([&] {
            launch();
            d_queue->wait_all();
        });
        d_found.add("round_trip_us", 1e6 * round_trip_s);
        if (d_found.is_over())
            return;
        const double launches_s = host_seconds([&] {
            for (int i = 0; i < LAUNCHES; ++i)
                launch();
            d_queue->wait_all();
        });
        d_found.add("launch_us", 1e6 / LAUNCHES * launches_s);
    }

    void add_banks()
    {
        const auto built =
            d_on->build_for_trial(generate_bank_probe(d_on->kernel_dialect()));
        const auto out = d_on->make_buffer(PROBE_ITEMS * sizeof(std::uint32_t));
        const drained_at_end frees_after(*d_queue);
        const auto launch = [&](std::uint32_t steps, std::uint32_t stride) {
            d_queue->launch(*built, 1, { out.get(), steps, stride });
        };
        add_launches([&] { launch(0, 1); });
        if (d_limits.is_cpu)
            return;
        std::vector<double> times;
        for (int stride = 1; stride <= PROBE_LARGEST_STRIDE; stride *= 2) {
            if (is_late())
                return;
            times.push_back(host_seconds([&] {
                launch(READS, static_cast<std::uint32_t>(stride));
                d_queue->wait_all();
            }));
        }
        d_found.add("local_memory_banks", banks_by_times(times));
    }

    void add_caches()
    {
        const auto caches = probe_caches([this] { return is_late(); });
        d_found.add("l1_bytes", static_cast<double>(caches.l1_bytes));
        d_found.add("l2_bytes", static_cast<double>(caches.l2_bytes));
    }

    void add_registers()
    {
        register_probe_shape s;
        s.values = d_limits.is_cpu ? CPU_VALUES : GPU_VALUES;
        s.work_items = d_limits.is_cpu ? 1 : PROBE_ITEMS;
        if (d_limits.is_cpu)
            s.lanes = std::clamp(d_limits.vector_width, 1, WIDEST_VALUE);
        std::shared_ptr<kernel> built;
        try {
            built =
                d_on->build_for_trial(generate_register_probe(s, d_on->kernel_dialect()));
        } catch (const build_error&) { // transforms need no such kernel
            d_found.add("fast_register_bytes", 0);
            if (d_limits.is_cpu) {
                d_found.add("issue_bits", 0);
                add_banks();
            }
            return;
        }
        // PoCL takes long to compile the kernel of the banks, see measurements.md,
        // "Compiling a probe".
        const auto launches = d_limits.is_cpu ? s.values.front() : 0;
        const auto times = times_of_operations(s, *built, launches);
        if (times.size() < s.values.size())
            return;
        const auto value_bytes = s.lanes * sizeof(float);
        d_found.add("fast_register_bytes",
                    static_cast<double>(fast_values(s.values, times) * value_bytes));
        if (d_limits.is_cpu)
            add_issue_bits(s, times.front());
    }

    //! \param whole_s  that an operation takes on a value of \p whole
    void add_issue_bits(const register_probe_shape& whole, double whole_s)
    {
        int bits = 0;
        if (whole.lanes > 1) {
            register_probe_shape half = whole;
            half.lanes /= 2;
            half.values = { whole.values.front() };
            try {
                const auto built = d_on->build_for_trial(
                    generate_register_probe(half, d_on->kernel_dialect()));
                const auto times = times_of_operations(half, *built, 0);
                if (times.empty())
                    return;
                bits = issue_bits_by_times(whole.lanes, whole_s, times.front());
            } catch (const build_error&) { // transforms need no such kernel
            }
        }
        d_found.add("issue_bits", bits);
    }

    //! Seconds of an operation with so many values each as \p s has; fewer where nobody
    //! waits any more. \param launches  values of a launch that is timed first; 0: none
    std::vector<double>
    times_of_operations(const register_probe_shape& s, kernel& built, int launches)
    {
        const int groups =
            std::max(1, d_limits.compute_units) * (d_limits.is_cpu ? 1 : GPU_GROUPS);
        const auto value_bytes = s.lanes * sizeof(float);
        const auto out = d_on->make_buffer(groups * s.work_items * value_bytes);
        const drained_at_end frees_after(*d_queue);
        const auto launch = [&](int number, int values, std::uint32_t steps) {
            const auto count = static_cast<std::uint32_t>(values);
            d_queue->launch(built, number, { out.get(), count, steps, 0.0F });
        };
        if (launches > 0)
            add_launches([&] { launch(1, launches, 0); });
        std::vector<double> times;
        for (const int values : s.values) {
            if (d_found.is_over())
                return times;
            const auto steps = OPERATIONS / static_cast<std::uint32_t>(values);
            // The least: what else runs on a CPU device only ever makes it longer.
            const auto all = host_times([&] {
                launch(groups, values, steps);
                d_queue->wait_all();
            });
            times.push_back(*std::min_element(all.begin(), all.end()) /
                            (static_cast<double>(steps) * values));
        }
        return times;
    }

    void add_link()
    {
        const auto bytes = static_cast<std::size_t>(LINK_BYTES);
        const auto up = d_on->make_buffer(bytes);
        const auto down = d_on->make_buffer(bytes);
        const auto other = d_on->make_queue();
        const auto rate = [&](const char* name, double count, auto&& work) {
            if (is_late())
                return;
            d_found.add(name,
                        1e-9 * count * static_cast<double>(bytes) / host_seconds(work));
        };
        const auto both_ways = [&](const std::string& kind, void* from, void* to) {
            rate((kind + "_up_gb_per_s").c_str(), 1, [&] {
                d_queue->upload(*up, 0, from, bytes);
                d_queue->wait_all();
            });
            if (is_late())
                return;
            d_queue->upload(*down, 0, from, bytes);
            d_queue->wait_all(); // what is left out below does not wait for it
            rate((kind + "_down_gb_per_s").c_str(), 1, [&] {
                d_queue->download(to, *down, 0, bytes);
                d_queue->wait_all();
            });
        };
        const auto from = d_on->make_host_buffer(bytes);
        const auto to = d_on->make_host_buffer(bytes);
        std::vector<char> ordinary(bytes, 1), back(bytes);
        const drained_at_end frees_after(*d_queue), and_after(*other);
        std::memset(from->data(), 1, bytes);
        both_ways("locked", from->data(), to->data());
        rate("locked_both_gb_per_s", 2, [&] {
            d_queue->upload(*up, 0, from->data(), bytes);
            other->download(to->data(), *down, 0, bytes);
            const auto sent = d_queue->record();
            other->wait_all();
            sent->wait();
        });
        both_ways("pageable", ordinary.data(), back.data());
    }

    std::shared_ptr<device> d_on;
    const device_limits& d_limits;
    std::shared_ptr<queue> d_queue;
    timed_findings& d_found;
    const wall_clock::time_point d_began = wall_clock::now();
};

} // namespace

std::vector<std::string> left_out(const std::map<std::string, double>& numbers,
                                  const device_limits& limits)
{
    std::vector<std::string> names = {
        "copy_gb_per_s", "launch_us", "round_trip_us", "fast_register_bytes"
    };
    if (limits.is_cpu)
        names.insert(names.end(), { "l1_bytes", "l2_bytes", "issue_bits" });
    else
        names.push_back("local_memory_banks");
    if (LINK_BYTES <= limits.max_allocation_bytes)
        names.insert(names.end(),
                     { "locked_up_gb_per_s",
                       "locked_down_gb_per_s",
                       "locked_both_gb_per_s",
                       "pageable_up_gb_per_s",
                       "pageable_down_gb_per_s" });
    const auto is_there = [&](const auto& name) { return numbers.count(name) > 0; };
    names.erase(std::remove_if(names.begin(), names.end(), is_there), names.end());
    return names;
}

int banks_by_times(const std::vector<double>& times)
{
    const double longest = *std::max_element(times.begin(), times.end());
    if (longest < SLOWER * times.front())
        return 0;
    int stride = 1;
    for (const double t : times) {
        if (t >= LONGEST * longest)
            break;
        stride *= 2;
    }
    return stride;
}

int issue_bits_by_times(int lanes, double whole, double half)
{
    return FLOAT_BITS * (whole > TWO_INSTRUCTIONS * half ? lanes / 2 : lanes);
}

int fast_values(const std::vector<int>& values, const std::vector<double>& times)
{
    const double least = *std::min_element(times.begin(), times.end());
    auto i = values.size() - 1;
    while (times[i] > JUMP * least)
        --i;
    return values[i];
}

std::map<std::string, double> probe(const std::shared_ptr<device>& on)
{
    const auto began = wall_clock::now();
    auto numbers = timed_findings::within(
        MOST_TIME, [on](timed_findings& found) { device_probe(on, found).run(); });
    numbers["seconds"] = seconds_since(began);
    return numbers;
}

probe_record known_probe(const std::shared_ptr<device>& on, wisdom_store& kept)
{
    probe_record result;
    result.on = device_key_of(on->info());
    const auto book = kept.book();
    const auto* known = book->probe_of(result.on);
    const auto is_whole = [&](const probe_record& p) {
        return left_out(p.numbers, on->info().limits).empty();
    };
    if (known && is_whole(*known))
        return *known;
    result.numbers = probe(on);
    result.when_s = seconds_since_1970();
    // What was cut short by a busy machine is measured again next time.
    if (is_whole(result))
        kept.add({ result });
    return result;
}

} // namespace gpufft
