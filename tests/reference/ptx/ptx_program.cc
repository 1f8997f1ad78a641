/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/ptx/ptx_actions.h"
#include "reference/ptx/ptx_group.h"
#include <fmt/format.h>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <algorithm>
#include <cctype>
#include <regex>

namespace gpufft::testing {

namespace {

using boost::algorithm::starts_with;

std::string without_comments(const std::string& text)
{
    return std::regex_replace(text, std::regex("//[^\n]*"), "");
}

//! What lies between the brace at \p open and the one that closes it.
std::string between_braces(const std::string& text, std::size_t open)
{
    int depth = 0;
    for (auto i = open; i < text.size(); ++i) {
        depth += text[i] == '{';
        depth -= text[i] == '}';
        if (depth == 0)
            return text.substr(open + 1, i - open - 1);
    }
    throw std::invalid_argument("PTX: a brace is not closed");
}

std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

class parser
{
public:
    parser(const std::string& text, const std::string& name)
        : d_text(without_comments(text))
    {
        const auto entry =
            d_text.find(".entry " + name + "("); // names are whole to the bracket
        if (entry == std::string::npos)
            throw std::invalid_argument("PTX: there is no kernel \"" + name + "\"");
        declare_arrays(d_text.substr(0, entry));
        const auto head_end = d_text.find('{', entry);
        declare_parameters(d_text.substr(entry, head_end - entry));
        take_body(between_braces(d_text, head_end));
        find_targets();
    }

    ptx_program made() const { return d_made; }

private:
    //! The register \p name, or a new one.
    int register_of(const std::string& name)
    {
        const auto [found, is_new] = d_registers.emplace(name, d_made.registers);
        d_made.registers += is_new;
        return found->second;
    }

    int constant(std::uint64_t value)
    {
        const auto number = register_of(fmt::format("constant {:x}", value));
        d_made.constants[number] = value;
        return number;
    }

    //! Declares arrays with a name: the workgroup's, each work-item's.
    void declare_arrays(const std::string& text)
    {
        static const std::regex ARRAY(
            R"(\.(shared|local)\s+\.align\s+(\d+)\s+\.b8\s+([\w$]+)\[(\d*)\])");
        for (std::sregex_iterator i(text.begin(), text.end(), ARRAY), end; i != end;
             ++i) {
            const auto& found = *i;
            const bool is_shared = found[1] == "shared";
            const auto align = std::stoul(found[2]);
            // The launch's array, without a length, follows those that have one.
            const bool is_open = found[4].length() == 0;
            auto& bytes = is_shared ? d_made.shared_bytes : d_made.local_bytes;
            bytes = rounded_up(bytes, align);
            d_symbols[found[3]] = (is_shared ? ptx_group::SHARED : ptx_group::LOCAL) +
                                  (is_open ? 0 : bytes);
            if (is_open)
                d_open.push_back(found[3]);
            else
                bytes += std::stoul(found[4]);
        }
        for (const auto& name : d_open)
            d_symbols[name] = ptx_group::SHARED + d_made.shared_bytes;
    }

    void declare_parameters(const std::string& head)
    {
        static const std::regex PARAMETER(R"(\.param\s+\.[bufs](\d+)\s+([\w$]+))");
        std::size_t at = 0;
        for (std::sregex_iterator i(head.begin(), head.end(), PARAMETER), end; i != end;
             ++i) {
            const std::size_t bytes = std::stoul((*i)[1]) / 8;
            at = rounded_up(at, bytes);
            d_made.parameters.push_back({ at, bytes });
            d_symbols[(*i)[2]] = at;
            at += bytes;
        }
    }

    //! Statements, with the labels before them. Braces around assembler in the source
    //! open a scope, whose names are used up with it.
    void take_body(const std::string& body)
    {
        declare_arrays(body);
        std::string statement;
        for (const char c : body) {
            // Braces of a vector are part of a statement.
            const bool is_scope =
                (c == '{' || c == '}') && boost::trim_copy(statement).empty();
            if (is_scope)
                continue;
            if (c == ':' && statement.find('.') == std::string::npos) {
                d_labels[boost::trim_copy(statement)] = d_made.code.size();
                statement.clear();
            } else if (c == ';') {
                take_statement(boost::trim_copy(statement));
                statement.clear();
            } else {
                statement += c == '\n' || c == '\t' ? ' ' : c;
            }
        }
    }

    void take_statement(const std::string& text)
    {
        if (text.empty() || text[0] == '.')
            return;
        ptx_instruction made;
        made.text = text;
        auto rest = text;
        if (rest[0] == '@') {
            const auto end = rest.find(' ');
            auto name = rest.substr(1, end - 1);
            made.is_negated = name[0] == '!';
            made.predicate = register_of(name.substr(made.is_negated));
            rest = boost::trim_copy(rest.substr(end));
        }
        const auto end = std::min(rest.find(' '), rest.size());
        auto name = rest.substr(0, end);
        const auto operands = split_operands(rest.substr(end));
        if (starts_with(name, "ld.volatile.") || starts_with(name, "st.volatile."))
            name.erase(2, 9);
        if (name == "bra" || name == "bra.uni") {
            made.step = ptx_step::branch;
            d_jumps.emplace_back(d_made.code.size(), operands.at(0));
        } else if (name == "ret" || name == "exit") {
            made.step = ptx_step::end;
        } else if (name == "bar.sync" || name == "barrier.sync") {
            made.step = ptx_step::barrier;
        } else {
            take_action(made, name, operands);
        }
        d_made.code.push_back(std::move(made));
    }

    void take_action(ptx_instruction& made,
                     const std::string& name,
                     const std::vector<std::string>& operands)
    {
        made.action = ptx_action_of(name);
        const bool packs = starts_with(name, "mov.") && operands.size() == 2 &&
                           (operands[0][0] == '{' || operands[1][0] == '{');
        if (packs)
            made.action = packing_action(name, operands[1][0] == '{');
        if (!made.action)
            throw std::invalid_argument("PTX: what \"" + made.text +
                                        "\" does is not known");
        const bool is_store = starts_with(name, "st.") || starts_with(name, "red.");
        for (std::size_t k = 0; k < operands.size(); ++k)
            take_operand(made, operands[k], k == 0 && !is_store);
    }

    //! "mov.b32 %r1, {%rs1, %rs2}" and the other way round.
    static ptx_action packing_action(const std::string& name, bool packs)
    {
        const int bits = std::stoi(name.substr(5));
        return [=](ptx_group& g, const ptx_instruction& i) {
            const auto& parts = packs ? i.from : i.to;
            const auto width =
                static_cast<unsigned>(bits) / static_cast<unsigned>(parts.size());
            const auto mask = (std::uint64_t(1) << width) - 1;
            for (const auto lane : g.lanes()) {
                std::uint64_t all = packs ? 0 : g.get<std::uint64_t>(i.from.at(0), lane);
                for (std::size_t k = 0; k < parts.size(); ++k)
                    if (packs)
                        all |= (g.get<std::uint64_t>(parts[k], lane) & mask) << k * width;
                    else
                        g.put(parts[k], lane, all >> k * width & mask);
                if (packs)
                    g.put(i.to.at(0), lane, all);
            }
        };
    }

    static std::vector<std::string> split_operands(const std::string& text)
    {
        std::vector<std::string> operands(1);
        int depth = 0;
        for (const char c : text) {
            depth += c == '{' || c == '[';
            depth -= c == '}' || c == ']';
            if (c == ',' && depth == 0)
                operands.emplace_back();
            else
                operands.back() += c;
        }
        for (auto& one : operands)
            boost::trim(one);
        if (operands.back().empty())
            operands.pop_back();
        return operands;
    }

    void take_operand(ptx_instruction& made, const std::string& text, bool is_written)
    {
        auto& list = is_written ? made.to : made.from;
        if (text[0] == '{') {
            for (const auto& part : split_operands(text.substr(1, text.size() - 2)))
                list.push_back(operand(part));
        } else if (text[0] == '[') {
            take_address(made, text.substr(1, text.size() - 2));
        } else {
            list.push_back(operand(text));
        }
    }

    void take_address(ptx_instruction& made, const std::string& text)
    {
        const auto plus = text.find('+');
        if (plus != std::string::npos)
            made.offset = std::stoll(text.substr(plus + 1));
        const auto base = boost::trim_copy(text.substr(0, plus));
        if (d_symbols.count(base) && starts_with(made.text, "ld.param"))
            made.offset += static_cast<std::int64_t>(d_symbols.at(base));
        else
            made.from.push_back(operand(base));
    }

    int operand(const std::string& text)
    {
        if (text[0] == '%') {
            const auto number = register_of(text);
            // Registers are "%rd12"; names that end otherwise are the machine's.
            if (text.find('.') != std::string::npos || text == "%laneid")
                d_made.specials[text] = number;
            return number;
        }
        if (const auto symbol = d_symbols.find(text); symbol != d_symbols.end())
            return constant(symbol->second);
        if (starts_with(text, "0f") || starts_with(text, "0d"))
            return constant(std::stoull(text.substr(2), nullptr, 16));
        const bool is_number = std::isdigit(text[0]) || text[0] == '-';
        if (!is_number) // a register that assembler in the source declares
            return register_of(text);
        const auto digits = text.substr(0, text.find_first_of("U"));
        return constant(digits[0] == '-'
                            ? static_cast<std::uint64_t>(std::stoll(digits, nullptr, 0))
                            : std::stoull(digits, nullptr, 0));
    }

    void find_targets()
    {
        d_made.is_target.resize(d_made.code.size() + 1);
        for (const auto& [from, label] : d_jumps) {
            const auto to = d_labels.at(label);
            d_made.code[from].target = to;
            d_made.is_target[to] = true;
        }
    }

    std::string d_text;
    ptx_program d_made;
    std::map<std::string, int> d_registers;
    std::map<std::string, std::uint64_t> d_symbols;
    std::vector<std::string> d_open; //!< arrays of the launch
    std::map<std::string, std::size_t> d_labels;
    std::vector<std::pair<std::size_t, std::string>> d_jumps;
};

} // namespace

ptx_program parse_ptx(const std::string& text, const std::string& name)
{
    return parser(text, name).made();
}

} // namespace gpufft::testing
