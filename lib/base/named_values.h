/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_NAMED_VALUES_H
#define INCLUDED_GPUFFT_LIB_BASE_NAMED_VALUES_H

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gpufft {

//! The words that users say for the values of an enumeration.
template <typename value>
using named_values = std::vector<std::pair<const char*, value>>;

template <typename value>
std::optional<value> value_of(const named_values<value>& known, const std::string& word)
{
    for (const auto& [name, meaning] : known)
        if (word == name)
            return meaning;
    return std::nullopt;
}

//! The word for \p v; "" where there is none.
template <typename value>
const char* word_for(const named_values<value>& known, value v)
{
    for (const auto& [name, meaning] : known)
        if (meaning == v)
            return name;
    return "";
}

//! All words, with commas between.
template <typename value>
std::string words_of(const named_values<value>& known)
{
    std::string all;
    for (const auto& [name, meaning] : known)
        all += (all.empty() ? "" : ", ") + std::string(name);
    return all;
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_NAMED_VALUES_H */
