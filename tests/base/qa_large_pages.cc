/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/large_pages.h"
#include <cppunit/extensions/HelperMacros.h>
#include <vector>

using gpufft::ask_for_large_pages;

class qa_large_pages : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_large_pages);
    CPPUNIT_TEST(memory_keeps_what_it_holds);
    CPPUNIT_TEST_SUITE_END();

public:
    void memory_keeps_what_it_holds()
    {
        // Less than a large page, some, and none at all.
        for (const std::size_t count : { 0, 100, 3 << 20 }) {
            std::vector<int> memory(count, 5);
            memory.reserve(2 * count);
            ask_for_large_pages(memory.data(), memory.capacity() * sizeof(int));
            memory.resize(2 * count, 7);
            std::vector<int> expected(count, 5);
            expected.resize(2 * count, 7);
            CPPUNIT_ASSERT(memory == expected);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_large_pages);
