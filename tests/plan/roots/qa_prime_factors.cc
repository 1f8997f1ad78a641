/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rader's convolution by prime factors, and its rows in bulk: the order against the DFT
// in several dimensions that it stands for, and where either is refused.
#include "math/host_fft.h"
#include "math/roots.h"
#include "plan/check/check_plan.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/roots/prime_factors.h"
#include "plan/simt/bulk_rows.h"
#include "plan/simt/tile.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include "plan/text/plan_text.h"
#include "support/transforms/cores.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

const char RADER[] = "convolves load=c2c.rader store=c2c.rader";

pass pass_of(int length, const std::string& stages, const std::string& more)
{
    return parse_plan(fmt::format(
                          "c2c forward {}: rader | {} {}{}", length, stages, RADER, more))
        .passes[0];
}

class qa_prime_factors : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_prime_factors);
    CPPUNIT_TEST(stages_without_twiddles_give_the_dft);
    CPPUNIT_TEST(no_twiddles_are_loaded);
    CPPUNIT_TEST(nonsense_is_refused);
    CPPUNIT_TEST(the_planner_takes_it_where_it_can);
    CPPUNIT_TEST(what_a_copy_cannot_do_is_not_copied);
    CPPUNIT_TEST(builtin_plans_do_without_bulk_where_there_is_none);
    CPPUNIT_TEST(odd_rows_have_room_to_be_shifted);
    CPPUNIT_TEST_SUITE_END();

    //! Output k of the stages' butterflies alone, for each k, of points x in their order.
    static complex_points stages_of(const pass& p, const complex_points& x)
    {
        const auto m = p.stages.size();
        const auto count = static_cast<std::int64_t>(x.size());
        complex_points y(x.size());
        for (std::int64_t k = 0; k < count; ++k) {
            for (std::int64_t j = 0; j < count; ++j) {
                std::complex<double> root = 1;
                auto rest_k = k, rest_j = j;
                // Digits k_1 and n_m are the fastest.
                std::vector<std::int64_t> n(m);
                for (std::size_t i = m; i-- > 0;) {
                    n[i] = rest_j % p.stages[i].radix;
                    rest_j /= p.stages[i].radix;
                }
                for (std::size_t i = 0; i < m; ++i) {
                    const int radix = p.stages[i].radix;
                    root *= root_of_unity(-(rest_k % radix) * n[i], radix);
                    rest_k /= radix;
                }
                y[k] += root * x[j];
            }
        }
        return y;
    }

    void stages_without_twiddles_give_the_dft()
    {
        for (const auto& [length, stages] : { std::pair(61, "12.5"),
                                              std::pair(61, "4.15"),
                                              std::pair(127, "14.9"),
                                              std::pair(211, "5.7.6") }) {
            const auto p = pass_of(length, stages, " prime-factor");
            const auto in_a_row = random_points(length - 1);
            const auto expected = host_fft(in_a_row);
            complex_points x;
            for (const auto q : points_in_order(p))
                x.push_back(in_a_row[q]);
            const auto y = stages_of(p, x);
            const auto order = outputs_in_order(p);
            for (std::size_t k = 0; k < y.size(); ++k)
                CPPUNIT_ASSERT_MESSAGE(
                    fmt::format("{} as {}, output {}", length, stages, k),
                    std::abs(y[k] - expected[order[k]]) < 1e-11);
        }
    }

    void no_twiddles_are_loaded()
    {
        const auto with = pass_of(127, "14.9", "");
        const auto without = pass_of(127, "14.9", " prime-factor");
        CPPUNIT_ASSERT(twiddle_table(with).size() > twiddle_table(without).size());
        CPPUNIT_ASSERT_EQUAL(std::size_t(126), twiddle_table(without).size());
    }

    void nonsense_is_refused()
    {
        const std::string rows = " staged-input staged-output";
        const std::pair<std::string, std::string> lines[] = {
            { "c2c forward 61: rader | 10.6 " + std::string(RADER), " prime-factor" },
            { "c2c forward 126: stockham | 14.9", " prime-factor" },
            { "c2c forward 61: rader | 10.6 " + std::string(RADER), " bulk-input" },
            { "c2c forward 60: stockham | 10.6" + rows, " bulk-input" },
            { "c2c forward 60: stockham | 10.6" + rows, " bulk-output" },
            { "c2c inverse 61, by length: rader | 10.6 convolves load=c2c.swap.rader "
              "store=c2c.swap.rader.scaled" +
                  rows,
              " bulk-output" },
            { "c2c forward 61, input strides 2: rader | 10.6 " + std::string(RADER) +
                  rows,
              " bulk-input" },
        };
        for (const auto& [line, word] : lines) {
            CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, parse_plan(line));
            CPPUNIT_ASSERT_THROW_MESSAGE(
                line + word, parse_plan(line + word), plan_error);
        }
        CPPUNIT_ASSERT_NO_THROW(pass_of(61, "10.6", rows + " bulk-input bulk-output"));
    }

    void the_planner_takes_it_where_it_can()
    {
        std::vector<named_limits> all(std::begin(LIMITS), std::end(LIMITS));
        all.push_back({ "a GPU with clusters", with_clusters() });
        int by_factors = 0, in_bulk = 0;
        for (const auto& on : all) {
            for (const int length : { 61, 127, 211, 1021 }) {
                for (const auto& p : choose_plan(transform(length), on.limits).passes) {
                    if (p.load.by != convolution::rader || p.is_vector())
                        continue;
                    by_factors += p.order.has_prime_factors;
                    in_bulk += p.workgroup().bulk_input && p.workgroup().bulk_output;
                    CPPUNIT_ASSERT_MESSAGE(
                        on.why,
                        on.limits.max_cluster > 1 ||
                            !(p.workgroup().bulk_input || p.workgroup().bulk_output));
                    CPPUNIT_ASSERT_MESSAGE(
                        on.why, p.order.has_prime_factors == suits_prime_factors(p));
                }
            }
        }
        CPPUNIT_ASSERT(by_factors > 0);
        CPPUNIT_ASSERT(in_bulk > 0);
    }

    void what_a_copy_cannot_do_is_not_copied()
    {
        const std::pair<const char*, bool> asked[] = {
            // a request, and whether both input and output can be copied in bulk
            { "c2c forward {}", true },
            { "c2c inverse {}", true },
            { "c2c inverse {}, by length", false },
            { "c2c forward {}, scaled by 3", false },
            { "c2c forward {}, windowed", false },
            { "c2c forward {}, real input", false },
            { "c2c forward {}, planar input", false },
            { "c2c forward {}, output rotated by 5", false },
            { "c2c forward {}, input rotated by 5", false },
            { "c2c forward {}, input strides 2", false },
        };
        for (const auto& [text, can] : asked) {
            for (const int length : { 61, 127, 1009, 1013, 1021, 2311 }) {
                const auto line = fmt::format(fmt::runtime(text), length);
                const auto made = choose_plan(parse_transform(line), with_clusters());
                CPPUNIT_ASSERT_NO_THROW_MESSAGE(line, check_plan(made));
                const auto& p = made.passes[0];
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    line, can, p.workgroup().bulk_input && p.workgroup().bulk_output);
            }
        }
    }

    void builtin_plans_do_without_bulk_where_there_is_none()
    {
        auto limits = with_clusters();
        limits.architecture = "sm_90";
        const auto by_cuda = choose_plan(transform(127), limits).passes[0];
        CPPUNIT_ASSERT(by_cuda.workgroup().bulk_input && by_cuda.workgroup().bulk_output);
        limits.max_cluster = 0;
        auto without = choose_plan(transform(127), limits).passes[0];
        CPPUNIT_ASSERT(!without.workgroup().bulk_input &&
                       !without.workgroup().bulk_output);
        CPPUNIT_ASSERT_EQUAL(by_cuda.workgroup().min_blocks,
                             without.workgroup().min_blocks);
        CPPUNIT_ASSERT_EQUAL(by_cuda.columns.size, without.columns.size);
        // Where the output is scaled, only the input comes in bulk.
        limits.max_cluster = 16;
        transform scaled(127);
        scaled.dir = direction::inverse;
        scaled.norm = normalization::by_length;
        const auto half = choose_plan(scaled, limits).passes[0];
        CPPUNIT_ASSERT(half.workgroup().bulk_input && !half.workgroup().bulk_output);
    }

    void odd_rows_have_room_to_be_shifted()
    {
        const std::string rows = " staged-input staged-output";
        const auto alone = pass_of(61, "10.6", rows);
        const auto in_bulk = pass_of(61, "10.6", rows + " bulk-input bulk-output");
        const auto two = parse_plan(fmt::format("c2c forward 61: rader | 10.6 {} "
                                                "columns=row:2{} bulk-input bulk-output",
                                                RADER,
                                                rows))
                             .passes[0];
        CPPUNIT_ASSERT(!has_odd_rows(alone));
        CPPUNIT_ASSERT(has_odd_rows(in_bulk));
        CPPUNIT_ASSERT(!has_odd_rows(two));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), make_tile(in_bulk).exchange_points % 2);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(62), make_tile(in_bulk).row_points);
        // The kernel also has a barrier that counts the bytes.
        CPPUNIT_ASSERT_EQUAL(local_memory_bytes(alone) + 8 + 8,
                             local_memory_bytes(in_bulk));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_prime_factors);

} // namespace
