/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/saturated.h"
#include "plan/ir/enum_names.h"
#include "plan/request/text_parts.h"
#include "plan/text/plan_words.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <limits>
#include <regex>

namespace gpufft {

namespace {

template <class E>
void value_from_word(const std::string& word, E* value)
{
    const auto found = value_named<E>(word);
    if (!found)
        throw plan_error("must be " + list_of_names<E>());
    *value = *found;
}

std::string to_word(const stage& s)
{
    auto word = std::to_string(s.radix);
    if (s.per_item != 1)
        word += fmt::format("x{}", s.per_item);
    if (s.twiddles != twiddle_source::full)
        word += s.twiddles == twiddle_source::m2 ? "m2" : "m3";
    if (s.dimension != 0)
        word += fmt::format("d{}", s.dimension);
    return word;
}

stage stage_from_word(const std::string& word)
{
    static const auto& pattern =
        *new std::regex(R"((\d{1,4})(?:x(\d{1,4}))?(m2|m3)?(?:d(\d))?)");
    std::smatch found;
    if (!std::regex_match(word, found, pattern))
        throw plan_error(
            fmt::format("\"{}\" is no stage such as 16, 4x4m2 or 8d1: a radix, "
                        "butterflies per item, twiddle source and dimension",
                        word));
    stage s;
    s.radix = std::stoi(found[1]);
    if (found[2].matched)
        s.per_item = std::stoi(found[2]);
    if (found[3].matched)
        s.twiddles = found[3] == "m2" ? twiddle_source::m2 : twiddle_source::m3;
    if (found[4].matched)
        s.dimension = std::stoi(found[4]);
    return s;
}

//! "IN/OUT"
void pair_from_word(const std::string& word, std::int64_t* in, std::int64_t* out)
{
    const auto counts = parse_counts(word, "/");
    if (counts.size() != 2)
        throw plan_error(fmt::format("\"{}\" must be two numbers, INPUT/OUTPUT", word));
    *in = counts[0];
    *out = counts[1];
}

void set_default_weights(axis* x, const placed_axis& a)
{
    x->input_weight = x->input_step
                          ? saturated_product(x->input_step, a.along.input_stride)
                          : a.input_distance;
    x->output_weight = x->output_step
                           ? saturated_product(x->output_step, a.along.output_stride)
                           : a.output_distance;
}

//! Letters, digits and _, a letter first: it names a variable of the kernel.
bool is_name(const std::string& word)
{
    static const auto& pattern = *new std::regex("[a-z][a-z0-9_]{0,31}");
    return std::regex_match(word, pattern);
}

} // namespace

std::string to_word(std::int64_t count) { return std::to_string(count); }

void from_word(const std::string& word, std::int64_t* count)
{
    *count = parse_count(word);
}

std::string to_word(int count) { return std::to_string(count); }

void from_word(const std::string& word, int* count)
{
    const auto value = parse_count(word);
    if (value > std::numeric_limits<int>::max())
        throw plan_error("must be below 2^31");
    *count = static_cast<int>(value);
}

std::string to_word(const std::vector<std::int64_t>& counts)
{
    return join_counts(counts, ",");
}

void from_word(const std::string& word, std::vector<std::int64_t>* counts)
{
    *counts = parse_counts(word, ",");
}

std::string to_word(const std::vector<int>& counts)
{
    return to_word(std::vector<std::int64_t>(counts.begin(), counts.end()));
}

void from_word(const std::string& word, std::vector<int>* counts)
{
    counts->clear();
    for (const auto& piece : split_text(word, ",")) {
        counts->emplace_back();
        from_word(piece, &counts->back());
    }
}

std::string to_word(precision number) { return name_of(number); }

void from_word(const std::string& word, precision* number)
{
    value_from_word(word, number);
}

std::string to_word(transform_kind kind) { return name_of(kind); }

void from_word(const std::string& word, transform_kind* kind)
{
    value_from_word(word, kind);
}

std::string to_word(buffer_role at) { return name_of(at); }

void from_word(const std::string& word, buffer_role* at) { value_from_word(word, at); }

std::string to_word(const std::vector<stage>& stages)
{
    std::string word;
    for (const auto& s : stages)
        word += (word.empty() ? "" : ".") + to_word(s);
    return word;
}

void from_word(const std::string& word, std::vector<stage>* stages)
{
    stages->clear();
    for (const auto& piece : split_text(word, "."))
        stages->push_back(stage_from_word(piece));
}

std::string to_word(const std::optional<buffer_padding>& padding)
{
    if (!padding)
        return "";
    return padding->block ? fmt::format("{},{}", padding->block, padding->spare) : "0";
}

void from_word(const std::string& word, std::optional<buffer_padding>* padding)
{
    const auto counts = parse_counts(word, ",");
    if (counts.size() > 2 || (counts.size() == 1) != (counts[0] == 0))
        throw plan_error("must be the vectors of a block and those left out behind it, "
                         "e.g. 64,1, or 0 for none");
    *padding = buffer_padding();
    if (counts[0])
        *padding = buffer_padding{ counts[0], counts[1] };
}

std::string to_word(const std::optional<loop_order>& order)
{
    return order ? name_of(*order) : "";
}

void from_word(const std::string& word, std::optional<loop_order>* order)
{
    value_from_word(word, &order->emplace());
}

std::string to_word(const placed_axis& a)
{
    axis by_default = a.value;
    set_default_weights(&by_default, a);
    const auto& x = a.value;
    auto word = fmt::format("{}:{}", x.name, x.size);
    if (x.input_step || x.output_step)
        word += fmt::format(":s{}/{}", x.input_step, x.output_step);
    if (x.input_weight != by_default.input_weight ||
        x.output_weight != by_default.output_weight)
        word += fmt::format(":w{}/{}", x.input_weight, x.output_weight);
    if (x.twiddle_weight)
        word += fmt::format(":t{}", x.twiddle_weight);
    return word;
}

void from_word(const std::string& word, placed_axis* a)
{
    const auto pieces = split_text(word, ":");
    auto& x = a->value;
    x = axis();
    if (pieces.size() < 2 || !is_name(pieces[0]))
        throw plan_error(fmt::format(
            "\"{}\" must begin with a name and a size, e.g. column:16", word));
    x.name = pieces[0];
    x.size = parse_count(pieces[1]);
    bool has_weights = false;
    std::string seen;
    for (std::size_t i = 2; i < pieces.size(); ++i) {
        const char letter = pieces[i].empty() ? ' ' : pieces[i][0];
        const auto value = pieces[i].substr(pieces[i].empty() ? 0 : 1);
        if (std::string("swt").find(letter) == std::string::npos ||
            seen.find(letter) != std::string::npos)
            throw plan_error(
                fmt::format("\"{}\" must be s and the steps, w and the weights, "
                            "or t and the twiddle weight, each once, e.g. "
                            "column:16:s1/16:t1",
                            pieces[i]));
        seen += letter;
        if (letter == 's')
            pair_from_word(value, &x.input_step, &x.output_step);
        else if (letter == 'w')
            pair_from_word(value, &x.input_weight, &x.output_weight);
        else
            x.twiddle_weight = parse_count(value);
        has_weights = has_weights || letter == 'w';
    }
    if (!has_weights)
        set_default_weights(&x, *a);
}

std::string to_word(const placed_axes& axes)
{
    std::string word;
    for (const auto& a : axes.all)
        word += (word.empty() ? "" : ",") + to_word(placed_axis{ a, axes.along });
    return word;
}

void from_word(const std::string& word, placed_axes* axes)
{
    axes->all.clear();
    for (const auto& piece : split_text(word, ",")) {
        placed_axis a = { axis(), axes->along };
        from_word(piece, &a);
        axes->all.push_back(a.value);
    }
}

} // namespace gpufft
