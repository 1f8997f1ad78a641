/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/kept_verdicts.h"
#include "exec/self_test/passed_tests.h"

namespace gpufft {

namespace {

//! Never destroyed: threads may still ask as the process ends.
kept_verdicts& test_verdicts()
{
    // With another number nothing has passed yet: to be changed where tests see more.
    static auto& all = *new kept_verdicts("passed its self test, 4");
    return all;
}

} // namespace

bool has_passed(const std::string& id, const device_info& on)
{
    return test_verdicts().has(id, on);
}

void note_passed(const std::string& id, const device_info& on)
{
    test_verdicts().note(id, on);
}

} // namespace gpufft
