/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/bench_case.h"

namespace gpufft::app {

namespace {

using kind = transform_kind;

/*
 * About 1 GiB of complex input each, half of that of real input. The last two numbers are
 * fractions of the rate of a device copy on an NVIDIA H200 (4211 GB/s, read and written):
 * what the kernels are to reach, and what VkFFT 1.3.4 (CUDA, in place) was measured at.
 */
const bench_case CASES[] = {
    { "1d-short", kind::c2c, "2", 67108864, 0.97, 1 },
    { "1d-short", kind::c2c, "4", 33554432, 0.97, 1 },
    { "1d-short", kind::c2c, "8", 16777216, 0.97, 0.96 },
    { "1d-short", kind::c2c, "16", 8388608, 0.97, 1 },
    { "1d-short", kind::c2c, "32", 4194304, 0.97, 0.96 },
    { "1d-short", kind::c2c, "64", 2097152, 0.97, 0.96 },
    { "1d-short", kind::c2c, "128", 1048576, 0.97, 0.97 },
    { "1d-short", kind::c2c, "256", 524288, 0.97, 0.96 },
    { "1d-short", kind::c2c, "512", 262144, 0.97, 1 },
    { "1d-short", kind::c2c, "1024", 131072, 0.97, 0.95 },
    { "1d-short", kind::c2c, "2048", 65536, 0.97, 0.96 },
    { "1d-short", kind::c2c, "4096", 32768, 0.97, 0.97 },
    { "1d-short", kind::c2c, "8192", 16384, 0.97, 0.92 },
    { "1d-short", kind::c2c, "15", 8947848, 0.97, 0.98 },
    { "1d-short", kind::c2c, "60", 2236962, 0.97, 0.98 },
    { "1d-short", kind::c2c, "100", 1342177, 0.97, 0.98 },
    { "1d-short", kind::c2c, "192", 699050, 0.97, 0.96 },
    { "1d-short", kind::c2c, "432", 310689, 0.97, 0.94 },
    { "1d-short", kind::c2c, "480", 279620, 0.97, 0.93 },
    { "1d-short", kind::c2c, "1000", 134217, 0.97, 0.86 },
    { "1d-short", kind::c2c, "1536", 87381, 0.97, 0.98 },
    { "1d-short", kind::c2c, "2000", 67108, 0.97, 0.85 },
    { "1d-short", kind::c2c, "3000", 44739, 0.97, 0.95 },
    { "1d-short", kind::c2c, "3125", 42949, 0.97, 0.83 },
    { "1d-short", kind::c2c, "6000", 22369, 0.97, 0.96 },
    { "1d-16k", kind::c2c, "16384", 8192, 0.94, 0.74 },
    { "1d-16k", kind::c2c, "10000", 13421, 0.95, 0.44 },
    { "1d-128k", kind::c2c, "32768", 4096, 0.88, 0.36 },
    { "1d-128k", kind::c2c, "65536", 2048, 0.77, 0.36 },
    { "1d-128k", kind::c2c, "131072", 1024, 0.68, 0.36 },
    { "1d-128k", kind::c2c, "30000", 4473, 0.63, 0.43 },
    { "1d-128k", kind::c2c, "48000", 2796, 0.68, 0.44 },
    { "1d-1m", kind::c2c, "262144", 512, 0.49, 0.36 },
    { "1d-1m", kind::c2c, "524288", 256, 0.49, 0.36 },
    { "1d-1m", kind::c2c, "1048576", 128, 0.49, 0.35 },
    { "1d-1m", kind::c2c, "100000", 1342, 0.48, 0.32 },
    { "1d-1m", kind::c2c, "1000000", 134, 0.45, 0.29 },
    { "1d-16m", kind::c2c, "2097152", 64, 0.43, 0.35 },
    { "1d-16m", kind::c2c, "4194304", 32, 0.4, 0.33 },
    { "1d-16m", kind::c2c, "8388608", 16, 0.36, 0.3 },
    { "1d-16m", kind::c2c, "16777216", 8, 0.345, 0.3 },
    { "primes", kind::c2c, "7", 19173961, 0.98, 0.98 },
    { "primes", kind::c2c, "11", 12201611, 0.98, 0.98 },
    { "primes", kind::c2c, "13", 10324440, 0.98, 0.97 },
    { "primes", kind::c2c, "17", 7895160, 0.98, 0.99 },
    { "primes", kind::c2c, "31", 4329604, 0.98, 0.77 },
    { "primes", kind::c2c, "61", 2200290, 0.94, 0.74 },
    { "primes", kind::c2c, "127", 1056832, 0.87, 0.55 },
    { "primes", kind::c2c, "251", 534731, 0.76, 0.49 },
    { "primes", kind::c2c, "509", 263689, 0.55, 0.29 },
    { "primes", kind::c2c, "1021", 131457, 0.55, 0.33 },
    { "primes", kind::c2c, "2039", 65825, 0.35, 0.28 },
    { "primes", kind::c2c, "4093", 32792, 0.35, 0.16 },
    { "primes", kind::c2c, "8191", 16386, 0.35, 0.26 },
    { "primes", kind::c2c, "65537", 2047, 0.15, 0.1 },
    { "primes", kind::c2c, "1000003", 134, 0.15, 0.08 },
    { "2d", kind::c2c, "16x16", 524288, 0.96, 0.5 },
    { "2d", kind::c2c, "64x64", 32768, 0.96, 0.47 },
    { "2d", kind::c2c, "128x128", 8192, 0.96, 0.38 },
    { "2d", kind::c2c, "256x256", 2048, 0.63, 0.42 },
    { "2d", kind::c2c, "512x512", 512, 0.48, 0.4 },
    { "2d", kind::c2c, "1024x1024", 128, 0.48, 0.35 },
    { "2d", kind::c2c, "2048x2048", 32, 0.45, 0.38 },
    { "2d", kind::c2c, "4096x4096", 8, 0.45, 0.34 },
    { "2d", kind::c2c, "1000x1000", 134, 0.48, 0.38 },
    { "3d", kind::c2c, "16x16x16", 32768, 0.96, 0.33 },
    { "3d", kind::c2c, "32x32x32", 4096, 0.91, 0.32 },
    { "3d", kind::c2c, "64x64x64", 512, 0.49, 0.32 },
    { "3d", kind::c2c, "100x100x100", 134, 0.49, 0.29 },
    { "3d", kind::c2c, "120x120x120", 77, 0.49, 0.27 },
    { "3d", kind::c2c, "128x128x128", 64, 0.49, 0.24 },
    { "3d", kind::c2c, "256x256x256", 8, 0.32, 0.26 },
    { "3d", kind::c2c, "512x512x512", 1, 0.32, 0.22 },
    { "r2c", kind::r2c, "64", 2097152, 0.945, 0.94 },
    { "r2c", kind::r2c, "256", 524288, 0.945, 0.87 },
    { "r2c", kind::r2c, "1024", 131072, 0.945, 0.76 },
    { "r2c", kind::r2c, "4096", 32768, 0.945, 0.85 },
    { "r2c", kind::r2c, "16384", 8192, 0.945, 0.57 },
    { "r2c", kind::r2c, "65536", 2048, 0.75, 0.22 },
    { "r2c", kind::r2c, "1048576", 128, 0.47, 0.19 },
    { "dct2", kind::dct2, "8", 16777216, 0.9, 0.93 },
    { "dct2", kind::dct2, "16", 8388608, 0.9, 0.89 },
    { "dct2", kind::dct2, "64", 2097152, 0.9, 0.9 },
    { "dct2", kind::dct2, "256", 524288, 0.9, 0.8 },
    { "dct2", kind::dct2, "1024", 131072, 0.9, 0.61 },
    { "dct2", kind::dct2, "4096", 32768, 0.9, 0.71 },
    { "dct2", kind::dct2, "16384", 8192, 0.9, 0.48 },
    { "dct2", kind::dct2, "8x8", 2097152, 0.99, 0.09 },
    { "dct2", kind::dct2, "64x64", 32768, 0.86, 0.38 },
    { "dct2", kind::dct2, "512x512", 512, 0.45, 0.22 },
    { "dct2", kind::dct2, "1024x1024", 128, 0.45, 0.19 },
};

} // namespace

std::vector<bench_case> peer_cases()
{
    std::vector<bench_case> all(std::begin(CASES), std::end(CASES));
    const auto others = kind_cases();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

} // namespace gpufft::app
