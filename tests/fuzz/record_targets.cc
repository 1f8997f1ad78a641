/* SPDX-License-Identifier: GPL-3.0-or-later */
// Lines of wisdom and timings: a line that is taken prints as one that says the same.
#include "fuzz/seed_plans.h"
#include "fuzz/target.h"
#include "plan/wisdom/wisdom_index.h"
#include "plan/wisdom/wisdom_record.h"
#include "tune/timing/timing_record.h"
#include <gpufft/error.h>
#include <stdexcept>

namespace gpufft::testing {

namespace {

const device_key SOME_DEVICE = { "cuda",  "A \"product\"", "CUDA 13.0",
                                 "580.1", "sm_90",         "0.1.0" };

std::string transform_of(const std::string& plan)
{
    return plan.substr(0, plan.find(": "));
}

std::vector<std::string> wisdom_seeds()
{
    std::vector<std::string> lines;
    for (const auto& plan : seed_plans()) {
        wisdom_entry p;
        p.on = SOME_DEVICE;
        p.transform = transform_of(plan);
        p.rows = lines.size() % 2 ? call_size::many : call_size::few;
        p.plan = plan;
        p.seconds = 1.25e-5;
        p.before_s = 2e-5;
        p.batch = 4096;
        p.when_s = 1700000000;
        lines.push_back(to_line(p));
    }
    probe_record probe;
    probe.on = SOME_DEVICE;
    probe.numbers = { { "copy_bytes_per_s", 4.2e12 }, { "launch_s", 8.7e-6 } };
    probe.when_s = 1700000000;
    lines.insert(lines.end(), 20, to_line(probe));
    return lines;
}

bool feed_wisdom(const std::string& line)
{
    wisdom_record record;
    try {
        record = parse_wisdom(line);
    } catch (const plan_error&) {
        return false;
    }
    const auto text = to_line(record);
    if (to_line(parse_wisdom(text)) != text)
        throw std::logic_error("printed otherwise the second time: " + text);
    wisdom_index book;
    book.add(record);
    book.records();
    try {
        parse_sent_wisdom(line);
    } catch (const plan_error&) {
        // Its plan is none.
    }
    return true;
}

std::vector<std::string> timing_seeds()
{
    std::vector<std::string> lines;
    for (const auto& plan : seed_plans()) {
        timing_record t;
        t.on = SOME_DEVICE;
        t.calls.input_bytes = 1 << 20;
        t.calls.rows = lines.size() % 3;
        t.plan = plan;
        t.seconds = { 1e-5, 1.1e-5, 9e-6 };
        t.when_s = 1700000000;
        lines.push_back(to_line(t));
    }
    return lines;
}

bool feed_timing(const std::string& line)
{
    try {
        const auto text = to_line(parse_timing(line));
        if (to_line(parse_timing(text)) != text)
            throw std::logic_error("printed otherwise the second time: " + text);
        return true;
    } catch (const plan_error&) {
        return false;
    }
}

} // namespace

const fuzz_target WISDOM = { "wisdom", wisdom_seeds, feed_wisdom };
const fuzz_target TIMINGS = { "timings", timing_seeds, feed_timing };

} // namespace gpufft::testing
