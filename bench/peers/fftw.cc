/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/peers/fftw.h"
#include "bench/peers/symbols.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <chrono>
#include <new>
#include <stdexcept>
#include <vector>

namespace gpufft::app {

namespace {

// Values of fftw3.h.
constexpr int FORWARD = -1;
constexpr unsigned MEASURE = 0;
constexpr int REDFT10 = 5;

// Both bring libfftw3f along.
const char* const THREADED[] = { "libfftw3f_threads.so.3", "libfftw3f_omp.so.3" };
const char* const PLAIN = "libfftw3f.so.3";

} // namespace

struct fftw_library::calls {
    void* (*plan_c2c)(int,
                      const int*,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      int,
                      unsigned);
    void* (*plan_r2c)(int,
                      const int*,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      unsigned);
    void* (*plan_r2r)(int,
                      const int*,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      void*,
                      const int*,
                      int,
                      int,
                      const int*,
                      unsigned);
    void (*execute)(void*);
    void (*destroy)(void*);
    void* (*allocate)(std::size_t);
    void (*release)(void*);
    void (*set_time_limit)(double);
    int (*init_threads)();
    void (*plan_with)(int);
    const char* version;
};

fftw_library::fftw_library() : d_calls(std::make_unique<calls>()) {}

fftw_library::~fftw_library()
{
    // Stays loaded: it may have threads of its own.
}

std::shared_ptr<fftw_library>
fftw_library::load(int threads, double limit_s, std::string* reason)
{
    std::shared_ptr<fftw_library> result(new fftw_library);
    auto& c = *result->d_calls;
    result->d_limit_s = limit_s;
    void* in = nullptr;
    for (const char* file : THREADED)
        if (!in)
            in = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    const bool has_threads = in &&
                             find_symbol(in, "fftwf_init_threads", &c.init_threads) &&
                             find_symbol(in, "fftwf_plan_with_nthreads", &c.plan_with) &&
                             c.init_threads() != 0;
    if (!in)
        in = dlopen(PLAIN, RTLD_NOW | RTLD_LOCAL);
    if (!in) {
        *reason = fmt::format("{} is not to be found", PLAIN);
        return nullptr;
    }
    if (!find_symbol(in, "fftwf_plan_many_dft", &c.plan_c2c) ||
        !find_symbol(in, "fftwf_plan_many_dft_r2c", &c.plan_r2c) ||
        !find_symbol(in, "fftwf_plan_many_r2r", &c.plan_r2r) ||
        !find_symbol(in, "fftwf_execute", &c.execute) ||
        !find_symbol(in, "fftwf_destroy_plan", &c.destroy) ||
        !find_symbol(in, "fftwf_malloc", &c.allocate) ||
        !find_symbol(in, "fftwf_free", &c.release) ||
        !find_symbol(in, "fftwf_set_timelimit", &c.set_time_limit) ||
        !find_symbol(in, "fftwf_version", &c.version)) {
        *reason = fmt::format("{} lacks a function", PLAIN);
        return nullptr;
    }
    if (has_threads) {
        c.plan_with(threads);
    } else if (threads > 1) {
        *reason =
            fmt::format("{} and {} are not to be found, without which it has one thread",
                        THREADED[0],
                        THREADED[1]);
        return nullptr;
    }
    c.set_time_limit(limit_s);
    return result;
}

std::string fftw_library::version() const { return d_calls->version; }

std::shared_ptr<float> fftw_library::allocate(std::size_t floats) const
{
    auto* result = static_cast<float*>(d_calls->allocate(floats * sizeof(float)));
    if (!result)
        throw std::bad_alloc();
    return { result, d_calls->release };
}

fftw_plan::fftw_plan(std::shared_ptr<fftw_library> with,
                     const transform& request,
                     std::uint32_t rows,
                     float* in,
                     float* out)
    : d_with(std::move(with))
{
    const auto& c = *d_with->d_calls;
    std::vector<int> n;
    for (const auto& d : request.shape)
        n.push_back(static_cast<int>(d.length));
    const int rank = static_cast<int>(n.size()), many = static_cast<int>(rows);
    const int points = static_cast<int>(request.points());
    const auto begin = std::chrono::steady_clock::now();
    if (request.kind == transform_kind::c2c) {
        d_handle = c.plan_c2c(rank,
                              n.data(),
                              many,
                              in,
                              nullptr,
                              1,
                              points,
                              out,
                              nullptr,
                              1,
                              points,
                              FORWARD,
                              MEASURE);
    } else if (request.kind == transform_kind::r2c) {
        const int bins = points / n.back() * (n.back() / 2 + 1);
        d_handle = c.plan_r2c(
            rank, n.data(), many, in, nullptr, 1, points, out, nullptr, 1, bins, MEASURE);
    } else if (request.kind == transform_kind::dct2) {
        const std::vector<int> kinds(n.size(), REDFT10);
        d_handle = c.plan_r2r(rank,
                              n.data(),
                              many,
                              in,
                              nullptr,
                              1,
                              points,
                              out,
                              nullptr,
                              1,
                              points,
                              kinds.data(),
                              MEASURE);
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    d_planning_s = spent.count();
    d_is_cut_short = d_planning_s >= d_with->d_limit_s;
    if (!d_handle)
        throw std::runtime_error(
            fmt::format("FFTW has no plan of {} rows of {}", rows, to_string(request)));
}

fftw_plan::~fftw_plan() { d_with->d_calls->destroy(d_handle); }

void fftw_plan::execute() const { d_with->d_calls->execute(d_handle); }

} // namespace gpufft::app
