/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "codelet/printed_text.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <set>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct known_constant {
    const char* why;
    int length;
    arithmetic how;
    double value;
};

const known_constant CONSTANTS[] = {
    { "sin 60", 3, arithmetic::separate, 0.86602540378443864676372317075293618 },
    { "sqrt(5) / 4", 5, arithmetic::separate, 0.55901699437494742410229341718281906 },
    { "sin 36 / sin 72", 5, arithmetic::fused, 0.61803398874989484820458683436563812 },
    { "sqrt(1/2)", 8, arithmetic::separate, 0.70710678118654752440084436210484904 },
    { "tan 40", 9, arithmetic::fused, 0.83909963117728001176312729812318136 },
    { "cos 22.5", 16, arithmetic::separate, 0.92387953251128675612818318939678829 },
    { "tan 22.5", 16, arithmetic::fused, 0.41421356237309504880168872420969808 },
    { "tan 11.25", 32, arithmetic::fused, 0.19891236737965800691159762264467623 },
    { "tan 33.75", 32, arithmetic::fused, 0.66817863791929891999775768652308076 },
};

std::string error_of(int length)
{
    try {
        codelet::dft(length);
    } catch (const plan_error& e) {
        return e.what();
    }
    return "no error";
}

class qa_codelet : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_codelet);
    CPPUNIT_TEST(evaluates_to_the_dft_at_every_length);
    CPPUNIT_TEST(printed_text_computes_the_dft_at_every_length);
    CPPUNIT_TEST(prints_the_same_twice);
    CPPUNIT_TEST(prints_in_the_names_asked_for);
    CPPUNIT_TEST(spells_multiply_adds_as_asked);
    CPPUNIT_TEST(constants_are_rounded_once);
    CPPUNIT_TEST(refuses_what_it_cannot_make);
    CPPUNIT_TEST_SUITE_END();

    void evaluates_to_the_dft_at_every_length()
    {
        for (const arithmetic how : ARITHMETICS) {
            for (const int length : codelet_lengths()) {
                const auto x = points(length);
                complex_points y(length);
                codelet::dft(length, how).evaluate(x.data(), y.data());
                assert_is_dft(fmt::format("{} length {}", name_of(how), length), x, y);
            }
        }
    }

    void printed_text_computes_the_dft_at_every_length()
    {
        for (const arithmetic how : ARITHMETICS) {
            for (const auto& names : { exact_names(), fused(exact_names()) }) {
                for (const int length : codelet_lengths()) {
                    const auto x = points(length);
                    const auto text = codelet::dft(length, how).print(names);
                    assert_is_dft(
                        fmt::format("text of {} length {}", name_of(how), length),
                        x,
                        run_printed(text, x));
                }
            }
        }
    }

    void prints_the_same_twice()
    {
        for (const arithmetic how : ARITHMETICS) {
            for (const int length : { 1, 7, 16, 60 }) {
                const auto& c = codelet::dft(length, how);
                CPPUNIT_ASSERT_EQUAL(&c, &codelet::dft(length, how));
                CPPUNIT_ASSERT(c.print(exact_names()) == c.print(exact_names()));
            }
        }
    }

    void prints_in_the_names_asked_for()
    {
        codelet_names names = exact_names();
        names.type = "float16";
        names.temporary = "s3_";
        names.input = [](int index, bool is_imaginary) {
            return fmt::format("{}[{}]", is_imaginary ? "im" : "re", 2 * index);
        };
        const auto lines = codelet::dft(3).print(names);
        CPPUNIT_ASSERT_EQUAL(std::string("const float16 s3_0 = re[2] + re[4];"),
                             lines[0]);
    }

    void spells_multiply_adds_as_asked()
    {
        codelet_names names = exact_names();
        const auto last_of = [&](arithmetic how) {
            return codelet::dft(3, how).print(names).back();
        };
        CPPUNIT_ASSERT_EQUAL(std::string("const float y2_im = t7 + t2;"),
                             last_of(arithmetic::separate));
        CPPUNIT_ASSERT_EQUAL(
            std::string("const float y2_im = t5 + 0.8660254037844386 * t1;"),
            last_of(arithmetic::fused));
        names = fused(names);
        CPPUNIT_ASSERT_EQUAL(
            std::string("const float y2_im = fma(0.8660254037844386, t1, t5);"),
            last_of(arithmetic::fused));
    }

    // Constants are computed in more than double, so each is the nearest double to its
    // true value. The ones below were computed to 35 digits.
    void constants_are_rounded_once()
    {
        for (const known_constant& known : CONSTANTS) {
            std::set<double> printed;
            codelet_names names = exact_names();
            names.literal = [&](double value) {
                printed.insert(std::abs(value));
                return std::string();
            };
            codelet::dft(known.length, known.how).print(names);
            CPPUNIT_ASSERT_MESSAGE(
                fmt::format(
                    "{}: length {} has no {:.17g}", known.why, known.length, known.value),
                printed.count(known.value));
        }
    }

    void refuses_what_it_cannot_make()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string("no codelet of length 0: they have 1 to 64 points"), error_of(0));
        CPPUNIT_ASSERT_EQUAL(
            std::string("no codelet of length -4: they have 1 to 64 points"),
            error_of(-4));
        CPPUNIT_ASSERT_EQUAL(
            std::string("no codelet of length 65: they have 1 to 64 points"),
            error_of(65));
        CPPUNIT_ASSERT_EQUAL(
            std::string("no codelet of length 37: its prime factor 37 is above 31, the "
                        "largest that codelets are made for"),
            error_of(37));
        CPPUNIT_ASSERT_EQUAL(std::string("no error"), error_of(62));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_codelet);

} // namespace
