/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fftw3/planner/underneath.h"
#include <dlfcn.h>
#include <pthread.h>
#include <new>
#include <string>
#include <vector>

namespace gpufft::fftw3 {

namespace {

using names = std::vector<const char*>;

//! A function of this library: what is found in the same file is no FFTW underneath.
bool is_ours(void* symbol)
{
    Dl_info found = {}, own = {};
    static const char here = 0;
    return dladdr(symbol, &found) && dladdr(&here, &own) &&
           found.dli_fbase == own.dli_fbase;
}

//! Where symbols are looked for: behind this library, and in the first of \p files that
//! is loaded already, or else can be.
class places
{
public:
    places(const char* prefix, const char* sample, const names& files) : d_prefix(prefix)
    {
        d_found.push_back(RTLD_NEXT);
        for (const auto how : { RTLD_LAZY | RTLD_NOLOAD, RTLD_LAZY | RTLD_LOCAL }) {
            for (const auto* file : files)
                if (void* handle = dlopen(file, how))
                    d_found.push_back(handle);
            if (look_up(sample))
                return;
        }
    }

    void* look_up(const char* name) const
    {
        for (void* place : d_found)
            if (void* symbol = dlsym(place, (d_prefix + name).c_str());
                symbol && !is_ours(symbol))
                return symbol;
        return nullptr;
    }

private:
    std::string d_prefix;
    std::vector<void*> d_found;
};

//! Fills in functions; remembers whether one was missing.
class filler
{
public:
    explicit filler(const places& from) : d_from(from) {}

    template <class function>
    filler& take(function& to, const char* name)
    {
        to = reinterpret_cast<function>(d_from.look_up(name));
        d_has_all = d_has_all && to;
        return *this;
    }
    bool has_all() const { return d_has_all; }

private:
    const places& d_from;
    bool d_has_all = true;
};

bool fill_plans(underneath& u, filler fill)
{
    return fill.take(u.plan_dft, "plan_guru64_split_dft")
        .take(u.plan_r2c, "plan_guru64_split_dft_r2c")
        .take(u.plan_c2r, "plan_guru64_split_dft_c2r")
        .take(u.plan_r2r, "plan_guru64_r2r")
        .take(u.execute, "execute")
        .take(u.execute_dft, "execute_split_dft")
        .take(u.execute_r2c, "execute_split_dft_r2c")
        .take(u.execute_c2r, "execute_split_dft_c2r")
        .take(u.execute_r2r, "execute_r2r")
        .take(u.execute_interleaved, "execute_dft")
        .take(u.execute_r2c_interleaved, "execute_dft_r2c")
        .take(u.execute_c2r_interleaved, "execute_dft_c2r")
        .take(u.destroy_plan, "destroy_plan")
        .take(u.flops, "flops")
        .take(u.estimate_cost, "estimate_cost")
        .take(u.cost, "cost")
        .take(u.sprint_plan, "sprint_plan")
        .has_all();
}

bool fill_wisdom(underneath& u, filler fill)
{
    return fill.take(u.forget_wisdom, "forget_wisdom")
        .take(u.cleanup, "cleanup")
        .take(u.set_timelimit, "set_timelimit")
        .take(u.export_wisdom_to_filename, "export_wisdom_to_filename")
        .take(u.export_wisdom_to_file, "export_wisdom_to_file")
        .take(u.export_wisdom_to_string, "export_wisdom_to_string")
        .take(u.export_wisdom, "export_wisdom")
        .take(u.import_system_wisdom, "import_system_wisdom")
        .take(u.import_wisdom_from_filename, "import_wisdom_from_filename")
        .take(u.import_wisdom_from_file, "import_wisdom_from_file")
        .take(u.import_wisdom_from_string, "import_wisdom_from_string")
        .take(u.import_wisdom, "import_wisdom")
        .take(u.alignment_of, "alignment_of")
        .has_all();
}

const underneath* find(const char* prefix, const char* file)
{
    const places from(prefix, "plan_guru64_split_dft", { file });
    auto* const found = new underneath{};
    if (fill_plans(*found, filler(from)) && fill_wisdom(*found, filler(from)))
        return found;
    delete found;
    return nullptr;
}

const threads_underneath* find_threads(const char* prefix, const names& files)
{
    const places from(prefix, "plan_with_nthreads", files);
    auto* const found = new threads_underneath{};
    filler fill(from);
    fill.take(found->init_threads, "init_threads")
        .take(found->plan_with_nthreads, "plan_with_nthreads")
        .take(found->cleanup_threads, "cleanup_threads");
    const bool has_all = fill.has_all();
    // Not in versions before 3.3.5, 3.3.9 and 3.3.9
    fill.take(found->make_planner_thread_safe, "make_planner_thread_safe");
    fill.take(found->planner_nthreads, "planner_nthreads");
    fill.take(found->threads_set_callback, "threads_set_callback");
    if (has_all)
        return found;
    delete found;
    return nullptr;
}

std::vector<iodim64> iodims_of(const std::vector<axis>& axes)
{
    std::vector<iodim64> result;
    for (const auto& a : axes)
        result.push_back({ a.length, a.input_stride, a.output_stride });
    return result;
}

//! Made anew in a forked process, where a thread that did not come along may hold it.
std::recursive_mutex& planner_mutex()
{
    static auto& mutex = *new std::recursive_mutex;
    [[maybe_unused]] static const int registered = pthread_atfork(
        nullptr, nullptr, [] { new (&planner_mutex()) std::recursive_mutex; });
    return mutex;
}

} // namespace

const underneath* fftw_underneath(precision p)
{
    if (p == precision::float64) {
        static const auto* const twice = find("fftw_", "libfftw3.so.3");
        return twice;
    }
    static const auto* const single = find("fftwf_", "libfftw3f.so.3");
    return single;
}

const threads_underneath* fftw_threads_underneath(precision p)
{
    if (p == precision::float64) {
        static const auto* const twice =
            find_threads("fftw_", { "libfftw3_threads.so.3", "libfftw3_omp.so.3" });
        return twice;
    }
    static const auto* const single =
        find_threads("fftwf_", { "libfftw3f_threads.so.3", "libfftw3f_omp.so.3" });
    return single;
}

planner_lock::planner_lock() { planner_mutex().lock(); }
planner_lock::~planner_lock() { planner_mutex().unlock(); }

underneath::plan
make_plan_underneath(const underneath& by, const problem& p, unsigned flags)
{
    const auto dims = iodims_of(p.dimensions), loops = iodims_of(p.loops);
    const auto rank = static_cast<int>(dims.size());
    const auto depth = static_cast<int>(loops.size());
    const auto& [ri, ii] = p.at.in;
    const auto& [ro, io] = p.at.out;
    switch (p.kind) {
    case problem_kind::dft:
        return by.plan_dft(rank, dims.data(), depth, loops.data(), ri, ii, ro, io, flags);
    case problem_kind::r2c:
        return by.plan_r2c(rank, dims.data(), depth, loops.data(), ri, ro, io, flags);
    case problem_kind::c2r:
        return by.plan_c2r(rank, dims.data(), depth, loops.data(), ri, ii, ro, flags);
    case problem_kind::r2r:
        break;
    }
    return by.plan_r2r(
        rank, dims.data(), depth, loops.data(), ri, ro, p.r2r_kinds.data(), flags);
}

void execute_underneath(const underneath& by,
                        underneath::plan plan,
                        const problem& p,
                        const arrays& at)
{
    switch (p.kind) {
    case problem_kind::dft:
        return by.execute_dft(plan, at.in[0], at.in[1], at.out[0], at.out[1]);
    case problem_kind::r2c:
        return by.execute_r2c(plan, at.in[0], at.out[0], at.out[1]);
    case problem_kind::c2r:
        return by.execute_c2r(plan, at.in[0], at.in[1], at.out[0]);
    case problem_kind::r2r:
        return by.execute_r2r(plan, at.in[0], at.out[0]);
    }
}

} // namespace gpufft::fftw3
