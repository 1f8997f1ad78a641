/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which rows are one run of memory, which a driver copies at once, and that all of a row
// is copied, and nothing else, where they are not.
#include "exec/memory/row_copy.h"
#include "plan/request/parse_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cstring>
#include <vector>

using namespace gpufft;

namespace {

struct sample {
    const char* why;
    const char* what;
    std::size_t rows;
    bool is_one_run;
};

const sample SAMPLES[] = {
    { "packed rows", "c2c forward 8", 5, true },
    { "one row without gaps", "c2c forward 8, input distance 20", 1, true },
    { "gaps between rows", "c2c forward 8, input distance 9", 3, false },
    { "points apart", "c2c forward 8, input strides 2, input distance 16", 2, false },
    { "rows that overlap", "c2c forward 8, input distance 3", 4, true },
    { "rows of a stream that are folded",
      "c2c forward 4, windowed, taps per branch 3, input distance 4",
      6,
      true },
    { "folded rows with gaps",
      "c2c forward 4, windowed, taps per branch 3, input distance 13",
      2,
      false },
};

} // namespace

class qa_row_copy : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_row_copy);
    CPPUNIT_TEST(rows_are_copied_and_nothing_else);
    CPPUNIT_TEST_SUITE_END();

    void rows_are_copied_and_nothing_else()
    {
        for (const auto& s : SAMPLES) {
            const auto t = parse_transform(s.what);
            const row_copy copy(t, INPUT_VIEW);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, s.is_one_run, copy.is_one_run(s.rows));
            const auto bytes = copy.bytes(s.rows);
            std::vector<unsigned char> from(bytes), to(bytes + 1, 0xff), want = to;
            for (std::size_t i = 0; i < bytes; ++i)
                from[i] = static_cast<unsigned char>(i % 251);
            const auto& d = t.shape.front();
            constexpr std::int64_t ELEMENT = 8;
            for (std::int64_t r = 0; r < static_cast<std::int64_t>(s.rows); ++r)
                for (std::int64_t n = 0; n < d.length * t.taps_per_branch; ++n) {
                    const auto at = (r * t.input_distance + n * d.input_stride) * ELEMENT;
                    std::memcpy(&want[static_cast<std::size_t>(at)],
                                &from[static_cast<std::size_t>(at)],
                                ELEMENT);
                }
            copy(to.data(), from.data(), s.rows);
            CPPUNIT_ASSERT_MESSAGE(s.why, to == want);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_row_copy);
