/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/measure/band_power.h"
#include "display/measure/marker_set.h"
#include "display/measure/spectral_maxima.h"
#include <cppunit/extensions/HelperMacros.h>
#include <cmath>
#include <random>

using namespace gpufft::display;

namespace {

class qa_measure : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_measure);
    CPPUNIT_TEST(power_of_a_band_is_its_density_times_its_width);
    CPPUNIT_TEST(half_a_percent_is_left_out_on_each_side);
    CPPUNIT_TEST(peaks_are_the_tones);
    CPPUNIT_TEST(markers_read_levels_and_differences);
    CPPUNIT_TEST(frequencies_have_digits_for_their_resolution);
    CPPUNIT_TEST_SUITE_END();

    void power_of_a_band_is_its_density_times_its_width()
    {
        const auto axis = centered_axis(1e6, 1000, 100);
        const std::vector<float> density(100, -60.0f);
        for (const double width_hz : { 10.0, 123.4, 5.0, 700.0 })
            CPPUNIT_ASSERT_DOUBLES_EQUAL(
                -60 + 10 * std::log10(width_hz),
                band_power_db(
                    axis, density, { 1e6 - width_hz / 3, 1e6 + 2 * width_hz / 3 }),
                1e-6);
        // What lies beyond the axis has no power.
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-30, band_power_db(axis, density, { 0, 2e6 }), 1e-6);
        CPPUNIT_ASSERT_EQUAL(-INFINITY,
                             static_cast<float>(band_power_db(axis, density, { 0, 1 })));
    }

    void half_a_percent_is_left_out_on_each_side()
    {
        const auto axis = centered_axis(0, 2000, 2000);
        std::vector<float> levels(2000, -200.0f);
        for (std::size_t k = 800; k < 1200; ++k)
            levels[k] = -50;
        levels[5] = NAN;
        const auto band = occupied_band(axis, levels, { -1000, 1000 });
        CPPUNIT_ASSERT_DOUBLES_EQUAL(0.99 * 400, band.width_hz(), 0.01);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-0.5, band.center_hz(), 0.01);
        // All power in one bin.
        std::vector<float> tone(2000, -300.0f);
        tone[700] = 0;
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            0.99, occupied_band(axis, tone, { -1000, 1000 }).width_hz(), 0.01);
        const std::vector<float> none(2000, -INFINITY);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(
            100, occupied_band(axis, none, { -50, 50 }).width_hz(), 1e-9);
    }

    void peaks_are_the_tones()
    {
        const auto axis = centered_axis(0, 4096, 4096);
        std::mt19937 random(3);
        std::normal_distribution<float> noise(-100, 0.7f);
        std::vector<float> levels(4096);
        for (auto& db : levels)
            db = noise(random);
        const std::size_t bins[] = { 0, 100, 104, 2000, 4095 };
        for (std::size_t i = 0; i < 5; ++i)
            levels[bins[i]] = -20 - 10 * static_cast<float>(i);
        const auto peaks = spectral_maxima(axis, levels, { -1e9, 1e9 }, 5);
        CPPUNIT_ASSERT_EQUAL(std::size_t(5), peaks.size());
        for (std::size_t i = 0; i < 5; ++i)
            CPPUNIT_ASSERT_EQUAL(bins[i], peaks[i].bin);
        // Within a part, the highest of that part.
        const auto part = spectral_maxima(axis, levels, { -1900, 100 }, 1);
        CPPUNIT_ASSERT_EQUAL(std::size_t(2000), part.at(0).bin);
        CPPUNIT_ASSERT(
            spectral_maxima(axis, std::vector<float>(4096, NAN), { -1e9, 1e9 }, 3)
                .empty());
    }

    void markers_read_levels_and_differences()
    {
        const auto axis = centered_axis(100e6, 1e6, 1000);
        std::vector<float> levels(1000, -90.0f);
        levels[600] = -10;
        levels[700] = -35.5f;
        const level_conversion conversion{ { false, false }, { false, false }, 1.5, 0 };
        marker_set markers;
        markers.add({ 100.1e6 + 300, trace_kind::now, false });
        markers.add({ 100.2e6, trace_kind::now, true });
        markers.add({ 105e6, trace_kind::now, false });
        const auto first = markers.read(0, axis, levels, levels, conversion);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(100.1e6, first.freq_hz, 1e-3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-10, first.level_db, 1e-4);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-10 - 10 * std::log10(1500), first.density_db, 1e-4);
        const auto delta = markers.read(1, axis, levels, levels, conversion);
        CPPUNIT_ASSERT(delta.is_delta);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(1e5, delta.delta_hz, 1e-3);
        CPPUNIT_ASSERT_DOUBLES_EQUAL(-25.5, delta.delta_db, 1e-4);
        CPPUNIT_ASSERT(
            std::isnan(markers.read(2, axis, levels, levels, conversion).level_db));
        for (int i = 0; i < 100; ++i)
            markers.add({});
        CPPUNIT_ASSERT_EQUAL(marker_set::MOST, markers.size());
    }

    void frequencies_have_digits_for_their_resolution()
    {
        CPPUNIT_ASSERT_EQUAL(std::string("101.2002 MHz"),
                             frequency_text(101.2002e6, 244));
        CPPUNIT_ASSERT_EQUAL(std::string("2.44 GHz"), frequency_text(2.44e9, 1e7));
        CPPUNIT_ASSERT_EQUAL(std::string("-12.5 kHz"), frequency_text(-12500, 100));
        CPPUNIT_ASSERT_EQUAL(std::string("0 Hz"), frequency_text(0, 1));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_measure);

} // namespace
