/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/fields.h"
#include "campaign/smaller_transform.h"
#include "campaign/transform_case.h"
#include "plan/request/parse_transform.h"
#include "support/transforms/random_transform.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft::testing {

namespace {

constexpr std::size_t MOST_VALUES = 60000; // of all rows, where they are many

//! One time in \p n.
bool rarely(std::mt19937& random, unsigned n) { return random() % n == 0; }

//! A few, at times enough for a part of a tile behind others, or for many tiles.
std::size_t any_rows(std::mt19937& random, std::int64_t most_points)
{
    const std::size_t few = 1 + random() % 5, some = 6 + random() % 64;
    const std::size_t many = 70 + random() % 2000;
    const auto rows = !rarely(random, 4) ? few : rarely(random, 3) ? many : some;
    const auto room = MOST_VALUES / static_cast<std::size_t>(most_points);
    return std::min(rows, std::max<std::size_t>(room, few));
}

//! All of them, and fewer: a part of the last tile, one row.
std::vector<std::size_t> any_runs(std::mt19937& random, std::size_t rows)
{
    std::vector<std::size_t> runs = { rows };
    if (rows > 1)
        runs.push_back(1 + random() % (rows - 1));
    if (rows > 2 && runs.back() != 1)
        runs.push_back(1);
    return runs;
}

//! One in four long; of those one in eight up to 200000 points.
std::int64_t any_length(std::mt19937& random)
{
    if (!rarely(random, 4))
        return rarely(random, 2) ? 2000 : 100;
    return rarely(random, 8) ? 200000 : 10000;
}

} // namespace

std::string transform_case::text() const
{
    return fmt::format(
        "rows={} data={} of {}", fmt::join(rows, ","), data, to_string(request));
}

transform_case transform_case::parsed(const std::string& text)
{
    const fields given(text);
    transform_case made;
    made.rows = given.numbers("rows");
    if (made.rows.empty())
        throw std::invalid_argument("\"rows=\" names no row");
    std::sort(made.rows.rbegin(), made.rows.rend());
    made.data = static_cast<unsigned>(given.number("data"));
    made.request = parse_transform(given.rest());
    return made;
}

std::vector<transform_case> transform_case::smaller() const
{
    std::vector<transform_case> all;
    const auto add = [&](std::vector<std::size_t> fewer) {
        auto made = *this;
        made.rows = std::move(fewer);
        if (made.rows != rows && made.rows[0] > 0)
            all.push_back(made);
    };
    add({ 1 });
    if (rows.size() > 1)
        for (const auto one : rows)
            add({ one });
    add({ rows[0] / 2 });
    add({ rows[0] - 1 });
    for (const auto& less : smaller_transforms(without_default_strides(request)))
        all.push_back({ less, rows, data });
    return all;
}

transform_case any_transform_case(std::mt19937& random, bool has_float64)
{
    random_choice choice;
    choice.has_float64 = has_float64;
    choice.most_points = any_length(random);
    choice.may_be_long = choice.most_points > 2000 && rarely(random, 2);
    transform_case made;
    const auto rows = any_rows(random, choice.most_points);
    made.rows = any_runs(random, rows);
    made.data = static_cast<unsigned>(random() % 1000000);
    made.request = random_transform(random, choice, rows);
    return made;
}

transform_case any_short_case(std::mt19937& random)
{
    transform_case made;
    made.rows = { 1 + random() % 5 };
    made.data = static_cast<unsigned>(random() % 1000000);
    made.request = random_transform(random, {}, made.rows[0]);
    return made;
}

} // namespace gpufft::testing
