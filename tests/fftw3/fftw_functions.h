/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FFTW3_FFTW_FUNCTIONS_H
#define INCLUDED_GPUFFT_TESTS_FFTW3_FFTW_FUNCTIONS_H

#include "fftw3/function_list.h"
#include "fftw3/request/abi.h"
#include "support/skipped.h"
#include <dlfcn.h>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>

//! FFTW's functions of either precision, from any library that has them.
extern "C" {
#define X(name) fftwf_##name
#define R float
#include "fftw3/names/types.h"

#include "fftw3/names/declarations.h"
#undef X
#undef R
#define X(name) fftw_##name
#define R double
#include "fftw3/names/types.h"

#include "fftw3/names/declarations.h"
#undef X
#undef R
}

namespace gpufft::testing {

//! A library that a test has loaded for itself alone.
class loaded_library
{
public:
    //! \throws skipped  where the file is not there
    explicit loaded_library(const char* file)
        : d_handle(dlopen(file, RTLD_NOW | RTLD_LOCAL))
    {
        if (!d_handle)
            skip(dlerror());
    }

    template <class function>
    void look_up(function& to, const std::string& name) const
    {
        to = reinterpret_cast<function>(dlsym(d_handle, name.c_str()));
        if (!to)
            throw std::runtime_error("no function " + name);
    }

private:
    void* d_handle; // never closed: threads may run in there
};

struct single_functions {
    using number = float;
    using complex = fftwf_complex;
    using plan = fftwf_plan;
#define F(name) decltype(&fftwf_##name) name = nullptr;
    FFTW_FUNCTIONS(F)
#undef F
    explicit single_functions(const loaded_library& from)
    {
#define F(name) from.look_up(name, "fftwf_" #name);
        FFTW_FUNCTIONS(F)
#undef F
    }
    static constexpr const char* FILE_OF_FFTW = "libfftw3f.so.3";
    static constexpr double TOLERANCE = 2e-6;
};

struct double_functions {
    using number = double;
    using complex = fftw_complex;
    using plan = fftw_plan;
#define F(name) decltype(&fftw_##name) name = nullptr;
    FFTW_FUNCTIONS(F)
#undef F
    explicit double_functions(const loaded_library& from)
    {
#define F(name) from.look_up(name, "fftw_" #name);
        FFTW_FUNCTIONS(F)
#undef F
    }
    static constexpr const char* FILE_OF_FFTW = "libfftw3.so.3";
    static constexpr double TOLERANCE = 1e-13;
};

//! Ours, from a file, and FFTW's own, of one precision.
template <class functions>
struct both_libraries {
    explicit both_libraries(const char* file)
        : ours{ loaded_library(file) }, fftws{ loaded_library(functions::FILE_OF_FFTW) }
    {
    }
    functions ours, fftws;
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FFTW3_FFTW_FUNCTIONS_H */
