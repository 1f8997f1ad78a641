/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_WISDOM_ENTRIES_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_WISDOM_ENTRIES_H

#include "exec/executor/device_key.h"
#include "plan/text/plan_text.h"
#include "plan/wisdom/wisdom_store.h"
#include <cstdint>
#include <string>

namespace gpufft::testing {

//! Wisdom that the plan of \p line was measured on \p on.
inline wisdom_entry
wise(const device_info& on, const std::string& line, std::int64_t when_s = 1)
{
    wisdom_entry p;
    p.on = device_key_of(on);
    p.transform = line.substr(0, line.find(": "));
    p.plan = line;
    p.seconds = 1e-6;
    p.when_s = when_s;
    return p;
}

//! From now on wisdom in the test's cache says that the plan of \p line was measured on
//! \p on.
inline void know(const device_info& on, const std::string& line, std::int64_t when_s = 1)
{
    wisdom_store::of_user().add({ wise(on, line, when_s) });
}
inline void know(const device_info& on, const plan& p, std::int64_t when_s)
{
    know(on, plan_text(p), when_s);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_WISDOM_ENTRIES_H */
