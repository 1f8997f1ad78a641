/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/nvrtc/nvrtc_functions.h"
#include <vector>

namespace gpufft::cuda {

namespace {

/*!
 * Loads what NVRTC needs of the C library by our own search path.
 *
 * Wheels of NVRTC 11 and 12 have one that ends in the working directory ("$ORIGIN:"),
 * where anything may lie. What is loaded already is not looked for.
 */
std::vector<std::string> after_needed(const std::string& file)
{
    for (const char* name :
         { "libpthread.so.0", "librt.so.1", "libdl.so.2", "libm.so.6" }) {
        try {
            const loaded_library needed({ name });
        } catch (const load_error&) {
            continue; // a system without it has it in another
        }
    }
    return { file };
}

} // namespace

nvrtc_functions::nvrtc_functions(const std::string& file) : library(after_needed(file)) {}

} // namespace gpufft::cuda
