/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/overlap.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <unordered_set>
#include <ctime>
#include <random>

using namespace gpufft;

namespace {

bool has_shared_address(const std::vector<view_axis>& axes)
{
    std::unordered_set<std::int64_t> seen;
    std::vector<std::int64_t> index(axes.size(), 0);
    for (;;) {
        std::int64_t address = 0;
        for (std::size_t i = 0; i < axes.size(); ++i)
            address += index[i] * axes[i].stride;
        if (!seen.insert(address).second)
            return true;
        std::size_t i = 0;
        while (i < axes.size() && ++index[i] == axes[i].count)
            index[i++] = 0;
        if (i == axes.size())
            return false;
    }
}

std::string text_of(const std::vector<view_axis>& axes)
{
    std::string text;
    for (const auto& a : axes)
        text += fmt::format("{} x {}, ", a.count, a.stride);
    return text;
}

struct layout {
    const char* why;
    std::vector<view_axis> axes;
    overlap expected;
};

constexpr std::int64_t MANY = std::int64_t(1) << 40;

const layout LAYOUTS[] = {
    { "nothing", {}, overlap::none },
    { "one element, whatever its stride", { { 1, 0 } }, overlap::none },
    { "stride 0", { { 2, 0 } }, overlap::some },
    { "nested", { { MANY, 4096 }, { 64, 64 }, { 64, 1 } }, overlap::none },
    { "rows between points, all that fit", { { 1000, 64 }, { 64, 1 } }, overlap::none },
    { "and one more", { { 1000, 64 }, { 65, 1 } }, overlap::some },
    { "very many, none of which meet", { { MANY, 3 }, { 4, MANY } }, overlap::none },
    { "one more, and two do", { { MANY + 1, 3 }, { 4, MANY } }, overlap::some },
    { "no two meet within the counts", { { 6, 7 }, { 7, 6 } }, overlap::none },
    { "two do", { { 7, 7 }, { 8, 6 } }, overlap::some },
    { "three strides, a difference of all three",
      { { 2, 5 }, { 2, 3 }, { 2, 2 } },
      overlap::some },
    { "powers of two in any order",
      { { 2, 1 }, { 2, 8 }, { 2, 2 }, { 2, 16 }, { 2, 4 } },
      overlap::none },
};

} // namespace

class qa_overlap : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_overlap);
    CPPUNIT_TEST(knows_layouts);
    CPPUNIT_TEST(agrees_with_a_list_of_all_addresses);
    CPPUNIT_TEST(gives_up_rather_than_hang);
    CPPUNIT_TEST_SUITE_END();

    void knows_layouts()
    {
        for (const auto& l : LAYOUTS)
            CPPUNIT_ASSERT_MESSAGE(l.why, find_overlap(l.axes) == l.expected);
    }

    void agrees_with_a_list_of_all_addresses()
    {
        std::mt19937 random(1);
        int shared = 0;
        const int layouts = 20000;
        for (int i = 0; i < layouts; ++i) {
            std::vector<view_axis> axes(1 + random() % 5);
            for (auto& a : axes)
                a = { std::int64_t(1 + random() % 5), std::int64_t(1 + random() % 40) };
            const bool expected = has_shared_address(axes);
            shared += expected;
            CPPUNIT_ASSERT_MESSAGE(text_of(axes),
                                   find_overlap(axes) ==
                                       (expected ? overlap::some : overlap::none));
        }
        CPPUNIT_ASSERT(shared > layouts / 10 && shared < layouts * 9 / 10);
    }

    void gives_up_rather_than_hang()
    {
        // Strides that are about equal leave too many combinations to try.
        std::vector<view_axis> axes;
        for (int i = 0; i < 9; ++i)
            axes.push_back({ 10, 200000000 + 17 * i * i * i * i * i });
        const auto begin = std::clock(); // of this process: others may be busy
        find_overlap(axes);
        CPPUNIT_ASSERT((std::clock() - begin) / CLOCKS_PER_SEC < 10);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_overlap);
