/* SPDX-License-Identifier: GPL-3.0-or-later */
// A plan printed is the plan: read back it prints the same and gives the same kernels.
#include "codegen/generate/generate.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/ir/power.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <random>

using namespace gpufft;
using gpufft::testing::changed;
using gpufft::testing::every_transform;
using gpufft::testing::half_a_kib;
using gpufft::testing::LIMITS;
using gpufft::testing::make_limits;
using gpufft::testing::transform_of;

namespace {

using kind = transform_kind;

std::vector<gpufft::testing::named_limits> devices()
{
    std::vector<gpufft::testing::named_limits> all(std::begin(LIMITS), std::end(LIMITS));
    all.push_back({ "half a KiB", half_a_kib() });
    for (auto& each : all)
        each.limits.has_float64 = true;
    return all;
}

//! One of each form of a pass, for damaging.
std::vector<std::string> sample_lines()
{
    auto gpu = device_limits();
    gpu.has_float64 = true;
    const auto tiny = half_a_kib();
    const auto cpu = make_limits(true, 1024, 4096, 512);
    const auto line = [](const transform& t, const device_limits& limits) {
        return plan_text(choose_plan(t, limits));
    };
    return {
        line(transform_of(kind::c2c, { 64 }), gpu),
        line(changed(transform_of(kind::r2c, { 12, 10 }),
                     [](transform& t) {
                         t.loops = { { 3, 0, 0 } };
                     }),
             gpu),
        line(transform_of(kind::dct2, { 4096 }), tiny),
        line(transform_of(kind::c2c, { 127 }), gpu),
        line(transform_of(kind::c2c, { 1009 }), tiny),
        line(changed(transform_of(kind::c2c, { 480 }),
                     [](transform& t) {
                         t.windowed = true;
                         t.shape[0].output_rotation = 240;
                     }),
             cpu),
        line(changed(transform(173), // a pass whose load is not the default
                     [](transform& t) {
                         t.windowed = true;
                         t.taps_per_branch = 12;
                     }),
             cpu),
        line(transform_of(kind::c2c, { 64, 65536 }), cpu),
        line(changed(transform(4096),
                     [](transform& t) {
                         t.convolved = { 1024, 300, 8 };
                         t.input_distance = 2400;
                     }),
             cpu),
        line(changed(transform(1 << 16), [](transform& t) { t.convolved.emplace(); }),
             gpu),
        plan_text(choose_power_plan({ 60, 30, sample_kind::complex_int16 }, gpu).front),
    };
}

struct refusal {
    const char* why;
    const char* line;
    const char* message;
};

const refusal REFUSALS[] = {
    { "nothing at all",
      "",
      "\"\" is no plan: after the transform come a colon, the strategy and the passes, "
      "e.g. \"c2c forward 64: stockham | 8.8\"" },
    { "no shape",
      "c2c forward: stockham | 8.8",
      "\"c2c forward\" must be a kind, a direction and a shape, e.g. \"c2c forward "
      "64x64\"" },
    { "an unknown kind",
      "dct5 forward 64: stockham | 8.8",
      "the kind of a transform must be c2c, r2c, c2r, dct1, dct2, dct3, dct4, dst1, "
      "dst2, dst3 or dst4, got \"dct5\"" },
    { "an unknown direction",
      "c2c backward 64: stockham | 8.8",
      "a direction must be forward or inverse, got \"backward\"" },
    { "taps a branch that the transform has not",
      "c2c forward 64, windowed: stockham | 8.8 load=c2c.windowed.taps4",
      "pass 1 of the plan: the pass folds 4 taps a branch, and there are 1 of its "
      "window" },
    { "a single tap a branch is none",
      "c2c forward 64, windowed: stockham | 8.8 load=c2c.windowed.taps1",
      "pass 1 of the plan: \"load=c2c.windowed.taps1\": \"taps1\" must name 2 taps a "
      "branch "
      "or more" },
    { "a phrase twice",
      "c2c forward 64, windowed, windowed: stockham | 8.8",
      "\"windowed\" is said a second time; once is enough" },
    { "code behind the end of a kernel's comment",
      "c2c forward 64: x\n system(\"true\"); // | 8.8",
      "a plan is one line without control characters; byte 17 of this one is 0x0a" },
    { "what a terminal obeys",
      "c2c forward 64: stockham | 8.8 \x1b[2J",
      "a plan is one line without control characters; byte 31 of this one is 0x1b" },
    { "the next line would be comment",
      "c2c forward 64: stockham\\ | 8.8",
      "strategy \"stockham\\\": its words are of the letters a .. z, digits, + and -" },
    { "quotes end the command that makes a kernel again",
      "c2c forward 64: \"; true | 8.8",
      "strategy \"\"; true\": its words are of the letters a .. z, digits, + and -" },
    { "an axis named as what is within its kernel: const uint k = 16 * k + column",
      "c2c forward 65536: x | 16.16 length=65536 input-step=256 output-step=256 "
      "grid=column_tile:16:s16/16 columns=column:16:s1/1 | 16.16 output-step=256 "
      "grid=k:16:s4096/16:t16 columns=row:16:s256/1:t1 twiddle-order=65536",
      "pass 2 of the plan: an axis of the grid must be called column_tile, point or "
      "such as loop1, pass1_k and pass2_j, got \"k\"" },
    { "columns named as the kernel's argument",
      "c2c forward 64: x | 8.8 columns=in:1",
      "pass 1 of the plan: columns must be called row, column or k, got \"in\"" },
    { "no pass",
      "c2c forward 64: stockham",
      "the number of passes must be 1 .. 64, got 0" },
    { "no radix",
      "c2c forward 64: stockham | 8.y",
      "pass 1 of the plan: \"y\" is no stage such as 16, 4x4m2 or 8d1: a radix, "
      "butterflies per item, twiddle source and dimension" },
    { "a radix that no codelet covers",
      "c2c forward 74: stockham | 2.37",
      "pass 1 of the plan: radix 37 has a prime factor above 31, which no codelet "
      "covers" },
    { "stages that are not the length",
      "c2c forward 64: stockham | 8.4",
      "pass 1 of the plan: caller-length 32 (the product of the radices, unless said) is "
      "of no dimension of the transform" },
    { "a word that is none",
      "c2c forward 64: stockham | 8.8 size=8",
      "pass 1 of the plan: \"size=8\": no such word; see what gpufft plan --full "
      "prints" },
    { "a word twice",
      "c2c forward 64: stockham | 8.8 split split",
      "pass 1 of the plan: \"split\": given a second time; once is enough" },
    { "a value that is none",
      "c2c forward 64: stockham | 8.8 padding=0,-1",
      "pass 1 of the plan: \"padding=0,-1\": \"-1\" must be a whole number, 0 .. "
      "4611686018427387904 (2^62)" },
    { "butterflies per item that fit no digit",
      "c2c forward 40: stockham | 5x3.8",
      "pass 1 of the plan: 3 butterflies per item do not divide the 8 values they are "
      "taken from; take a divisor of 8" },
    { "an element behind the row",
      "c2c forward 64: stockham | 8.8 output-stride=2",
      "pass 1 of the plan: output element 126 is beyond the row's 64" },
    { "points that no workgroup takes",
      "c2c forward 144: multi-pass | 12 length=144 input-step=12 output-step=12 "
      "grid=column_tile:1:s6/6 columns=column:6:s1/1 | 12 output-step=12 "
      "grid=column_tile:2:s72/6:t6 columns=column:6:s12/1:t1 twiddle-order=144",
      "pass 1 of the plan: stages and axes reach input point 137 of dimension 0, which "
      "has 144" },
    { "roots that are not in the table",
      "c2c forward 144: multi-pass | 12 length=144 input-step=12 output-step=12 "
      "grid=column_tile:2:s6/6 columns=column:6:s1/1 | 12 output-step=12 "
      "grid=column_tile:2:s72/6:t6 columns=column:6:s12/1:t1 twiddle-order=14",
      "pass 2 of the plan: axes give K = 0 .. 11, times 12 points, and the twiddle's "
      "order is 14" },
    { "vectors that are cut",
      "c2c forward 256, output rotated by 100: vectors | 16.16 simd lanes=16",
      "pass 1 of the plan: a rotation by 0 at the input and 100 at the output would cut "
      "a "
      "vector" },
    { "a twiddle source of stages over the stack buffer",
      "c2c forward 256: vectors | 16m2.16m2 simd lanes=16",
      "pass 1 of the plan: stages over vectors have one butterfly per item, and twiddle "
      "sources just the first one where lanes are points of a row" },
    { "vectors in an exchange order of local memory",
      "c2c forward 256: vectors | 16.16 simd lanes=16 exchange-order=1,2",
      "pass 1 of the plan: \"exchange-order=1,2\": for kernels of workgroups, and this "
      "pass has "
      "vectors" },
    { "vectors that a cluster shares",
      "c2c forward 256: vectors | 16.16 simd lanes=16 cluster=4",
      "pass 1 of the plan: \"cluster=4\": for kernels of workgroups, and this pass has "
      "vectors" },
    { "work-items with settings of vectors",
      "c2c forward 64: stockham | 8.8 nt-store-rows=4",
      "pass 1 of the plan: \"nt-store-rows=4\": for vectors, and this pass has none; the "
      "word for these is simd" },
    { "vectors without stages",
      "c2c forward 64: stockham | pointwise simd",
      "pass 1 of the plan: \"simd\": vectors have stages, and a pointwise pass has "
      "none" },
    { "a generator of vectors without Rader's order",
      "c2c forward 256: vectors | 16.16 simd lanes=16 generator=3",
      "pass 1 of the plan: a generator is for Rader's load and store operations alone" },
    { "prime factors in vectors",
      "c2c forward 61: vector convolution | 6.10 convolves load=c2c.rader "
      "store=c2c.rader "
      "simd lanes=16 lane-columns columns=row:16 prime-factor",
      "pass 1 of the plan: prime-factor is for Rader's convolution in several stages of "
      "work-items whose radices have no common factor" },
    { "columns that come to points twice",
      "c2c forward 100: multi-pass | 10 length=100 input-step=10 output-step=10 "
      "grid=column_tile:4:s2/2 columns=column:4:s1/1 | 10 output-step=10 "
      "grid=column_tile:5:s20/2:t2 columns=column:2:s10/1:t1 twiddle-order=100",
      "pass 1 of the plan: input points come in steps of 2, and the finer steps reach "
      "4" },
    { "rows that are convolved and not taken apart",
      "c2c forward 61: vector convolution | 10.6 convolves load=c2c.rader "
      "caller-length=61 columns=row:16 simd lanes=16 lane-columns",
      "pass 1 of the plan: where lanes are rows a pass convolves all of them, between "
      "its load and store operation" },
    { "a convolution by a plain transform",
      "c2c forward 64, convolved: stockham | 8.8",
      "the transform is convolved, and one pass multiplies by the caller's spectrum: "
      "\"convolves callers-spectrum\" stands in 0" },
    { "a generator of fewer powers",
      "c2c forward 127: rader | 14.9 convolves load=c2c.rader store=c2c.rader "
      "generator=2",
      "pass 1 of the plan: the powers of 2 are not all of 1 .. 126 modulo 127; the least "
      "generator is 3" },
    { "a generator of nothing",
      "c2c forward 64: stockham | 8.8 generator=3",
      "pass 1 of the plan: a generator is for Rader's load and store operations alone" },
    { "rows that come and do not leave",
      "c2c forward 127: rader | 14.9 convolves load=c2c.rader store=c2c.rader "
      "staged-input",
      "pass 1 of the plan: Rader's rows are staged as input and output, or as "
      "neither" },
    { "loads of rows that are not staged for Rader's algorithm",
      "c2c forward 64: stockham | 8.8 loads-in-flight=8",
      "pass 1 of the plan: loads-in-flight is for rows that are staged for Rader's "
      "algorithm" },
    { "no load in flight",
      "c2c forward 127: rader | 14.9 convolves load=c2c.rader store=c2c.rader "
      "staged-input staged-output loads-in-flight=0",
      "pass 1 of the plan: loads-in-flight must be 1 .. 64, got 0" },
    { "a cluster that divides no digit",
      "c2c forward 512: cluster | 8.8.8 cluster=3",
      "pass 1 of the plan: a cluster of 3 workgroups must divide the radices up to "
      "stage 1 and those after it, beginning with those of the largest strides; take a "
      "common divisor of the two on either side" },
    { "a cluster that exchanges nothing",
      "c2c forward 512: cluster | 8.8.8 cluster=4 cluster-after=3",
      "pass 1 of the plan: cluster-after must be 1 .. 2, got 3" },
    { "butterflies per item of what other groups of the cluster have",
      "c2c forward 1024: cluster | 8.16x8.8 cluster=4 cluster-after=2",
      "pass 1 of the plan: 8 butterflies per item do not divide the 2 values they are "
      "taken from; take a divisor of 2" },
    { "parts that a cluster exchanges one by one",
      "c2c forward 512: cluster | 8.8.8 cluster=4 split",
      "pass 1 of the plan: a cluster exchanges whole complex values between the stages "
      "of one tile: no split or staged, no power or tiles, and no load or store "
      "operation "
      "that is folded, or needs pairs and is not paired-output" },
    { "two exchanges through a cluster with barriers for one",
      "c2c forward 243: bluestein | 32.16 convolves load=c2c.bluestein "
      "store=c2c.bluestein caller-length=243 cluster=4 cluster-async",
      "pass 1 of the plan: cluster-async has barriers for one exchange, and a pass that "
      "convolves has two" },
    { "pairs that no group of the cluster has",
      "r2c forward 1024: cluster | 8.8.8 cluster=8 paired-output",
      "pass 1 of the plan: paired-output is for all outputs of a store operation "
      "that needs pairs, with an even radix before the last stage and one butterfly per "
      "item in that, or of a dct or dst of type 3 or 4 whose last radix is even as well; "
      "a cluster shares out the outputs of the stage before its exchange, whose radix is "
      "a multiple of twice its size" },
    { "slices of the rows of one pass",
      "c2c forward 64: stockham slice-rows=4 | 8.8",
      "slices are for several passes, and the plan has one: leave out slice-rows and "
      "concurrent-slices" },
    { "concurrent slices of all rows",
      "c2c forward 64: multi-pass concurrent-slices=2 | 8 length=64 input-step=8 "
      "output-step=8 "
      "grid=column_tile:1:s8/8 columns=column:8:s1/1 | 8 output-step=8 "
      "grid=column_tile:1:s64/8:t8 columns=column:8:s8/1:t1 twiddle-order=64",
      "concurrent-slices=2 is of slices, and slice-rows says of how many rows" },
    { "an operation on another memory",
      "c2c forward 64: stockham | 8.8 store=c2c.real",
      "pass 1 of the plan: the output operation stores otherwise than the transform" },
};

} // namespace

class qa_plan_text : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_plan_text);
    CPPUNIT_TEST(reads_as_documented);
    CPPUNIT_TEST(rebuilds_the_same_kernels);
    CPPUNIT_TEST(refuses_with_the_word_that_is_wrong);
    CPPUNIT_TEST(a_cut_line_is_refused_or_valid);
    CPPUNIT_TEST(a_damaged_line_is_refused_or_valid);
    CPPUNIT_TEST_SUITE_END();

    static std::vector<kernel_source> kernels(const plan& p, const dialect& d)
    {
        return generate_kernels(p, d);
    }

    void reads_as_documented()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string("c2c forward 4096: stockham | 16m2.16m2.16m2 padding=0,1"),
            plan_text(choose_plan(transform_of(kind::c2c, { 4096 }), LIMITS[2].limits)));
    }

    void check(const transform& t, const gpufft::testing::named_limits& on)
    {
        plan made;
        try {
            made = choose_plan(t, on.limits);
        } catch (const plan_error&) {
            return; // too long for so small a device
        }
        ++d_plans;
        const auto line = plan_text(made);
        CPPUNIT_ASSERT_MESSAGE(line, line.find('\n') == std::string::npos);
        plan again;
        try {
            again = parse_plan(line);
        } catch (const plan_error& e) {
            CPPUNIT_FAIL(fmt::format("{} on {}: {}", line, on.why, e.what()));
        }
        CPPUNIT_ASSERT_EQUAL(line, plan_text(again));
        CPPUNIT_ASSERT_EQUAL(to_string(made), to_string(again));
        for (const auto* d : { &opencl_dialect(), &cuda_dialect() }) {
            // The CUDA dialect has no vectors.
            if (d == &cuda_dialect() && on.limits.is_cpu)
                continue;
            const auto were = kernels(made, *d);
            const auto are = kernels(again, *d);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(line, were.size(), are.size());
            for (std::size_t i = 0; i < were.size(); ++i) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(line, were[i].name, are[i].name);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(line, were[i].text, are[i].text);
            }
        }
    }

    void rebuilds_the_same_kernels()
    {
        const auto all = every_transform();
        const auto on = devices();
        for (const auto& t : all)
            for (const auto& d : on)
                check(t, d);
        // Few plans are too long for the smallest device.
        CPPUNIT_ASSERT(d_plans > 0.8 * static_cast<double>(all.size() * on.size()));
    }

    void refuses_with_the_word_that_is_wrong()
    {
        for (const auto& r : REFUSALS) {
            try {
                parse_plan(r.line);
                CPPUNIT_FAIL(std::string(r.why) + ": was accepted");
            } catch (const plan_error& e) {
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    r.why, std::string(r.message), std::string(e.what()));
            }
        }
    }

    //! Whether \p line is a plan; one that is must become kernels.
    static bool is_plan(const std::string& line)
    {
        plan p;
        try {
            p = parse_plan(line);
        } catch (const plan_error&) {
            return false;
        }
        try {
            CPPUNIT_ASSERT(!kernels(p, opencl_dialect()).empty());
            CPPUNIT_ASSERT_EQUAL(plan_text(p), plan_text(parse_plan(plan_text(p))));
        } catch (const std::exception& e) {
            CPPUNIT_FAIL(fmt::format("{}: {}", line, e.what()));
        }
        return true;
    }

    void a_cut_line_is_refused_or_valid()
    {
        for (const auto& line : sample_lines()) {
            parse_plan(line);
            for (std::size_t length = 0; length < line.size(); ++length)
                is_plan(line.substr(0, length));
        }
    }

    void a_damaged_line_is_refused_or_valid()
    {
        const auto seed = std::random_device()();
        std::mt19937 random(seed);
        fmt::print("plan_text: damage with seed {}\n", seed);
        const std::string likely = "0123456789 .,:=|/-_abcdefghijklmnopqrstuvwxyz";
        int accepted = 0, refused = 0;
        for (const auto& line : sample_lines()) {
            for (int i = 0; i < 400; ++i) {
                auto damaged = line;
                const auto at = random() % line.size();
                const char put = i % 4 ? likely[random() % likely.size()]
                                       : static_cast<char>(random() % 256);
                if (i % 3 == 0)
                    damaged[at] = put;
                else if (i % 3 == 1)
                    damaged.insert(at, 1, put);
                else
                    damaged.erase(at, 1);
                ++(is_plan(damaged) ? accepted : refused);
            }
        }
        // Without these counts the checks above might have seen nothing.
        CPPUNIT_ASSERT(accepted > 20);
        CPPUNIT_ASSERT(refused > accepted);
    }

    int d_plans = 0;
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_plan_text);
