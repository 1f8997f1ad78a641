/* SPDX-License-Identifier: GPL-3.0-or-later */
// A program that ends without destroying its plans, or after destroying them late:
//
//     fftw3_exits leaves    plans and returns from main, kernels under way or not
//     fftw3_exits late      destroys a plan as objects of the program are destroyed
//     fftw3_exits handler   executes and destroys one in a handler of exit
//     fftw3_exits quick     _exit right after planning
#include "fftw3/request/abi.h"
#include <unistd.h>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
#define X(name) fftwf_##name
#define R float
#include "fftw3/names/types.h"

#include "fftw3/names/declarations.h"
}

namespace {

constexpr int LENGTH = 96;

struct holder {
    std::vector<std::complex<float>> x, y;
    fftwf_plan plan = nullptr;

    void make()
    {
        x.assign(LENGTH, { 1, 0 });
        y.assign(LENGTH, { 0, 0 });
        plan = fftwf_plan_dft_1d(LENGTH,
                                 reinterpret_cast<fftwf_complex*>(x.data()),
                                 reinterpret_cast<fftwf_complex*>(y.data()),
                                 -1,
                                 gpufft::fftw3::ESTIMATE);
    }
    void use() const
    {
        fftwf_execute(plan);
        if (std::abs(y[0] - std::complex<float>(LENGTH)) > 1e-3f ||
            std::abs(y[1]) > 1e-3f)
            std::_Exit(2);
    }
    ~holder()
    {
        if (is_late) {
            use();
            fftwf_destroy_plan(plan);
        }
    }
    bool is_late = false;
};

holder s_held; // made before the library has anything of its own

void in_handler()
{
    s_held.use();
    fftwf_destroy_plan(s_held.plan);
}

} // namespace

int main(int argc, char** argv)
{
    const char* const how = argc > 1 ? argv[1] : "";
    if (std::strcmp(how, "handler") == 0)
        std::atexit(in_handler); // called after what the library asks to be called
    s_held.make();
    if (!s_held.plan)
        return 1;
    s_held.is_late = std::strcmp(how, "late") == 0;
    if (std::strcmp(how, "quick") == 0)
        _exit(0);
    s_held.use();
    return 0;
}
