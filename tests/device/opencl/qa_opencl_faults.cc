/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each call of OpenCL fails once in turn: that is an error in words, or the result is
// right all the same; nothing is left over, and the same device works again.
#include "support/devices/opencl_kernels.h"
#include "support/faults/failing_opencl.h"
#include <gpufft/error.h>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! All that the interface has, once. \throws device_error, build_error
void use_it_all()
{
    const auto on = opencl();
    const auto x = ramp(1024);
    const auto bytes = x.size() * sizeof(float);
    const auto scale = on->build(scaling_kernel(3));
    const auto staging = on->make_host_buffer(bytes);
    const auto whole = on->make_buffer(2 * PART_ALIGNMENT);
    const auto first = on->part_of(whole, 0, PART_ALIGNMENT);
    const auto second = on->make_buffer(bytes), third = on->make_buffer(bytes);
    const auto one = on->make_queue(), other = on->make_queue();
    const auto begin = one->record_timed();
    one->upload(*first, 0, x.data(), bytes);
    const auto count = static_cast<std::uint32_t>(x.size());
    one->launch(*scale, x.size() / ITEMS, { first.get(), second.get(), count });
    one->copy(*third, 0, *second, 0, bytes);
    other->wait_for(*one->record());
    other->download(staging->data(), *third, 0, bytes);
    const auto end = other->record_timed();
    end->wait();
    CPPUNIT_ASSERT(end->is_done());
    CPPUNIT_ASSERT(end->seconds_since(*begin) >= 0);
    std::vector<float> y(x.size());
    std::memcpy(y.data(), staging->data(), bytes);
    CPPUNIT_ASSERT(y == times(x, 3));
    other->wait_all();
}

} // namespace

class qa_opencl_faults : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_opencl_faults);
    CPPUNIT_TEST(every_call_may_fail_once);
    CPPUNIT_TEST(every_call_that_compiles_may_fail_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_call_may_fail_once()
    {
        use_it_all(); // kernels that come from the cache from now on
        int errors = 0;
        for (const auto& call : opencl_calls())
            errors += fail_each_in_turn(call, use_it_all);
        CPPUNIT_ASSERT_MESSAGE(std::to_string(errors), errors > 10);
    }

    void every_call_that_compiles_may_fail_once()
    {
        const auto on = opencl();
        int factor = static_cast<int>(std::random_device()() % 1000000);
        const auto compile = [&] {
            const auto scale = on->build(scaling_kernel(++factor)); // is in no cache
            const auto with = on->make_queue();
            const auto x = ramp(10);
            CPPUNIT_ASSERT(scaled_on(*on, *with, *scale, x) ==
                           times(x, static_cast<float>(factor)));
        };
        for (const char* call : { "clCreateProgramWithSource",
                                  "clBuildProgram",
                                  "clGetProgramInfo",
                                  "clCreateKernel" })
            fail_each_in_turn(call, compile);
    }

private:
    //! \return how many of them were errors
    template <typename Work>
    static int fail_each_in_turn(const std::string& call, const Work& work)
    {
        const int left = opencl_objects();
        int errors = 0;
        for (int nth = 1;; ++nth) {
            const auto what = fmt::format("{}, number {}", call, nth);
            const auto said = error_of(call, nth, work);
            const bool is_over = opencl_calls_made() < nth;
            fail_opencl(call, 0);
            CPPUNIT_ASSERT_MESSAGE(what + ": " + said, said.empty() || !is_over);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, left, opencl_objects());
            if (is_over)
                return errors;
            errors += !said.empty();
            work();
        }
    }

    template <typename Work>
    static std::string error_of(const std::string& call, int nth, const Work& work)
    {
        fail_opencl(call, nth);
        try {
            work();
        } catch (const device_error& e) {
            return e.what();
        } catch (const build_error& e) {
            return e.what();
        }
        return "";
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_opencl_faults);
