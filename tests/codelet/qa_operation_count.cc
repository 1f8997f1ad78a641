/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/printed_text.h"
#include <cppunit/TestAssert.h>
#include <cppunit/extensions/HelperMacros.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

/*!
 * What FFTW 3.3.10's generator needs (gen_notw -compact -variables 4 -pipeline-latency
 * 4): additions and multiplications without -fma, instructions and declared variables
 * with. Up to 16 and for 20, 25, 32 and 64 these are the codelets that FFTW ships.
 */
struct known_count {
    int length;
    int additions;
    int multiplications;
    int instructions;
    int variables;
};

// What ours must not exceed, in any column
const known_count NEVER_MORE[] = {
    { 2, 4, 0, 4, 5 },          { 3, 12, 4, 12, 15 },       { 4, 16, 0, 16, 13 },
    { 5, 32, 12, 32, 21 },      { 6, 36, 8, 36, 23 },       { 7, 60, 36, 60, 41 },
    { 8, 52, 4, 52, 28 },       { 9, 80, 40, 80, 41 },      { 10, 84, 24, 84, 41 },
    { 11, 140, 100, 140, 62 },  { 12, 96, 16, 96, 43 },     { 13, 176, 68, 176, 76 },
    { 14, 148, 72, 148, 67 },   { 15, 156, 56, 156, 69 },   { 16, 144, 24, 144, 50 },
    { 20, 208, 48, 208, 81 },   { 25, 352, 184, 352, 128 }, { 32, 372, 84, 372, 100 },
    { 64, 912, 248, 912, 172 },
};

// What ours may exceed by a tenth, additions and multiplications taken together: we save
// additions where FFTW saves multiplications, which cost nothing inside a multiply-add.
const known_count A_TENTH_MORE[] = {
    { 17, 296, 116, 296, 112 }, { 19, 428, 228, 428, 143 }, { 23, 692, 484, 692, 245 },
    { 29, 760, 396, 760, 187 }, { 31, 804, 340, 804, 212 },
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
    { "power of two", 4, 9 },
    { "power of two", 8, 17 },
    { "power of two", 16, 33 },
    { "power of two", 32, 65 },
    { "power of two", 64, 129 },
    { "two-point convolutions", 5, 11 },
    { "three sums at once", 7, 17 },
    { "five sums at once", 11, 27 },
    { "three sums at once", 13, 29 },
    { "four sums at once", 17, 41 },
    { "three blocks of three sums", 19, 43 },
    { "eleven sums at once", 23, 57 },
    { "seven sums at once", 29, 71 },
    { "three blocks of five sums", 31, 71 },
    { "prime factors 3 and 5", 15, 31 },
    { "mixed radix", 9, 19 },
    { "mixed radix", 25, 51 },
    { "prime factors 4 and 15", 60, 121 },
};

std::string text_of(const operation_count& count)
{
    return fmt::format("{} additions, {} multiplications, {} fused, {} live values",
                       count.additions,
                       count.multiplications,
                       count.fused,
                       count.live_values);
}

void assert_holds(bool is_held, int length, arithmetic how)
{
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{} length {}: {}",
                                       name_of(how),
                                       length,
                                       text_of(codelet::dft(length, how).count())),
                           is_held);
}

class qa_operation_count : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_operation_count);
    CPPUNIT_TEST(needs_no_more_operations_than_fftw);
    CPPUNIT_TEST(long_primes_need_about_as_many_as_fftw);
    CPPUNIT_TEST(needs_no_more_instructions_than_fftw);
    CPPUNIT_TEST(every_fused_statement_is_one_instruction);
    CPPUNIT_TEST(needs_no_negations);
    CPPUNIT_TEST(counts_what_is_printed);
    CPPUNIT_TEST(keeps_few_values_alive);
    CPPUNIT_TEST_SUITE_END();

    void needs_no_more_operations_than_fftw()
    {
        for (const known_count& known : NEVER_MORE) {
            const auto count = codelet::dft(known.length).count();
            assert_holds(count.additions <= known.additions &&
                             count.multiplications <= known.multiplications,
                         known.length,
                         arithmetic::separate);
        }
    }

    void long_primes_need_about_as_many_as_fftw()
    {
        for (const known_count& known : A_TENTH_MORE) {
            const auto count = codelet::dft(known.length).count();
            const int most = (known.additions + known.multiplications) * 11 / 10;
            assert_holds(count.additions <= known.additions &&
                             count.additions + count.multiplications <= most,
                         known.length,
                         arithmetic::separate);
        }
    }

    void needs_no_more_instructions_than_fftw()
    {
        std::vector<known_count> all(std::begin(NEVER_MORE), std::end(NEVER_MORE));
        all.insert(all.end(), std::begin(A_TENTH_MORE), std::end(A_TENTH_MORE));
        for (const known_count& known : all) {
            const auto count = codelet::dft(known.length, arithmetic::fused).count();
            assert_holds(count.instructions() <= known.instructions &&
                             count.live_values <= known.variables,
                         known.length,
                         arithmetic::fused);
        }
    }

    void every_fused_statement_is_one_instruction()
    {
        for (const int length : codelet_lengths()) {
            const auto& c = codelet::dft(length, arithmetic::fused);
            const auto count = c.count();
            const int statements = static_cast<int>(c.print(exact_names()).size());
            if (length > 1) // which copies
                assert_holds(count.instructions() == statements &&
                                 count.instructions() == count.additions,
                             length,
                             arithmetic::fused);
            assert_holds(count.additions == codelet::dft(length).count().additions,
                         length,
                         arithmetic::fused);
        }
    }

    void needs_no_negations()
    {
        for (const arithmetic how : ARITHMETICS)
            for (const int length : codelet_lengths())
                assert_holds(
                    codelet::dft(length, how).count().negations == 0, length, how);
    }

    void counts_what_is_printed()
    {
        for (const arithmetic how : ARITHMETICS) {
            for (const int length : { 1, 2, 3, 5, 8, 13, 25, 48 }) {
                const auto& c = codelet::dft(length, how);
                const auto count = c.count();
                int sums = 0, products = 0, fused_sums = 0;
                for (const auto& line : c.print(exact_names())) {
                    sums += occurrences(line, " + ") + occurrences(line, " - ");
                    products += occurrences(line, " * ");
                }
                for (const auto& line : c.print(fused(exact_names())))
                    fused_sums += occurrences(line, "fma(");
                assert_holds(sums == count.additions &&
                                 products == count.multiplications &&
                                 fused_sums == count.fused,
                             length,
                             how);
            }
        }
    }

    void keeps_few_values_alive()
    {
        for (const arithmetic how : ARITHMETICS)
            for (const known_need& need : LIVE_VALUES)
                assert_holds(codelet::dft(need.length, how).count().live_values <=
                                 need.live_values,
                             need.length,
                             how);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_operation_count);

} // namespace
