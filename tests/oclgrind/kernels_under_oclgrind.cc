/* SPDX-License-Identifier: GPL-3.0-or-later */
// What check_kernels.py runs under oclgrind: small batches of every kind of kernel, made
// for small GPUs, each compared with the reference. With the name of a fault instead, a
// kernel that has it, to see that oclgrind would have told.
#include "device/interface/registry.h"
#include "exec/executor/executor.h"
#include "oclgrind/limited_device.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/text/plan_summary.h"
#include "support/devices/power_launch.h"
#include "support/devices/written_kernel.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include <fmt/format.h>
#include <cstring>
#include <exception>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const device_limits SMALL = device_limits();
const device_limits TINY = make_limits(false, 4, 64, 64);
const device_limits CPU = make_limits(true, 64, 256, 512);

enum class ends { plain, in_place, everything };

constexpr auto REAL = transform_kind::r2c;
constexpr auto COSINE = transform_kind::dct2;

struct sample {
    const char* why;
    std::int64_t length;
    std::size_t rows;
    device_limits limits;
    const char* plan; //!< what its line must contain, or this is no sample of it
    ends with = ends::plain;
    transform_kind kind = transform_kind::c2c;
};

const sample SAMPLES[] = {
    { "no exchange, a partial workgroup", 4, 67, SMALL, "staged" },
    { "one odd radix", 13, 5, SMALL, "stockham 13," },
    { "two stages, idle work-items", 12, 7, SMALL, "stockham" },
    { "staged loads and stores in place", 16, 5, SMALL, "staged", ends::in_place },
    { "exchanges in place", 128, 3, SMALL, "8(x2)·16", ends::in_place },
    { "window, rotations, real input", 60, 9, SMALL, "6·10", ends::everything },
    { "real input with exchanges", 128, 3, SMALL, "8(x2)·16", ends::everything },
    { "padding between levels", 1024, 1, SMALL, "16·4(x4)·16" },
    { "real, then imaginary parts", 1024, 1, TINY, "split" },
    { "two passes of even radices", 4096, 1, TINY, "2 passes" },
    { "two passes of odd radices", 1575, 2, TINY, "2 passes", ends::everything },
    { "three passes, one in place", 32768, 1, TINY, "3 passes" },
    { "vectors", 256, 3, CPU, "vectors 16·16" },
    { "vectors, columns no multiple of the lanes", 480, 2, CPU, "vectors" },
    { "rows as lanes, a tile that is not full", 20, 19, CPU, "vector rows" },
    { "short rows as lanes, in place", 3, 67, CPU, "vector rows", ends::in_place },
    { "passes of vectors", 81920, 1, CPU, "2 passes" },
    { "vectors, a chirp, a convolution",
      8209,
      1,
      CPU,
      "vector bluestein",
      ends::everything },
    { "vectors, Rader, a lane a row", 61, 19, CPU, "vector convolution" },
    { "vectors, a chirp, a lane a row", 74, 19, CPU, "vector convolution" },
    { "vectors, columns in tiles that overlap", 100000, 1, CPU, "2 passes" },
    { "vectors in place", 1024, 2, CPU, "vectors", ends::in_place },
    { "real rows, several a lane", 6, 53, CPU, "real rows", ends::plain, REAL },
    { "bins in lanes of points", 512, 2, CPU, "vectors 16·16", ends::plain, REAL },
    { "real rows, places in tables", 40, 19, CPU, "real rows", ends::plain, COSINE },
};

//! Kernels that make accumulated powers of frames.
struct power_sample {
    const char* why;
    power_request request;
    device_limits limits;
    const char* plan;
    std::vector<std::uint32_t> runs;
};

accumulations two_planes()
{
    accumulations all = accumulation::highest;
    all.add(accumulation::square);
    return all;
}

const power_sample POWER_SAMPLES[] = {
    { "a frame a work-item",
      { 8, 3, sample_kind::complex_uint8, accumulation::sum },
      SMALL,
      "staged",
      { 0, 2, 3, 3 } },
    { "several frames a workgroup, unlike runs",
      { 60, 50, sample_kind::complex_int16, accumulation::highest },
      SMALL,
      "6·10",
      { 0, 1, 1, 3 } },
    { "two planes of real, exchanges",
      { 64, 100, sample_kind::real_float, two_planes() },
      SMALL,
      "8·8",
      { 0, 2, 3 } },
    { "real, exchanges",
      { 64, 100, sample_kind::real_float, accumulation::lowest },
      SMALL,
      "8·8",
      { 0, 2, 3 } },
    { "a frame a workgroup",
      { 1024, 512, sample_kind::complex_float, accumulation::sum },
      SMALL,
      "16·4(x4)·16",
      { 0, 3 } },
    { "real, then imaginary parts of frames",
      { 1024, 512, sample_kind::complex_int8, accumulation::sum },
      TINY,
      "split",
      { 0, 2, 3 } },
    { "vectors of whole numbers, rows as lanes, a tile that is not full",
      { 60, 33, sample_kind::complex_int8, accumulation::sum },
      CPU,
      "vector rows",
      { 0, 3, 19 } },
    { "several rows of whole numbers a lane",
      { 3, 5, sample_kind::complex_uint8, accumulation::sum },
      CPU,
      "vector rows",
      { 0, 3, 67 } },
    { "vectors of whole numbers along a row",
      { 256, 77, sample_kind::complex_int16, accumulation::sum },
      CPU,
      "vectors 16",
      { 0, 3 } },
};

transform transform_of(const sample& s)
{
    transform t(s.length);
    t.kind = s.kind;
    t.in_place = s.with == ends::in_place;
    if (s.with == ends::everything) {
        t.dir = direction::inverse;
        t.norm = normalization::by_length;
        t.real_input = true;
        t.windowed = true;
        t.shape[0].input_rotation = s.length / 2;
        t.shape[0].output_rotation = s.length / 3;
    }
    return t;
}

//! Empty, or what is wrong with \p s.
std::string fault_of(const sample& s, const std::shared_ptr<device>& real)
{
    const auto t = transform_of(s);
    const auto e =
        std::make_shared<executor>(t, std::make_shared<limited_device>(real, s.limits));
    if (to_string(e->made_plan()).find(s.plan) == std::string::npos)
        return fmt::format("the plan has no \"{}\": take another sample", s.plan);
    const auto v = run_noise(e, s.rows);
    return v.is_good() ? "" : text_of(v);
}

std::string
fault_of(const power_sample& s, const power_plan& p, const std::shared_ptr<device>& on)
{
    if (p.converts_first || to_string(p.front).find(s.plan) == std::string::npos)
        return fmt::format("the plan has no \"{}\": take another sample", s.plan);
    constexpr float KEEP = 0.5F;
    const auto x = noise_samples(s.request, s.runs.back());
    const auto expected = reference_powers(
        s.request, x.values, uneven_window(s.request.length), s.runs, KEEP);
    const auto got = p.is_fused ? run_fused(on, p, x, s.runs, KEEP)
                                : run_apart(on, p, x, s.runs, KEEP);
    const auto v = judge_powers(got, expected, s.request);
    return v.is_good ? "" : v.text;
}

int run_power_samples(const std::shared_ptr<device>& on)
{
    int faults = 0;
    for (const auto& s : POWER_SAMPLES) {
        const auto p = choose_power_plan(s.request, s.limits);
        const auto fault = fault_of(s, p, on);
        fmt::print(
            "{}: {}: {}\n", s.why, to_string(p.front), fault.empty() ? "right" : fault);
        faults += !fault.empty();
    }
    return faults;
}

int run_samples(const std::shared_ptr<device>& on)
{
    int faults = run_power_samples(on);
    for (const auto& s : SAMPLES) {
        const auto fault = fault_of(s, on);
        fmt::print("{}: {}: {}\n",
                   s.why,
                   to_string(choose_plan(transform_of(s), s.limits)),
                   fault.empty() ? "right" : fault);
        faults += !fault.empty();
    }
    return faults ? 1 : 0;
}

struct fault {
    const char* name;
    const char* body;
};

const fault FAULTS[] = {
    { "out-of-bounds", "out[item + 1] = in[item];" },
    { "race", "__local float2 x[4]; x[item] = in[item]; out[item] = x[3 - item];" },
};

//! Launches a kernel that has \p wanted. What it computes does not matter.
int run_fault(const char* wanted, const std::shared_ptr<device>& on)
{
    for (const auto& f : FAULTS) {
        if (std::strcmp(f.name, wanted) != 0)
            continue;
        const auto source =
            written_kernel(on->kernel_dialect(),
                           { "faulty",
                             { "__global const float2* in", "__global float2* out" },
                             launch_of_items(4) },
                           { "const int item = get_local_id(0);", f.body });
        const auto built = on->build(source);
        const auto x = noise(4);
        const auto in = upload_now(*on, x.data(), x.size() * sizeof(complex32));
        const auto out = on->make_buffer(4 * sizeof(complex32));
        const auto q = on->make_queue();
        q->launch(*built, 1, { in.get(), out.get() });
        q->wait_all();
        return 0;
    }
    fmt::print(stderr, "there is no fault {}\n", wanted);
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const auto on = open_device("opencl:0");
        if (on->info().platform.find("Oclgrind") == std::string::npos) {
            fmt::print(stderr, "opencl:0 is {}, not Oclgrind\n", on->info().platform);
            return 1;
        }
        return argc > 1 ? run_fault(argv[1], on) : run_samples(on);
    } catch (const std::exception& e) {
        fmt::print(stderr, "{}\n", e.what());
        return 1;
    }
}
