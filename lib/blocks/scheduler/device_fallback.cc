/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/device_fallback.h"
#include "device/interface/device_choice.h"
#include "device/interface/next_device.h"
#include "device/interface/thread_limit.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

bool is_auto(const std::string& asked) { return asked.empty() || asked == "auto"; }

std::string label_of_name(const std::string& name)
{
    for (const auto& info : ::gpufft::list_devices().devices)
        if (info.name == name)
            return label_of(info);
    return name;
}

// The flowgraph's other threads run on the same cores. A kernel ends with the last of its
// threads, so one that waits for a core would hold up all; of two, though, none can be
// given away.
int usual_threads(const std::string& device)
{
    const auto limits = ::gpufft::choose_device(device).limits;
    return limits.is_cpu && limits.compute_units > 2 ? limits.compute_units - 1 : 0;
}

} // namespace

device_fallback::device_fallback(gr::logger_ptr logger) : d_logger(std::move(logger)) {}

void device_fallback::open(const std::string& asked, const maker& make)
{
    d_asked = asked;
    open_named(block_defaults::device_for(asked), make);
}

bool device_fallback::follow_defaults(::gpufft::effort* how, const maker& make)
{
    const auto effort = block_defaults::now().how;
    const bool has_other_effort = effort != *how;
    *how = effort;
    const auto wanted = block_defaults::device_for(d_asked);
    if (wanted != d_opened)
        open_named(wanted, make);
    else if (!d_failed.empty() && ask_again(make))
        return true;
    else if (has_other_effort)
        remake(make);
    else
        return false;
    return true;
}

//! The device that was asked for has failed. Perhaps somebody else had its memory.
bool device_fallback::ask_again(const maker& make)
{
    const auto in_use = d_device;
    auto first = d_opened;
    try {
        first = ::gpufft::split_limit(::gpufft::choose_device(d_opened).name).name;
        d_device = first;
        make(name());
    } catch (const std::exception& e) {
        d_device = in_use;
        d_failed = { first };
        d_logger->info("{} still fails: {}", label_of_name(first), e.what());
        return false;
    }
    d_failed.clear();
    return true;
}

void device_fallback::open_named(const std::string& asked, const maker& make)
{
    d_opened = asked;
    d_failed.clear();
    const auto found = ::gpufft::split_limit(::gpufft::choose_device(asked).name);
    d_device = found.name;
    d_threads = found.threads;
    std::string reasons;
    std::exception_ptr first;
    try {
        make(name());
        return;
    } catch (const ::gpufft::plan_error&) {
        throw; // no other device would take it
    } catch (const std::exception& e) {
        if (!is_auto(::gpufft::split_limit(asked).name))
            throw;
        reasons = fmt::format("{}: {}", label_of_name(d_device), e.what());
        first = std::current_exception();
    }
    if (!make_on_next(make, reasons))
        std::rethrow_exception(first);
    d_logger->warn("{}; taking {}", reasons, label_of_name(d_device));
}

bool device_fallback::try_again(const std::string& reason,
                                const std::function<void()>& renew)
{
    if (d_on_trial > 0)
        return false;
    d_on_trial = TRUST;
    try {
        renew();
    } catch (const std::exception& e) {
        d_logger->warn("{}: {}", label_of_name(d_device), e.what());
        return false;
    }
    d_logger->warn(
        "{}: {}; trying once more with less in flight", label_of_name(d_device), reason);
    return true;
}

bool device_fallback::go_on(const std::string& reason, const maker& make)
{
    auto reasons = fmt::format("{}: {}", label_of_name(d_device), reason);
    if (!make_on_next(make, reasons)) {
        d_logger->error("{}; no device is left, the stream ends here", reasons);
        return false;
    }
    d_logger->warn("{}; going on with {}", reasons, label_of_name(d_device));
    return true;
}

bool device_fallback::limit_threads(int threads)
{
    const auto before = name();
    d_threads = threads;
    return name() != before;
}

std::string device_fallback::name() const
{
    const int threads = d_threads ? d_threads : usual_threads(d_device);
    return ::gpufft::choose_device(::gpufft::with_limit(d_device, threads)).name;
}

bool device_fallback::make_on_next(const maker& make, std::string& reasons)
{
    for (;;) {
        d_failed.insert(d_device);
        const auto next = ::gpufft::next_device(d_failed);
        if (next.empty())
            return false;
        d_device = next;
        try {
            make(name());
            d_on_trial = 0;
            return true;
        } catch (const std::exception& e) {
            reasons += fmt::format("; {}: {}", label_of_name(d_device), e.what());
        }
    }
}

} // namespace gpufft
} // namespace gr
