/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each call of the CUDA driver fails once in turn, on a library that stands for it: that
// is an error with the call's name, or the result is right all the same; nothing is left
// over, and the same objects work again.
#include "support/devices/cuda_kernels.h"
#include <dlfcn.h>
#include <memory>
#include <set>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

// Not cuCtxPushCurrent: where no context is current, nothing can be freed.
const char* const CALLS[] = { "cuMemAlloc_v2",
                              "cuMemHostAlloc",
                              "cuMemHostRegister_v2",
                              "cuMemcpyHtoDAsync_v2",
                              "cuMemcpyDtoHAsync_v2",
                              "cuMemcpyDtoDAsync_v2",
                              "cuStreamCreate",
                              "cuStreamSynchronize",
                              "cuStreamWaitEvent",
                              "cuEventCreate",
                              "cuEventRecord",
                              "cuEventQuery",
                              "cuEventSynchronize",
                              "cuEventElapsedTime",
                              "cuModuleLoadData",
                              "cuModuleGetFunction",
                              "cuFuncSetAttribute",
                              "cuLaunchKernel",
                              "cuStreamBeginCapture_v2",
                              "cuStreamEndCapture",
                              "cuGraphInstantiateWithFlags",
                              "cuGraphLaunch" };

// What is done without where it fails.
const std::set<std::string> SPARED = { "cuMemHostRegister_v2",
                                       "cuStreamBeginCapture_v2",
                                       "cuStreamEndCapture",
                                       "cuGraphInstantiateWithFlags",
                                       "cuGraphLaunch" };

// What may be asked for again, while a graph is made, or after all that counts is done.
const std::set<std::string> MAY_BE_SPARED = { "cuEventCreate",    "cuEventQuery",
                                              "cuEventRecord",    "cuLaunchKernel",
                                              "cuModuleLoadData", "cuStreamSynchronize",
                                              "cuStreamWaitEvent" };

void* fake_function(const char* name)
{
    void* library = ::dlopen(fake_driver(), RTLD_NOW | RTLD_NOLOAD);
    CPPUNIT_ASSERT(library);
    return ::dlsym(library, name);
}

void fail(const char* call, int nth)
{
    reinterpret_cast<void (*)(const char*, int)>(fake_function("fake_cuda_fail"))(call,
                                                                                  nth);
}

bool has_failed(const char* call)
{
    return reinterpret_cast<bool (*)(const char*)>(fake_function("fake_cuda_has_failed"))(
        call);
}

int leftovers() { return fake_number("fake_cuda_leftovers"); }

//! Two lists of launches, one after the other three times: a list that becomes a graph.
void launch_lists(queue& with, kernel& scale, buffer& x, buffer& y, std::uint32_t count)
{
    const auto half = count / 2;
    std::vector<kernel_launch> list(2);
    for (int chain = 0; chain < 2; ++chain) {
        auto& each = list[static_cast<std::size_t>(chain)];
        const auto offset = chain * half * sizeof(float);
        each.launched = &scale;
        each.groups = half / ITEMS;
        each.arguments = {
            buffer_slice{ &x, offset }, buffer_slice{ &y, offset }, 2.0F, half
        };
        each.chain = chain;
    }
    for (int run = 0; run < 3; ++run)
        with.launch_all(list);
}

//! All that the interface has, once. \throws device_error
void use_it_all(device& on)
{
    const std::uint32_t count = 64 * ITEMS;
    auto x = ramp(count);
    const auto bytes = count * sizeof(float);
    const auto scale = on.build(scaling_kernel());
    const auto reverse = on.build(reversing_kernel(15000)); // more than what is free
    const auto held = on.register_host_memory(x.data(), bytes);
    const auto staging = on.make_host_buffer(bytes);
    const auto first = on.make_buffer(bytes), second = on.make_buffer(bytes),
               third = on.make_buffer(bytes);
    const auto one = on.make_queue(), other = on.make_queue();
    const auto begin = one->record_timed();
    one->upload(*first, 0, x.data(), bytes);
    launch_lists(*one, *scale, *first, *second, count);
    one->copy(*third, 0, *second, 0, bytes);
    other->wait_for(*one->record());
    other->download(staging->data(), *third, 0, bytes);
    const auto end = other->record_timed();
    end->wait();
    CPPUNIT_ASSERT(end->seconds_since(*begin) >= 0);
    const auto* y = static_cast<const float*>(staging->data());
    CPPUNIT_ASSERT(std::vector<float>(y, y + count) == times(x, 2));
    other->wait_all();
}

} // namespace

class qa_cuda_faults : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cuda_faults);
    CPPUNIT_TEST(every_call_may_fail_once);
    CPPUNIT_TEST_SUITE_END();

public:
    void every_call_may_fail_once()
    {
        const auto on = a_gpu();
        use_it_all(*on); // kernels that come from the cache from now on
        for (const char* call : CALLS)
            CPPUNIT_ASSERT_MESSAGE(call, fail_each_in_turn(*on, call) > 0);
    }

private:
    //! \return how many of them there are
    static int fail_each_in_turn(device& on, const char* call)
    {
        const int left = leftovers();
        for (int nth = 1;; ++nth) {
            const auto what = fmt::format("{}, number {}", call, nth);
            fail(call, nth);
            std::string said;
            try {
                use_it_all(on);
            } catch (const device_error& e) {
                said = e.what();
            }
            const bool is_over = !has_failed(call);
            fail(call, 0);
            const auto name = std::string(call).substr(0, std::string(call).rfind("_v"));
            const bool may_be_spared =
                is_over || SPARED.count(call) > 0 || MAY_BE_SPARED.count(call) > 0;
            CPPUNIT_ASSERT_MESSAGE(what + ": " + said,
                                   said.empty() ? may_be_spared
                                                : said.find(name) != std::string::npos &&
                                                      !SPARED.count(call));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(what, left, leftovers());
            use_it_all(on);
            if (is_over)
                return nth - 1;
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cuda_faults);
