/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include "bench/peers/fftw.h"
#include "bench/peers/plain_rows.h"
#include "bench/peers/symbols.h"
#include <dlfcn.h>
#include <fmt/format.h>
#include <chrono>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <vector>

namespace gpufft::app {

namespace {

// Values of fftw3.h.
constexpr int FORWARD = -1, INVERSE = 1;
constexpr unsigned MEASURE = 0;
constexpr int R2R_OF_DCT1_TO_DST4[] = { 3, 5, 4, 6, 7, 9, 8, 10 };

//! The files of a library, and what its functions' names begin with.
struct library_names {
    const char* threaded[2]; // each brings the plain one along
    const char* plain;
    const char* prefix;
};

library_names names_of(precision number, fftw_maker by)
{
    const char* prefix = number == precision::float64 ? "fftw" : "fftwf";
    if (by == fftw_maker::mkl)
        return { { "libmkl_rt.so.3", "libmkl_rt.so.2" }, "libmkl_rt.so.3", prefix };
    if (number == precision::float64)
        return { { "libfftw3_threads.so.3", "libfftw3_omp.so.3" },
                 "libfftw3.so.3",
                 prefix };
    return { { "libfftw3f_threads.so.3", "libfftw3f_omp.so.3" },
             "libfftw3f.so.3",
             prefix };
}

//! dlopen() of \p file; of MKL's in the folder that $GPUFFT_MKL names, or of what it
//! names.
void* open_library(const char* file, fftw_maker by)
{
    namespace fs = std::filesystem;
    const fs::path named = by == fftw_maker::mkl ? env::mkl() : "";
    std::error_code ignored;
    fs::path path = file;
    if (!named.empty())
        path = fs::is_directory(named, ignored) ? named / file : named;
    return dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

//! What to do where MKL is absent.
std::string advice_for_mkl()
{
    if (!env::mkl().empty())
        return "; $GPUFFT_MKL says " + env::mkl();
    return "; `pip install mkl` in a virtual environment puts it into lib/, which "
           "$GPUFFT_MKL may name";
}

//! "Intel(R) oneAPI Math Kernel Library Version 2025.0-Product Build ..."
std::string mkl_version(void* library)
{
    void (*get)(char*, int) = nullptr;
    char text[200] = "MKL";
    if (find_symbol(library, "MKL_Get_Version_String", &get) ||
        find_symbol(library, "mkl_get_version_string", &get))
        get(text, sizeof(text) - 1);
    std::string version(text);
    version.erase(version.find_last_not_of(' ') + 1);
    return version;
}

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
    void* (*plan_c2r)(int,
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

std::shared_ptr<fftw_library> fftw_library::load(
    int threads, double limit_s, std::string* reason, precision number, fftw_maker by)
{
    std::shared_ptr<fftw_library> result(new fftw_library);
    auto& c = *result->d_calls;
    result->d_limit_s = limit_s;
    result->d_number = number;
    result->d_maker = by;
    const bool is_mkl = by == fftw_maker::mkl;
    const auto names = names_of(number, by);
    void* in = nullptr;
    const auto find = [&](const char* name, auto* found) {
        return find_symbol(in, fmt::format("{}_{}", names.prefix, name).c_str(), found);
    };
    for (const char* file : names.threaded)
        if (!in)
            in = open_library(file, by);
    const bool has_threads = in && find("init_threads", &c.init_threads) &&
                             find("plan_with_nthreads", &c.plan_with) &&
                             c.init_threads() != 0;
    if (!in)
        in = open_library(names.plain, by);
    if (!in) {
        *reason = fmt::format(
            "{} is not to be found{}", names.plain, is_mkl ? advice_for_mkl() : "");
        return nullptr;
    }
    if (!find("plan_many_dft", &c.plan_c2c) || !find("plan_many_dft_r2c", &c.plan_r2c) ||
        !find("plan_many_dft_c2r", &c.plan_c2r) || !find("plan_many_r2r", &c.plan_r2r) ||
        !find("execute", &c.execute) || !find("destroy_plan", &c.destroy) ||
        !find("malloc", &c.allocate) || !find("free", &c.release) ||
        !find("set_timelimit", &c.set_time_limit) ||
        (!is_mkl && !find("version", &c.version))) {
        *reason = fmt::format("{} lacks a function", names.plain);
        return nullptr;
    }
    if (has_threads) {
        c.plan_with(threads);
    } else if (threads > 1) {
        *reason =
            fmt::format("{} and {} are not to be found, without which it has one thread",
                        names.threaded[0],
                        names.threaded[1]);
        return nullptr;
    }
    c.set_time_limit(limit_s);
    result->d_version = is_mkl ? mkl_version(in) : c.version;
    return result;
}

std::string fftw_library::version() const { return d_version; }

bool fftw_library::offers(const transform& request) const
{
    return fftw_plan::offers(request) &&
           !(d_maker == fftw_maker::mkl && is_trigonometric(request.kind));
}

std::shared_ptr<void> fftw_library::allocate(std::size_t bytes) const
{
    auto* result = d_calls->allocate(bytes);
    if (!result)
        throw std::bad_alloc();
    return { result, d_calls->release };
}

bool fftw_plan::offers(const transform& request)
{
    return request.number != precision::float16 && !request.real_input &&
           !request.orthogonalize && has_packed_rows(request);
}

bool fftw_plan::computes(const transform& request)
{
    return offers(request) && has_plain_ends(request);
}

fftw_plan::fftw_plan(std::shared_ptr<fftw_library> with,
                     const transform& request,
                     std::uint32_t rows,
                     void* in,
                     void* out)
    : d_with(std::move(with))
{
    const auto& c = *d_with->d_calls;
    const auto full = packed(request);
    std::vector<int> n;
    for (const auto& d : full.shape)
        n.push_back(static_cast<int>(d.length));
    const auto from = memory_lengths<int>(full, INPUT_VIEW);
    const auto to = memory_lengths<int>(full, OUTPUT_VIEW);
    const int rank = static_cast<int>(n.size()), many = static_cast<int>(rows);
    const int in_distance = static_cast<int>(full.input_distance);
    const int out_distance = static_cast<int>(full.output_distance);
    const auto kind = effective_kind(full);
    const auto begin = std::chrono::steady_clock::now();
    if (kind == transform_kind::c2c) {
        d_handle = c.plan_c2c(rank,
                              n.data(),
                              many,
                              in,
                              from.data(),
                              1,
                              in_distance,
                              out,
                              to.data(),
                              1,
                              out_distance,
                              full.dir == direction::forward ? FORWARD : INVERSE,
                              MEASURE);
    } else if (kind == transform_kind::r2c || kind == transform_kind::c2r) {
        const auto make = kind == transform_kind::r2c ? c.plan_r2c : c.plan_c2r;
        d_handle = make(rank,
                        n.data(),
                        many,
                        in,
                        from.data(),
                        1,
                        in_distance,
                        out,
                        to.data(),
                        1,
                        out_distance,
                        MEASURE);
    } else {
        const auto type = R2R_OF_DCT1_TO_DST4[static_cast<int>(kind) -
                                              static_cast<int>(transform_kind::dct1)];
        const std::vector<int> kinds(n.size(), type);
        d_handle = c.plan_r2r(rank,
                              n.data(),
                              many,
                              in,
                              from.data(),
                              1,
                              in_distance,
                              out,
                              to.data(),
                              1,
                              out_distance,
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
