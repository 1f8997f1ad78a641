/* SPDX-License-Identifier: GPL-3.0-or-later */
// Devices, kernels and transforms in threads with small stacks. Under `ulimit -s 512`,
// too (tests/exec/tests.cmake), where the main thread and those of drivers have little.
#include "base/stack_thread.h"
#include "base/with_stack.h"
#include "plan/planner/model_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/in_thread.h"
#include "support/run_on.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/filesystem.hpp>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t SMALL = SMALL_STACK;

//! Empties the caches of compiled kernels.
void forget_kernels()
{
    if (const char* cache = std::getenv("XDG_CACHE_HOME"))
        for (const char* of : { "/gpufft/kernels", "/pocl" })
            boost::filesystem::remove_all(std::string(cache) + of);
}

void check(const char* line, std::size_t rows)
{
    const auto on = cpu_device();
    if (!on)
        skip("there is no CPU device");
    auto p = parse_plan(line);
    p.limits = on->info().limits;
    const auto v = run_noise(std::make_shared<executor>(p, on), rows);
    CPPUNIT_ASSERT_MESSAGE(text_of(v), v.is_good());
}

void check_transform(const char* what, std::size_t rows)
{
    const auto on = cpu_device();
    if (!on)
        skip("there is no CPU device");
    check(plan_text(model_plan(parse_transform(what), on->info().limits)).c_str(), rows);
}

} // namespace

class qa_small_stacks : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_small_stacks);
    CPPUNIT_TEST(say_what_is_left);
    CPPUNIT_TEST(have_a_helper);
    CPPUNIT_TEST(hand_on_what_is_thrown);
    CPPUNIT_TEST(have_no_helper_in_a_fork);
    CPPUNIT_TEST(find_devices_and_compile);
    CPPUNIT_TEST(compute_long_rows);
    CPPUNIT_TEST(compute_for_the_main_thread);
    CPPUNIT_TEST_SUITE_END();

public:
    void say_what_is_left()
    {
        in_thread(SMALL, [] {
            CPPUNIT_ASSERT(stack_left() > 0);
            CPPUNIT_ASSERT(stack_left() < SMALL);
        });
        const stack_thread wide(
            [] { CPPUNIT_ASSERT(stack_left() > stack_thread::STACK_BYTES * 3 / 4); });
    }

    void have_a_helper()
    {
        const auto id = [] { return std::this_thread::get_id(); };
        in_thread(SMALL, [&] {
            CPPUNIT_ASSERT(id() == made_with_stack(1024, id));
            std::size_t found = 0;
            with_stack(stack_thread::STACK_BYTES / 2, [&] { found = stack_left(); });
            CPPUNIT_ASSERT(found >= stack_thread::STACK_BYTES / 2);
            const auto helper = made_with_stack(SMALL, id);
            CPPUNIT_ASSERT(id() != helper);
            CPPUNIT_ASSERT(helper == made_with_stack(SMALL, id)); // the same again
        });
    }

    void hand_on_what_is_thrown()
    {
        in_thread(SMALL, [] {
            const auto fail = [] { throw std::runtime_error("as wanted"); };
            CPPUNIT_ASSERT_THROW(with_stack(SMALL, fail), std::runtime_error);
            with_stack(SMALL, [] {}); // and goes on
        });
    }

    void have_no_helper_in_a_fork()
    {
        in_thread(SMALL, [] {
            with_stack(SMALL, [] {});
            const auto child = fork();
            if (child == 0) {
                bool is_done = false;
                with_stack(SMALL, [&] { is_done = true; });
                _exit(is_done ? 0 : 1);
            }
            int status = -1;
            CPPUNIT_ASSERT_EQUAL(child, waitpid(child, &status, 0));
            CPPUNIT_ASSERT_EQUAL(0, status);
        });
    }

    // The first thread that loads drivers.
    void find_devices_and_compile()
    {
        forget_kernels();
        in_thread(SMALL, [] {
            check_transform("c2c forward 48", 1);
            check_transform("c2c forward 48", 9);
            check_transform("r2c forward 3x20", 4);
        });
    }

    // A row has 2 MiB of points on the stack.
    void compute_long_rows()
    {
        in_thread(SMALL, [] {
            check_transform("c2c forward 131072", 3);
            check_transform("c2c forward 524288", 5); // rows of threads, where they may
        });
    }

    void compute_for_the_main_thread() { check_transform("c2c forward 131072", 3); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_small_stacks);
