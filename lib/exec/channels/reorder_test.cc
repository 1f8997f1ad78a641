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
#include <cmath>
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

channel_sample wanted_value(std::size_t row, int point)
{
    return point < 0 ? channel_sample()
                     : known_value(row, static_cast<std::size_t>(point));
}

[[noreturn]] void refuse(const device& on, std::size_t row, std::size_t value)
{
    throw wrong_values(
        fmt::format("the kernel that brings channels into the order of a map takes wrong "
                    "values on {}: row {}, value {}",
                    on.info().name,
                    row,
                    value),
        "the device compiler miscompiled it. Choose another device, or report it");
}

std::shared_ptr<buffer> uploaded(device& on, const std::vector<channel_sample>& values)
{
    return upload_now(on, values.data(), values.size() * sizeof(values[0]));
}

//! Has \p work queued, and waits. \return what \p of then holds
template <class action>
std::vector<channel_sample> after(device& on, buffer& of, const action& work)
{
    const auto q = on.make_queue();
    work(*q);
    std::vector<channel_sample> got(of.bytes() / sizeof(channel_sample));
    q->download(got.data(), of, 0, of.bytes());
    q->wait_all();
    return got;
}

std::vector<channel_sample> unwritten_values(std::size_t count)
{
    constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
    return std::vector<channel_sample>(count, { nan, nan });
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
    const auto from = uploaded(*on, values);
    const auto to =
        uploaded(*on, unwritten_values(out.at + ORDERED_ROWS * ORDERED_VALUES));
    const auto got = after(*on, *to, [&](queue& q) {
        reorder.enqueue(q, *from, in, *to, out, ORDERED_ROWS);
    });
    const auto map = known_map();
    for (std::size_t r = 0; r < ORDERED_ROWS; ++r)
        for (std::size_t v = 0; v < ORDERED_VALUES; ++v)
            if (got[out.at + r * out.row + v * out.value] != wanted_value(r, map[v]))
                refuse(*on, r, v);
}

// Rows go across the end of rings that have some more room, in one array. Behind the last
// one is room for another, so that wrong places are in the array.
constexpr std::size_t TESTED_RING = ORDERED_ROWS + 6;
constexpr std::size_t TESTED_AT = TESTED_RING - 9;
constexpr std::size_t LEFT_OUT = 3;    //!< no ring is for it
constexpr std::size_t FIRST_TAKEN = 2; //!< row that is read of rings

std::size_t in_ring(std::size_t ring, std::size_t row)
{
    return ring * TESTED_RING + (TESTED_AT + row) % TESTED_RING;
}

std::shared_ptr<buffer>
places_in(device& on, const buffer& all, std::size_t rings, bool leaves_out)
{
    std::vector<ring_place> places(rings);
    for (std::size_t i = 0; i < rings; ++i) {
        constexpr auto BYTES = TESTED_RING * sizeof(channel_sample);
        places[i] = { all.device_address() + i * BYTES,
                      TESTED_AT * sizeof(channel_sample),
                      BYTES };
    }
    if (leaves_out)
        places[LEFT_OUT].address = 0;
    return upload_now(on, places.data(), rings * sizeof(places[0]));
}

void check_to_rings(const device_reorder& reorder, device& on)
{
    std::vector<channel_sample> values(ORDERED_ROWS * ORDERED_POINTS);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = known_value(i / ORDERED_POINTS, i % ORDERED_POINTS);
    const auto from = uploaded(on, values);
    const auto to = uploaded(on, unwritten_values((ORDERED_VALUES + 1) * TESTED_RING));
    const auto rings = places_in(on, *to, ORDERED_VALUES, true);
    const auto got = after(on, *to, [&](queue& q) {
        reorder.enqueue_to_rings(
            q, *from, row_layout::of_vectors(ORDERED_POINTS), *rings, ORDERED_ROWS);
    });
    const auto map = known_map();
    for (std::size_t r = 0; r < TESTED_RING; ++r)
        for (std::size_t v = 0; v < ORDERED_VALUES; ++v) {
            const auto value = got[in_ring(v, r)];
            const bool is_written = r < ORDERED_ROWS && v != LEFT_OUT;
            if (is_written ? value != wanted_value(r, map[v]) : !std::isnan(value.real()))
                refuse(on, r, v);
        }
}

void check_from_rings(const device_reorder& reorder, device& on)
{
    std::vector<channel_sample> values((ORDERED_POINTS + 1) * TESTED_RING);
    for (std::size_t p = 0; p < ORDERED_POINTS; ++p)
        for (std::size_t r = 0; r < ORDERED_ROWS; ++r)
            values[in_ring(p, FIRST_TAKEN + r)] = known_value(r, p);
    const auto from = uploaded(on, values);
    const auto to = uploaded(on, unwritten_values(5 + ORDERED_ROWS * ORDERED_VALUES));
    const auto rings = places_in(on, *from, ORDERED_POINTS, false);
    const auto out = row_layout::of_vectors(ORDERED_VALUES, 5);
    const auto got = after(on, *to, [&](queue& q) {
        reorder.enqueue_from_rings(q, *rings, FIRST_TAKEN, *to, out, ORDERED_ROWS);
    });
    const auto map = known_map();
    for (std::size_t r = 0; r < ORDERED_ROWS; ++r)
        for (std::size_t v = 0; v < ORDERED_VALUES; ++v)
            if (got[out.at + r * out.row + v] != wanted_value(r, map[v]))
                refuse(on, r, v);
}

} // namespace

void test_reorder(const std::shared_ptr<device>& on)
{
    const device_reorder reorder(known_map(), on);
    const auto id = stable_hash({ reorder.text() });
    if (has_passed(id, on->info()))
        return;
    const row_layout ins[] = { row_layout::of_vectors(ORDERED_POINTS),
                               row_layout::of_streams(ORDERED_ROWS, 3) };
    const row_layout outs[] = { row_layout::of_vectors(ORDERED_VALUES, 5),
                                row_layout::of_streams(ORDERED_ROWS) };
    for (const auto& in : ins)
        for (const auto& out : outs)
            check_order(reorder, in, out, on);
    if (reorder.takes_rings()) {
        check_to_rings(reorder, *on);
        check_from_rings(reorder, *on);
    }
    note_passed(id, on->info());
}

std::shared_ptr<const device_reorder> tested_reorder(const std::vector<int>& map,
                                                     const std::shared_ptr<device>& on)
{
    try {
        test_reorder(on);
        return std::make_shared<device_reorder>(map, on);
    } catch (const build_error& e) {
        log().warn("{} cannot bring channels into the order of a map, so the host does "
                   "that: {}",
                   label_of(on->info()),
                   e.what());
        return nullptr;
    }
}

} // namespace gpufft
