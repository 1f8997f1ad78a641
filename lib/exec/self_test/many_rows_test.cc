/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "exec/self_test/many_rows_test.h"
#include <algorithm>
#include <atomic>
#include <random>

namespace gpufft {

namespace {

// Bytes of rows to compare that are worth a thread.
constexpr std::size_t BYTES_WORTH_A_THREAD = std::size_t(2) << 20;

// Most bytes of outputs that were right, which are kept to compare others with.
constexpr std::size_t MOST_KEPT_BYTES = std::size_t(64) << 20;

//! Each of \p count first, then any but the one before.
std::vector<std::uint8_t> order_of(std::size_t count, std::uint32_t rows)
{
    std::mt19937 random(1);
    std::vector<std::uint8_t> order;
    for (std::uint32_t r = 0; r < rows; ++r) {
        const auto number = r < count ? r : order.back() + 1 + random() % (count - 1);
        order.push_back(static_cast<std::uint8_t>(number % count));
    }
    return order;
}

void set_least(std::atomic<std::uint32_t>& least, std::uint32_t r)
{
    auto known = least.load();
    while (r < known && !least.compare_exchange_weak(known, r)) {
    }
}

} // namespace

many_rows_test::many_rows_test(test_memory& in,
                               const std::vector<known_row>& known,
                               double scale,
                               std::uint32_t most_rows)
    : d_in(in),
      d_known(known),
      d_scale(scale),
      d_order(order_of(known.size(), most_rows)),
      d_right(known.size())
{
}

double many_rows_test::factor_of(const known_row& known) const
{
    const auto factor = d_scale / known.scale;
    return known.is_negative ? -factor : factor;
}

void many_rows_test::put_input(std::uint32_t row, const row_memory& to) const
{
    const auto& known = known_at(row);
    const auto& layout = d_in.input_layout();
    if (known.is_negative)
        layout.negate(to, known.in->memory());
    else
        layout.copy(to, known.in->memory());
}

bool many_rows_test::is_right(std::uint32_t row) const
{
    const auto& layout = d_in.output_layout();
    const auto result = d_in.output(row);
    const auto& right = d_right[d_order[row]];
    if (right && layout.is_same(result, right->memory()))
        return true;
    const auto& known = known_at(row);
    return layout.is_near(result, known.bound, factor_of(known), known.out->memory());
}

std::optional<wrong_output> many_rows_test::find_wrong_in(std::uint32_t row) const
{
    const auto& layout = d_in.output_layout();
    const auto& known = known_at(row);
    const auto result = d_in.output(row);
    for (std::int64_t k = 0; k < layout.size(); ++k) {
        const auto got = layout.get(result, k);
        const auto expected = factor_of(known) * known.out->get(k);
        if (!is_near(got, expected, known.bound))
            return wrong_output{ row, got, expected };
    }
    return {};
}

std::optional<wrong_output> many_rows_test::find_wrong(std::uint32_t rows)
{
    d_in.run([this](std::uint32_t r, const row_memory& to) { put_input(r, to); },
             rows,
             d_scale);
    std::atomic<std::uint32_t> wrong{ rows };
    const auto bytes = d_known.front().out->bytes();
    in_parts(rows,
             std::max<std::size_t>(1, BYTES_WORTH_A_THREAD / bytes),
             [&](std::size_t begin, std::size_t end) {
                 for (auto r = begin; r < end; ++r)
                     if (!is_right(static_cast<std::uint32_t>(r)))
                         return set_least(wrong, static_cast<std::uint32_t>(r));
             });
    if (wrong < rows)
        return find_wrong_in(wrong);
    keep_right(rows);
    return {};
}

//! Where that is little: elements are compared one by one but for dense floats.
void many_rows_test::keep_right(std::uint32_t rows)
{
    if (d_known.size() * d_known.front().out->bytes() > MOST_KEPT_BYTES)
        return;
    for (std::uint32_t r = 0; r < rows && r < d_known.size(); ++r)
        if (auto& right = d_right[d_order[r]]; !right)
            right = std::make_unique<test_row>(d_in.kept_output(r));
}

} // namespace gpufft
