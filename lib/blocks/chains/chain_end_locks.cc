/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/chains/chain_ends.h"
#include "blocks/scheduler/ring_memory.h"
#include <algorithm>
#include <utility>

//! How a block's device comes by the rings of the host.
namespace gr {
namespace gpufft {

std::string chain_ends::lock_input(::gpufft::locked_memory& locked, input& from)
{
    from.is_in_place = false;
    if (from.is_on_device() && from.link->is_written_there())
        return from.link->text();
    const auto way = add_ring(locked, *from.ring);
    from.is_in_place = way == ::gpufft::locked_memory::way::in_place;
    const std::string text = name_of(way);
    return from.is_on_device() ? text + ", " + from.link->text() : text;
}

//! What is the same of all inputs is said once.
std::string chain_ends::lock_inputs(::gpufft::locked_memory& locked)
{
    std::vector<std::string> all;
    for (auto& each : d_in) {
        auto text = lock_input(locked, each);
        if (std::find(all.begin(), all.end(), text) == all.end())
            all.push_back(std::move(text));
    }
    std::string joined;
    for (const auto& each : all)
        joined += (joined.empty() ? "" : " and ") + each;
    return joined;
}

// Rings to which the host deals items are none of the device's.
std::string chain_ends::lock_outputs(::gpufft::locked_memory& locked)
{
    std::string text;
    if (!is_resident() && d_out.size() > 1 && d_row.are_dealt)
        text = "dealt by the host";
    else if (!is_resident())
        for (const auto& each : d_out)
            text = name_of(add_ring(locked, *each.ring));
    for (const auto& each : d_out)
        if (each.is_on_device())
            return text + (text.empty() ? "" : " and ") + each.link->text();
    return text;
}

// A ring that only the device has the items of is not page-locked.
std::string chain_ends::lock_rings(::gpufft::locked_memory& locked)
{
    const auto in = lock_inputs(locked);
    const auto out = lock_outputs(locked);
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    if (in.empty() || out.empty())
        return d_text = in.empty() ? "output " + out : "input " + in;
    return d_text = rings_text(in, out);
}

void chain_ends::forget_text()
{
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    d_text.clear();
}

std::string chain_ends::text() const
{
    const std::lock_guard<std::mutex> guard(d_text_mutex);
    return d_text;
}

} // namespace gpufft
} // namespace gr
