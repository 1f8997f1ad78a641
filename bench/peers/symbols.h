/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PEERS_SYMBOLS_H
#define INCLUDED_GPUFFT_BENCH_PEERS_SYMBOLS_H

#include <dlfcn.h>

namespace gpufft::app {

//! Sets \p found to the function \p name of \p library; false: it has none.
template <typename Function>
bool find_symbol(void* library, const char* name, Function* found)
{
    *found = reinterpret_cast<Function>(dlsym(library, name));
    return *found != nullptr;
}

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PEERS_SYMBOLS_H */
