/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H
#define INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H

#include "codelet/codelet.h"
#include "math/factor.h"
#include "support/judges/reference.h"
#include <cppunit/TestAssert.h>
#include <fmt/format.h>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

//! Runs printed codelets without a compiler, and judges what they compute.
namespace gpufft::testing {

using complex_points = std::vector<std::complex<double>>;

inline complex_points points(int length)
{
    const auto x = noise(length, 1000 + length);
    return complex_points(x.begin(), x.end());
}

inline void
assert_is_dft(const std::string& what, const complex_points& x, const complex_points& y)
{
    const auto expected = naive_dft(x, direction::forward);
    double difference = 0.0;
    double size = 0.0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        difference += std::norm(y.at(k) - expected[k]);
        size += std::norm(expected[k]);
    }
    // The judge's own rounding grows with the root of the length.
    const double error = std::sqrt(difference / size);
    const double bound = 2e-16 * (1 + std::sqrt(static_cast<double>(x.size())));
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.2e} > {:.2e}", what, error, bound),
                           error <= bound);
}

constexpr arithmetic ARITHMETICS[] = { arithmetic::separate, arithmetic::fused };

inline const char* name_of(arithmetic how)
{
    return how == arithmetic::fused ? "fused" : "separate";
}

//! Every length that has a codelet
inline std::vector<int> codelet_lengths()
{
    std::vector<int> lengths;
    for (int length = 1; length <= MAX_CODELET_LENGTH; ++length)
        if (is_covered(length))
            lengths.push_back(length);
    return lengths;
}

//! x0_re, y0_re, t0; literals with every digit
inline codelet_names exact_names()
{
    const auto part = [](const char* array) {
        return [array](int index, bool is_imaginary) {
            return fmt::format("{}{}_{}", array, index, is_imaginary ? "im" : "re");
        };
    };
    codelet_names names;
    names.input = part("x");
    names.output = part("y");
    names.literal = [](double value) { return fmt::format("{:.17g}", value); };
    return names;
}

//! exact_names() with literals as in a kernel
inline codelet_names float_names()
{
    codelet_names names = exact_names();
    names.literal = [](double value) { return fmt::format("{:.9g}f", value); };
    return names;
}

//! With multiply-adds spelled as in both dialects
inline codelet_names fused(codelet_names names)
{
    names.fma = [](const std::string& factor,
                   const std::string& operand,
                   const std::string& addend) {
        return fmt::format("fma({}, {}, {})", factor, operand, addend);
    };
    return names;
}

inline int occurrences(const std::string& text, const std::string& part)
{
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

//! The value of `[C *] NAME [+|- [C *] NAME]`, or of a single number
inline double value_of(const std::string& text,
                       const std::map<std::string, double>& values)
{
    std::istringstream words(text);
    std::string word;
    double sum = 0.0;
    double factor = 1.0;
    bool is_number = false;
    while (words >> word) {
        const bool is_negative =
            word.size() > 1 && word[0] == '-' && std::isalpha(word[1]);
        const std::string name = word.substr(is_negative);
        if (word == "+" || word == "-") {
            factor = word == "+" ? 1.0 : -1.0;
        } else if (word == "*") {
            is_number = false;
        } else if (std::isalpha(static_cast<unsigned char>(name[0]))) {
            CPPUNIT_ASSERT_MESSAGE(text, values.count(name));
            sum += (is_negative ? -factor : factor) * values.at(name);
        } else {
            char* end = nullptr;
            factor *= std::strtod(word.c_str(), &end);
            is_number = true;
            CPPUNIT_ASSERT_MESSAGE(text, *end == '\0');
        }
    }
    return is_number ? factor : sum;
}

//! The value of what value_of() takes, or of `fma(C, NAME, such a text)`
inline double value_of_right_side(const std::string& text,
                                  const std::map<std::string, double>& values)
{
    if (text.rfind("fma(", 0) != 0)
        return value_of(text, values);
    CPPUNIT_ASSERT_EQUAL_MESSAGE(text, ')', text.back());
    const auto first = text.find(", ");
    const auto second = text.find(", ", first + 1);
    CPPUNIT_ASSERT_MESSAGE(text, first != text.npos && second != text.npos);
    return std::fma(value_of(text.substr(4, first - 4), values),
                    value_of(text.substr(first + 2, second - first - 2), values),
                    value_of(text.substr(second + 2, text.size() - second - 3), values));
}

/*!
 * \brief What the lines compute from \p x, with the names of exact_names()
 *
 * They may be of the form `const float NAME = RIGHT SIDE;` and nothing else, may read
 * only what stands before, and may declare no name twice.
 */
inline complex_points run_printed(const std::vector<std::string>& lines,
                                  const complex_points& x)
{
    std::map<std::string, double> values;
    for (std::size_t n = 0; n < x.size(); ++n) {
        values[fmt::format("x{}_re", n)] = x[n].real();
        values[fmt::format("x{}_im", n)] = x[n].imag();
    }
    for (const std::string& line : lines) {
        CPPUNIT_ASSERT_EQUAL_MESSAGE(line, ';', line.back());
        std::istringstream words(line.substr(0, line.size() - 1));
        std::string constant, type, name, equals, right_side;
        words >> constant >> type >> name >> equals;
        std::getline(words >> std::ws, right_side);
        CPPUNIT_ASSERT_MESSAGE(line,
                               constant == "const" && type == "float" && equals == "=");
        const double value = value_of_right_side(right_side, values);
        CPPUNIT_ASSERT_MESSAGE(line, values.emplace(name, value).second);
    }
    complex_points y;
    for (std::size_t k = 0; k < x.size(); ++k)
        y.emplace_back(values.at(fmt::format("y{}_re", k)),
                       values.at(fmt::format("y{}_im", k)));
    return y;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H */
