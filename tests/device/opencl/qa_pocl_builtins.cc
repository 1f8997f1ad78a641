/* SPDX-License-Identifier: GPL-3.0-or-later */
// The functions that kernels for PoCL declare by themselves, beside PoCL's declarations.
#include "device/opencl/cl_headers.h"
#include "device/opencl/pocl_builtins.h"
#include "support/skipped.h"
#include <cppunit/extensions/HelperMacros.h>
#include <boost/algorithm/string/replace.hpp>
#include <algorithm>
#include <string>
#include <vector>

using namespace gpufft::opencl;

namespace {

// NAME calls each function of vectors of N once, of TYPE, and stores sums of what they
// give.
const std::string OF_REALS = R"(
__kernel void NAME(__global const TYPE* from, __global TYPE* to)
{
    const size_t i = get_global_id(0) + get_global_offset(0);
    const TYPE##N x = LOAD(i, from), y = LOAD(i + get_global_size(0), from);
    STORE(sqrt(x) + exp(x) + log(x) + log2(x) + log10(x), 4 * i, to);
    STORE(sin(x) + cos(x) + fabs(x - y) + floor(9 * x), 4 * i + 1, to);
    STORE(fmin(x, y) + fmax(x, 2 * y) + min(x, y) + max(x, 3 * y) +
          clamp(y, x, x + 1), 4 * i + 2, to);
    STORE(fma(x, y, x) + select(x, y, BITS##N(x < y)), 4 * i + 3, to);
}
)";

const std::string OF_NUMBERS = R"(
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void numbers(__global const uint* from, __global uint* to, __global uint* counts)
{
    __local uint here[4], count;
    const uint i = get_local_id(0);
    here[i] = from[get_group_id(0) * get_local_size(0) + i];
    if (i == 0)
        count = get_num_groups(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count);
    atomic_add(&count, 2);
    atomic_inc(counts);
    atomic_add(counts + 1, here[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = here[3 - i];
    const int less = -(int)(other & 255);
    to[get_global_id(0)] = min(other, here[i]) + max(other, 7u) + clamp(other, 3u, 5u) +
        (uint)(min(less, -4) + max(less, -90) + clamp(less, -9, -3)) +
        (uint)(min((long)less, -4L) + max((ulong)other, 9UL)) + select(other, 1u, less) + count;
}
__kernel void converted(__global const float* from, __global float* to)
{
    __global const char* c = (__global const char*)from;
    __global const short* s = (__global const short*)from;
    const float16 whole = convert_float16(vload16(0, c)) +
        convert_float16(vload16(0, (__global const uchar*)c)) +
        convert_float16(vload16(0, s)) +
        convert_float16(vload16(0, (__global const ushort*)s));
    const int8 rounded = convert_int8(100 * vload8(0, from));
    const uint8 positive = convert_uint8(100 * vload8(0, from));
    vstore16(whole, 0, to);
    vstore8(convert_float8(rounded) + convert_float8(positive), 2, to);
    __local float between[8];
    vstore4(vload4(1, from), 1, between);
    vstore4((float4)(isfinite(from[0]), isfinite(1 / (from[1] - from[1])), 0, 0), 0, between);
    vstore8(vload8(0, between), 3, to);
    vstore_half4(vload4(0, from), 8, (__global half*)to);
    to[18] = vload_half(34, (__global half*)to);
    vstore2(vload_half2(16, (__global half*)to), 10, to);
}
)";

std::string of_reals(const std::string& type, const std::string& lanes)
{
    using boost::algorithm::replace_all_copy;
    auto text = replace_all_copy(OF_REALS, "NAME", "of_" + type + lanes);
    text = replace_all_copy(text, "TYPE##N", type + lanes);
    text = replace_all_copy(text, "TYPE", type);
    const std::string bits = (type == "double" ? "long" : "int") + lanes;
    text = replace_all_copy(text, "BITS##N", lanes.empty() ? "(" + bits + ")" : "");
    if (!lanes.empty()) {
        text = replace_all_copy(text, "LOAD", "vload" + lanes);
        return replace_all_copy(text, "STORE", "vstore" + lanes);
    }
    return "#define LOAD(at, p) (p)[at]\n#define STORE(v, at, p) (p)[at] = v\n" + text +
           "#undef LOAD\n#undef STORE\n";
}

constexpr std::size_t BYTES = 1 << 14;

struct pocl_place {
    cl::Device device;
    cl::Context context;
};

//! None: no PoCL whose declarations may be left out.
std::vector<pocl_place> places()
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const auto& platform : platforms) {
        if (platform.getInfo<CL_PLATFORM_VERSION>().find("PoCL") == std::string::npos)
            continue;
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        for (const auto& each : devices)
            if (was_tried(each.getInfo<CL_DRIVER_VERSION>()))
                return { { each, cl::Context(each) } };
    }
    return {};
}

//! What kernel \p name of \p text stores.
std::vector<unsigned char> stored(const pocl_place& in,
                                  const std::string& text,
                                  const std::string& name,
                                  const std::string& options)
{
    cl::Program program(in.context, text);
    try {
        program.build({ in.device }, ("-cl-std=CL1.2 -w " + options).c_str());
    } catch (const cl::Error&) {
        CPPUNIT_FAIL(name + ": " + program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(in.device));
    }
    cl::Kernel kernel(program, name.c_str());
    cl::CommandQueue queue(in.context, in.device);
    std::vector<unsigned char> first(BYTES, 0), result(BYTES);
    if (name.find("double") != std::string::npos)
        for (std::size_t i = 0; i < BYTES / sizeof(double); ++i)
            reinterpret_cast<double*>(first.data())[i] = 0.3 + double(i % 97) / 64;
    else
        for (std::size_t i = 0; i < BYTES / sizeof(float); ++i)
            reinterpret_cast<float*>(first.data())[i] = 0.3f + float(i % 97) / 64;
    std::vector<cl::Buffer> all;
    for (cl_uint i = 0; i < kernel.getInfo<CL_KERNEL_NUM_ARGS>(); ++i) {
        all.emplace_back(in.context, CL_MEM_READ_WRITE, BYTES);
        const std::vector<unsigned char> zeros(BYTES, 0);
        queue.enqueueWriteBuffer(
            all[i], true, 0, BYTES, i == 0 ? first.data() : zeros.data());
        kernel.setArg(i, all[i]);
    }
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4), cl::NDRange(4));
    std::vector<unsigned char> both;
    for (std::size_t i = 1; i < all.size(); ++i) {
        queue.enqueueReadBuffer(all[i], true, 0, BYTES, result.data());
        both.insert(both.end(), result.begin(), result.end());
    }
    return both;
}

void expect_same(const pocl_place& in, const std::string& text, const std::string& name)
{
    const auto expected = stored(in, text, name, "");
    CPPUNIT_ASSERT_MESSAGE(name + " stores something",
                           std::any_of(expected.begin(), expected.end(), [](auto byte) {
                               return byte != 0;
                           }));
    CPPUNIT_ASSERT_MESSAGE(
        name,
        stored(in, DECLARED_BUILTINS + text, name, WITHOUT_DECLARATIONS) == expected);
}

} // namespace

class qa_pocl_builtins : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_pocl_builtins);
    CPPUNIT_TEST(gives_what_pocls_declarations_give);
    CPPUNIT_TEST_SUITE_END();

public:
    void gives_what_pocls_declarations_give()
    {
        const auto all = places();
        if (all.empty())
            gpufft::testing::skip("no PoCL of a version whose declarations are left out");
        for (const auto& place : all) {
            for (const char* lanes : { "", "2", "4", "8", "16" }) {
                expect_same(
                    place, of_reals("float", lanes), "of_float" + std::string(lanes));
                expect_same(
                    place, of_reals("double", lanes), "of_double" + std::string(lanes));
            }
            expect_same(place, OF_NUMBERS, "numbers");
            expect_same(place, OF_NUMBERS, "converted");
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_pocl_builtins);
