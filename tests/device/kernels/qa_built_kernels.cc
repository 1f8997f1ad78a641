/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/kernels/built_kernels.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

using namespace gpufft;

namespace {

class named_kernel : public kernel
{
public:
    explicit named_kernel(const kernel_source& source) : d_source(source) {}
    const kernel_source& source() const override { return d_source; }

private:
    kernel_source d_source;
};

kernel_source source_of(const std::string& name)
{
    kernel_source source;
    source.name = name;
    source.text = "text of " + name;
    return source;
}

std::shared_ptr<kernel> made_of(const kernel_source& source)
{
    return std::make_shared<named_kernel>(source);
}

} // namespace

class qa_built_kernels : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_built_kernels);
    CPPUNIT_TEST(a_kernel_that_is_held_is_not_built_again);
    CPPUNIT_TEST(different_kernels_are_built_at_the_same_time);
    CPPUNIT_TEST(threads_that_want_the_same_wait_for_one_build);
    CPPUNIT_TEST(a_build_that_fails_is_tried_again);
    CPPUNIT_TEST(what_nobody_holds_is_forgotten);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_kernel_that_is_held_is_not_built_again()
    {
        built_kernels kernels;
        int builds = 0;
        const auto get = [&](const kernel_source& source) {
            return kernels.get(source, [&] {
                ++builds;
                return made_of(source);
            });
        };
        auto first = get(source_of("first"));
        CPPUNIT_ASSERT(first == get(source_of("first")));
        CPPUNIT_ASSERT(first != get(source_of("second")));
        auto changed = source_of("first");
        changed.text += " version 2";
        CPPUNIT_ASSERT(first != get(changed));
        CPPUNIT_ASSERT_EQUAL(3, builds);
        first.reset();
        CPPUNIT_ASSERT_EQUAL(std::string("first"),
                             get(source_of("first"))->source().name);
        CPPUNIT_ASSERT_EQUAL(4, builds);
    }

    void what_nobody_holds_is_forgotten()
    {
        built_kernels kernels;
        std::vector<std::shared_ptr<kernel>> held;
        for (int i = 0; i < 10000; ++i) {
            const auto source = source_of(std::to_string(i));
            auto made = kernels.get(source, [&] { return made_of(source); });
            if (i % 100 == 0)
                held.push_back(std::move(made));
        }
        CPPUNIT_ASSERT(kernels.remembered() >= held.size());
        CPPUNIT_ASSERT(kernels.remembered() < 4 * held.size());
        for (const auto& each : held)
            CPPUNIT_ASSERT(each == kernels.get(each->source(),
                                               [&] { return made_of(each->source()); }));
    }

    // Each build waits for the other to have begun: one at a time, neither would end.
    void different_kernels_are_built_at_the_same_time()
    {
        built_kernels kernels;
        std::promise<void> begun[2];
        const auto build = [&](int i) {
            const auto source = source_of(std::to_string(i));
            return kernels.get(source, [&, i] {
                begun[i].set_value();
                const auto other = begun[1 - i].get_future().wait_for(LONG);
                CPPUNIT_ASSERT(other == std::future_status::ready);
                return made_of(source);
            });
        };
        auto other = std::async(std::launch::async, [&] { return build(1); });
        const auto mine = build(0);
        CPPUNIT_ASSERT(mine != other.get());
    }

    void threads_that_want_the_same_wait_for_one_build()
    {
        built_kernels kernels;
        std::atomic<int> builds{ 0 };
        const auto source = source_of("wanted");
        std::vector<std::future<std::shared_ptr<kernel>>> threads;
        for (int i = 0; i < 8; ++i)
            threads.push_back(std::async(std::launch::async, [&] {
                return kernels.get(source, [&] {
                    ++builds;
                    std::this_thread::sleep_for(std::chrono::milliseconds(10));
                    return made_of(source);
                });
            }));
        std::vector<std::shared_ptr<kernel>> made;
        for (auto& each : threads)
            made.push_back(each.get());
        for (const auto& each : made)
            CPPUNIT_ASSERT(each == made.front());
        CPPUNIT_ASSERT_EQUAL(1, builds.load());
    }

    void a_build_that_fails_is_tried_again()
    {
        built_kernels kernels;
        const auto source = source_of("wanted");
        CPPUNIT_ASSERT_THROW(kernels.get(source,
                                         []() -> std::shared_ptr<kernel> {
                                             throw build_error("not today");
                                         }),
                             build_error);
        CPPUNIT_ASSERT(kernels.get(source, [&] { return made_of(source); }));
    }

private:
    static constexpr std::chrono::seconds LONG{ 600 };
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_built_kernels);
