/* SPDX-License-Identifier: GPL-3.0-or-later */
// Index maps and root tables of load and store operations, against what they stand for.
#include "math/roots.h"
#include "plan/simt/io_tables.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <algorithm>

using namespace gpufft;

namespace {

//! Root \p e as a kernel finds it in the tables.
std::complex<double> looked_up(const std::vector<std::complex<double>>& table,
                               const root_tables& roots,
                               std::int64_t e)
{
    if (roots.is_direct())
        return table[roots.fine_offset + e];
    return table[roots.fine_offset + e % roots.fine] *
           table[roots.coarse_offset + e / roots.fine];
}

std::complex<double> expected_root(const root_series& s, std::int64_t e)
{
    return s.is_chirp ? root_of_unity(-e * e, s.order)
                      : root_of_unity(-(s.first + s.step * e), s.order);
}

} // namespace

class qa_io_tables : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_io_tables);
    CPPUNIT_TEST(every_root_is_found);
    CPPUNIT_TEST(tables_stay_short);
    CPPUNIT_TEST(both_ends_share_their_roots);
    CPPUNIT_TEST(odd_dct4_takes_every_point_once);
    CPPUNIT_TEST(cores_are_as_short_as_they_can_be);
    CPPUNIT_TEST(plain_copies_need_no_index);
    CPPUNIT_TEST_SUITE_END();

    void every_root_is_found()
    {
        struct {
            const char* why;
            root_series series;
        } const rows[] = {
            { "one", { 2, 1 } },
            { "all, direct", { 4096, 4096 } },
            { "all, of two tables", { 4097, 4097 } },
            { "half a turn", { 16384, 8193 } },
            { "a dct4's, direct", { 8 * 60, 30, 1, 4 } },
            { "a dct4's, of two tables", { 8 * 10000, 5000, 1, 4 } },
            { "a chirp", { 74, 37, 0, 1, true } },
        };
        const std::int64_t offset = 5; // of other tables
        for (const auto& row : rows) {
            const auto roots = lay_out_roots(row.series, offset);
            std::vector<std::complex<double>> table(offset);
            append_roots(table, roots);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, roots.end, static_cast<std::int64_t>(table.size()));
            for (std::int64_t e = 0; e < row.series.count; ++e)
                CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: root {}", row.why, e),
                                       std::abs(looked_up(table, roots, e) -
                                                expected_root(row.series, e)) < 1e-15);
        }
        CPPUNIT_ASSERT_EQUAL(offset, lay_out_roots(1, offset).end);
    }

    void tables_stay_short()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(4096), lay_out_roots(4096, 0).end);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(128 + 33), lay_out_roots(4097, 0).end);
        const std::int64_t longest = std::int64_t(1) << 27;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(16384 + 8192), lay_out_roots(longest, 0).end);
    }

    void both_ends_share_their_roots()
    {
        pass p;
        p.dimensions[0].length = 4;
        p.dimensions[0].caller_length = 8;
        p.load.kind = transform_kind::c2r; // w(8)^n, n < 4
        p.store.kind = transform_kind::r2c;
        p.load.is_half = p.store.is_half = true;
        const auto layout = lay_out_io_tables(p, 10);
        CPPUNIT_ASSERT_EQUAL(std::size_t(1), layout.functions.size());
        CPPUNIT_ASSERT_EQUAL(std::string("root_of_8"), layout.functions[0].function);
        CPPUNIT_ASSERT_EQUAL(std::int64_t(14), layout.end);
    }

    void odd_dct4_takes_every_point_once()
    {
        for (std::int64_t length = 1; length < 100; length += 2) {
            std::vector<int> read(length), written(length);
            for (std::int64_t q = 0; q < length; ++q) {
                ++read.at(dct4_input_of(q, length).place);
                ++written.at(dct4_output_of(q, length).place);
            }
            for (const auto& counts : { read, written })
                CPPUNIT_ASSERT_EQUAL_MESSAGE(std::to_string(length),
                                             length,
                                             static_cast<std::int64_t>(std::count(
                                                 counts.begin(), counts.end(), 1)));
        }
    }

    void cores_are_as_short_as_they_can_be()
    {
        struct {
            const char* why;
            transform_kind kind;
            bool is_half;
            std::int64_t length, dft;
            bool needs_pairs;
        } const rows[] = {
            { "c2c", transform_kind::c2c, false, 12, 12, false },
            { "r2c, odd", transform_kind::r2c, false, 9, 9, false },
            { "r2c, even", transform_kind::r2c, true, 12, 6, true },
            { "c2r, even", transform_kind::c2r, true, 12, 6, false },
            { "dct1", transform_kind::dct1, true, 13, 12, true },
            { "dst1", transform_kind::dst1, true, 11, 12, true },
            { "dct2, odd", transform_kind::dct2, false, 9, 9, false },
            { "dst2, even", transform_kind::dst2, true, 12, 6, true },
            { "dct3, even", transform_kind::dct3, true, 12, 6, false },
            { "dst4, even", transform_kind::dst4, true, 12, 6, false },
        };
        for (const auto& row : rows) {
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                row.why, row.dft, dft_length(row.kind, row.is_half, row.length));
            store_operation store;
            store.kind = row.kind;
            store.is_half = row.is_half;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(row.why, row.needs_pairs, store.needs_pairs());
        }
    }

    void plain_copies_need_no_index()
    {
        pass p;
        CPPUNIT_ASSERT(!p.load_is_indexed() && !p.store_is_indexed());
        p.load.swap_parts = p.store.swap_parts = p.store.scaled = true;
        p.load.stored = element::real;
        p.load.kind = transform_kind::r2c; // an inner DFT of all points
        p.store.kind = transform_kind::c2r;
        CPPUNIT_ASSERT(!p.load_is_indexed() && !p.store_is_indexed());
        p.load.is_half = p.store.is_half = true;
        CPPUNIT_ASSERT(p.load_is_indexed() && p.store_is_indexed());

        pass rotated;
        rotated.dimensions[0].input_rotation = 1;
        CPPUNIT_ASSERT(rotated.load_is_indexed() && !rotated.store_is_indexed());
        pass chirped;
        chirped.store.by = convolution::bluestein;
        CPPUNIT_ASSERT(!chirped.load_is_indexed() && chirped.store_is_indexed());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_io_tables);
