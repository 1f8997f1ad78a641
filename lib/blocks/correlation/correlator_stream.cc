/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/correlator_stream.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/made_text.h"
#include "blocks/scheduler/ring_memory.h"
#include "plan/request/refuse.h"
#include <gpufft/error.h>
#include <algorithm>
#include <exception>
#include <utility>

namespace gr {
namespace gpufft {

namespace {

constexpr std::size_t MOST_REFERENCES = 64;
// Samples that are kept for longer references to come, beside those that they reach back.
constexpr std::size_t FEWEST_KEPT = 4096;
constexpr std::size_t KEPT_FOR_EACH_SAMPLE = 2;

class correlator_user : public plan_user
{
public:
    explicit correlator_user(std::shared_ptr<::gpufft::stream_filter> with)
        : d_with(std::move(with))
    {
    }
    ::gpufft::transform request() const override { return d_with->executor().request(); }
    std::shared_ptr<::gpufft::device> on() const override
    {
        return d_with->executor().on();
    }
    bool has_kernels() const override { return d_with->executor().has_kernels(); }
    bool plan_switch() override { return d_with->executor().plan_switch(); }

private:
    const std::shared_ptr<::gpufft::stream_filter> d_with;
};

//! The filter whose output is the correlation: the reference backwards, conjugated.
::gpufft::filter_request filter_for(const std::vector<gr_complex>& reference)
{
    ::gpufft::filter_request request;
    for (auto sample = reference.rbegin(); sample != reference.rend(); ++sample)
        request.taps.push_back(std::conj(std::complex<double>(*sample)));
    return request;
}

} // namespace

void check_references(const reference_list& references)
{
    if (references.empty() || references.size() > MOST_REFERENCES)
        ::gpufft::refuse("there must be 1 .. {} references, got {}",
                         MOST_REFERENCES,
                         references.size());
    for (std::size_t i = 0; i < references.size(); ++i) {
        try {
            validate(filter_for(references[i]));
        } catch (const ::gpufft::plan_error& e) {
            ::gpufft::refuse("reference {} has {} samples, as taps of a filter: {}",
                             i,
                             references[i].size(),
                             e.what());
        }
        const auto is_zero = [](gr_complex x) { return x == gr_complex(0); };
        if (std::all_of(references[i].begin(), references[i].end(), is_zero))
            ::gpufft::refuse("all samples of reference {} are 0, and nothing is like it",
                             i);
    }
}

correlator_stream::correlator_stream(reference_list references,
                                     const std::string& device,
                                     const gr::logger_ptr& logger)
    : d_logger(logger),
      d_effort(block_defaults::now().how),
      d_devices(logger),
      d_references(std::move(references))
{
    const auto first_ones = d_references;
    d_devices.open(device, [&](const auto& name) { make_filters(name, first_ones); });
    say_what_was_made();
}

correlator_stream::filter_ptr correlator_stream::first() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_filters.front();
}

reference_list correlator_stream::references() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_references;
}

void correlator_stream::say_what_was_made()
{
    const auto result = first();
    d_logger->info("{}", made_text(result->executor()));
    if (!result->executor().has_kernels())
        d_logger->info("{}",
                       by_host_text(result->executor(), result->executor().request()));
}

void correlator_stream::make_filters(const std::string& device,
                                     const reference_list& references)
{
    std::vector<filter_ptr> filters;
    std::size_t longest = 0;
    for (const auto& reference : references) {
        longest = std::max(longest, reference.size());
        filters.push_back(std::make_shared<::gpufft::stream_filter>(
            filter_for(reference), device, d_effort, ::gpufft::default_startup()));
    }
    d_past.keep(std::max(KEPT_FOR_EACH_SAMPLE * longest, FEWEST_KEPT));
    if (&references != &d_in_use)
        d_in_use = references;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        d_filters.swap(filters);
    }
    if (!d_running.empty())
        note_running();
}

void correlator_stream::note_running()
{
    std::list<running_block> next;
    for (const auto& filter : d_filters)
        next.emplace_back(std::make_shared<correlator_user>(filter));
    d_running.swap(next); // there are some at any time
}

void correlator_stream::set_references(const reference_list& references)
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_references = references;
    d_has_changed = true;
}

std::size_t correlator_stream::samples_of_a_call() const
{
    const auto samples = std::min(first()->outputs_of_a_call(),
                                  ring_byte_limit() / 2 / sizeof(gr_complex));
    return std::max<std::size_t>(samples, 1);
}

void correlator_stream::follow_defaults()
{
    const auto make = [this](const auto& name) { make_filters(name, d_in_use); };
    if (d_devices.follow_defaults(&d_effort, make))
        say_what_was_made();
}

void correlator_stream::start()
{
    d_is_over = false;
    take_changes();
    d_past.clear();
    note_running();
    tell("started");
}

bool correlator_stream::take_changes()
{
    reference_list wanted;
    {
        const std::lock_guard<std::mutex> guard(d_mutex);
        if (!std::exchange(d_has_changed, false))
            return false;
        wanted = d_references;
    }
    for (;;) {
        try {
            d_devices.remake([&](const auto& name) { make_filters(name, wanted); });
            say_what_was_made();
            return true;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            if (try_again(reason))
                continue;
            d_is_over = !go_on(reason, wanted); // which work() tells the scheduler
            return true;
        }
    }
}

void correlator_stream::run(const gr_complex* in,
                            std::size_t count,
                            const std::vector<gr_complex*>& out)
{
    for (std::size_t i = 0; i < d_filters.size(); ++i)
        d_filters[i]->compute(in, out[i], count, d_past);
    d_past.samples.append(in, count);
}

bool correlator_stream::work(const gr_complex* in,
                             std::size_t count,
                             const std::vector<gr_complex*>& out)
{
    while (!d_is_over) {
        try {
            run(in, count, out);
            d_devices.has_worked();
            d_meter.add(count);
            return true;
        } catch (const std::exception& e) {
            const auto reason = std::string(e.what());
            // What other threads have set since counts from the next call on.
            if (!try_again(reason) && !go_on(reason, d_in_use))
                return false;
        }
    }
    return false;
}

bool correlator_stream::try_again(const std::string& reason)
{
    return d_devices.try_again(reason, [this] {
        for (const auto& filter : d_filters)
            filter->executor().renew_slots();
    });
}

// The samples of the call are still there, and those before it in d_past.
bool correlator_stream::go_on(const std::string& reason, const reference_list& references)
{
    const bool has_next = d_devices.go_on(
        reason, [&](const auto& name) { make_filters(name, references); });
    if (has_next)
        say_what_was_made();
    tell(has_next ? "fallback" : "failed", reason);
    return has_next;
}

std::vector<gr_complex> correlator_stream::with_past(std::size_t count,
                                                     const gr_complex* in,
                                                     std::size_t more) const
{
    std::vector<gr_complex> samples(count);
    d_past.samples.copy_last(count, samples.data());
    samples.insert(samples.end(), in, in + more);
    return samples;
}

void correlator_stream::tell(const std::string& event, const std::string& reason) const
{
    if (d_hears)
        d_hears(event, reason);
}

} // namespace gpufft
} // namespace gr
