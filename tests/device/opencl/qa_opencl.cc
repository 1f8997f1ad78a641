/* SPDX-License-Identifier: GPL-3.0-or-later */
// Devices of the OpenCL backend, PoCL's where there is nothing else.
#include "support/devices/opencl_kernels.h"
#include "support/skipped.h"
#include <boost/filesystem.hpp>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

// Some hundred us a workgroup.
kernel_source spinning_kernel()
{
    return written_kernel(opencl()->kernel_dialect(),
                          { "spin", { "__global float* x" }, launch_of_items(1) },
                          { "float y = x[get_group_id(0)];",
                            "for (int i = 0; i < 200000; ++i)",
                            "    y = y * 0.999f + 1;",
                            "x[get_group_id(0)] = y;" });
}

//! \return hundredths of seconds that each thread of this process has run in user mode,
//! by the thread's number
std::map<std::string, long> busy_ticks()
{
    std::map<std::string, long> found;
    for (const auto& thread : boost::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream stat((thread.path() / "stat").string());
        std::string text;
        std::getline(stat, text);
        std::istringstream fields(text.substr(text.rfind(')') + 1));
        std::string field;
        for (int i = 3; i <= 14; ++i) // utime is the 14th; the second ends with ")"
            fields >> field;
        found[thread.path().filename().string()] = std::stol(field);
    }
    return found;
}

bool has_threads_to_limit()
{
    const auto& limits = opencl()->info().limits;
    return limits.is_cpu && limits.compute_units > 1;
}

} // namespace

class qa_opencl : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl);
    CPPUNIT_TEST(the_environment_stays_as_it_was); // before all that lists devices
    CPPUNIT_TEST(limits_are_plausible);
    CPPUNIT_TEST(the_same_device_is_opened_once);
    CPPUNIT_TEST(users_of_limited_devices_get_threads_of_their_own);
    CPPUNIT_TEST(no_more_threads_compute_than_the_limit);
    CPPUNIT_TEST(objects_keep_their_device_alive);
    CPPUNIT_TEST_SUITE_END();

public:
    void the_environment_stays_as_it_was()
    {
        const auto value = [] {
            const char* found = std::getenv("POCL_DEVICES");
            return std::string(found ? found : "not set");
        };
        const auto before = value();
        list_devices();
        CPPUNIT_ASSERT_EQUAL(before, value());
    }

    void limits_are_plausible()
    {
        const auto info = opencl()->info();
        CPPUNIT_ASSERT_EQUAL(std::string("opencl:"), info.name.substr(0, 7));
        CPPUNIT_ASSERT(!info.product.empty() && info.product.front() != ' ' &&
                       info.product.back() != ' ');
        CPPUNIT_ASSERT(!info.platform.empty());
        CPPUNIT_ASSERT(!info.driver.empty());
        const auto& limits = info.limits;
        CPPUNIT_ASSERT_EQUAL(info.type == device_type::cpu, limits.is_cpu);
        CPPUNIT_ASSERT(limits.local_memory_bytes >= 16 * 1024);
        CPPUNIT_ASSERT(limits.max_allocation_bytes > 0);
        CPPUNIT_ASSERT(limits.max_allocation_bytes <= limits.global_memory_bytes);
        CPPUNIT_ASSERT(limits.max_work_items >= 1);
        CPPUNIT_ASSERT(limits.compute_units >= 1);
        CPPUNIT_ASSERT(limits.vector_width >= 1);
        CPPUNIT_ASSERT(limits.registers >= 16);
        CPPUNIT_ASSERT(limits.is_cpu ? limits.subgroup == 1 : limits.subgroup >= 8);
        CPPUNIT_ASSERT_EQUAL(limits.is_cpu ? 0 : 32, limits.local_memory_banks);
    }

    void the_same_device_is_opened_once()
    {
        const auto first = opencl();
        CPPUNIT_ASSERT(first == opencl());
        CPPUNIT_ASSERT(first == open_device(first->info().name));
    }

    void users_of_limited_devices_get_threads_of_their_own()
    {
        if (!has_threads_to_limit())
            skip("there are no threads to limit");
        auto first = open_device("auto/1");
        CPPUNIT_ASSERT_EQUAL(opencl()->info().name + "/1", first->info().name);
        CPPUNIT_ASSERT_EQUAL(1, first->info().limits.compute_units);
        const auto second = open_device("auto/1");
        CPPUNIT_ASSERT(first != second);
        for (const auto& on : { first, second }) {
            const auto with = on->make_queue();
            const auto scale = on->build(scaling_kernel(3));
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, ramp(9)) == times(ramp(9), 3));
        }
        first.reset();
        // The part that nobody uses any more, before one that has a user.
        const auto third = open_device("auto/1");
        CPPUNIT_ASSERT(third != second);
    }

    void no_more_threads_compute_than_the_limit()
    {
        if (!has_threads_to_limit())
            skip("there are no threads to limit");
        const auto on = open_device("auto/1");
        const auto spin = on->build(spinning_kernel());
        const auto with = on->make_queue();
        const auto data = on->make_buffer(64 * sizeof(float));
        const auto before = busy_ticks();
        for (int i = 0; i < 20; ++i) {
            with->launch(*spin, 64, { data.get() });
            with->wait_all();
        }
        int busy = 0;
        for (const auto& [thread, ticks] : busy_ticks()) {
            const auto found = before.find(thread);
            busy += ticks - (found == before.end() ? 0 : found->second) >= 5;
        }
        CPPUNIT_ASSERT_EQUAL(1, busy);
    }

    void objects_keep_their_device_alive()
    {
        auto on = opencl();
        const auto with = on->make_queue();
        const auto scale = on->build(scaling_kernel(3));
        const auto memory = on->make_buffer(32);
        const std::weak_ptr<device> watched = on;
        on.reset();
        CPPUNIT_ASSERT(!watched.expired());
        const auto x = ramp(8);
        CPPUNIT_ASSERT(scaled_on(*watched.lock(), *with, *scale, x) == times(x, 3));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl);
