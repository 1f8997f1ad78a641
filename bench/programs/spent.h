/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PROGRAMS_SPENT_H
#define INCLUDED_GPUFFT_BENCH_PROGRAMS_SPENT_H

#include <sys/resource.h>
#include <chrono>

namespace gpufft::testing {

//! What something has cost since this was made: time on the clock, and time of all of the
//! process' threads, which other processes do not lengthen.
class spent
{
public:
    double seconds() const
    {
        const std::chrono::duration<double> passed =
            std::chrono::steady_clock::now() - d_begin;
        return passed.count();
    }
    double cpu_seconds() const { return process_seconds() - d_cpu_begin; }

private:
    static double process_seconds()
    {
        rusage used;
        getrusage(RUSAGE_SELF, &used);
        const auto in_seconds = [](const timeval& t) {
            return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
        };
        return in_seconds(used.ru_utime) + in_seconds(used.ru_stime);
    }

    std::chrono::steady_clock::time_point d_begin = std::chrono::steady_clock::now();
    double d_cpu_begin = process_seconds();
};

//! How fast samples went through something.
struct sample_rate {
    double samples_per_s = 0;
    double cpu_s_per_sample = 0; //!< of all threads
};

inline sample_rate rate_since(const spent& begin, double samples)
{
    return { samples / begin.seconds(), begin.cpu_seconds() / samples };
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_BENCH_PROGRAMS_SPENT_H */
