/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/chain_program.h"
#include <fmt/format.h>
#include <unistd.h>
#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/filesystem.hpp>
#include <stdexcept>
#include <vector>

namespace fs = boost::filesystem;

namespace gpufft::app {

void become_chain_bench(const arguments& args)
{
    const auto here = boost::dll::program_location().parent_path();
    std::vector<std::string> tried;
    // Built or bundled beside this program, or installed.
    for (const char* folder : { ".", GPUFFT_LIBEXEC_FROM_BIN }) {
        tried.push_back(
            (here / folder / "gpufft-bench-chain").lexically_normal().string());
        std::vector<const char*> words = { tried.back().c_str() };
        for (const auto& each : args)
            words.push_back(each.c_str());
        words.push_back(nullptr);
        execv(words[0],
              const_cast<char* const*>(words.data())); // returns where it cannot
    }
    throw std::runtime_error(
        fmt::format("there is neither {}; Debian's package gr-gpufft has it, and a "
                    "build with GNU Radio (-DENABLE_GNURADIO=ON)",
                    fmt::join(tried, " nor ")));
}

} // namespace gpufft::app
