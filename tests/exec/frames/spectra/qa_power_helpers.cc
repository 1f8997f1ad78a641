/* SPDX-License-Identifier: GPL-3.0-or-later */
// The kernels around power spectra, combining apart, against plain loops in double
// precision, on a real device and on the fake one.
#include "codegen/helpers/power_kernels.h"
#include "device/interface/registry.h"
#include "plan/ir/enum_names.h"
#include "support/devices/power_launch.h"
#include "support/judges/power_numbers.h"
#include <gpufft/error.h>
#include <algorithm>
#include <functional>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

struct finishing {
    const char* why;
    std::uint32_t bins, out_bins, rotation;
    bool is_mean, decibels;
    float edge;
    std::uint32_t last_edge;
};

const finishing FINISHINGS[] = {
    { "as it is", 7, 7, 0, false, false, 1, 0xffffffff },
    { "centered, decibels", 64, 64, 32, false, true, 1, 0xffffffff },
    { "half a spectrum, its edges halved", 513, 513, 0, false, true, 0.5, 512 },
    { "highest of several", 1000, 10, 500, false, false, 1, 0xffffffff },
    { "mean of unequal many", 1001, 100, 1, true, true, 0.5, 1000 },
    { "one of all", 130, 1, 65, true, false, 1, 0xffffffff },
};

} // namespace

class qa_power_helpers : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power_helpers);
    CPPUNIT_TEST(convert_every_kind_of_whole_number);
    CPPUNIT_TEST(accumulate_runs);
    CPPUNIT_TEST(finish_averages);
    CPPUNIT_TEST(decibels_of_any_number);
    CPPUNIT_TEST(the_fake_is_strict);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(device_limits()) };

    template <class stored>
    void convert(sample_kind kind, double zero, const std::vector<stored>& samples)
    {
        std::vector<double> expected;
        for (const auto s : samples)
            expected.push_back(s - zero);
        power_request request;
        request.samples = kind;
        for (const auto& on : d_devices) {
            launch_arguments a(on);
            a.in(samples).in(floats(samples.size(), -1)).count(samples.size());
            a.run(generate_convert(request, on->kernel_dialect()),
                  groups_for(samples.size()));
            check_numbers(name_of(kind), expected, a.floats(1));
        }
    }

    void convert_every_kind_of_whole_number()
    {
        convert<std::int16_t>(
            sample_kind::complex_int16, 0, { -32768, 32767, 0, 1, -1, 300 });
        std::vector<std::int8_t> bytes;
        std::vector<std::uint8_t> unsigned_bytes;
        for (int i = 0; i < 256; ++i) {
            bytes.push_back(static_cast<std::int8_t>(i - 128));
            unsigned_bytes.push_back(static_cast<std::uint8_t>(i));
        }
        convert<std::int8_t>(sample_kind::complex_int8, 0, bytes);
        convert<std::uint8_t>(sample_kind::complex_uint8, 127.5, unsigned_bytes);
    }

    void accumulate(const power_request& request)
    {
        const counts runs = { 0, 3, 4, 4, 9 };
        const auto rows = runs.size() - 1;
        const auto bins = static_cast<std::size_t>(request.bins());
        const auto values = static_cast<std::size_t>(request.values());
        const auto planes = request.how.planes();
        const float keep = request.how == accumulation::sum ? 0.75F : 1;
        auto spectra = noise(runs.back() * bins);
        spectra[4 * bins] = { NOT_A_NUMBER, 0 };
        spectra[5 * bins + bins / 2] = { 1e25F, 0 };
        std::vector<double> expected;
        for (std::size_t r = 0; r < rows; ++r) {
            for (std::size_t k = 0; k < values; ++k) {
                const auto how = planes[k / bins];
                const bool is_extreme = accumulations(how).has_extremes();
                double s = is_extreme ? NOT_A_NUMBER : 0;
                for (std::size_t f = runs[r]; f < runs[r + 1]; ++f) {
                    double p = std::norm(complex64(spectra[f * bins + k % bins]));
                    if (p > 1e38)
                        p = INFINITE;
                    if (is_extreme && !std::isfinite(p))
                        p = NOT_A_NUMBER;
                    if (how == accumulation::square)
                        p *= p;
                    s = joined(how, how == accumulation::sum ? keep * s : s, p);
                }
                expected.push_back(s);
            }
        }
        for (const auto& [on, form] : testing::with_forms(d_devices)) {
            launch_arguments a(on);
            a.in(spectra).in(floats(rows * values, -1)).in(runs).number(keep).count(rows);
            const auto source = generate_accumulate(request, on->kernel_dialect(), form);
            a.run(source, groups_for(bins, rows));
            check_numbers(
                fmt::format("{} of {} bins on {}", source.name, bins, on->info().name),
                expected,
                a.floats(1));
        }
    }

    void accumulate_runs()
    {
        accumulate({ 64, 64, sample_kind::complex_float, accumulation::sum });
        accumulate({ 130, 64, sample_kind::complex_int8, accumulation::highest });
        accumulate({ 130, 64, sample_kind::real_float, accumulation::lowest });
        accumulate({ 64, 64, sample_kind::complex_float, accumulation::square });
        power_request several = { 130, 64, sample_kind::real_float, accumulation::sum };
        for (const auto each :
             { accumulation::highest, accumulation::lowest, accumulation::square })
            several.how.add(each);
        accumulate(several);
    }

    static std::vector<double>
    finished(const finishing& f, const floats& averages, const floats& factors)
    {
        std::vector<double> all;
        for (std::size_t o = 0; o < factors.size(); ++o) {
            for (std::uint64_t b = 0; b < f.out_bins; ++b) {
                const auto first = b * f.bins / f.out_bins;
                const auto behind = (b + 1) * f.bins / f.out_bins;
                double sum = 0, highest = -INFINITE;
                for (auto k = first; k < behind; ++k) {
                    const auto bin = (k + f.rotation) % f.bins;
                    double p = averages[o * f.bins + bin];
                    if (bin == 0 || bin == f.last_edge)
                        p *= f.edge;
                    sum += p;
                    highest = std::max(highest, p);
                }
                const double mean = sum / static_cast<double>(behind - first);
                const double value = factors[o] * (f.is_mean ? mean : highest);
                all.push_back(f.decibels ? 10 * std::log10(value) : value);
            }
        }
        return all;
    }

    void finish_averages()
    {
        for (const auto& f : FINISHINGS) {
            for (const auto& [on, form] : testing::with_forms(d_devices)) {
                finish(f, on, true, form);
                if (f.bins == f.out_bins)
                    finish(f, on, false, form);
            }
        }
    }

    void finish(const finishing& f,
                const std::shared_ptr<device>& on,
                bool reduces,
                helper_form form)
    {
        const floats factors = { 1, 0.001F, 1e6F };
        auto averages = uneven(factors.size() * f.bins, 11);
        averages.back() = 0; // minus infinity in decibels
        launch_arguments a(on);
        a.in(averages).in(floats(factors.size() * f.out_bins, -1)).in(factors);
        a.count(f.bins).count(f.out_bins).count(f.rotation);
        a.count(f.is_mean).count(f.decibels).number(f.edge).count(f.last_edge);
        a.count(factors.size());
        const auto source = generate_finish(on->kernel_dialect(), reduces, form);
        a.run(source, groups_for(f.out_bins, factors.size()));
        check_numbers(fmt::format("{} by {} on {}", f.why, source.name, on->info().name),
                      finished(f, averages, factors),
                      a.floats(1));
    }

    //! Powers from the tiniest to the largest, in steps that no power of two divides.
    void decibels_of_any_number()
    {
        floats powers = { 0, INFINITE, NOT_A_NUMBER, -1, 1, 0.999999F, 1.000001F, 2 };
        for (double p = 2e-45; p < 3e38; p *= 1.37)
            powers.push_back(static_cast<float>(p));
        std::vector<double> expected;
        for (const auto p : powers)
            expected.push_back(10 * std::log10(p));
        for (const auto& [on, form] : testing::with_forms(d_devices)) {
            const auto bins = powers.size();
            launch_arguments a(on);
            a.in(powers).in(floats(bins, -1)).in(floats{ 1 }).count(bins).count(bins);
            a.count(0).count(0).count(1).number(1.0F).count(0xffffffff).count(1);
            a.run(generate_finish(on->kernel_dialect(), false, form), groups_for(bins));
            check_numbers("decibels on " + on->info().name, expected, a.floats(1));
        }
    }

    static std::string refusal(const std::function<void()>& call)
    {
        try {
            call();
        } catch (const device_error& e) {
            return e.what();
        }
        return "nothing was thrown";
    }

    void the_fake_is_strict()
    {
        power_request request;
        request.samples = sample_kind::complex_int8;
        const auto source = generate_convert(request, opencl_dialect());
        const auto& on = d_devices[1];
        const std::vector<std::int8_t> samples(4);
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake launch of convert_complex_int8: 2 arguments, takes 3"),
            refusal(
                [&] { launch_arguments(on).in(samples).in(floats(4)).run(source, 1); }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake launch of convert_complex_int8: 2 workgroups for 4 "
                        "elements in 1 rows, needs 1"),
            refusal([&] {
                launch_arguments(on).in(samples).in(floats(4)).count(4).run(source, 2);
            }));
        CPPUNIT_ASSERT_EQUAL(
            std::string("fake kernel: number 3 of the floats, which has 3"), refusal([&] {
                launch_arguments(on).in(samples).in(floats(3)).count(4).run(source, 1);
            }));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power_helpers);
