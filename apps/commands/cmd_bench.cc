/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft bench: times transforms, or becomes a program that measures flowgraphs.
#include "apps/files/chain_program.h"
#include "apps/files/python_program.h"
#include "bench/papers/papers_suite.h"
#include "bench/peers/clfft.h"
#include "bench/suites/suite.h"
#include "bench/suites/transform_bench.h"
#include <algorithm>
#include <cctype>

namespace gpufft::app {

namespace {

//! --name or --name=VALUE
bool is_given(const arguments& args, const std::string& name)
{
    return std::any_of(args.begin(), args.end(), [&](const std::string& word) {
        return word == name || word.rfind(name + "=", 0) == 0;
    });
}

//! A length, or several with x between: what is to be timed, as no option's value is but
//! of those that follow it.
bool is_shape(const std::string& word)
{
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) &&
           word.find_first_not_of("0123456789x") == std::string::npos;
}

bool names_shape(const arguments& args)
{
    return std::any_of(args.begin(), args.end(), is_shape);
}

} // namespace

int cmd_bench(const arguments& args)
{
    if (!args.empty() && args.front() == "--clfft-process")
        return clfft_child(arguments(args.begin() + 1, args.end()));
    if (is_suite(args, "papers"))
        return run_papers_suite(args);
    if (is_given(args, "--chain"))
        become_chain_bench(args);
    if (is_given(args, "--suite"))
        return run_suite(args);
    if (is_given(args, "--flowgraph"))
        become_python("flowgraph_bench", args);
    if (names_shape(args) || is_given(args, "--transforms"))
        return run_transform_bench(args);
    if (has_python_programs())
        become_python("flowgraph_bench", args);
    return run_suite(args);
}

} // namespace gpufft::app
