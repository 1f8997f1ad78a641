/* SPDX-License-Identifier: GPL-3.0-or-later */
// The caller's own workspace on the device that $GPUFFT_DEVICE names: its own memory with
// CUDA, the host's on a CPU, and a refusal elsewhere.
#include "device/interface/registry.h"
#include "support/run_on.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <gpufft/fft.h>
#include <cstdlib>
#include <memory>

using namespace gpufft;
using namespace gpufft::testing;

class qa_given_workspace : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_given_workspace);
    CPPUNIT_TEST(is_worked_in);
    CPPUNIT_TEST_SUITE_END();

    // A length that takes several passes on every device.
    static constexpr std::int64_t LENGTH = 1 << 20;
    static constexpr std::size_t ROWS = 2;

    static void check(fft& f, void* memory, std::size_t bytes)
    {
        f.set_workspace(memory, bytes);
        std::mt19937 random(1);
        host_rows data(transform(LENGTH), ROWS);
        data.fill(random);
        f.run(data.in(), data.out(), ROWS);
        const auto v = judge(data);
        CPPUNIT_ASSERT_MESSAGE(text_of(v), v.is_good());
        f.set_workspace(memory, bytes - 1);
        CPPUNIT_ASSERT_THROW(f.run(data.in(), data.out(), ROWS), plan_error);
    }

    void is_worked_in()
    {
        const auto on = open_device("auto");
        fft f(transform(LENGTH), on->info().name);
        const auto bytes = f.workspace_bytes(ROWS);
        CPPUNIT_ASSERT(bytes > 0);
        if (on->info().limits.is_cpu) {
            const auto rounded = (bytes + 63) / 64 * 64;
            const std::unique_ptr<void, decltype(&std::free)> memory(
                std::aligned_alloc(64, rounded), &std::free);
            check(f, memory.get(), bytes);
            return;
        }
        const auto memory = on->make_buffer(bytes);
        const auto address = reinterpret_cast<void*>(memory->device_address());
        if (address)
            check(f, address, bytes);
        else
            CPPUNIT_ASSERT_THROW(f.set_workspace(memory.get(), bytes), plan_error);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_given_workspace);
