/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/programs/fftw_peer.h"
#include "plan/request/io_view.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <stdexcept>
#include <vector>

namespace gpufft::testing {

namespace {

// Values of fftw3.h.
constexpr unsigned MEASURE = 0;
constexpr int R2HC_TO_DST4[] = { 3, 5, 4, 6, 7, 9, 8, 10 }; // dct1 .. dst4

struct axis {
    std::ptrdiff_t n, is, os;
};

std::vector<axis> axes_of(const transform& t)
{
    std::vector<axis> result;
    for (const auto& d : t.shape)
        result.push_back({ d.length, d.input_stride, d.output_stride });
    return result;
}

std::vector<axis> loops_of(const transform& t, std::uint32_t rows)
{
    std::vector<axis> result = {
        { static_cast<std::ptrdiff_t>(rows), t.input_distance, t.output_distance }
    };
    for (const auto& l : t.loops)
        result.push_back({ l.count, l.input_stride, l.output_stride });
    return result;
}

} // namespace

struct fftw_peer::calls {
    void* (*c2c)(int, const axis*, int, const axis*, void*, void*, int, unsigned) =
        nullptr;
    void* (*r2c)(int, const axis*, int, const axis*, void*, void*, unsigned) = nullptr;
    void* (*c2r)(int, const axis*, int, const axis*, void*, void*, unsigned) = nullptr;
    void* (*r2r)(int, const axis*, int, const axis*, void*, void*, const int*, unsigned) =
        nullptr;
    void (*execute)(void*) = nullptr;
    void (*destroy)(void*) = nullptr;
    void (*set_time_limit)(double) = nullptr;
    int (*init_threads)() = nullptr;
    void (*plan_with)(int) = nullptr;
    int (*read_wisdom)(const char*) = nullptr;
    int (*write_wisdom)(const char*) = nullptr;
};

fftw_peer::fftw_peer(precision number, int threads, double limit_s)
    : d_calls(std::make_unique<calls>())
{
    const std::string name = number == precision::float64 ? "fftw" : "fftwf";
    const std::string stem = number == precision::float64 ? "libfftw3" : "libfftw3f";
    // Brings the library itself along. It stays: threads of its own may run.
    void* in = dlopen((stem + "_threads.so.3").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!in)
        throw std::runtime_error(stem + "_threads.so.3 is not to be found");
    const auto find = [&](auto* found, const char* subject) {
        *found = reinterpret_cast<std::decay_t<decltype(*found)>>(
            dlsym(in, (name + subject).c_str()));
        if (!*found)
            throw std::runtime_error(fmt::format("{} lacks {}{}", stem, name, subject));
    };
    auto& c = *d_calls;
    find(&c.c2c, "_plan_guru64_dft");
    find(&c.r2c, "_plan_guru64_dft_r2c");
    find(&c.c2r, "_plan_guru64_dft_c2r");
    find(&c.r2r, "_plan_guru64_r2r");
    find(&c.execute, "_execute");
    find(&c.destroy, "_destroy_plan");
    find(&c.set_time_limit, "_set_timelimit");
    find(&c.init_threads, "_init_threads");
    find(&c.plan_with, "_plan_with_nthreads");
    find(&c.read_wisdom, "_import_wisdom_from_filename");
    find(&c.write_wisdom, "_export_wisdom_to_filename");
    c.init_threads();
    c.plan_with(threads);
    c.set_time_limit(limit_s);
}

fftw_peer::~fftw_peer() { forget_plan(); }

void fftw_peer::forget_plan()
{
    if (d_plan)
        d_calls->destroy(d_plan);
    d_plan = nullptr;
}

void fftw_peer::read_wisdom(const std::string& file) const
{
    d_calls->read_wisdom(file.c_str());
}

void fftw_peer::write_wisdom(const std::string& file) const
{
    d_calls->write_wisdom(file.c_str());
}

void fftw_peer::plan(const transform& request, std::uint32_t rows, void* in, void* out)
{
    forget_plan();
    if (request.real_input || request.input_layout != complex_layout::interleaved ||
        request.output_layout != complex_layout::interleaved)
        throw std::runtime_error("FFTW is asked for interleaved data alone");
    const auto& c = *d_calls;
    const auto axes = axes_of(request), loops = loops_of(request, rows);
    const int rank = static_cast<int>(axes.size()), many = static_cast<int>(loops.size());
    const auto kind = effective_kind(request);
    if (kind == transform_kind::c2c) {
        const int sign = request.dir == direction::forward ? -1 : 1;
        d_plan = c.c2c(rank, axes.data(), many, loops.data(), in, out, sign, MEASURE);
    } else if (kind == transform_kind::r2c) {
        d_plan = c.r2c(rank, axes.data(), many, loops.data(), in, out, MEASURE);
    } else if (kind == transform_kind::c2r) {
        d_plan = c.c2r(rank, axes.data(), many, loops.data(), in, out, MEASURE);
    } else {
        const int type = static_cast<int>(kind) - static_cast<int>(transform_kind::dct1);
        const std::vector<int> kinds(axes.size(), R2HC_TO_DST4[type]);
        d_plan =
            c.r2r(rank, axes.data(), many, loops.data(), in, out, kinds.data(), MEASURE);
    }
    if (!d_plan)
        throw std::runtime_error(
            fmt::format("FFTW has no plan of {} rows of {}", rows, to_string(request)));
}

void fftw_peer::execute() const { d_calls->execute(d_plan); }

} // namespace gpufft::testing
