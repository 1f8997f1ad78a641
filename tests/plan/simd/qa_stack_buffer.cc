/* SPDX-License-Identifier: GPL-3.0-or-later */
// Stack buffers of vector kernels: which vectors are left out, in which order the last
// stage goes through them, and that a plan line says both.
#include "codegen/generate/generate.h"
#include "plan/choice/choose_plan.h"
#include "plan/ir/enum_names.h"
#include "plan/request/parse_transform.h"
#include "plan/simd/buffer_padding.h"
#include "plan/simd/loop_order.h"
#include "plan/text/plan_text.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <regex>

using namespace gpufft;

namespace {

device_limits cpu(int vector_width)
{
    device_limits limits;
    limits.is_cpu = true;
    limits.vector_width = vector_width;
    limits.has_float64 = true;
    limits.row_stack_bytes = 2 * 1024 * 1024;
    return limits;
}

struct usual_buffer {
    const char* why;
    const char* request;
    int vector_width;
    buffer_padding padding; // of the last pass
    loop_order order;
};

const usual_buffer USUAL[] = {
    { "points of all stages are less than 4 KiB apart",
      "c2c forward 4096",
      16,
      {},
      loop_order::points },
    { "points collide, and long rows bypass the caches",
      "c2c forward 65536",
      16,
      { 64, 1 },
      loop_order::outputs },
    { "as many bytes in lines of half a vector",
      "c2c forward 65536",
      8,
      { 128, 2 },
      loop_order::outputs },
    { "16 points 2 KiB apart are more than both of their places in the cache take",
      "c2c forward 8192",
      8,
      { 128, 2 },
      loop_order::outputs },
    { "8 points 2 KiB apart fit", "c2c forward 4096", 8, {}, loop_order::outputs },
    { "rows in place do not bypass the caches",
      "c2c forward 65536, in place",
      16,
      { 64, 1 },
      loop_order::nested },
    { "bins are stored after all stages",
      "r2c forward 131072",
      16,
      { 64, 1 },
      loop_order::nested },
    { "doubles", "c2c forward 65536, float64", 16, { 64, 1 }, loop_order::outputs },
    { "points of the first of two dimensions collide: a block of the last such stage",
      "c2c forward 2048x3",
      8,
      { 384, 2 },
      loop_order::points },
    { "8 points of a column 2 KiB apart fit",
      "c2c forward 524288",
      8,
      {},
      loop_order::nested },
    { "points of a column collide",
      "c2c forward 16777216",
      8,
      { 512, 2 },
      loop_order::nested },
    { "no power of two", "c2c forward 60000", 16, {}, loop_order::outputs },
};

pass last_pass(const usual_buffer& u)
{
    return choose_plan(parse_transform(u.request), cpu(u.vector_width)).passes.back();
}

//! Text of the last kernel, without the comments before its first directive.
std::string text_of(const plan& p)
{
    const auto text = generate_kernels(p, opencl_dialect()).back().text;
    return text.substr(text.find("\n#"));
}

std::string text_of(const std::string& line) { return text_of(parse_plan(line)); }

const std::string ROW = "c2c forward 65536: vectors | 16m3.16.16.16 simd lanes=16";
const std::string IMAGE =
    "c2c forward 64x64: vector nd rows | 8.8.8d1.8d1 columns=row:16 simd lanes=16 "
    "lane-columns";
const std::string COLUMNS =
    "c2c forward 64, loops 16, input loop strides 1, input strides 16, output loop "
    "strides 1, output strides 16: vector columns | 4.4.4 grid=column_tile:1:w16/16 "
    "columns=column:16:w1/1 simd lanes=16 lane-columns";
const std::string BINS = "r2c forward 8192: vectors | 16.4.8.8 simd lanes=16";

//! A plan line, and what its refusal says.
struct refused_line {
    std::string line, part;
};

const refused_line REFUSED[] = {
    { ROW + " buffer-padding=64,0", "at least one vector" },
    { ROW + " buffer-padding=64,17", "at most a quarter" },
    { ROW + " buffer-padding=64,4611686018427387904", "at most a quarter" },
    { ROW + " buffer-padding=4611686018427387904,1", "do not divide" },
    { ROW + " buffer-padding=8192,1", "do not divide" },
    { ROW + " buffer-padding=60,1", "do not divide" },
    { ROW + " buffer-padding=8,1", "do not divide" }, // a tile's vectors are in a row
    { ROW + " buffer-padding=64", "e.g. 64,1" },
    { ROW + " buffer-padding=0,1", "e.g. 64,1" },
    { ROW + " buffer-padding=64,1,1", "e.g. 64,1" },
    { ROW + " buffer-padding=", "buffer-padding=" },
    { ROW + " buffer-padding=-1,1", "buffer-padding=" },
    { ROW + " last-stage=", "points, outputs or nested" },
    { ROW + " last-stage=first", "points, outputs or nested" },
    { ROW + " nt-store-rows=1 last-stage=nested", "takes turns" },
    { BINS + " last-stage=outputs", "bins" },
    { IMAGE + " last-stage=outputs", "points of a row" },
    { IMAGE + " buffer-padding=24,1", "do not divide" },
    { "c2c forward 1536: vectors | 8.8.6.4 simd lanes=8 buffer-padding=64,1",
      "cut the butterflies" },
    { COLUMNS + " buffer-padding=24,1", "do not divide" },
    { "c2c forward 4096: vectors | 16.16.16 simd lanes=16 last-stage=outputs",
      "three stages or more" },
    { "c2c forward 15: vector rows | 15 columns=row:8 simd lanes=8 lane-columns "
      "buffer-padding=4,1",
      "several dimensions" },
    { "c2c forward 64: stockham | 8.8 buffer-padding=64,1", "for vectors" },
    { "c2c forward 64: stockham | 8.8 last-stage=points", "for vectors" },
};

//! Bytes that both arrays of \p text, of vectors of so many floats, take.
std::int64_t buffer_bytes(const std::string& text, std::int64_t lanes)
{
    std::smatch found;
    CPPUNIT_ASSERT(std::regex_search(text, found, std::regex(R"(vec re\[(\d+)\])")));
    return std::stoll(found[1]) * lanes * 2 * static_cast<std::int64_t>(sizeof(float));
}

} // namespace

class qa_stack_buffer : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_stack_buffer);
    CPPUNIT_TEST(plans_have_the_usual);
    CPPUNIT_TEST(lines_print_as_they_were_read);
    CPPUNIT_TEST(the_usual_said_is_the_text_of_it_unsaid);
    CPPUNIT_TEST(other_words_are_other_texts);
    CPPUNIT_TEST(what_does_not_suit_is_refused);
    CPPUNIT_TEST(buffers_stay_within_what_kernels_say_of_their_stack);
    CPPUNIT_TEST(places_beyond_16_bits_have_a_wider_table);
    CPPUNIT_TEST_SUITE_END();

public:
    void plans_have_the_usual()
    {
        for (const auto& u : USUAL) {
            const auto p = last_pass(u);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                u.why, u.padding.block, buffer_padding_of(p).block);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                u.why, u.padding.spare, buffer_padding_of(p).spare);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(u.why,
                                         std::string(name_of(u.order)),
                                         std::string(name_of(last_stage_of(p))));
        }
    }

    void lines_print_as_they_were_read()
    {
        for (const auto& line : { ROW,
                                  ROW + " buffer-padding=0",
                                  ROW + " buffer-padding=64,1",
                                  ROW + " buffer-padding=256,64 last-stage=points",
                                  ROW + " last-stage=nested",
                                  IMAGE + " buffer-padding=64,3",
                                  COLUMNS + " buffer-padding=16,1",
                                  COLUMNS + " last-stage=nested",
                                  COLUMNS + " last-stage=outputs",
                                  BINS + " last-stage=nested" })
            CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
    }

    void the_usual_said_is_the_text_of_it_unsaid()
    {
        for (const auto& u : USUAL) {
            auto p = choose_plan(parse_transform(u.request), cpu(u.vector_width));
            const auto before = text_of(p);
            auto& kernel = p.passes.back().change_vector();
            kernel.padding = u.padding;
            kernel.last_stage = u.order;
            const auto line = plan_text(p);
            CPPUNIT_ASSERT_MESSAGE(line, line.find("buffer-padding=") != line.npos);
            CPPUNIT_ASSERT_MESSAGE(line, before == text_of(line));
        }
    }

    void other_words_are_other_texts()
    {
        CPPUNIT_ASSERT(text_of(ROW).find("vec re[4160]") != std::string::npos);
        CPPUNIT_ASSERT(text_of(ROW + " buffer-padding=0").find("vec re[4096]") !=
                       std::string::npos);
        CPPUNIT_ASSERT(text_of(ROW + " buffer-padding=256,5").find("vec re[4176]") !=
                       std::string::npos);
        for (const auto& line : { ROW, COLUMNS, ROW + " nt-store-rows=1" }) {
            const auto points = text_of(line + " last-stage=points");
            CPPUNIT_ASSERT(points != text_of(line + " last-stage=outputs"));
        }
        for (const auto& line : { ROW, COLUMNS, BINS }) {
            const auto nested = text_of(line + " last-stage=nested");
            CPPUNIT_ASSERT(nested != text_of(line + " last-stage=points"));
        }
    }

    void what_does_not_suit_is_refused()
    {
        for (const auto& r : REFUSED) {
            try {
                parse_plan(r.line);
            } catch (const plan_error& e) {
                const std::string said = e.what();
                CPPUNIT_ASSERT_MESSAGE(r.line + ": " + said,
                                       said.find(r.part) != said.npos);
                continue;
            }
            CPPUNIT_FAIL(r.line);
        }
    }

    //! The largest rows, with as many vectors left out as may be.
    void buffers_stay_within_what_kernels_say_of_their_stack()
    {
        const std::string longest =
            "c2c forward 262144: vectors | 16m3.4.16.16.16 simd lanes=16";
        const std::string images =
            "c2c forward 128x128: vector nd rows | 16.8.16d1.8d1 columns=row:16 simd "
            "lanes=16 lane-columns";
        for (const auto& line : { longest + " buffer-padding=64,16",
                                  longest + " buffer-padding=4096,1024",
                                  images + " buffer-padding=8,2",
                                  images + " buffer-padding=1024,256" }) {
            const auto made =
                generate_kernels(parse_plan(line), opencl_dialect()).front();
            const auto bytes = buffer_bytes(made.text, 16);
            CPPUNIT_ASSERT_MESSAGE(line, bytes > 2 * 1024 * 1024);
            CPPUNIT_ASSERT_MESSAGE(line, bytes <= made.launch.stack_bytes);
        }
    }

    //! 65536 vectors and those left out.
    void places_beyond_16_bits_have_a_wider_table()
    {
        const std::string line =
            "r2c forward 524288: vectors | 4m3.16.16.16.16 simd lanes=4";
        CPPUNIT_ASSERT(text_of(line).find("__constant uint order[") != std::string::npos);
        CPPUNIT_ASSERT(
            text_of(line + " buffer-padding=0").find("__constant ushort order[") !=
            std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_stack_buffer);
