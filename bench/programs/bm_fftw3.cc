/* SPDX-License-Identifier: GPL-3.0-or-later */
// Calls of FFTW's interface by the device of $GPUFFT_DEVICE and by FFTW, in turn in one
// process: complex transforms of one length, from few points in all to many.
// Usage: bm_fftw3 LIBRARY [THREADS [LENGTH...]], e.g. bm_fftw3
// build/lib/fftw3/libgpufft_fftw3.so 1
#include "bench/programs/median_rate.h"
#include "fftw3/data.h"
#include "fftw3/fftw_functions.h"
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace gpufft::testing;

namespace {

constexpr double SECONDS = 0.4; // of rounds, each
constexpr std::size_t FEWEST_ROUNDS = 15;
constexpr int SMALLEST_CALL = 1 << 10, LARGEST_CALL = 1 << 22; // points

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point begin)
{
    return std::chrono::duration<double>(clock::now() - begin).count();
}

//! One library's plan, and arrays of its own.
class side
{
public:
    side(const single_functions& by, int length, int rows, unsigned flags) : d_by(by)
    {
        const auto points = static_cast<std::size_t>(length) * rows;
        d_in = by.alloc_complex(points);
        d_out = by.alloc_complex(points);
        d_plan = by.plan_many_dft(1,
                                  &length,
                                  rows,
                                  d_in,
                                  nullptr,
                                  1,
                                  length,
                                  d_out,
                                  nullptr,
                                  1,
                                  length,
                                  -1,
                                  flags);
        std::fill_n(d_in[0], 2 * points, 0.5f);
    }
    ~side()
    {
        d_by.destroy_plan(d_plan);
        d_by.free(d_in);
        d_by.free(d_out);
    }
    //! Microseconds of a call that comes after one of the same.
    double time() const
    {
        d_by.execute(d_plan);
        const auto begin = clock::now();
        d_by.execute(d_plan);
        return 1e6 * seconds_since(begin);
    }
    bool is_on_the_device() const { return is_on_device(text_of(d_by, d_plan)); }

private:
    const single_functions& d_by;
    fftwf_complex* d_in;
    fftwf_complex* d_out;
    fftwf_plan d_plan;
};

void report(const both_libraries<single_functions>& both, int length, int rows)
{
    const side ours(both.ours, length, rows, gpufft::fftw3::ESTIMATE);
    const side fftws(both.fftws, length, rows, gpufft::fftw3::MEASURE);
    if (!ours.is_on_the_device())
        return fmt::print("{:>9} {:>9}  not on the device\n", length, length * rows);
    std::vector<double> our_us, fftws_us;
    const auto begin = clock::now();
    while (our_us.size() < FEWEST_ROUNDS || seconds_since(begin) < SECONDS) {
        our_us.push_back(ours.time());
        fftws_us.push_back(fftws.time());
    }
    const auto us = rate_of(our_us), fftw = rate_of(fftws_us);
    fmt::print("{:>9} {:>9} {:>11.1f} {:>11.1f} {:>7.2f} {:>11.1f} {:>11.1f} {:>7.2f}\n",
               length,
               length * rows,
               us.lowest,
               fftw.lowest,
               fftw.lowest / us.lowest,
               us.median,
               fftw.median,
               fftw.median / us.median);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        fmt::print(stderr, "usage: bm_fftw3 LIBRARY [THREADS [LENGTH...]]\n");
        return 1;
    }
    setenv("GPUFFT_FFTW_POINTS", "0", 1);
    setenv("GPUFFT_BEGIN", "compiled", 1);
    const both_libraries<single_functions> both(argv[1]);
    if (argc > 2) {
        const loaded_library threads("libfftw3f_threads.so.3");
        int (*init)() = nullptr;
        void (*plan_with)(int) = nullptr;
        threads.look_up(init, "fftwf_init_threads");
        threads.look_up(plan_with, "fftwf_plan_with_nthreads");
        init();
        plan_with(std::atoi(argv[2]));
    }
    std::vector<int> lengths;
    for (int i = 3; i < argc; ++i)
        lengths.push_back(std::atoi(argv[i]));
    if (lengths.empty())
        lengths = { 64, 1024, 16384, 1 << 18 };
    fmt::print(
        "   length    points    best us     FFTW's  factor   median us     FFTW's  "
        "factor\n");
    for (const int length : lengths)
        for (int points = std::max(SMALLEST_CALL, length); points <= LARGEST_CALL;
             points *= 4)
            report(both, length, points / length);
    return 0;
}
