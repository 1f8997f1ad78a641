/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/memory/aligned_rows.h"
#include <cppunit/extensions/HelperMacros.h>

using gpufft::aligned_rows;

namespace {

struct choice {
    const char* why; // this row is in the table
    std::size_t input_row_bytes, output_row_bytes;
    std::size_t in, out; // addresses
    std::size_t rows, piece;
};

const choice CHOICES[] = {
    { "every row is aligned", 8000, 8000, 4096, 8192, 100, 100 },
    { "the next piece is aligned as well", 4104, 4104, 0, 0, 101, 96 },
    { "rows to the first aligned one", 4104, 4104, 3 * 4104, 3 * 4104, 100, 5 },
    { "one side is enough to be out of step", 4104, 4096, 6 * 4104, 64, 100, 2 },
    { "both sides never agree", 4104, 4104, 4104, 2 * 4104, 100, 100 },
    { "fewer rows than to the next aligned one", 8200, 8200, 8200, 8200, 4, 4 },
    { "fewer rows than from one to the next", 8200, 8200, 0, 0, 7, 7 },
    { "copying takes less than a launch", 60, 60, 60, 60, 100, 100 },
    { "odd rows of floats", 60, 60, 60, 60, 1000, 15 },
};

class qa_aligned_rows : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_aligned_rows);
    CPPUNIT_TEST(follows_the_table);
    CPPUNIT_TEST(knows_how_often_rows_are_aligned);
    CPPUNIT_TEST_SUITE_END();

public:
    void follows_the_table()
    {
        for (const auto& c : CHOICES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why,
                c.piece,
                aligned_rows(c.input_row_bytes, c.output_row_bytes)
                    .piece_of(c.rows,
                              reinterpret_cast<const void*>(c.in),
                              reinterpret_cast<const void*>(c.out)));
    }

    void knows_how_often_rows_are_aligned()
    {
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), aligned_rows(8192, 64).period());
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), aligned_rows(4096, 4104).period());
        CPPUNIT_ASSERT_EQUAL(std::size_t(16), aligned_rows(60, 8).period());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_aligned_rows);

} // namespace
