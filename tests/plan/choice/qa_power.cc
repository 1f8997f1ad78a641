/* SPDX-License-Identifier: GPL-3.0-or-later */
// What power plans are chosen, what is refused, and what their plan lines may not say.
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/ir/enum_names.h"
#include "plan/ir/power.h"
#include "plan/text/plan_text.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <functional>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

device_limits with_memory(device_limits limits)
{
    limits.global_memory_bytes = limits.max_allocation_bytes = std::int64_t(1) << 40;
    return limits;
}

const device_limits GPU = with_memory(make_limits(false, 227, 512, 128));
const device_limits CPU = make_limits(true, 1024, 4096, 512);
const device_limits SCALAR = [] {
    auto limits = CPU;
    limits.vector_width = 1;
    return limits;
}();

struct kind_facts {
    sample_kind kind;
    std::size_t bytes;
    bool is_real;
    double scale;
    std::int64_t bins_of_10;
};

const kind_facts KINDS[] = {
    { sample_kind::complex_float, 8, false, 1, 10 },
    { sample_kind::real_float, 4, true, 1, 6 },
    { sample_kind::complex_int16, 4, false, 1.0 / 32768, 10 },
    { sample_kind::complex_int8, 2, false, 1.0 / 128, 10 },
    { sample_kind::complex_uint8, 2, false, 1.0 / 128, 10 },
};

struct choice {
    std::int64_t length;
    const device_limits& limits;
    bool is_fused;
    bool converts_first;        //!< whole numbers
    bool fuses_vectors = false; //!< of complex frames
};

// On CPU devices those in vectors of rows, of points and of columns, and as convolutions
// of rows and in passes.
const choice CHOICES[] = {
    { 1, GPU, true, false },        { 2, GPU, true, false },
    { 31, GPU, true, false },       { 37, GPU, false, true },
    { 1000, GPU, true, false },     { 1021, GPU, false, true },
    { 16384, GPU, true, false },    { 65536, GPU, false, true },
    { 1 << 20, GPU, false, true },  { MAX_LENGTH, GPU, false, true },
    { 1, CPU, false, false },       { 3, CPU, false, false },
    { 60, CPU, false, false },      { 1024, CPU, false, false, true },
    { 127, CPU, false, false },     { 74, CPU, false, false },
    { 8209, CPU, false, false },    { 1 << 17, CPU, false, false },
    { 1000, SCALAR, false, false }, { 127, SCALAR, false, true },
};

struct refused_request {
    power_request request;
    const char* message;
};

const refused_request REFUSED_REQUESTS[] = {
    { { 0, 1 }, "a frame has 1 .. 134217728 (2^27) points, got 0" },
    { { MAX_LENGTH + 1, 1 }, "a frame has 1 .. 134217728 (2^27) points, got 134217729" },
    { { 8, 0 },
      "hop must be at least 1 sample, got 0; length (8) for frames that do not overlap" },
    { { 8, MAX_HOP + 1 },
      "hop must be at most 1073741824 (2^30) samples, got 1073741825" },
};

//! Plan lines that ask for powers where none can be accumulated.
const char* const REFUSED_LINES[] = {
    "c2c forward 64: stockham | 8.8 store=c2c.sum staged-output",
    "c2c forward 64: stockham | 8.8 store=c2c.sum.scaled",
    "c2c inverse 64: stockham | 8.8 store=c2c.swap.sum",
    "c2c forward 8x8: stockham | 8.8d1 store=c2c.sum",
    "r2c forward 64: stockham | 4.8 store=r2c.half.sum",
    "c2c forward 64, output rotated by 32: stockham | 8.8 store=c2c.sum",
    "c2c forward 64, in place: stockham | 8.8 store=c2c.sum",
};

const char* const REFUSED_SAMPLES[] = {
    "c2c forward 64, float64: stockham | 8.8 load=c2c.int16",
    "r2c forward 31: stockham | 31 load=r2c.real.int8",
    "c2c forward 64, float64: vectors | 8.8 load=c2c.int16 simd lanes=8",
    "r2c forward 40: real rows | 20 load=r2c.real.half.int8 simd lanes=8 "
    "columns=row:8 lane-columns",
};

std::string refusal(const std::function<void()>& call)
{
    try {
        call();
    } catch (const plan_error& e) {
        return e.what();
    }
    return "nothing was thrown";
}

//! Stages, rows of a workgroup, padding and registers of the only pass of \p p.
std::string settings_of(const plan& p)
{
    const auto& only = p.passes.front();
    std::string text;
    for (const auto& s : only.stages)
        text +=
            fmt::format("{}x{} {} ", s.radix, s.per_item, static_cast<int>(s.twiddles));
    return text + fmt::format("rows {} padding {} min-blocks {}",
                              only.columns.size,
                              fmt::join(only.workgroup().padding, ","),
                              only.workgroup().min_blocks);
}

} // namespace

class qa_power : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power);
    CPPUNIT_TEST(kinds_are_what_is_stored);
    CPPUNIT_TEST(one_pass_where_a_frame_fits_a_workgroup);
    CPPUNIT_TEST(requests_are_refused_with_what_works);
    CPPUNIT_TEST(lines_are_refused);
    CPPUNIT_TEST(planes_have_room);
    CPPUNIT_TEST(single_frames_are_one_pass_of_vectors);
    CPPUNIT_TEST(words_of_ends_are_known);
    CPPUNIT_TEST(fused_fronts_take_what_is_known);
    CPPUNIT_TEST_SUITE_END();

    void kinds_are_what_is_stored()
    {
        for (const auto& k : KINDS) {
            CPPUNIT_ASSERT_EQUAL(k.bytes, sample_bytes(k.kind));
            CPPUNIT_ASSERT_EQUAL(k.is_real, is_real(k.kind));
            CPPUNIT_ASSERT_EQUAL(k.scale, sample_scale(k.kind));
            const power_request request = { 10, 10, k.kind };
            CPPUNIT_ASSERT_EQUAL(k.bins_of_10, request.bins());
        }
    }

    void one_pass_where_a_frame_fits_a_workgroup()
    {
        for (const auto& c : CHOICES) {
            for (const auto& k : KINDS) {
                const auto p = choose_power_plan({ c.length, 3, k.kind }, c.limits);
                const bool is_fused = c.is_fused || (c.fuses_vectors && !is_real(k.kind));
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    fmt::format("{} points", c.length), is_fused, p.is_fused);
                const bool is_whole = format_of(k.kind) != sample_format::number;
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    fmt::format("{} points of {}", c.length, name_of(k.kind)),
                    is_whole && c.converts_first,
                    p.converts_first);
                CPPUNIT_ASSERT_EQUAL(std::int64_t(3),
                                     packed(p.front.request).input_distance);
                parse_plan(plan_text(p.front)); // checks it
            }
        }
    }

    void requests_are_refused_with_what_works()
    {
        for (const auto& r : REFUSED_REQUESTS)
            CPPUNIT_ASSERT_EQUAL(std::string(r.message),
                                 refusal([&] { choose_power_plan(r.request, GPU); }));
    }

    static void check_refused(const char* line, const std::string& begin)
    {
        const auto message = refusal([&] { parse_plan(line); });
        CPPUNIT_ASSERT_MESSAGE(std::string(line) + ": " + message,
                               message.find(begin) != std::string::npos);
    }

    void lines_are_refused()
    {
        for (const auto* line : REFUSED_LINES)
            check_refused(line, "power is accumulated by the only pass");
        for (const auto* line : REFUSED_SAMPLES)
            check_refused(line, "samples are complex ones of the input");
    }

    void planes_have_room()
    {
        check_refused("c2c forward 64: stockham | 8.8 store=c2c.sum.lowest",
                      "runs lie 64 elements apart, and 2 planes of 64 bins are "
                      "accumulated; set output-distance=128");
    }

    void single_frames_are_one_pass_of_vectors()
    {
        for (const auto& kind : KINDS) {
            for (const std::int64_t length : { 256, 1000, 1024, 16384, 65536 }) {
                power_request request = { length, length / 2, kind.kind };
                const auto p = choose_shown_plan(request, !kind.is_real, CPU);
                const auto why = fmt::format("{} {}", name_of(kind.kind), length);
                CPPUNIT_ASSERT_MESSAGE(why, p);
                CPPUNIT_ASSERT_EQUAL_MESSAGE(why, std::size_t(1), p->passes.size());
                const auto& only = p->passes.front();
                CPPUNIT_ASSERT_MESSAGE(why, only.is_vector());
                CPPUNIT_ASSERT_MESSAGE(why, only.store.expression);
                CPPUNIT_ASSERT_MESSAGE(why, only.load.samples == format_of(kind.kind));
                CPPUNIT_ASSERT_MESSAGE(why, !choose_shown_plan(request, false, GPU));
                CPPUNIT_ASSERT_MESSAGE(why, !choose_shown_plan(request, false, SCALAR));
            }
        }
    }

    void words_of_ends_are_known()
    {
        check_refused("c2c forward 64: stockham | 8.8 load=c2c.int16.int16",
                      "\"int16\" is unknown or said twice; after the kind there are "
                      "planar or real, half, float16, swap, orthogonalize, rader or "
                      "bluestein, and int16, int8 or uint8, windowed");
        check_refused("c2c forward 64: stockham | 8.8 store=c2c.sum.lowest.sum",
                      "\"sum\" is unknown or said twice");
        check_refused("c2c forward 64: stockham | 8.8 load=c2c.number",
                      "\"number\" is unknown");
    }

    // A line that no front takes, or that says what the model chooses, has no place in
    // the file.
    void fused_fronts_take_what_is_known()
    {
        for (const auto& architecture : known_architectures()) {
            const auto limits = testing::hopper(architecture);
            for (const auto& line : builtin_power_lines(architecture)) {
                const auto known = parse_plan(line);
                CPPUNIT_ASSERT_EQUAL(line, plan_text(known));
                power_request request;
                request.length = request.hop = known.request.shape[0].length;
                if (known.request.kind == transform_kind::r2c)
                    request.samples = sample_kind::real_float;
                for (const auto hop : { request.length, request.length / 2 }) {
                    request.hop = hop;
                    const auto p = choose_power_plan(request, limits);
                    CPPUNIT_ASSERT_MESSAGE(line, p.is_fused);
                    CPPUNIT_ASSERT_MESSAGE(line, p.front.passes[0].store.power);
                    CPPUNIT_ASSERT_EQUAL(settings_of(known), settings_of(p.front));
                }
                const auto models = choose_power_plan(request, testing::hopper());
                CPPUNIT_ASSERT_MESSAGE(line,
                                       settings_of(known) != settings_of(models.front));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power);
