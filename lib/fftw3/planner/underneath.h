/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_UNDERNEATH_H
#define INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_UNDERNEATH_H

#include "fftw3/request/abi.h"
#include "fftw3/request/problem.h"
#include <cstddef>
#include <cstdio>
#include <mutex>

namespace gpufft::fftw3 {

//! FFTW's functions of plans. Plans are made by functions that call no other public one:
//! those would come back to this library.
struct plans_underneath {
    using plan = void*;

    plan (*plan_dft)(
        int, const iodim64*, int, const iodim64*, void*, void*, void*, void*, unsigned);
    plan (*plan_r2c)(
        int, const iodim64*, int, const iodim64*, void*, void*, void*, unsigned);
    plan (*plan_c2r)(
        int, const iodim64*, int, const iodim64*, void*, void*, void*, unsigned);
    plan (*plan_r2r)(int,
                     const iodim64*,
                     int,
                     const iodim64*,
                     void*,
                     void*,
                     const r2r_kind*,
                     unsigned);
    void (*execute)(plan);
    void (*execute_dft)(plan, void*, void*, void*, void*);
    void (*execute_r2c)(plan, void*, void*, void*);
    void (*execute_c2r)(plan, void*, void*, void*);
    void (*execute_r2r)(plan, void*, void*);
    // As a caller has them who made a plan by functions that are not ours
    void (*execute_interleaved)(plan, void*, void*);
    void (*execute_r2c_interleaved)(plan, void*, void*);
    void (*execute_c2r_interleaved)(plan, void*, void*);
    void (*destroy_plan)(plan);
    void (*flops)(plan, double*, double*, double*);
    double (*estimate_cost)(plan);
    double (*cost)(plan);
    char* (*sprint_plan)(plan);
};

//! FFTW's functions of wisdom and of what its planner keeps.
struct wisdom_underneath {
    void (*forget_wisdom)();
    void (*cleanup)();
    void (*set_timelimit)(double);
    int (*export_wisdom_to_filename)(const char*);
    void (*export_wisdom_to_file)(std::FILE*);
    char* (*export_wisdom_to_string)();
    void (*export_wisdom)(void (*)(char, void*), void*);
    int (*import_system_wisdom)();
    int (*import_wisdom_from_filename)(const char*);
    int (*import_wisdom_from_file)(std::FILE*);
    int (*import_wisdom_from_string)(const char*);
    int (*import_wisdom)(int (*)(void*), void*);
    int (*alignment_of)(void*);
};

/*!
 * \brief The functions of the FFTW underneath, in one precision
 *
 * That is the one that a program was linked with and this library stands before, or else
 * what the loader finds by the name of FFTW's library.
 */
struct underneath : plans_underneath, wisdom_underneath {
};

//! The functions of FFTW's library for threads.
struct threads_underneath {
    int (*init_threads)();
    void (*plan_with_nthreads)(int);
    int (*planner_nthreads)();
    void (*cleanup_threads)();
    void (*make_planner_thread_safe)();
    void (*threads_set_callback)(
        void (*)(void* (*)(char*), char*, std::size_t, int, void*), void*);
};

//! Looked for at the first call; nullptr: there is none.
const underneath* fftw_underneath(precision p);
const threads_underneath* fftw_threads_underneath(precision p);

//! FFTW's planner and wisdom are for one thread at a time, which may come back to them: a
//! function of FFTW calls another one that is ours. A forked process has a lock of its
//! own.
class planner_lock
{
public:
    planner_lock();
    ~planner_lock();
    planner_lock(const planner_lock&) = delete;
    planner_lock& operator=(const planner_lock&) = delete;
};

//! FFTW's plan of \p p by \p flags, or nullptr. To be called with a planner_lock.
underneath::plan
make_plan_underneath(const underneath& by, const problem& p, unsigned flags);

//! Computes \p at by \p plan, which is of \p p.
void execute_underneath(const underneath& by,
                        underneath::plan plan,
                        const problem& p,
                        const arrays& at);

} // namespace gpufft::fftw3

#endif /* INCLUDED_GPUFFT_LIB_FFTW3_PLANNER_UNDERNEATH_H */
