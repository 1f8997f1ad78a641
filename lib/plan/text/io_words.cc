/* SPDX-License-Identifier: GPL-3.0-or-later */
// The load and store operations of a pass as words.
#include "plan/ir/enum_names.h"
#include "plan/request/text_parts.h"
#include "plan/text/plan_words.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <utility>

namespace gpufft {

namespace {

struct end_flag {
    const char* name;
    bool io_operation::*value;
};

const end_flag END_FLAGS[] = {
    { "half", &io_operation::is_half },
    { "float16", &io_operation::is_float16 },
    { "swap", &io_operation::swap_parts },
    { "orthogonalize", &io_operation::orthogonalize },
};

std::string io_to_word(const io_operation& op)
{
    std::string word = name_of(op.kind);
    if (op.stored != element::complex)
        word += fmt::format(".{}", name_of(op.stored));
    for (const auto& f : END_FLAGS)
        if (op.*f.value)
            word += fmt::format(".{}", f.name);
    if (op.by != convolution::none)
        word += fmt::format(".{}", name_of(op.by));
    return word;
}

//! Sets the field of \p op that \p piece of its word names; false: the piece is not
//! known.
bool set_from_piece(const std::string& piece, io_operation* op)
{
    for (const auto& f : END_FLAGS) {
        if (piece == f.name && !(op->*f.value))
            return op->*f.value = true;
    }
    if (const auto stored = value_named<element>(piece)) {
        const bool is_new = op->stored == element::complex && *stored != op->stored;
        op->stored = *stored;
        return is_new;
    }
    if (const auto by = value_named<convolution>(piece)) {
        const bool is_new = op->by == convolution::none && *by != op->by;
        op->by = *by;
        return is_new;
    }
    return false;
}

//! \p set_own takes the pieces that only a load, or only a store operation has; \p own
//! lists these pieces in a message.
template <class Own>
void io_from_word(const std::string& word, io_operation* op, const char* own, Own set_own)
{
    const auto pieces = split_text(word, ".");
    const auto kind = value_named<transform_kind>(pieces.front());
    if (!kind)
        throw plan_error("must begin with " + list_of_names<transform_kind>());
    op->kind = *kind;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        if (!set_own(pieces[i]) && !set_from_piece(pieces[i], op)) {
            throw plan_error(
                fmt::format("\"{}\" is unknown or said twice; after the kind "
                            "there are planar or real, half, float16, swap, "
                            "orthogonalize, rader or bluestein, and {}",
                            pieces[i],
                            own));
        }
    }
}

//! The points that \p piece, "keep1023x3073x1", names: the first, how many, their
//! distance.
std::optional<convolved_outputs> kept_from(const std::string& piece)
{
    const std::string begin = "keep";
    if (piece.rfind(begin, 0) != 0)
        return std::nullopt;
    const auto numbers = parse_counts(piece.substr(begin.size()), "x");
    if (numbers.size() != 3)
        throw plan_error(fmt::format("\"{}\" names a first point, a count and a step, as "
                                     "keep1023x3073x1 does",
                                     piece));
    return convolved_outputs{ numbers[0], numbers[1], numbers[2] };
}

//! The number that \p piece, "taps12", names: taps a branch, two at least.
std::optional<std::int64_t> branches_from(const std::string& piece)
{
    const std::string begin = "taps";
    if (piece.rfind(begin, 0) != 0)
        return std::nullopt;
    const auto count = parse_count(piece.substr(begin.size()));
    if (count < 2)
        throw plan_error(fmt::format("\"{}\" must name 2 taps a branch or more", piece));
    return count;
}

//! The sums that \p piece, "branches12" or "branches12x2", names: taps a branch, and
//! points a branch where these are more than 1.
std::optional<summed_branches> sums_from(const std::string& piece)
{
    const std::string begin = "branches";
    if (piece.rfind(begin, 0) != 0)
        return std::nullopt;
    const auto numbers = parse_counts(piece.substr(begin.size()), "x");
    if (numbers.empty() || numbers.size() > 2)
        throw plan_error(fmt::format("\"{}\" names taps a branch, and may name points a "
                                     "branch behind them, as branches12x2 does",
                                     piece));
    return summed_branches{ numbers[0], numbers.size() > 1 ? numbers[1] : 1 };
}

//! Sets \p flag; false: it was set before.
bool set_flag(bool* flag) { return !std::exchange(*flag, true); }

} // namespace

std::string to_word(const load_operation& load)
{
    auto word = io_to_word(load);
    if (load.samples != sample_format::number)
        word += fmt::format(".{}", name_of(load.samples));
    if (load.windowed)
        word += ".windowed";
    if (load.taps_per_branch != 1)
        word += fmt::format(".taps{}", load.taps_per_branch);
    return word;
}

void from_word(const std::string& word, load_operation* load)
{
    *load = load_operation();
    const char* own = "int16, int8 or uint8, windowed, taps";
    io_from_word(word, load, own, [&](const auto& piece) {
        if (piece == "windowed")
            return set_flag(&load->windowed);
        if (const auto count = branches_from(piece))
            return std::exchange(load->taps_per_branch, *count) == 1;
        const auto samples = value_named<sample_format>(piece);
        if (!samples || load->samples != sample_format::number)
            return false;
        load->samples = *samples;
        return *samples != sample_format::number;
    });
}

std::string to_word(const store_operation& store)
{
    auto word = io_to_word(store);
    if (store.power)
        word += "." + name_of(*store.power, ".");
    if (store.kept)
        word += fmt::format(
            ".keep{}x{}x{}", store.kept->first, store.kept->count, store.kept->step);
    if (store.branches)
        word += fmt::format(".branches{}", store.branches->taps_per_branch);
    if (store.branches && store.branches->points_a_branch != 1)
        word += fmt::format("x{}", store.branches->points_a_branch);
    return store.scaled ? word + ".scaled" : word;
}

void from_word(const std::string& word, store_operation* store)
{
    *store = store_operation();
    io_from_word(word,
                 store,
                 "sum, highest, lowest or square, keep, branches, scaled",
                 [&](const auto& piece) {
                     if (piece == "scaled")
                         return set_flag(&store->scaled);
                     if (const auto kept = kept_from(piece)) {
                         const bool is_new = !store->kept;
                         store->kept = kept;
                         return is_new;
                     }
                     if (const auto branches = sums_from(piece)) {
                         const bool is_new = !store->branches;
                         store->branches = branches;
                         return is_new;
                     }
                     const auto power = value_named<accumulation>(piece);
                     if (!power || (store->power && store->power->has(*power)))
                         return false;
                     if (store->power)
                         store->power->add(*power);
                     else
                         store->power = *power;
                     return true;
                 });
}

} // namespace gpufft
