/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/algorithm.h"
#include "codelet/printed_text.h"
#include "codelet/program.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct choice {
    const char* why;
    int length;
    const char* chosen;
};

const choice CHOICES[] = {
    { "nothing to split", 1, "direct" },
    { "a butterfly", 2, "direct" },
    { "two-point convolutions save multiplications", 5, "Rader" },
    { "coprime factors need no twiddles", 6, "prime factor 2" },
    { "coprime, and the other order is the same", 15, "prime factor 3" },
    { "a prime squared has twiddles", 9, "mixed radix 3" },
    { "fewer twiddles than radix 4", 16, "split radix" },
    { "fewer twiddles than radix 4 or 8", 64, "split radix" },
    { "three factors: the largest power of two apart", 60, "prime factor 3" },
};

complex_points run(const network& n, const complex_points& x)
{
    std::vector<double> inputs;
    for (const auto& point : x) {
        inputs.push_back(point.real());
        inputs.push_back(point.imag());
    }
    const auto outputs = run_program(to_program(n), inputs);
    complex_points y;
    for (std::size_t k = 0; k < x.size(); ++k)
        y.emplace_back(outputs[2 * k], outputs[2 * k + 1]);
    return y;
}

class qa_algorithm : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_algorithm);
    CPPUNIT_TEST(chooses_the_cheapest);
    CPPUNIT_TEST(no_candidate_is_cheaper_than_the_choice);
    CPPUNIT_TEST(every_candidate_computes_the_dft);
    CPPUNIT_TEST_SUITE_END();

    void chooses_the_cheapest()
    {
        for (const choice& c : CHOICES)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                c.why, std::string(c.chosen), to_string(choose_algorithm(c.length)));
    }

    void no_candidate_is_cheaper_than_the_choice()
    {
        for (int length = 1; length <= 32; ++length) {
            const auto cost = cost_of(build_network(length, choose_algorithm(length)));
            for (const algorithm& a : candidate_algorithms(length))
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("length {} by {}", length, to_string(a)),
                    cost <= cost_of(build_network(length, a)));
        }
    }

    void every_candidate_computes_the_dft()
    {
        for (int length = 1; length <= 48; ++length) {
            const auto x = points(length);
            for (const algorithm& a : candidate_algorithms(length)) {
                const network n = build_network(length, a);
                assert_is_dft(
                    fmt::format("length {} by {}", length, to_string(a)), x, run(n, x));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_algorithm);

} // namespace
