/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/timing/newest_timings.h"
#include "tune/timing/timing_record.h"
#include <gpufft/error.h>
#include <nlohmann/json.hpp>
#include <algorithm>
#include <set>

namespace gpufft {

namespace {

//! What \p line says the time of; "": it is damaged.
std::string subject_of(const std::string& line)
{
    try {
        auto r = parse_timing(line);
        r.seconds.clear();
        r.when_s = 0;
        if (r.calls.rows)
            r.calls.input_bytes = 0; // as timed_calls are compared
        return to_line(r);
    } catch (const plan_error&) {
        return nlohmann::json::accept(line) ? line : "";
    }
}

} // namespace

std::vector<std::string> newest_timings(const std::vector<std::string>& lines,
                                        std::size_t most_bytes)
{
    std::vector<std::string> kept;
    std::set<std::string> known;
    std::size_t bytes = 0;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const auto subject = subject_of(*line);
        if (subject.empty() || !known.insert(subject).second)
            continue;
        bytes += line->size() + 1;
        if (bytes > most_bytes)
            break;
        kept.push_back(*line);
    }
    std::reverse(kept.begin(), kept.end());
    return kept;
}

} // namespace gpufft
