/* SPDX-License-Identifier: GPL-3.0-or-later */
// From raw samples to accumulated powers against a reference in double precision: in one
// pass and in several launches, on a real device and on the fake one.
#include "device/interface/registry.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/choice/power_choice.h"
#include "plan/ir/enum_names.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/devices/portable_device.h"
#include "support/devices/power_launch.h"
#include "support/skipped.h"
#include "support/some_of.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <initializer_list>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const device_limits GPU = make_limits(false, 227, 512, 128);
const device_limits SMALL = make_limits(false, 16, 256, 64);
const device_limits TINY = half_a_kib();
const device_limits CPU = make_limits(true, 1024, 4096, 512);

struct sample {
    const char* why;
    power_request request;
    const device_limits& limits;
    bool is_fused;
    std::vector<std::uint32_t> runs;
};

using kind = sample_kind;
using how = accumulation;

accumulations several(std::initializer_list<how> of)
{
    accumulations all = *of.begin();
    for (const auto each : of)
        all.add(each);
    return all;
}

const sample SAMPLES[] = {
    { "all accumulations of a row a work-item, runs of all sizes and of none",
      { 8,
        3,
        kind::complex_float,
        several({ how::sum, how::highest, how::lowest, how::square }) },
      GPU,
      true,
      { 0, 1, 4, 4, 9, 10 } },
    { "two of several stages, the first of which is no sum",
      { 1024, 512, kind::complex_int8, several({ how::lowest, how::square }) },
      GPU,
      true,
      { 0, 4, 5, 11 } },
    { "three of a real signal, whose middle bin is in one register alone",
      { 1024, 300, kind::real_float, several({ how::sum, how::highest, how::square }) },
      GPU,
      true,
      { 0, 2, 7 } },
    { "squares alone",
      { 60, 60, kind::complex_int16, how::square },
      GPU,
      true,
      { 0, 3, 4 } },
    { "all accumulations in vectors, runs of none too",
      { 256,
        128,
        kind::complex_int16,
        several({ how::sum, how::highest, how::lowest, how::square }) },
      CPU,
      true,
      { 0, 0, 1, 4, 4, 4, 9, 10, 10 } },
    { "two of spectra that another launch has stored, bins that are no whole vectors",
      { 512, 300, kind::real_float, several({ how::highest, how::square }) },
      CPU,
      false,
      { 0, 4, 5, 11 } },
    { "all of spectra of a prime, converted first",
      { 127,
        50,
        kind::complex_uint8,
        several({ how::sum, how::highest, how::lowest, how::square }) },
      GPU,
      false,
      { 0, 1, 3 } },
    { "no stage at all",
      { 1, 1, kind::complex_float, how::sum },
      GPU,
      true,
      { 0, 2, 5 } },
    { "a row a work-item, runs of all sizes and of none",
      { 8, 3, kind::complex_float, how::sum },
      GPU,
      true,
      { 0, 1, 4, 4, 9, 10 } },
    { "staged, a partial workgroup",
      { 60, 60, kind::complex_int16, how::highest },
      GPU,
      true,
      { 0, 3, 4, 6, 7, 12, 13, 14, 20, 21, 22, 24 } },
    { "gaps between frames",
      { 1000, 1300, kind::complex_uint8, how::lowest },
      GPU,
      true,
      { 0, 3, 3, 8 } },
    { "two rows a workgroup, overlap",
      { 1024, 512, kind::complex_int8, how::sum },
      GPU,
      true,
      { 0, 4, 5, 11 } },
    { "real, the middle bin in one register alone",
      { 1024, 300, kind::real_float, how::sum },
      GPU,
      true,
      { 0, 2, 7 } },
    { "real, odd", { 31, 7, kind::real_float, how::highest }, GPU, true, { 0, 5, 6 } },
    { "three stages, one row",
      { 4096, 1024, kind::complex_int16, how::sum },
      GPU,
      true,
      { 0, 3, 4 } },
    { "parts change hands one by one",
      { 80, 40, kind::complex_float, how::sum },
      TINY,
      true,
      { 0, 3, 4 } },
    { "real, parts change hands one by one",
      { 4096, 4096, kind::real_float, how::lowest },
      SMALL,
      true,
      { 0, 1, 3 } },
    { "vectors that accumulate as they store",
      { 1024, 512, kind::complex_int16, how::sum },
      CPU,
      true,
      { 0, 4, 5, 11 } },
    { "the highest in vectors, runs of all sizes and of none",
      { 256, 256, kind::complex_float, how::highest },
      CPU,
      true,
      { 0, 0, 1, 4, 4, 4, 9, 10, 10 } },
    { "the lowest in vectors of half as many lanes, two of which are a frame",
      { 64, 21, kind::complex_uint8, how::lowest },
      CPU,
      true,
      { 0, 3, 3, 30, 31, 32, 33 } },
    { "sums of each frame alone, of more frames than workgroups",
      { 128, 128, kind::complex_float, how::sum },
      CPU,
      true,
      { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18 } },
    { "vectors, real",
      { 512, 300, kind::real_float, how::sum },
      CPU,
      false,
      { 0, 4, 5, 11 } },
    { "vectors of whole numbers, a lane a row, tiles that are not full",
      { 60, 50, kind::complex_uint8, how::sum },
      CPU,
      false,
      { 0, 3, 4, 21 } },
    { "several frames a lane, hop odd",
      { 3, 3, kind::complex_int8, how::sum },
      CPU,
      false,
      { 0, 7, 50, 101 } },
    { "vectors that overlap, frames one sample apart",
      { 1001, 1, kind::complex_int16, how::lowest },
      CPU,
      false,
      { 0, 2, 19 } },
    { "lanes of points from odd addresses",
      { 480, 33, kind::complex_uint8, how::highest },
      CPU,
      true,
      { 0, 4, 5 } },
    { "a prime in lanes of rows",
      { 127, 50, kind::complex_int16, how::sum },
      CPU,
      false,
      { 0, 9, 18 } },
    { "a chirp in lanes of rows",
      { 74, 21, kind::complex_uint8, how::sum },
      CPU,
      false,
      { 0, 9, 18 } },
    { "a chirp over passes, its vectors cut at the end",
      { 8209, 4111, kind::complex_uint8, how::sum },
      CPU,
      false,
      { 0, 1, 3 } },
    { "passes of vectors, hop odd",
      { 1 << 17, 99999, kind::complex_int8, how::sum },
      CPU,
      false,
      { 0, 2, 3 } },
    { "vectors, real, hop odd",
      { 1000, 333, kind::real_float, how::highest },
      CPU,
      false,
      { 0, 4, 5 } },
    { "vectors of pairs, hop odd",
      { 1024, 333, kind::real_float, how::sum },
      CPU,
      false,
      { 0, 2, 5 } },
    { "a prime, converted first",
      { 127, 50, kind::complex_uint8, how::sum },
      GPU,
      false,
      { 0, 1, 3 } },
    { "several taps a branch, a row a work-item",
      { 8, 8, kind::complex_float, how::sum, 5 },
      GPU,
      true,
      { 0, 1, 4 } },
    { "several taps a branch of whole numbers, all accumulations",
      { 60,
        60,
        kind::complex_int16,
        several({ how::sum, how::highest, how::lowest, how::square }),
        4 },
      GPU,
      true,
      { 0, 3, 4 } },
    { "several taps a branch, staged, that overlap by more than a hop",
      { 1024, 300, kind::complex_int8, how::sum, 3 },
      GPU,
      true,
      { 0, 4, 5, 11 } },
    { "several taps a branch, real",
      { 1024, 1024, kind::real_float, how::highest, 12 },
      GPU,
      true,
      { 0, 2, 3 } },
    { "several taps a branch, vectors that accumulate",
      { 256, 256, kind::complex_uint8, how::sum, 7 },
      CPU,
      true,
      { 0, 4, 5 } },
    { "several taps a branch, vectors, real",
      { 512, 300, kind::real_float, how::sum, 2 },
      CPU,
      false,
      { 0, 4, 5 } },
    { "several taps a branch of a prime, converted first",
      { 127, 127, kind::complex_uint8, how::sum, 3 },
      GPU,
      false,
      { 0, 1, 3 } },
    { "several taps a branch over passes",
      { 1 << 17, 1 << 17, kind::complex_int8, how::sum, 2 },
      GPU,
      false,
      { 0, 2 } },
    { "too long for one pass",
      { 1 << 17, 1 << 16, kind::complex_int8, how::sum },
      GPU,
      false,
      { 0, 2, 3 } },
};

constexpr float KEEP = 0.75F;

//! The device has the plan's form, and lets a workgroup have its work-items, however slow
//! they are.
bool takes(const device& on, const power_plan& p)
{
    const auto& limits = on.info().limits;
    const auto& first = p.front.passes[0];
    if (first.is_vector() && !limits.is_cpu)
        return false;
    return !p.is_fused || first.work_items() <= limits.max_work_items;
}

} // namespace

class qa_power_passes : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power_passes);
    CPPUNIT_TEST(powers_match_the_reference);
    CPPUNIT_TEST(whole_numbers_come_in_portable_vectors);
    CPPUNIT_TEST(a_bad_frame_stays_in_its_run);
    CPPUNIT_TEST(plan_lines_say_all_of_it);
    CPPUNIT_TEST(settings_of_plain_transforms_suit);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(GPU) };

    static std::vector<float> run(const std::shared_ptr<device>& on,
                                  const power_plan& p,
                                  const raw_samples& x,
                                  const std::vector<std::uint32_t>& runs)
    {
        return p.is_fused ? run_fused(on, p, x, runs, KEEP)
                          : run_apart(on, p, x, runs, KEEP);
    }

    static void
    check(const sample& s, const power_plan& p, const std::shared_ptr<device>& on)
    {
        const auto x = noise_samples(s.request, s.runs.back());
        const auto expected = reference_powers(
            s.request, x.values, uneven_window(s.request.frame_samples()), s.runs, KEEP);
        const auto v = judge_powers(run(on, p, x, s.runs), expected, s.request);
        CPPUNIT_ASSERT_MESSAGE(
            fmt::format(
                "{}: {} on {}: {}", s.why, plan_text(p.front), on->info().name, v.text),
            v.is_good);
    }

    void powers_match_the_reference()
    {
        for (const auto& s : some_of(SAMPLES)) {
            const auto p = choose_power_plan(s.request, s.limits);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.is_fused, p.is_fused);
            for (const auto& on : d_devices) {
                if (takes(*on, p))
                    check(s, p, on);
            }
        }
    }

    //! Kernels built without the builtins of Clang, which other tests use.
    void whole_numbers_come_in_portable_vectors()
    {
        const auto real = cpu_device();
        if (!real)
            skip("there is no CPU device");
        const auto on = std::make_shared<portable_device>(real);
        for (const auto& s : SAMPLES) {
            const auto p = choose_power_plan(s.request, s.limits);
            const bool is_whole = format_of(s.request.samples) != sample_format::number;
            if (&s.limits == &CPU && is_whole && s.request.length < 1000)
                check(s, p, on);
        }
    }

    //! The second of three runs has a NaN and an infinite sample, in different frames.
    void a_bad_frame_stays_in_its_run()
    {
        for (const auto gathering : { how::sum, how::highest }) {
            const power_request request = { 64, 64, kind::complex_float, gathering };
            const auto p = choose_power_plan(request, GPU);
            const std::vector<std::uint32_t> runs = { 0, 2, 5, 7 };
            auto x = noise_samples(request, runs.back());
            x.set(2 * 64 + 5, { std::numeric_limits<double>::quiet_NaN(), 0 });
            x.set(4 * 64, { std::numeric_limits<double>::infinity(), 0 });
            const auto expected =
                reference_powers(request, x.values, uneven_window(64), runs, KEEP);
            for (const auto& on : d_devices) {
                const auto v = judge_powers(run(on, p, x, runs), expected, request);
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format(
                        "{} on {}: {}", name_of(gathering), on->info().name, v.text),
                    v.is_good);
            }
        }
    }

    void settings_of_plain_transforms_suit()
    {
        const std::vector<std::pair<sample, const char*>> cases = {
            { { "other stages, two rows",
                { 64, 30, kind::complex_uint8, how::highest },
                GPU,
                true,
                { 0, 2, 7 } },
              "c2c forward 64: stockham | 4.4.4 columns=row:2 padding=1 "
              "staged-output" },
            { { "vectors, other stages",
                { 1024, 512, kind::complex_float, how::sum },
                CPU,
                true,
                { 0, 4, 5, 11 } },
              "c2c forward 1024: vectors | 16.16.4 simd lanes=16 workgroups=3" },
        };
        for (const auto& [s, line] : cases) {
            wisdom_entry known;
            known.on.product = "this one";
            known.plan = line;
            known.transform = known.plan.substr(0, known.plan.find(": "));
            wisdom_index book;
            book.add(known);
            const auto c =
                choose_power_plan(s.request, s.limits, known.on, effort::wisdom, book);
            CPPUNIT_ASSERT_MESSAGE(s.why, c.from == plan_origin::wisdom);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.is_fused, c.result.is_fused);
            CPPUNIT_ASSERT_MESSAGE(
                s.why,
                plan_text(c.result.front) !=
                    plan_text(choose_power_plan(s.request, s.limits).front));
            for (const auto& on : d_devices) {
                if (takes(*on, c.result))
                    check(s, c.result, on);
            }
        }
    }

    void plan_lines_say_all_of_it()
    {
        for (const auto& s : SAMPLES) {
            const auto p = choose_power_plan(s.request, s.limits);
            auto again = p;
            again.front = parse_plan(plan_text(p.front));
            const auto once = generate_front(p, opencl_dialect());
            const auto twice = generate_front(again, opencl_dialect());
            CPPUNIT_ASSERT_EQUAL(once.size(), twice.size());
            for (std::size_t i = 0; i < once.size(); ++i)
                CPPUNIT_ASSERT_EQUAL(once[i].text, twice[i].text);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power_passes);
