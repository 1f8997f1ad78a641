/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/device_fallback.h"
#include "device/interface/device_choice.h"
#include "device/interface/next_device.h"
#include "device/interface/thread_limit.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <exception>
#include <mutex>

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
int default_threads(const std::string& device)
{
    const auto limits = ::gpufft::choose_device(device).limits;
    return limits.is_cpu && limits.compute_units > 2 ? limits.compute_units - 1 : 0;
}

//! Once in a process: what to install for GPUs that are not used, or could be faster.
void say_advice(gr::logger& to)
{
    static std::once_flag said;
    std::call_once(said, [&] {
        for (const auto& line : ::gpufft::list_devices().advice)
            to.warn("{}", line);
    });
}

} // namespace

device_fallback::device_fallback(gr::logger_ptr logger) : d_logger(std::move(logger)) {}

void device_fallback::open(const std::string& asked, const maker& make)
{
    d_asked = asked;
    say_advice(*d_logger);
    open_named(block_defaults::device_for(asked), make);
}

bool device_fallback::follow_defaults(::gpufft::effort* how, const maker& make)
{
    const auto before = *how;
    *how = block_defaults::now().how;
    d_now.on_trial = 0; // failures of the last run are its own
    try {
        return make_by_defaults(*how != before, make);
    } catch (...) {
        *how = before; // as what is in use was made
        throw;
    }
}

bool device_fallback::make_by_defaults(bool has_other_effort, const maker& make)
{
    const auto wanted = block_defaults::device_for(d_asked);
    if (wanted != d_now.opened)
        open_named(wanted, make);
    else if (!d_now.failed.empty() && ask_again(make))
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
    const auto in_use = d_now.device;
    auto first = d_now.opened;
    try {
        first = ::gpufft::split_limit(::gpufft::choose_device(first).name).name;
        d_now.device = first;
        make(name());
    } catch (const std::exception& e) {
        d_now.device = in_use;
        d_now.failed = { first };
        d_logger->info("{} still fails: {}", label_of_name(first), e.what());
        return false;
    }
    d_now.failed.clear();
    return true;
}

void device_fallback::open_named(const std::string& asked, const maker& make)
{
    const auto before = d_now;
    try {
        open_first(asked, make);
    } catch (...) {
        d_now = before;
        throw;
    }
}

void device_fallback::open_first(const std::string& asked, const maker& make)
{
    const auto found = ::gpufft::split_limit(::gpufft::choose_device(asked).name);
    d_now = { asked, found.name, found.threads, {}, 0 };
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
        reasons = fmt::format("{}: {}", label_of_name(d_now.device), e.what());
        first = std::current_exception();
    }
    if (!make_on_next(make, reasons))
        std::rethrow_exception(first);
    d_logger->warn("{}; taking {}", reasons, label_of_name(d_now.device));
}

bool device_fallback::try_again(const std::string& reason,
                                const std::function<void()>& renew)
{
    if (d_now.on_trial > 0)
        return false;
    d_now.on_trial = TRUST;
    try {
        renew();
    } catch (const std::exception& e) {
        d_logger->warn("{}: {}", label_of_name(d_now.device), e.what());
        return false;
    }
    d_logger->warn("{}: {}; trying once more with less in flight",
                   label_of_name(d_now.device),
                   reason);
    return true;
}

bool device_fallback::go_on(const std::string& reason, const maker& make)
{
    auto reasons = fmt::format("{}: {}", label_of_name(d_now.device), reason);
    if (!make_on_next(make, reasons)) {
        d_logger->error("{}; no device is left, the stream ends here", reasons);
        return false;
    }
    d_logger->warn("{}; going on with {}", reasons, label_of_name(d_now.device));
    return true;
}

bool device_fallback::limit_threads(int threads)
{
    const auto before = name();
    d_now.threads = threads;
    return name() != before;
}

std::string device_fallback::name() const
{
    const int threads = d_now.threads ? d_now.threads : default_threads(d_now.device);
    return ::gpufft::choose_device(::gpufft::with_limit(d_now.device, threads)).name;
}

bool device_fallback::make_on_next(const maker& make, std::string& reasons)
{
    const auto in_use = d_now.device;
    for (;;) {
        d_now.failed.insert(d_now.device);
        const auto next = ::gpufft::next_device(d_now.failed);
        if (next.empty()) {
            d_now.device = in_use;
            return false;
        }
        d_now.device = next;
        try {
            make(name());
            d_now.on_trial = 0;
            return true;
        } catch (const std::exception& e) {
            reasons += fmt::format("; {}: {}", label_of_name(d_now.device), e.what());
        }
    }
}

} // namespace gpufft
} // namespace gr
