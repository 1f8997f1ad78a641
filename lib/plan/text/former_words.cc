/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/text/former_words.h"

namespace gpufft {

namespace {

struct former_word {
    const char* was;
    const char* is;
};

// A word that ends with "=" has a value behind it.
constexpr former_word FORMER_WORDS[] = {
    { "chains=", "concurrent-slices=" },
    { "fetch-ahead=", "prefetch=" },
    { "from=scratch", "from=workspace" },
    { "inner-columns=", "inner-batch=" },
    { "low-columns", "columns-fastest" },
    { "nesting=", "exchange-order=" },
    { "no-low-columns", "no-columns-fastest" },
    { "no-streamed-input", "no-evict-first-input" },
    { "no-streamed-output", "no-evict-first-output" },
    { "resident=", "min-blocks=" },
    { "stream-rows=", "nt-store-rows=" },
    { "streamed-input", "evict-first-input" },
    { "streamed-output", "evict-first-output" },
    { "to=scratch", "to=workspace" },
    { "workers=", "workgroups=" },
};

} // namespace

std::string current_word(const std::string& word)
{
    for (const auto& each : FORMER_WORDS) {
        const std::string was = each.was;
        if (word == was)
            return each.is;
        if (was.back() == '=' && word.compare(0, was.size(), was) == 0)
            return each.is + word.substr(was.size());
    }
    return word;
}

} // namespace gpufft
