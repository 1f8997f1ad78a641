/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/unparse.h"
#include <fmt/format.h>
#include <cmath>

namespace gpufft {

namespace {

std::string
unparse_term(const term& t, const std::string& operand, const codelet_names& names)
{
    if (t.factor == 1.0)
        return operand;
    if (t.factor == -1.0)
        return "-" + operand;
    return fmt::format("{} * {}", names.literal(t.factor), operand);
}

//! A sum of which one term, or both, is a product
std::string unparse_fused(const statement& s,
                          const std::vector<std::string>& operands,
                          const codelet_names& names)
{
    const bool is_first = std::abs(s.first.factor) != 1.0;
    const term& product = is_first ? s.first : s.second;
    const term& addend = is_first ? s.second : s.first;
    return names.fma(names.literal(product.factor),
                     operands[product.operand],
                     unparse_term(addend, operands[addend.operand], names));
}

// The one place that decides how a statement is spelled.
std::string unparse_statement(const statement& s,
                              const std::vector<std::string>& operands,
                              const codelet_names& names)
{
    if (s.first.factor == 0.0)
        return names.literal(0.0);
    const std::string first = unparse_term(s.first, operands[s.first.operand], names);
    if (s.second.factor == 0.0)
        return first;
    const bool is_product_free =
        std::abs(s.first.factor) == 1.0 && std::abs(s.second.factor) == 1.0;
    if (names.fma && !is_product_free)
        return unparse_fused(s, operands, names);
    const term second{ std::abs(s.second.factor), s.second.operand };
    return fmt::format("{} {} {}",
                       first,
                       s.second.factor < 0.0 ? "-" : "+",
                       unparse_term(second, operands[second.operand], names));
}

} // namespace

std::vector<std::string> unparse(const program& p, const codelet_names& names)
{
    std::vector<int> output_of(p.statements.size(), -1);
    for (std::size_t output = 0; output < p.outputs.size(); ++output)
        output_of[p.outputs[output]] = static_cast<int>(output);

    std::vector<std::string> operands;
    for (int input = 0; input < p.inputs; ++input)
        operands.push_back(names.input(input / 2, input % 2));

    std::vector<std::string> lines;
    int temporaries = 0;
    for (std::size_t i = 0; i < p.statements.size(); ++i) {
        const int output = output_of[i];
        operands.push_back(output < 0
                               ? fmt::format("{}{}", names.temporary, temporaries++)
                               : names.output(output / 2, output % 2));
        lines.push_back(fmt::format("const {} {} = {};",
                                    names.type,
                                    operands.back(),
                                    unparse_statement(p.statements[i], operands, names)));
    }
    return lines;
}

} // namespace gpufft
