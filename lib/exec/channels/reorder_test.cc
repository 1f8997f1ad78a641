/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "base/log.h"
#include "device/interface/device_choice.h"
#include "exec/channels/reorder_test.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "exec/self_test/passed_tests.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <limits>
#include <string>

namespace gpufft {

namespace {

// Several tiles each way, the last of which are not full.
constexpr std::size_t ORDERED_ROWS = 37;
constexpr std::size_t ORDERED_POINTS = 41; // of a row of the input
constexpr std::size_t ORDERED_VALUES = 35; // that the map has

//! Values in no order, some twice, and some 0.
std::vector<int> known_map()
{
    std::vector<int> map;
    for (std::size_t i = 0; i < ORDERED_VALUES; ++i)
        map.push_back(i % 8 == 5 ? -1 : static_cast<int>(i * 7 % ORDERED_POINTS / 2 * 2));
    return map;
}

channel_sample known_value(std::size_t row, std::size_t point)
{
    return { static_cast<float>(1 + row), static_cast<float>(1 + point) };
}

void check_order(const device_reorder& reorder,
                 const row_layout& in,
                 const row_layout& out,
                 const std::shared_ptr<device>& on)
{
    std::vector<channel_sample> values(in.at + ORDERED_ROWS * ORDERED_POINTS);
    for (std::size_t r = 0; r < ORDERED_ROWS; ++r)
        for (std::size_t p = 0; p < ORDERED_POINTS; ++p)
            values[in.at + r * in.row + p * in.value] = known_value(r, p);
    constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<channel_sample> got(out.at + ORDERED_ROWS * ORDERED_VALUES, { nan, nan });
    const auto bytes = got.size() * sizeof(got[0]);
    const auto from = upload_now(*on, values.data(), values.size() * sizeof(values[0]));
    const auto to = upload_now(*on, got.data(), bytes);
    const auto q = on->make_queue();
    reorder.enqueue(*q, *from, in, *to, out, ORDERED_ROWS);
    q->download(got.data(), *to, 0, bytes);
    q->wait_all();
    const auto map = known_map();
    for (std::size_t r = 0; r < ORDERED_ROWS; ++r)
        for (std::size_t v = 0; v < ORDERED_VALUES; ++v) {
            const auto want = map[v] < 0
                                  ? channel_sample()
                                  : known_value(r, static_cast<std::size_t>(map[v]));
            if (got[out.at + r * out.row + v * out.value] != want)
                throw wrong_values(
                    fmt::format("the kernel that brings channels into the order of a map "
                                "takes wrong values on {}: row {}, value {}",
                                on->info().name,
                                r,
                                v),
                    "the device compiler miscompiled it. Choose another device, or "
                    "report it");
        }
}

} // namespace

void test_reorder(const std::shared_ptr<device>& on)
{
    const device_reorder reorder(known_map(), on);
    const auto id = stable_hash({ reorder.built().source().text });
    if (has_passed(id, on->info()))
        return;
    const row_layout ins[] = { row_layout::of_vectors(ORDERED_POINTS),
                               row_layout::of_streams(ORDERED_ROWS, 3) };
    const row_layout outs[] = { row_layout::of_vectors(ORDERED_VALUES, 5),
                                row_layout::of_streams(ORDERED_ROWS) };
    for (const auto& in : ins)
        for (const auto& out : outs)
            check_order(reorder, in, out, on);
    note_passed(id, on->info());
}

std::shared_ptr<const device_reorder> tested_reorder(const std::vector<int>& map,
                                                     const std::shared_ptr<device>& on)
{
    try {
        test_reorder(on);
        return std::make_shared<device_reorder>(map, on);
    } catch (const build_error& e) {
        log().warn("{} does not bring channels into another order, and the host does: {}",
                   label_of(on->info()),
                   e.what());
        return nullptr;
    }
}

} // namespace gpufft
