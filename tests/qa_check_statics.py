#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_statics.py finds objects that are freed at the end, and nothing else."""
import unittest

from check_statics import is_freed

FREED = [
    "    static std::set<std::string> told;",
    "    static const std::vector<phrase> all = [] {",
    "        static const std::regex pattern(\"[a-z]\");",
    "    static const auto tables = [] {",
    "    static std::map<std::string, std::vector<link_rate>> known;",
    "    static std::map<std::string, device*> opened;",
    "std::set<std::string> s_passed; //!< in this process",
    "const std::vector<int> VALUES = { 1, 2 };",
    "static std::unique_ptr<registry> s_one{ new registry };",
    "    static std::vector<slot> s_separate, s_fused;",
]

KEPT = [
    "    static auto& all = *new std::vector<entry>;",
    "    static const auto& name = *new auto(pmt::intern(\"status\"));",
    "    static auto* const made = new all_blocks;",
    "    static auto &s_separate = *new slots, &s_fused = *new slots;",
    "    static std::mutex mutex;",
    "const std::array<const char*, 4> NAMES = {",
    "    static std::once_flag warned;",
    "    static std::atomic<std::uint64_t> last{ 0 };",
    "    static thread_local const stack_place place = this_stack();",
    "    static constexpr std::size_t STACK_BYTES = 8 * 1024 * 1024;",
    "    static std::string backend_of(const std::string& name)",
    "    static std::vector<value> values_of(const std::vector<kernel_argument>& all);",
    "    static std::unique_ptr<plan> made();",
    "std::vector<std::string> lines_of(const std::string& text)",
    "std::string wave::name() const { return d_name; }",
    "std::vector<int> fetches(const pass& p,",
    "const std::vector<builtin_plans_text>& BUILTIN_PLANS = *new std::vector<builtin_plans_text>{",
    "extern const std::vector<builtin_plans_text>& BUILTIN_PLANS;",
    "    std::vector<int> local;",
]


class QaCheckStatics(unittest.TestCase):
    def test_freed(self):
        for line in FREED:
            self.assertTrue(is_freed(line), line)

    def test_kept(self):
        for line in KEPT:
            self.assertFalse(is_freed(line), line)


if __name__ == "__main__":
    unittest.main()
