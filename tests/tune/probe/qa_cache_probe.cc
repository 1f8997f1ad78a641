/* SPDX-License-Identifier: GPL-3.0-or-later */
// Where caches end, told from the times of loads, and measured on this machine.
#include "tune/probe/cache_probe.h"
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <string>

using namespace gpufft;

namespace {

constexpr std::int64_t KIB = 1024;

struct processor {
    const char* name;
    std::int64_t l1_kib, l2_kib, l3_kib;
    double ns[4]; //!< of a load from each level, and from memory
};

// Latencies as they are published, at the clock each runs at.
const processor PROCESSORS[] = {
    { "Zen 2, 3.5 GHz", 32, 512, 16384, { 1.1, 3.4, 11, 80 } },
    { "Zen 4, 4 GHz", 32, 1024, 32768, { 1, 3.5, 12.5, 75 } },
    { "Zen 5, 4 GHz", 48, 1024, 32768, { 1, 3.5, 12, 75 } },
    { "Skylake, 4 GHz", 32, 256, 8192, { 1, 3, 10.5, 60 } },
    { "a server of Intel's, 3 GHz", 48, 2048, 40960, { 1.6, 5.2, 25, 110 } },
    { "twelfth generation of Core, 5 GHz", 48, 1280, 30720, { 1, 3, 14, 70 } },
    { "an embedded one without a third level", 32, 512, 512, { 2, 9, 60, 110 } },
};

constexpr std::int64_t SIZES_KIB[] = { 16,   24,   32,   48,   64,  96,   128,
                                       192,  256,  384,  512,  768, 1024, 1280,
                                       1536, 2048, 3072, 4096, 6144 };

//! What is in use beyond a level is hardly found in the first one, which drops what was
//! used the longest ago, and in part in others (measured: 0.45 of 1.25 times the second
//! level).
double load_ns(const processor& p, std::int64_t kib)
{
    const std::int64_t ends[] = { p.l1_kib, p.l2_kib, p.l3_kib };
    double left = 1, ns = 0;
    for (int level = 0; level < 3; ++level) {
        const double held =
            std::min(1.0, static_cast<double>(ends[level]) / static_cast<double>(kib));
        const double found = std::min(left, std::pow(held, level == 0 ? 10 : 3.5));
        ns += found * p.ns[level];
        left -= found;
    }
    return ns + left * p.ns[3];
}

std::vector<load_time> times_of(const processor& p)
{
    std::vector<load_time> times;
    for (const auto kib : SIZES_KIB)
        times.push_back({ kib * KIB, load_ns(p, kib) });
    return times;
}

void expect(const std::string& why,
            const cache_sizes& found,
            std::int64_t l1,
            std::int64_t l2)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why + ", first level", l1, found.l1_bytes / KIB);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(why + ", second level", l2, found.l2_bytes / KIB);
}

// A second level of 1024 or 1280 KiB holds about half of 1280 or 1536, so noise may add
// one size, and never takes one.
void expect_about(const processor& p, const cache_sizes& found)
{
    CPPUNIT_ASSERT_EQUAL_MESSAGE(p.name, p.l1_kib, found.l1_bytes / KIB);
    const auto at = std::find(std::begin(SIZES_KIB), std::end(SIZES_KIB), p.l2_kib);
    const auto l2 = found.l2_bytes / KIB;
    CPPUNIT_ASSERT_MESSAGE(p.name, l2 == at[0] || l2 == at[1]);
}

} // namespace

class qa_cache_probe : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cache_probe);
    CPPUNIT_TEST(levels_end_where_half_of_the_loads_leave_them);
    CPPUNIT_TEST(noise_moves_no_level);
    CPPUNIT_TEST(times_that_tell_nothing_say_nothing);
    CPPUNIT_TEST(this_machine_has_plausible_caches);
    CPPUNIT_TEST(nothing_is_measured_when_time_is_over);
    CPPUNIT_TEST_SUITE_END();

public:
    void levels_end_where_half_of_the_loads_leave_them()
    {
        for (const auto& p : PROCESSORS)
            expect_about(p, caches_by_times(times_of(p)));
    }

    void noise_moves_no_level()
    {
        std::mt19937 random(1);
        std::uniform_real_distribution<double> noise(1, 1.15);
        for (const auto& p : PROCESSORS) {
            for (int i = 0; i < 100; ++i) {
                auto times = times_of(p);
                for (auto& each : times)
                    each.ns *= noise(random);
                expect_about(p, caches_by_times(times));
            }
        }
    }

    void times_that_tell_nothing_say_nothing()
    {
        expect("none were taken", caches_by_times({}), 0, 0);
        std::vector<load_time> flat;
        for (const auto kib : SIZES_KIB)
            flat.push_back({ kib * KIB, 1.0 });
        expect("all are the same", caches_by_times(flat), 0, 0);
        auto cut = times_of(PROCESSORS[0]);
        cut.resize(8); // up to 192 KiB
        expect("time was over in the second level", caches_by_times(cut), 32, 0);
        auto late = flat;
        for (auto& each : late)
            each.ns = each.bytes > 1024 * KIB ? 10 : 1;
        expect("a first level of 1 MiB", caches_by_times(late), 0, 0);
    }

    // A machine that is busy with other things may hide a level.
    void this_machine_has_plausible_caches()
    {
        const auto found = probe_caches([] { return false; });
        for (const auto bytes : { found.l1_bytes, found.l2_bytes })
            CPPUNIT_ASSERT(bytes % (8 * KIB) == 0);
        CPPUNIT_ASSERT(!found.l1_bytes ||
                       (found.l1_bytes >= 16 * KIB && found.l1_bytes <= 256 * KIB));
        CPPUNIT_ASSERT(!found.l2_bytes || (found.l2_bytes > 2 * found.l1_bytes &&
                                           found.l2_bytes <= 4096 * KIB));
    }

    void nothing_is_measured_when_time_is_over()
    {
        expect("over", probe_caches([] { return true; }), 0, 0);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cache_probe);
