/* SPDX-License-Identifier: GPL-3.0-or-later */
// What is done with items on the device, beside the host's: with rings on both sides,
// whose ends are crossed at any place. Runs on the device that $GPUFFT_DEVICE names.
#include "device/interface/registry.h"
#include "exec/items/item_executor.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <complex>
#include <cstring>
#include <random>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct row {
    const char* why;
    item_operation request;
    std::size_t ring_in, ring_out; // rows that the rings hold, and some bytes
};

using kind = item_operation::kind;

const row ROWS[] = {
    { "samples", { kind::mag_squared, 8, 4, 0 }, 8 * 1000, 4 * 1000 },
    { "vectors, rings of other lengths",
      { kind::mag_squared, 56, 28, 0 },
      8 * 900,
      4000 },
    { "one of two", { kind::keep, 16, 8, 0 }, 16 * 300, 8 * 299 },
    { "the second of two", { kind::keep, 16, 8, 8 }, 16 * 300, 8 * 299 },
    { "3 of 7 words, rows across the ends",
      { kind::keep, 28, 12, 8 },
      4 * 1000,
      4 * 501 },
    { "all", { kind::keep, 20, 20, 0 }, 4000, 2000 },
};

std::vector<char> noise_bytes(std::size_t bytes)
{
    std::mt19937 random(1);
    std::normal_distribution<float> level;
    std::vector<char> all(bytes);
    for (std::size_t i = 0; i + 4 <= bytes; i += 4) {
        const float x = level(random);
        std::memcpy(&all[i], &x, 4);
    }
    return all;
}

float largest_difference(const std::vector<char>& a, const std::vector<char>& b)
{
    float most = 0;
    for (std::size_t i = 0; i < a.size(); i += 4) {
        float x, y;
        std::memcpy(&x, &a[i], 4);
        std::memcpy(&y, &b[i], 4);
        most = std::max(most, std::abs(x - y) / (1 + std::abs(y)));
    }
    return most;
}

class qa_item_executor : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_item_executor);
    CPPUNIT_TEST(does_what_the_host_does);
    CPPUNIT_TEST_SUITE_END();

public:
    void does_what_the_host_does()
    {
        const auto on = open_device("auto");
        for (const auto& r : ROWS) {
            item_executor runs(r.request, on);
            ring_mirror in(on, r.ring_in), out(on, r.ring_out);
            const auto rows = std::min(r.ring_in / r.request.in_bytes,
                                       r.ring_out / r.request.out_bytes) /
                              2;
            const auto q = on->make_queue();
            std::uint64_t first = 0;
            for (int lap = 0; lap < 7; ++lap, first += rows)
                check(r, runs, *q, in, out, first, rows, lap % 2 == 0);
        }
    }

private:
    static void check(const row& r,
                      item_executor& runs,
                      queue& q,
                      ring_mirror& in,
                      ring_mirror& out,
                      std::uint64_t first,
                      std::size_t rows,
                      bool keeps)
    {
        const auto items = noise_bytes(rows * r.request.in_bytes);
        std::vector<char> want(rows * r.request.out_bytes), got(want.size());
        compute(r.request, items.data(), want.data(), rows);
        const auto bytes_of = [&](std::size_t row_bytes) {
            return stretch{ first * row_bytes, (first + rows) * row_bytes };
        };
        mirror_place from{ &in, bytes_of(r.request.in_bytes), items.data() };
        mirror_place to{ keeps ? &out : nullptr, bytes_of(r.request.out_bytes), nullptr };
        runs.submit(from, to, keeps ? nullptr : got.data(), rows);
        CPPUNIT_ASSERT_EQUAL(rows, runs.wait_oldest());
        if (keeps) {
            out.before_reading(q, to.bytes);
            out.download(q, got.data(), to.bytes);
            q.wait_all();
        }
        const auto request = fmt::format("{}: rows from {} on", r.why, first);
        if (r.request.request == kind::keep)
            CPPUNIT_ASSERT_MESSAGE(request, want == got);
        else
            CPPUNIT_ASSERT_MESSAGE(request, largest_difference(got, want) < 1e-6F);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_item_executor);

} // namespace
