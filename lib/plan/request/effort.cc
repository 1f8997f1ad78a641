/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "plan/request/refuse.h"
#include <gpufft/effort.h>
#include <array>

namespace gpufft {

namespace {

const std::array<const char*, 4> NAMES = {
    "estimate", "wisdom", "measure", "exhaustive"
};

//! \param origin  names the source of an unknown \p name in the message
effort parse_effort(const std::string& name, const char* origin)
{
    for (std::size_t i = 0; i < NAMES.size(); ++i) {
        if (name == NAMES[i])
            return static_cast<effort>(i);
    }
    refuse("effort \"{}\"{} is none; there are estimate, wisdom, measure, exhaustive",
           name,
           origin);
}

} // namespace

effort parse_effort(const std::string& name) { return parse_effort(name, ""); }

const char* to_string(effort how) { return NAMES[static_cast<std::size_t>(how)]; }

effort default_effort()
{
    const auto name = env::effort();
    return name.empty() ? effort::wisdom : parse_effort(name, " (from $GPUFFT_EFFORT)");
}

} // namespace gpufft
