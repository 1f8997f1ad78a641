/* SPDX-License-Identifier: GPL-3.0-or-later */
// A program of its own: here no codelet has been built before the threads start.
#include "codelet/codelet.h"
#include "codelet/printed_text.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <array>
#include <thread>

using namespace gpufft;

namespace {

constexpr int LENGTHS = 32;
constexpr int THREADS = 8;

class qa_codelet_threads : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_codelet_threads);
    CPPUNIT_TEST(threads_that_race_get_one_codelet_each_length);
    CPPUNIT_TEST_SUITE_END();

    void threads_that_race_get_one_codelet_each_length()
    {
        std::array<std::array<const codelet*, LENGTHS>, THREADS> got{};
        std::vector<std::thread> threads;
        for (int t = 0; t < THREADS; ++t) {
            threads.emplace_back([&row = got[t], t] {
                // Half go up, half down: sub-transforms are asked for by both sides.
                for (int i = 0; i < LENGTHS; ++i) {
                    const int at = t % 2 ? i : LENGTHS - 1 - i;
                    row[at] = &codelet::dft(at + 1);
                }
            });
        }
        for (auto& thread : threads)
            thread.join();

        for (int i = 0; i < LENGTHS; ++i) {
            for (int t = 0; t < THREADS; ++t)
                CPPUNIT_ASSERT_EQUAL(got[0][i], got[t][i]);
            const auto x = testing::points(i + 1);
            testing::complex_points y(i + 1);
            got[0][i]->evaluate(x.data(), y.data());
            testing::assert_is_dft(fmt::format("length {}", i + 1), x, y);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_codelet_threads);

} // namespace
