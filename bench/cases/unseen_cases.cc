/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/unseen_cases.h"
#include "math/factor.h"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace gpufft::app {

namespace {

using kind = transform_kind;

constexpr int LARGEST_USUAL_PRIME = 13;
constexpr std::int64_t SHORTEST = 2;
constexpr std::uint32_t MOST_ROWS = std::uint32_t(1) << 30;

class transform_draw
{
public:
    explicit transform_draw(const unseen_draw& how) : d_how(how), d_random(how.seed) {}

    bench_case next()
    {
        bench_case result;
        result.kind = draw_kind();
        result.group = group_of(result.kind);
        const auto lengths = draw_lengths();
        for (const auto length : lengths)
            result.size += fmt::format("{}{}", result.size.empty() ? "" : "x", length);
        result.form = draw_form(result.kind, lengths);
        result.batch = 1;
        if (below(5) > 0)
            result.batch = filling_batch(result.request());
        return result;
    }

private:
    // The library's distributions may differ from one standard library to another.
    std::uint64_t below(std::uint64_t count) { return d_random() % count; }
    double fraction() { return static_cast<double>(d_random() >> 11) * 0x1p-53; }

    kind draw_kind()
    {
        const auto turn = below(20);
        if (turn < 9)
            return kind::c2c;
        if (turn < 12)
            return kind::r2c;
        if (turn < 15)
            return kind::c2r;
        const kind others[] = { kind::dct1, kind::dct2, kind::dct3, kind::dct4,
                                kind::dst1, kind::dst2, kind::dst3, kind::dst4 };
        return others[below(std::size(others))];
    }

    static std::string group_of(kind k)
    {
        return is_trigonometric(k) ? "dct-dst"
               : k == kind::c2c    ? "c2c"
               : k == kind::r2c    ? "r2c"
                                   : "c2r";
    }

    //! One of the octaves up to \p most, and somewhere in it.
    std::int64_t draw_length(std::int64_t most)
    {
        const double octaves = std::log2(static_cast<double>(most) / SHORTEST);
        const bool is_smooth = below(10) > 0;
        for (;;) {
            const auto length = static_cast<std::int64_t>(
                std::llround(SHORTEST * std::exp2(octaves * fraction())));
            if (!is_smooth)
                return length;
            // The next one below that is: rare lengths among long ones.
            for (auto n = length; n >= std::max(SHORTEST, length * 9 / 10); --n)
                if (prime_factors(n).back() <= LARGEST_USUAL_PRIME)
                    return n;
        }
    }

    std::vector<std::int64_t> draw_lengths()
    {
        const auto turn = below(10);
        const std::size_t rank = turn < 7 ? 1 : turn < 9 ? 2 : 3;
        const auto each = std::pow(static_cast<double>(d_how.most_points),
                                   1 / static_cast<double>(rank));
        std::vector<std::int64_t> lengths;
        for (std::size_t i = 0; i < rank; ++i)
            lengths.push_back(draw_length(static_cast<std::int64_t>(each)));
        if (rank > 1 && below(2)) // mostly images and cubes
            std::fill(lengths.begin(), lengths.end(), lengths.front());
        return lengths;
    }

    std::string draw_form(kind k, const std::vector<std::int64_t>& lengths)
    {
        std::string form;
        const auto add = [&](const std::string& word) {
            form += form.empty() ? word : ", " + word;
        };
        const bool is_complex = k == kind::c2c;
        if (is_complex && below(3) == 0)
            add("inverse");
        const auto number = below(8);
        if (number == 0 && d_how.has_float64)
            add("float64");
        if (number == 1)
            add("float16");
        const bool takes_window =
            (is_complex && form.find("inverse") != 0) || k == kind::r2c;
        if (takes_window && lengths.size() == 1 && below(6) == 0)
            add("windowed");
        if (is_complex && below(6) == 0)
            add("output rotated by " + halves(lengths));
        const auto layout = below(10);
        if (is_complex && layout == 0)
            add("planar input, planar output");
        else if (layout == 1)
            add("in place");
        return form;
    }

    static std::string halves(const std::vector<std::int64_t>& lengths)
    {
        std::string text;
        for (const auto length : lengths)
            text += fmt::format("{}{}", text.empty() ? "" : "x", length / 2);
        return text;
    }

    std::uint32_t filling_batch(const transform& request) const
    {
        const auto rows =
            d_how.call_bytes / std::max<std::size_t>(1, input_row_bytes(request));
        return static_cast<std::uint32_t>(std::clamp<std::size_t>(rows, 1, MOST_ROWS));
    }

    unseen_draw d_how;
    std::mt19937_64 d_random;
};

} // namespace

std::vector<bench_case> unseen_cases(const unseen_draw& how)
{
    transform_draw draw(how);
    std::vector<bench_case> all;
    std::set<std::string> names;
    while (all.size() < how.count) {
        auto result = draw.next();
        if (names.insert(fmt::format("{} x{}", result.name(), result.batch)).second)
            all.push_back(std::move(result));
    }
    return all;
}

} // namespace gpufft::app
