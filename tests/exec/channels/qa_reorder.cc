/* SPDX-License-Identifier: GPL-3.0-or-later */
// The kernel that brings channels into the order of a map, on a real device and on the
// fake one, beside a loop, and its self test, which finds kernels that are wrong.
#include "device/interface/registry.h"
#include "exec/channels/device_reorder.h"
#include "exec/channels/reorder_test.h"
#include "exec/executor/upload.h"
#include "exec/executor/wrong_values.h"
#include "support/devices/changed_device.h"
#include "support/devices/power_launch.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <iterator>
#include <random>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct order_case {
    std::size_t points; //!< of a row that is read
    std::size_t values; //!< of the map
    std::size_t rows;
};

const order_case CASES[] = {
    { 1, 1, 1 },    { 16, 16, 16 }, { 64, 64, 100 },  { 7, 3, 1000 },
    { 1024, 5, 3 }, { 5, 130, 17 }, { 17, 17, 2049 },
};

const mutation MUTATIONS[] = {
    { "rows are read from the wrong place", "in_at + (row + r)", "in_at + row" },
    { "the map is not looked at", "from * in_value", "v * in_value" },
    { "what the map leaves out is not 0", "x.x = x.y = 0", "x.x = x.y = 1" },
    { "tiles of values begin at the wrong place",
      "value = group % across * 16",
      "value = group % across * 8" },
    { "tiles of rows begin at the wrong place",
      "row = group / across * 16",
      "row = group / across * 8" },
    { "rows of the tile overlap", "tile[r * 17 + v] = x", "tile[r * 16 + v] = x" },
    { "streams are read as vectors are",
      "const uint r = in_value == 1 ? along + k : beside",
      "const uint r = in_value == 1 ? along + k : along + k" },
    { "streams are written as vectors are",
      "const uint v = out_value == 1 ? beside : along + k",
      "const uint v = out_value == 1 ? beside : beside" },
    { "the last tile is left out", "row + r >= rows ||", "row + 16 >= rows ||" },
    { "an output goes to the place of another",
      "(value + v) * out_value",
      "v * out_value" },
    { "rows are read from the begin of memory", "in[in_at + (", "in[(" },
    { "rows are written to the begin of memory", "out[out_at + (", "out[(" },
    { "a part of the tile is left out", "k < 16; k += 4", "k < 12; k += 4" },
};

//! What only kernels of rings have.
const mutation OF_RINGS[] = {
    { "rows do not go on at the begin of a ring", "place < ring[2] ? 0 : ring[2]", "0" },
    { "the first row lies elsewhere", "place = ring[1] + ", "place = " },
    { "rows lie where those of the first tile do", "(row + r) * 8", "r * 8" },
    { "rows before the first one are taken", "(in_at + row + r) * 8", "(row + r) * 8" },
    { "values go to the ring of another",
      "rings + (unsigned long long)(value + v)",
      "rings + (unsigned long long)(value)" },
    { "values come from the ring of another",
      "rings + (unsigned long long)from",
      "rings + (unsigned long long)v" },
};

} // namespace

class qa_reorder : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_reorder);
    CPPUNIT_TEST(values_are_in_the_order_of_the_map);
    CPPUNIT_TEST(the_self_test_passes_what_is_right);
    CPPUNIT_TEST(the_self_test_notices_what_is_wrong);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(device_limits()) };

    std::mt19937 d_random{ run_seed("exec.reorder") };

    void check(const order_case& s,
               const row_layout& in,
               const row_layout& out,
               const std::shared_ptr<device>& on)
    {
        std::uniform_int_distribution<int> any(-1, static_cast<int>(s.points) - 1);
        std::vector<int> map(s.values);
        for (auto& each : map)
            each = any(d_random);
        std::vector<channel_sample> values(s.rows * s.points);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = { static_cast<float>(i), -1 };
        std::vector<channel_sample> got(s.rows * s.values);
        const auto from =
            upload_now(*on, values.data(), values.size() * sizeof(values[0]));
        const auto to = on->make_buffer(got.size() * sizeof(got[0]));
        const auto q = on->make_queue();
        const device_reorder reorder(map, on);
        reorder.enqueue(*q, *from, in, *to, out, s.rows);
        q->download(got.data(), *to, 0, got.size() * sizeof(got[0]));
        q->wait_all();
        for (std::size_t r = 0; r < s.rows; ++r)
            for (std::size_t v = 0; v < s.values; ++v) {
                const auto point = static_cast<std::uint64_t>(map[v]);
                const auto want =
                    map[v] < 0 ? channel_sample() : values[r * in.row + point * in.value];
                if (got[r * out.row + v * out.value] != want)
                    CPPUNIT_FAIL(fmt::format("{} of {} values in {} rows on {}: row {}, "
                                             "value {} is not value {}",
                                             s.values,
                                             s.points,
                                             s.rows,
                                             on->info().name,
                                             r,
                                             v,
                                             map[v]));
            }
    }

    void values_are_in_the_order_of_the_map()
    {
        for (const auto& on : d_devices)
            for (const auto& s : CASES)
                for (const auto& in :
                     { row_layout::of_vectors(s.points), row_layout::of_streams(s.rows) })
                    for (const auto& out : { row_layout::of_vectors(s.values),
                                             row_layout::of_streams(s.rows) })
                        check(s, in, out, on);
    }

    void the_self_test_passes_what_is_right()
    {
        for (const auto& on : d_devices)
            test_reorder(on);
    }

    void the_self_test_notices_what_is_wrong()
    {
        std::vector<mutation> all(std::begin(MUTATIONS), std::end(MUTATIONS));
        if (device_reorder({ 0 }, d_devices[0]).takes_rings())
            all.insert(all.end(), std::begin(OF_RINGS), std::end(OF_RINGS));
        for (const auto& each : all) {
            const auto on =
                std::make_shared<changed_device>(d_devices[0], each.of_kernels());
            bool has_noticed = false;
            try {
                test_reorder(on);
            } catch (const wrong_values&) {
                has_noticed = true;
            }
            CPPUNIT_ASSERT_MESSAGE(each.why, on->is_changed());
            CPPUNIT_ASSERT_MESSAGE(each.why, has_noticed);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_reorder);
