/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/node.h"
#include <algorithm>
#include <iterator>

namespace gpufft {

namespace {

const function_facts FUNCTIONS[] = {
    { "conj", operation::conjugate, 1 },   { "real", operation::real, 1 },
    { "imag", operation::imaginary, 1 },   { "norm", operation::norm, 1 },
    { "abs", operation::absolute, 1 },     { "exp", operation::exponential, 1 },
    { "log", operation::logarithm, 1 },    { "log10", operation::logarithm10, 1 },
    { "sqrt", operation::square_root, 1 }, { "sin", operation::sine, 1 },
    { "cos", operation::cosine, 1 },       { "min", operation::minimum, 2 },
    { "max", operation::maximum, 2 },      { "complex", operation::complex, 2 },
    { "select", operation::select, 3 },
};

} // namespace

const function_facts* function_named(const std::string& name)
{
    const auto found = std::find_if(std::begin(FUNCTIONS),
                                    std::end(FUNCTIONS),
                                    [&](const auto& each) { return name == each.name; });
    return found == std::end(FUNCTIONS) ? nullptr : found;
}

const function_facts& facts_of(operation does)
{
    return *std::find_if(std::begin(FUNCTIONS),
                         std::end(FUNCTIONS),
                         [&](const auto& each) { return does == each.does; });
}

std::string list_of_functions()
{
    std::string all;
    for (const auto& each : FUNCTIONS)
        all += std::string(all.empty() ? "" : ", ") + each.name;
    return all;
}

} // namespace gpufft
