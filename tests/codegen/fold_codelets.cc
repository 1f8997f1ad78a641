/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/fold.h"
#include "codegen/text/literal.h"
#include "codelet/cosine.h"
#include <gpufft/error.h>
#include <algorithm>
#include <regex>

namespace gpufft::testing {

namespace {

//! Declarations that may be a codelet's: `const TYPE NAME = VALUE;` in a row, of one
//! type, with the names that codelets give.
struct declarations {
    std::size_t begin, end; //!< lines
    std::string indent, type;
    int outputs = 0;
    int first_input = -1;
    char suffix = ' '; //!< '.' of x0.x, '_' of x0_re, ' ' of x0, which is real
};

void add_inputs(declarations& run, const std::string& value)
{
    static const std::regex& input = *new std::regex("\\bx([0-9]+)([._]?)");
    for (std::sregex_iterator found(value.begin(), value.end(), input), end; found != end;
         ++found) {
        const int index = std::stoi((*found)[1]);
        run.first_input = run.first_input < 0 ? index : std::min(run.first_input, index);
        run.suffix = (*found)[2].length() ? (*found)[2].str()[0] : ' ';
    }
}

//! The declarations from line \p begin on, perhaps none.
declarations declarations_at(const text_lines& lines, std::size_t begin)
{
    static const std::regex& declared =
        *new std::regex("( *)const ([a-z0-9]+) (t[0-9]+|y[0-9]+(?:_re|_im)?) = (.*);");
    declarations run{ begin, begin, {}, {} };
    std::smatch parts;
    for (; run.end < lines.size(); ++run.end) {
        if (!std::regex_match(lines[run.end], parts, declared))
            break;
        if (run.end == begin) {
            run.indent = parts[1];
            run.type = parts[2];
        } else if (parts[1] != run.indent || parts[2] != run.type) {
            break;
        }
        run.outputs += parts[3].str()[0] == 'y';
        add_inputs(run, parts[4]);
    }
    return run;
}

std::string input_name(const declarations& run, int index, bool is_second)
{
    if (run.suffix == ' ')
        return fmt::format("x{}", run.first_input + 2 * index + is_second);
    return fmt::format("x{}{}",
                       run.first_input + index,
                       run.suffix == '.' ? (is_second ? ".y" : ".x")
                                         : (is_second ? "_im" : "_re"));
}

std::string output_name(const declarations& run, int index, bool is_second)
{
    if (run.suffix == ' ')
        return fmt::format("y{}", 2 * index + is_second);
    return fmt::format("y{}_{}", index, is_second ? "im" : "re");
}

//! Whether the library prints these lines for \p code.
bool is_printed(const declarations& run,
                const text_lines& lines,
                const codelet& code,
                std::string (*literal)(double))
{
    codelet_names names;
    names.type = run.type;
    names.input = [&](int i, bool second) { return input_name(run, i, second); };
    names.output = [&](int i, bool second) { return output_name(run, i, second); };
    names.literal = literal;
    const auto printed = code.print(names);
    return std::equal(printed.begin(),
                      printed.end(),
                      lines.begin() + run.begin,
                      lines.begin() + run.end,
                      [&](const auto& a, const auto& b) { return run.indent + a == b; });
}

struct named_codelet {
    std::string name;
    const codelet& code;
};

//! What may have printed so many outputs, each a complex number's part.
std::vector<named_codelet> complex_codelets(int outputs)
{
    const int points = outputs / 2;
    try {
        return { { fmt::format("DFT of {} points", points),
                   codelet::dft(points, arithmetic::fused) } };
    } catch (const plan_error&) {
        return {};
    }
}

std::vector<named_codelet> real_codelets(int outputs)
{
    std::vector<named_codelet> all;
    for (const bool is_sine : { false, true })
        for (const int type : { 2, 3, 4 })
            if (has_cosine_codelet({ type, is_sine }, outputs))
                all.push_back({ fmt::format("{} of type {}, {} points",
                                            is_sine ? "DST" : "DCT",
                                            type,
                                            outputs),
                                cosine_codelet({ type, is_sine }, outputs) });
    return all;
}

//! The line in place of \p run, "" if no codelet prints it. The name of the codelet, and
//! all that the names in its lines depend on.
std::string codelet_line(const declarations& run, const text_lines& lines)
{
    if (!run.outputs || run.first_input < 0)
        return "";
    const auto all =
        run.suffix == ' ' ? real_codelets(run.outputs) : complex_codelets(run.outputs);
    for (const auto literal : { float_literal, double_literal })
        for (const auto& [name, code] : all)
            if (is_printed(run, lines, code, literal))
                return fmt::format("{}// codelet: {}, from {}, as {}{}",
                                   run.indent,
                                   name,
                                   input_name(run, 0, false),
                                   run.type,
                                   literal == double_literal ? ", constants of doubles"
                                                             : "");
    return "";
}

} // namespace

text_lines fold_codelets(const text_lines& lines)
{
    text_lines made;
    for (std::size_t i = 0; i < lines.size();) {
        const auto run = declarations_at(lines, i);
        const auto line = codelet_line(run, lines);
        const auto end = std::max(run.end, i + 1);
        if (line.empty())
            made.insert(made.end(), lines.begin() + i, lines.begin() + end);
        else
            made.push_back(line);
        i = end;
    }
    return made;
}

} // namespace gpufft::testing
