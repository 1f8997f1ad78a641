/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_CHAIN_PROGRAM_H
#define INCLUDED_GPUFFT_APPS_FILES_CHAIN_PROGRAM_H

#include "apps/options/command.h"

namespace gpufft::app {

/*!
 * \brief Becomes the program gpufft-bench-chain, run with \p args
 *
 * What runs blocks needs GNU Radio, which this program does not link.
 *
 * \throws std::runtime_error  no GNU Radio in this build, or no such program
 */
[[noreturn]] void become_chain_bench(const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_CHAIN_PROGRAM_H */
