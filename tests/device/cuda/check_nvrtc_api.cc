/* SPDX-License-Identifier: GPL-3.0-or-later */
// Each name, value and type that the backend declares of NVRTC is that of nvrtc.h, where
// this machine has it: else it does not compile. That is all; it runs nothing.
#include "device/cuda/as_nvidia.h"
#include "device/cuda/library/nvrtc_api.h"
#include <cstdio>

#if __has_include(<nvrtc.h>)

// X(name) for the values of nvrtcResult; the switch below misses none.
#define RESULTS(X)                \
    X(NVRTC_SUCCESS)              \
    X(NVRTC_ERROR_INVALID_OPTION) \
    X(NVRTC_ERROR_COMPILATION)    \
    X(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)

#pragma GCC diagnostic error "-Wswitch"
[[maybe_unused]] static bool is_listed(gpufft::cuda::nvrtcResult one)
{
#define A_CASE(name)         \
    case gpufft::cuda::name: \
        return true;
    switch (one) {
        RESULTS(A_CASE)
    }
    return false;
}

#include <nvrtc.h>

#define SAME_VALUE(name) \
    static_assert(unsigned(gpufft::cuda::name) == unsigned(::name), #name);
RESULTS(SAME_VALUE)
GPUFFT_SAME_TYPE(nvrtcResult)
GPUFFT_SAME_TYPE(nvrtcProgram)

#define SAME_FUNCTION(result, member, symbol, arguments)                            \
    static_assert(gpufft::testing::is_called_alike<gpufft::cuda::symbol##_function, \
                                                   decltype(::symbol)>,             \
                  #symbol);                                                         \
    static_assert(GPUFFT_EXPANDED(symbol) == #symbol, #symbol);
GPUFFT_NVRTC_FUNCTIONS(SAME_FUNCTION)

int main()
{
    std::printf("compared with nvrtc.h\n");
    return 0;
}

#else

int main()
{
    std::printf("skipped: there is no nvrtc.h\n");
    return 77;
}

#endif
