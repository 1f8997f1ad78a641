/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H
#define INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H

#include "codelet/codelet.h"
#include "support/reference.h"
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

//! The same, with literals as in a kernel
inline codelet_names float_names()
{
    codelet_names names = exact_names();
    names.literal = [](double value) { return fmt::format("{:.9g}f", value); };
    return names;
}

inline int occurrences(const std::string& text, const std::string& part)
{
    int count = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/*!
 * \brief What the lines compute from \p x, with the names of exact_names()
 *
 * They may be of the form `const float NAME = [C *] NAME [+|- [C *] NAME];` and nothing
 * else, may read only what stands before, and may declare no name twice.
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
        std::string constant, type, name, equals, word;
        words >> constant >> type >> name >> equals;
        CPPUNIT_ASSERT_MESSAGE(line,
                               constant == "const" && type == "float" && equals == "=");
        double sum = 0.0;
        double factor = 1.0;
        while (words >> word) {
            if (word == "+" || word == "-") {
                factor = word == "+" ? 1.0 : -1.0;
            } else if (word == "*") {
                continue;
            } else if (std::isalpha(static_cast<unsigned char>(word[0]))) {
                CPPUNIT_ASSERT_MESSAGE(line, values.count(word));
                sum += factor * values[word];
            } else {
                char* end = nullptr;
                factor *= std::strtod(word.c_str(), &end);
                CPPUNIT_ASSERT_MESSAGE(line, *end == '\0');
            }
        }
        CPPUNIT_ASSERT_MESSAGE(line, values.emplace(name, sum).second);
    }
    complex_points y;
    for (std::size_t k = 0; k < x.size(); ++k)
        y.emplace_back(values.at(fmt::format("y{}_re", k)),
                       values.at(fmt::format("y{}_im", k)));
    return y;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CODELET_PRINTED_TEXT_H */
