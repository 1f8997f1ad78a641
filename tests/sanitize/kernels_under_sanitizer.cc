/* SPDX-License-Identifier: GPL-3.0-or-later */
// What check_device.py runs under compute-sanitizer: small batches of every family of
// kernels on the GPU that $GPUFFT_DEVICE names, with the plans it gets there, each
// compared with the reference; with "not-in-bulk" just those whose outputs work-items
// store, since initcheck does not see what the unit for copies in bulk writes. With the
// name of a fault instead, a kernel that has it, to see that the sanitizer would have
// told.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_summary.h"
#include "support/run_on.h"
#include <fmt/format.h>
#include <algorithm>
#include <cstring>
#include <exception>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr int NO_GPU = 77; // what CTest is told in tests.cmake

struct sample {
    const char* request;
    std::size_t rows; //!< a number that leaves the last workgroup partly idle
};

const sample SAMPLES[] = {
    { "c2c forward 2", 67 },
    { "c2c forward 7", 67 },
    { "c2c forward 31", 67 },
    { "c2c forward 60", 13 },
    { "c2c inverse 100", 13 },
    { "c2c forward 243", 7 },
    { "c2c forward 256", 9 },
    { "c2c forward 1000", 5 },
    { "c2c forward 1024", 5 },
    { "c2c forward 4096", 3 },
    { "c2c forward 10000", 2 },
    { "c2c forward 16384", 2 },
    { "c2c forward 32768", 2 },
    { "c2c forward 65536", 2 },
    { "c2c forward 131072", 2 },
    { "c2c forward 1048576", 1 },
    { "c2c forward 127", 21 },
    { "c2c forward 1021", 3 },
    { "c2c inverse 1009, by length", 3 }, // of the planner's own, scaled
    { "c2c forward 4093", 2 },
    { "c2c forward 65537", 1 },
    { "r2c forward 64", 21 },
    { "r2c forward 1024", 5 },
    { "r2c forward 16384", 2 },
    { "r2c forward 65536", 2 },
    { "c2r inverse 1000", 5 },
    { "dct2 forward 64", 21 },
    { "dct2 forward 4096", 2 },
    { "dct3 inverse 100", 5 },
    { "dst4 forward 81", 5 },
    { "c2c forward 64x64", 2 },
    { "c2c forward 128x128", 2 },
    { "c2c forward 512x512", 1 },
    { "c2c forward 16x16x16", 2 },
    { "c2c forward 64x64x64", 1 },
    { "dct2 forward 64x64", 2 },
    { "c2c forward 1024, float64", 3 },
    { "c2c forward 1024, float16", 3 },
};

bool stores_in_bulk(const plan& p)
{
    return std::any_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
        return one.workgroup().bulk_output;
    });
}

int run_samples(const std::shared_ptr<device>& on, bool with_bulk)
{
    int faults = 0;
    for (const auto& s : SAMPLES) {
        const auto e = std::make_shared<executor>(parse_transform(s.request), on);
        if (!with_bulk && stores_in_bulk(e->made_plan()))
            continue;
        const auto v = run_noise(e, s.rows);
        fmt::print(
            "{}: {}\n", to_string(e->made_plan()), v.is_good() ? "right" : text_of(v));
        faults += !v.is_good();
    }
    return faults ? 1 : 0;
}

//! Each is one workgroup of 64 work-items, which may use 64 elements of `in` and `out`.
struct fault {
    const char* name;
    const char* body;
};

const fault FAULTS[] = {
    { "memcheck", "out[item + (1 << 22)] = in[item];" },
    { "racecheck", "x[item] = in[item]; out[item] = x[63 - item];" },
    // Nobody wrote to `out`.
    { "initcheck", "out[item] = out[63 - item] + in[item];" },
    { "synccheck", "if (item < 40) __syncthreads(); out[item] = in[item];" },
};

//! Launches the kernel that has \p wanted. What it computes does not matter.
int run_fault(const char* wanted, const std::shared_ptr<device>& on)
{
    for (const auto& f : FAULTS) {
        if (std::strcmp(f.name, wanted) != 0)
            continue;
        kernel_source source;
        source.name = "faulty";
        source.suffix = "cu";
        source.launch.work_items = 64;
        source.text = fmt::format(
            "extern \"C\" __global__ void faulty(const float* in, float* out)\n"
            "{{\n    __shared__ float x[64];\n"
            "    const unsigned item = threadIdx.x;\n    x[item] = 0;\n    {}\n}}\n",
            f.body);
        const auto built = on->build(source);
        const std::vector<float> x(64, 1.0F);
        const auto in = upload_now(*on, x.data(), x.size() * sizeof(float));
        const auto out = on->make_buffer(x.size() * sizeof(float));
        const auto q = on->make_queue();
        q->launch(*built, 1, { in.get(), out.get() });
        q->wait_all(); // may fail: so much the better
        return 0;
    }
    fmt::print(stderr, "there is no fault {}\n", wanted);
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const auto on = open_device("auto");
        if (on->info().name.rfind("cuda", 0) != 0) {
            fmt::print("skipped: {} is no GPU of CUDA's\n", on->info().name);
            return NO_GPU;
        }
        const bool with_bulk = argc < 2 || std::strcmp(argv[1], "not-in-bulk") != 0;
        return argc > 1 && with_bulk ? run_fault(argv[1], on)
                                     : run_samples(on, with_bulk);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}\n", e.what());
        return 1;
    }
}
