/* SPDX-License-Identifier: GPL-3.0-or-later */
// Flowgraphs of GNU Radio Companion, whose transforms `gpufft tune` reads.
#include "apps/files/grc_file.h"
#include "apps/options/command.h"
#include "fuzz/target.h"
#include <gpufft/error.h>
#include <boost/filesystem.hpp>
#include <fstream>
#include <iterator>

namespace gpufft::testing {

namespace {

//! The examples, and a list of blocks in JSON's notation.
std::vector<std::string> seeds()
{
    std::vector<std::string> texts = {
        R"({"blocks": [{"name": "n", "id": "variable", "parameters": {"value": "2**4 * 3"}},)"
        R"( {"name": "f", "id": "gpufft_fft_vxx", "parameters": {"fft_size": "n + 1"}}]})"
    };
    for (const auto& each : boost::filesystem::directory_iterator(EXAMPLES_DIR)) {
        if (each.path().extension() != ".grc")
            continue;
        std::ifstream from(each.path().string());
        texts.emplace_back(std::istreambuf_iterator<char>(from),
                           std::istreambuf_iterator<char>());
    }
    return texts;
}

bool feed(const std::string& text)
{
    try {
        app::parse_flowgraph(text);
        return true;
    } catch (const app::usage_error&) {
        return false;
    }
}

} // namespace

const fuzz_target FLOWGRAPHS = { "flowgraphs", seeds, feed };

} // namespace gpufft::testing
