/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/axis/column_map.h"
#include "display/axis/frequency_axis.h"
#include "display/axis/level_unit.h"
#include "display/colours/colour_map.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <cmath>
#include <random>

using namespace gpufft::display;

namespace {

class qa_axis : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_axis);
    CPPUNIT_TEST(dc_is_in_the_middle);
    CPPUNIT_TEST(each_bin_is_in_the_column_of_its_frequency);
    CPPUNIT_TEST(columns_narrower_than_bins_show_the_bin_they_are_in);
    CPPUNIT_TEST(nothing_is_beyond_the_axis);
    CPPUNIT_TEST(densities_become_levels);
    CPPUNIT_TEST(colours_end_as_matplotlibs_do);
    CPPUNIT_TEST_SUITE_END();

    void dc_is_in_the_middle()
    {
        for (const std::size_t bins : { 1u, 2u, 7u, 4096u }) {
            const auto axis = centered_axis(100e6, 10e6, bins);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                100e6, axis.frequency(static_cast<double>(bins / 2)), 1e-6);
            CPPUNIT_ASSERT_DOUBLES_EQUAL(10e6, axis.span_hz(), 1e-6);
            CPPUNIT_ASSERT_EQUAL(bins / 2, axis.bin_at(100e6));
        }
        const auto real = one_sided_axis(0, 48000, 513);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(24000, real.frequency(512), 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(48000, real.samp_rate_hz(), 1e-9);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            10e6, centered_axis(0, 10e6, 7).samp_rate_hz(), 1e-6);
    }

    void each_bin_is_in_the_column_of_its_frequency()
    {
        std::mt19937 random(1);
        for (int times = 0; times < 200; ++times) {
            const std::size_t bins = 1000 + random() % 5000;
            const auto axis = centered_axis(0, 1e6, bins);
            const double low_hz = -5e5 + static_cast<double>(random() % 100000);
            const frequency_view view{ low_hz, low_hz + 8e5, 100 + random() % 300 };
            const column_map map(axis, view);
            const auto bin = random() % bins;
            std::vector<float> levels(bins, -100.0f), columns(view.columns);
            levels[bin] = 0;
            map.greatest(levels.data(), columns.data());
            const double at = view.position(axis.frequency(static_cast<double>(bin)));
            for (std::size_t c = 0; c < view.columns; ++c) {
                const bool is_there = static_cast<double>(c) == std::floor(at);
                // A frequency on the edge of two columns may be in either.
                if (std::abs(at - std::round(at)) > 1e-6)
                    CPPUNIT_ASSERT_EQUAL(is_there, columns[c] == 0.0f);
            }
        }
    }

    void columns_narrower_than_bins_show_the_bin_they_are_in()
    {
        const auto axis = centered_axis(0, 16, 16);
        const frequency_view view{ -2, 2, 400 };
        const column_map map(axis, view);
        std::vector<float> levels(16);
        for (std::size_t k = 0; k < 16; ++k)
            levels[k] = static_cast<float>(k);
        std::vector<float> columns(400);
        map.greatest(levels.data(), columns.data());
        for (std::size_t c = 0; c < 400; ++c) {
            const double position = axis.position(view.center_of(c));
            CPPUNIT_ASSERT_EQUAL(std::floor(static_cast<float>(position) + 0.5f),
                                 columns[c]);
        }
    }

    void nothing_is_beyond_the_axis()
    {
        const auto axis = centered_axis(0, 1, 1);
        const column_map map(axis, { -1, 1, 8 });
        const float level = 3;
        std::vector<float> columns(8);
        map.greatest(&level, columns.data());
        for (std::size_t c = 0; c < 8; ++c)
            CPPUNIT_ASSERT_EQUAL(c >= 2 && c <= 5, columns[c] == level);
        CPPUNIT_ASSERT(std::isnan(columns[0]) && std::isnan(columns[7]));
    }

    void densities_become_levels()
    {
        // A tone of -20 dBFS in bins of 100 Hz with a noise bandwidth of 1.5 has a
        // density of -20 - 10 log10 150.
        level_conversion conversion{
            parse_input_unit("dbfs_per_hz"), parse_shown_unit("dbfs"), 1.5, 7
        };
        const double density_db = -20 - 10 * std::log10(150);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-20, density_db + conversion.offset_db(100), 1e-9);
        conversion.to = parse_shown_unit("dbm");
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-13, density_db + conversion.offset_db(100), 1e-9);
        conversion = {
            parse_input_unit("power"), parse_shown_unit("dbfs_per_hz"), 1.5, 7
        };
        CPPUNIT_ASSERT_DOUBLES_EQUAL(density_db, -20 + conversion.offset_db(100), 1e-9);
        CPPUNIT_ASSERT_THROW(parse_shown_unit("watts"), gpufft::plan_error);
        CPPUNIT_ASSERT_THROW(parse_input_unit("dbm"), gpufft::plan_error);
    }

    void colours_end_as_matplotlibs_do()
    {
        CPPUNIT_ASSERT_EQUAL(0xff440154u, colour_map("viridis")[0]);
        CPPUNIT_ASSERT_EQUAL(0xfffde725u, colour_map("viridis")[255]);
        CPPUNIT_ASSERT_THROW(colour_map("jet"), gpufft::plan_error);
        for (const auto& name : colour_map_names()) {
            // Lightness, about, rises from each colour to the next but for rounding.
            const auto colours = colour_map(name);
            double last = -1;
            for (const auto colour : colours) {
                const double light = 0.299 * ((colour >> 16) & 255) +
                                     0.587 * ((colour >> 8) & 255) +
                                     0.114 * (colour & 255);
                CPPUNIT_ASSERT(light > last - 1);
                last = light;
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_axis);

} // namespace
