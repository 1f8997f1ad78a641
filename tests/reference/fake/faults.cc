/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/fake/faults.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

namespace gpufft {

void faults::fail(const std::string& call, int nth)
{
    const std::lock_guard guard(d_mutex);
    d_failing.emplace(call, d_calls[call] + nth);
}

void faults::clear()
{
    const std::lock_guard guard(d_mutex);
    d_failing.clear();
}

int faults::calls(const std::string& call) const
{
    const std::lock_guard guard(d_mutex);
    const auto found = d_calls.find(call);
    return found == d_calls.end() ? 0 : found->second;
}

void faults::enter(const std::string& call)
{
    const std::lock_guard guard(d_mutex);
    const int number = ++d_calls[call];
    const auto [begin, end] = d_failing.equal_range(call);
    if (std::any_of(begin, end, [&](const auto& f) { return f.second == number; }))
        throw device_error(
            fmt::format("fake {}: call {} was told to fail", call, number));
}

} // namespace gpufft
