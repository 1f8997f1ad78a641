/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EXPRESSION_RUNS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EXPRESSION_RUNS_H

#include "exec/executor/given_memory.h"
#include "exec/host/host_transform.h"
#include "exec/memory/page_memory.h"
#include "exec/rows/slot.h"
#include "exec/self_test/test_rows.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/transforms/expression_table.h"
#include "support/transforms/random_transform.h"
#include <fmt/format.h>
#include <array>
#include <cctype>
#include <memory>
#include <random>
#include <string>

//! What rows of the table's transforms become on a device, beside the host's transform
//! without expressions and the table's C++.
namespace gpufft::testing::expressions {

using points = std::vector<complex>;

//! The transform without its expressions. With real output alone it would be refused.
inline transform plain_of(const asked& a)
{
    const std::string reals = ", real output";
    std::string line = a.what;
    const auto at = line.find(reals);
    if (at == std::string::npos)
        return parse_transform(line);
    auto t = parse_transform(line.erase(at, reals.size()));
    t.real_output = true;
    t.output_distance = 0;
    return t;
}

inline const std::vector<expression_argument> ARGUMENTS = {
    { "h", argument_kind::complex_buffer, 64 },
    { "w", argument_kind::real_buffer, 100 },
    { "s", argument_kind::number, 0 },
};

//! \p name stands in \p text as a word of its own.
inline bool has_word(const std::string& text, const std::string& name)
{
    const auto is_of_word = [](char c) { return std::isalnum(c) || c == '_'; };
    for (auto at = text.find(name); at != std::string::npos;
         at = text.find(name, at + 1)) {
        const auto behind = at + name.size();
        if ((at == 0 || !is_of_word(text[at - 1])) &&
            (behind == text.size() || !is_of_word(text[behind])))
            return true;
    }
    return false;
}

//! The row's transform with the arguments that it names.
inline transform transform_of(const asked& a)
{
    auto t = plain_of(a);
    t.load = a.load;
    t.store = a.store;
    for (const auto& each : ARGUMENTS)
        if (has_word(t.load + " " + t.store, each.name))
            t.arguments.push_back(each);
    validate(t);
    return packed(t);
}

inline argument_values any_values(std::mt19937& random)
{
    const auto next = [&] { return float(double(random()) * 0x1p-32 + 0.5); };
    argument_values all;
    for (const auto& each : ARGUMENTS) {
        all.emplace_back();
        for (std::int64_t i = 0; i < std::max<std::int64_t>(1, each.length); ++i)
            all.back().emplace_back(
                next(), each.is == argument_kind::complex_buffer ? next() : 0);
    }
    return all;
}

//! Values of the arguments of \p t.
inline argument_values used_values(const transform& t, const argument_values& all)
{
    argument_values used;
    for (std::size_t i = 0; i < ARGUMENTS.size(); ++i)
        for (const auto& each : t.arguments)
            if (each.name == ARGUMENTS[i].name)
                used.push_back(all[i]);
    return used;
}

//! Rows in memory as the transform has them.
struct side_memory {
    side_memory(const transform& t, const side& s, std::size_t count)
        : layout(t, s),
          row_bytes(static_cast<std::size_t>(t.*s.distance) * layout.element_bytes()),
          bytes(row_bytes * count + 4096)
    {
        for (std::size_t i = 0; i < layout.planes(); ++i) {
            arrays[i] = page_memory(bytes);
            std::fill_n(arrays[i].get(), bytes, 0);
        }
    }
    row_memory at(std::size_t row) const
    {
        row_memory all = {};
        for (std::size_t i = 0; i < layout.planes(); ++i)
            all[i] = arrays[i].get() + row * row_bytes;
        return all;
    }

    row_layout layout;
    std::size_t row_bytes, bytes;
    std::array<std::shared_ptr<unsigned char>, 2> arrays;
};

inline std::vector<std::int64_t>
index_of(const transform& t, const side& s, std::size_t i)
{
    const row_layout layout(t, s);
    const auto all = layout.index_of(static_cast<std::int64_t>(i));
    return { all.begin() + static_cast<std::ptrdiff_t>(t.loops.size()), all.end() };
}

//! What lies between the expressions, in double precision by the host.
inline points transformed(const transform& t, const points& x)
{
    transform plain;
    plain.kind = t.kind;
    plain.dir = t.dir;
    plain.norm = t.norm;
    plain.scale = t.scale;
    plain.number = precision::float64;
    plain.shape.clear();
    for (const auto& d : t.shape)
        plain.shape.push_back({ d.length, 0, 0, 0, 0 });
    for (const auto& l : t.loops)
        plain.loops.push_back({ l.count, 0, 0 });
    plain = packed(plain);
    const side_memory in(plain, INPUT_VIEW, 1), out(plain, OUTPUT_VIEW, 1);
    for (std::size_t i = 0; i < x.size(); ++i)
        in.layout.set(in.at(0), static_cast<std::int64_t>(i), x[i]);
    host_transform(plain, {})(
        { { in.arrays[0].get(), nullptr }, { out.arrays[0].get(), nullptr } }, 1);
    points y;
    for (std::int64_t k = 0; k < out.layout.size(); ++k)
        y.push_back(out.layout.get(out.at(0), k));
    return y;
}

inline double bound_of(const transform& t)
{
    switch (t.number) {
    case precision::float64:
        return 1e-12;
    case precision::float16:
        return 1e-2;
    default:
        return 2e-5;
    }
}

//! Runs \p a by \p e.
//! \return what is wrong, or nothing
inline std::string
fault_of(const asked& a, const std::shared_ptr<executor>& e, std::size_t rows)
{
    const auto t = transform_of(a);
    const auto on = e->on();
    std::mt19937 random(7);
    const auto all = any_values(random);
    const auto given =
        std::make_shared<const given_memory>(upload_given(*on, t, used_values(t, all)));
    const side_memory in(t, INPUT_VIEW, rows), apart(t, OUTPUT_VIEW, rows);
    const auto& out = t.in_place ? in : apart;
    std::vector<points> x(rows);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < in.layout.size(); ++i) {
            const auto next = [&] { return double(random()) * 0x1p-31 - 1; };
            const double real = next();
            in.layout.set(in.at(r), i, { real, has_real_input(t) ? 0 : next() });
            x[r].push_back(in.layout.get(in.at(r), i));
        }
    const host_arrays arrays = { { in.arrays[0].get(), in.arrays[1].get() },
                                 { out.arrays[0].get(), out.arrays[1].get() } };
    constexpr std::uint32_t FIRST_ROW = 2; // as in a later piece of a call
    row_places places;
    places.host = arrays;
    places.first_row = FIRST_ROW;
    {
        const locked_memory none(on);
        slot one(on, none);
        one.start(e, window_on(*on, t), places, rows, nullptr, given);
        one.finish();
    }
    const auto taps = window_of(t);
    const auto line = plan_text(e->made_plan());
    for (std::size_t r = 0; r < rows; ++r) {
        const auto row = static_cast<std::int64_t>(r) + FIRST_ROW;
        for (std::size_t i = 0; i < x[r].size(); ++i) {
            x[r][i] = a.loaded(x[r][i], { index_of(t, INPUT_VIEW, i), row, all });
            if (!taps.empty())
                x[r][i] *= taps[i];
        }
        if (t.taps_per_branch > 1)
            fold_branches(x[r], t.points());
        const auto y = transformed(t, x[r]);
        double error = 0, size = 0;
        for (std::size_t k = 0; k < y.size(); ++k) {
            const auto expected =
                a.stored(y[k], { index_of(t, OUTPUT_VIEW, k), row, all });
            const auto got = out.layout.get(out.at(r), static_cast<std::int64_t>(k));
            error = std::max(error, std::abs(got - expected));
            size = std::max(size, std::abs(expected));
        }
        if (!(error <= bound_of(t) * size))
            return fmt::format("{}\n  row {}: error {:.2e} of {:.2e}; {}\n",
                               line,
                               r,
                               error,
                               size,
                               a.why);
    }
    return "";
}

} // namespace gpufft::testing::expressions

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EXPRESSION_RUNS_H */
