/* SPDX-License-Identifier: GPL-3.0-or-later */
// The ends of a pass as words.
#include "plan/names.h"
#include "plan/plan_words.h"
#include "plan/text_parts.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

namespace {

struct end_flag {
    const char* name;
    bool end_operation::*value;
};

const end_flag END_FLAGS[] = {
    { "half", &end_operation::is_half },
    { "float16", &end_operation::is_float16 },
    { "swap", &end_operation::swap_parts },
    { "orthogonalize", &end_operation::orthogonalize },
};

std::string end_to_word(const end_operation& end, const char* own, bool has_own)
{
    std::string word = name_of(end.kind);
    if (end.stored != element::complex)
        word += fmt::format(".{}", name_of(end.stored));
    for (const auto& f : END_FLAGS)
        if (end.*f.value)
            word += fmt::format(".{}", f.name);
    if (end.by != convolution::none)
        word += fmt::format(".{}", name_of(end.by));
    if (has_own)
        word += fmt::format(".{}", own);
    return word;
}

//! Sets what \p piece of an end's word says; false: it says nothing known.
bool set_from_piece(const std::string& piece, end_operation* end)
{
    for (const auto& f : END_FLAGS) {
        if (piece == f.name && !(end->*f.value))
            return end->*f.value = true;
    }
    if (const auto stored = value_named<element>(piece)) {
        const bool is_new = end->stored == element::complex && *stored != end->stored;
        end->stored = *stored;
        return is_new;
    }
    if (const auto by = value_named<convolution>(piece)) {
        const bool is_new = end->by == convolution::none && *by != end->by;
        end->by = *by;
        return is_new;
    }
    return false;
}

void end_from_word(const std::string& word,
                   end_operation* end,
                   const char* own,
                   bool* has_own)
{
    const auto pieces = split_text(word, ".");
    const auto kind = value_named<transform_kind>(pieces.front());
    if (!kind)
        throw plan_error("must begin with " + list_of_names<transform_kind>());
    end->kind = *kind;
    *has_own = false;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        if (pieces[i] == own && !*has_own) {
            *has_own = true;
        } else if (!set_from_piece(pieces[i], end)) {
            throw plan_error(
                fmt::format("\"{}\" is unknown or said twice; after the kind "
                            "there are planar or real, half, float16, swap, "
                            "orthogonalize, rader or bluestein, and {}",
                            pieces[i],
                            own));
        }
    }
}

} // namespace

std::string to_word(const load_operation& load)
{
    return end_to_word(load, "windowed", load.windowed);
}

void from_word(const std::string& word, load_operation* load)
{
    *load = load_operation();
    end_from_word(word, load, "windowed", &load->windowed);
}

std::string to_word(const store_operation& store)
{
    return end_to_word(store, "scaled", store.scaled);
}

void from_word(const std::string& word, store_operation* store)
{
    *store = store_operation();
    end_from_word(word, store, "scaled", &store->scaled);
}

} // namespace gpufft
