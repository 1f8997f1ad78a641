/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft bench: times kernels alone, or becomes the Python program that measures
// flowgraphs.
#include "apps/bench/suite.h"
#include "apps/python_program.h"
#include <algorithm>

namespace gpufft::app {

namespace {

//! --name or --name=VALUE
bool is_given(const arguments& args, const std::string& name)
{
    return std::any_of(args.begin(), args.end(), [&](const std::string& word) {
        return word == name || word.rfind(name + "=", 0) == 0;
    });
}

} // namespace

int cmd_bench(const arguments& args)
{
    const bool wants_flowgraph = is_given(args, "--flowgraph") || has_python_programs();
    if (is_given(args, "--suite") || !wants_flowgraph)
        return run_suite(args);
    become_python("flowgraph_bench", args);
}

} // namespace gpufft::app
