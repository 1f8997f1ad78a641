/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "support/faults/fault_points.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <stdexcept>
#include <thread>
#include <vector>

using gpufft::in_parts;

class qa_in_parts : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_in_parts);
    CPPUNIT_TEST(does_everything_once);
    CPPUNIT_TEST(short_work_stays_with_the_caller);
    CPPUNIT_TEST(does_without_threads_what_it_has_none_for);
    CPPUNIT_TEST(what_a_part_throws_the_caller_sees);
    CPPUNIT_TEST_SUITE_END();

public:
    void does_everything_once()
    {
        for (const std::size_t count : { 0, 1, 2, 7, 10, 11, 1000 }) {
            for (const std::size_t least : { 1, 3, 10, 2000 }) {
                std::vector<int> times(count);
                in_parts(count, least, [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i)
                        ++times[i];
                });
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{} by {}", count, least),
                                       times == std::vector<int>(count, 1));
            }
        }
    }

    void short_work_stays_with_the_caller()
    {
        const auto caller = std::this_thread::get_id();
        int calls = 0;
        in_parts(199, 100, [&](std::size_t, std::size_t) {
            CPPUNIT_ASSERT(std::this_thread::get_id() == caller);
            ++calls;
        });
        CPPUNIT_ASSERT_EQUAL(1, calls);
    }

    void does_without_threads_what_it_has_none_for()
    {
        using namespace gpufft::testing;
        for (const long nth : { -1, 1, 2 }) { // -1: all of them
            std::vector<int> times(1000);
            const one_fault fault(asked::thread, nth);
            in_parts(times.size(), 1, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i)
                    ++times[i];
            });
            CPPUNIT_ASSERT(times == std::vector<int>(1000, 1));
        }
    }

    void what_a_part_throws_the_caller_sees()
    {
        for (const std::size_t bad : { 0, 999 }) {
            CPPUNIT_ASSERT_THROW(in_parts(1000,
                                          1,
                                          [&](std::size_t begin, std::size_t end) {
                                              if (begin <= bad && bad < end)
                                                  throw std::runtime_error("this one");
                                          }),
                                 std::runtime_error);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_in_parts);
