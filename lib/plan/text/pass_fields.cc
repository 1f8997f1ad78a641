/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/text/former_words.h"
#include "plan/text/pass_fields.h"
#include <fmt/format.h>

namespace gpufft {

field_parser::field_parser(const std::vector<std::string>& words)
{
    for (const auto& said : words) {
        const auto word = current_word(said);
        const auto at = word.find('=');
        const auto length = at == std::string::npos ? word.size() : at + 1;
        if (!d_words.emplace(word.substr(0, length), word.substr(length)).second)
            refuse(said, "given a second time; once is enough");
    }
}

std::optional<std::string> field_parser::take(const std::string& key)
{
    const auto found = d_words.find(key);
    if (found == d_words.end())
        return {};
    const auto word = found->second;
    d_words.erase(found);
    return word;
}

void field_parser::finish() const
{
    if (!d_words.empty())
        refuse(d_words.begin()->first + d_words.begin()->second,
               "no such word; see what gpufft plan --full prints");
}

void field_parser::refuse(const std::string& word, const std::string& reason)
{
    throw plan_error(fmt::format("\"{}\": {}", word, reason));
}

} // namespace gpufft
