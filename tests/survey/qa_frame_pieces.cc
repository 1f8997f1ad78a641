/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/run/frame_pieces.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>
#include <string>
#include <vector>

using namespace gpufft;

namespace {

struct cut {
    const char* why; // this row is in the table
    std::vector<segment> segments;
    std::int64_t length, hop, frames_per_row;
    std::int64_t first, count; // rows
    std::size_t most;          // frames of a piece
    //! "start+frames:ends/counts" of each piece; * begins one that is fresh
    const char* pieces;
};

segment of(std::int64_t start, std::int64_t count) { return { start, count, {}, {} }; }

const cut CUTS[] = {
    { "a row a piece", { of(0, 40) }, 10, 10, 2, 0, 2, 2, "*0+2:2/2 20+2:2/2 " },
    { "rows in one piece", { of(0, 40) }, 10, 10, 2, 0, 2, 9, "*0+4:2,4/2,2 " },
    { "a row in several", { of(0, 50) }, 10, 10, 5, 0, 1, 2, "*0+2:/ 20+2:/ 40+1:1/5 " },
    { "pieces end inside of rows",
      { of(0, 60) },
      10,
      10,
      3,
      0,
      2,
      4,
      "*0+4:3/3 40+2:2/3 " },
    { "the last row is shorter", { of(0, 50) }, 10, 10, 3, 0, 2, 9, "*0+5:3,5/3,2 " },
    { "overlap", { of(0, 50) }, 20, 10, 2, 0, 2, 9, "*0+4:2,4/2,2 " },
    { "no piece crosses segments",
      { of(0, 30), of(100, 30) },
      10,
      10,
      2,
      0,
      4,
      9,
      "*0+3:2,3/2,1 *100+3:2,3/2,1 " },
    { "rows of the middle", { of(5, 100) }, 10, 10, 2, 2, 2, 3, "*45+3:2/2 75+1:1/2 " },
    { "a segment without a frame",
      { of(0, 20), of(20, 9), of(29, 20) },
      10,
      10,
      2,
      0,
      2,
      9,
      "*0+2:2/2 *29+2:2/2 " },
};

std::string text_of(const cut& c)
{
    const row_plan rows(c.segments, c.length, c.hop, c.frames_per_row);
    frame_pieces pieces(rows, c.first, c.count);
    std::string text;
    while (!pieces.is_at_end()) {
        const auto p = pieces.take(std::min<std::size_t>(
            c.most, static_cast<std::size_t>(pieces.frames_in_a_row())));
        text += fmt::format("{}{}+{}:{}/{} ",
                            p.is_fresh ? "*" : "",
                            p.start,
                            p.frames,
                            fmt::join(p.ends, ","),
                            fmt::join(p.counts, ","));
    }
    return text;
}

class qa_frame_pieces : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_frame_pieces);
    CPPUNIT_TEST(follow_the_table);
    CPPUNIT_TEST(chunks_are_neither_long_nor_many);
    CPPUNIT_TEST_SUITE_END();

public:
    void follow_the_table()
    {
        for (const auto& c : CUTS)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(c.why, std::string(c.pieces), text_of(c));
    }

    void chunks_are_neither_long_nor_many()
    {
        const auto rows_of = [](std::int64_t samples,
                                std::int64_t frames,
                                std::int64_t bins) {
            return rows_of_chunk(row_plan({ of(0, samples) }, 1024, 1024, frames), bins);
        };
        constexpr std::int64_t MANY = std::int64_t(1) << 40;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1024), rows_of(MANY, 1, 1024));  // 4 MiB
        CPPUNIT_ASSERT_EQUAL(std::int64_t(64), rows_of(MANY, 1024, 1024)); // 2^26 samples
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), rows_of(MANY, 1 << 20, 1024));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), rows_of(MANY, 1, std::int64_t(1) << 27));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(8), rows_of(1024 * 7, 1, 1024)); // 7 rows
        // A chunk of rows that are made of other rows holds 4 MiB of them.
        const row_plan long_rows({ of(0, MANY) }, 1024, 1024, 1 << 16);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), rows_of_chunk(long_rows, 1024));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1024), rows_of_chunk(long_rows, 1024, false));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_frame_pieces);

} // namespace
