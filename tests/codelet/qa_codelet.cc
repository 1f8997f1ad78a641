/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "codelet/printed_text.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <fstream>
#include <iterator>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct known_count {
    int length;
    int additions;
    int multiplications;
};

// FFTW 3.3.10's own codelets, without fused multiply-add: what ours must not exceed.
const known_count FFTW_COUNTS[] = {
    { 2, 4, 0 },      { 3, 12, 4 },     { 4, 16, 0 },     { 5, 32, 12 },
    { 6, 36, 8 },     { 7, 60, 36 },    { 8, 52, 4 },     { 9, 80, 40 },
    { 10, 84, 24 },   { 11, 140, 100 }, { 12, 96, 16 },   { 13, 176, 68 },
    { 14, 148, 72 },  { 15, 156, 56 },  { 16, 144, 24 },  { 20, 208, 48 },
    { 25, 352, 184 }, { 32, 372, 84 },  { 64, 912, 248 },
};

struct known_need {
    const char* why;
    int length;
    int live_values;
};

// The inputs are 2 * length values, and no first statement can do with fewer than one
// more. Odd primes also hold the sums that all points go into.
const known_need LIVE_VALUES[] = {
    { "no statement needs anything", 1, 2 },
    { "in place: one more than the inputs", 2, 5 },
    { "one output pair at a time", 3, 7 },
    { "power of two", 8, 17 },
    { "power of two", 16, 33 },
    { "power of two", 32, 65 },
    { "power of two", 64, 129 },
    { "two-point convolutions", 5, 11 },
    { "three sums at once", 7, 17 },
    { "five sums at once", 11, 27 },
    { "three sums at once", 13, 29 },
    { "prime factors 3 and 5", 15, 31 },
    { "mixed radix", 9, 19 },
    { "mixed radix", 25, 51 },
    { "prime factors 4 and 15", 60, 121 },
};

bool has_codelet(int length)
{
    for (const int too_large : { 37, 41, 43, 47, 53, 59, 61 })
        if (length % too_large == 0)
            return false;
    return true;
}

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
    CPPUNIT_TEST(needs_no_more_operations_than_fftw);
    CPPUNIT_TEST(needs_no_negations);
    CPPUNIT_TEST(counts_what_is_printed);
    CPPUNIT_TEST(keeps_few_values_alive);
    CPPUNIT_TEST(prints_the_same_twice);
    CPPUNIT_TEST(prints_in_the_names_asked_for);
    CPPUNIT_TEST(prints_the_reviewed_text);
    CPPUNIT_TEST(refuses_what_it_cannot_make);
    CPPUNIT_TEST_SUITE_END();

    void evaluates_to_the_dft_at_every_length()
    {
        for (int length = 1; length <= MAX_CODELET_LENGTH; ++length) {
            if (!has_codelet(length))
                continue;
            const auto x = points(length);
            complex_points y(length);
            codelet::dft(length).evaluate(x.data(), y.data());
            assert_is_dft(fmt::format("length {}", length), x, y);
        }
    }

    void printed_text_computes_the_dft_at_every_length()
    {
        for (int length = 1; length <= MAX_CODELET_LENGTH; ++length) {
            if (!has_codelet(length))
                continue;
            const auto x = points(length);
            const auto text = codelet::dft(length).print(exact_names());
            assert_is_dft(
                fmt::format("text of length {}", length), x, run_printed(text, x));
        }
    }

    void needs_no_more_operations_than_fftw()
    {
        for (const known_count& known : FFTW_COUNTS) {
            const auto count = codelet::dft(known.length).count();
            CPPUNIT_ASSERT_MESSAGE(fmt::format("length {}: {} additions, {} "
                                               "multiplications; FFTW has {} and {}",
                                               known.length,
                                               count.additions,
                                               count.multiplications,
                                               known.additions,
                                               known.multiplications),
                                   count.additions <= known.additions &&
                                       count.multiplications <= known.multiplications);
        }
    }

    void needs_no_negations()
    {
        for (int length = 1; length <= MAX_CODELET_LENGTH; ++length)
            if (has_codelet(length))
                CPPUNIT_ASSERT_EQUAL_MESSAGE(fmt::format("length {}", length),
                                             0,
                                             codelet::dft(length).count().negations);
    }

    void counts_what_is_printed()
    {
        for (const int length : { 1, 2, 3, 5, 8, 13, 25, 48 }) {
            const auto count = codelet::dft(length).count();
            int additions = 0;
            int multiplications = 0;
            for (const auto& line : codelet::dft(length).print(exact_names())) {
                additions += occurrences(line, " + ") + occurrences(line, " - ");
                multiplications += occurrences(line, " * ");
            }
            const auto where = fmt::format("length {}", length);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(where, additions, count.additions);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(where, multiplications, count.multiplications);
        }
    }

    void keeps_few_values_alive()
    {
        for (const known_need& need : LIVE_VALUES) {
            const int live = codelet::dft(need.length).count().live_values;
            CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: length {}: {} > {}",
                                               need.why,
                                               need.length,
                                               live,
                                               need.live_values),
                                   live <= need.live_values);
        }
    }

    void prints_the_same_twice()
    {
        for (const int length : { 1, 7, 16, 60 }) {
            const auto& c = codelet::dft(length);
            CPPUNIT_ASSERT_EQUAL(&c, &codelet::dft(length));
            CPPUNIT_ASSERT(c.print(exact_names()) == c.print(exact_names()));
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

    // Two small ones, so that every change of the text is seen in review.
    void prints_the_reviewed_text()
    {
        for (const int length : { 4, 8 }) {
            const auto file = fmt::format("{}/codelet_{}.txt", GOLDEN_DIR, length);
            std::string made;
            for (const auto& line : codelet::dft(length).print(float_names()))
                made += line + "\n";
            if (std::getenv("GPUFFT_UPDATE_GOLDEN"))
                std::ofstream(file) << made;
            std::ifstream in(file);
            const std::string reviewed(std::istreambuf_iterator<char>(in), {});
            CPPUNIT_ASSERT_EQUAL_MESSAGE(file + ": if the change is meant, rerun with "
                                                "GPUFFT_UPDATE_GOLDEN=1 and review it",
                                         reviewed,
                                         made);
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
