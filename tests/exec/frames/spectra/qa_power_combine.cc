/* SPDX-License-Identifier: GPL-3.0-or-later */
// Runs to averages against plain loops in double precision, on a real device and on the
// fake one.
#include "codegen/helpers/power_kernels.h"
#include "device/interface/registry.h"
#include "plan/ir/enum_names.h"
#include "support/devices/power_launch.h"
#include "support/judges/power_numbers.h"
#include <algorithm>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! Bin 0 is NaN in run 1, bin 1 infinite in run 2.
floats powers_with_faults(std::size_t rows, std::size_t bins)
{
    auto values = uneven(rows * bins, 3);
    if (rows > 1)
        values[bins] = NOT_A_NUMBER;
    if (rows > 2)
        values[2 * bins + 1] = INFINITE;
    return values;
}

struct combining {
    const char* why;
    counts ends; // of the averages, and of all rows
    bool carries;
    bool restarts;
};

const combining COMBININGS[] = {
    { "one average of all", { 4, 4 }, false, true },
    { "two averages, and a rest", { 2, 5, 7 }, false, true },
    { "goes on from what was carried over", { 2, 5, 7 }, true, true },
    { "an average that ends where it was carried to", { 0, 4 }, true, true },
    { "none ends", { 3 }, true, true },
    { "none ends, none was there", { 3 }, false, true },
    { "each row an average", { 1, 2, 3, 4, 4 }, false, true },
    { "running", { 2, 3, 5, 5 }, false, false },
    { "running, carried over, and a rest", { 2, 3, 5, 6 }, true, false },
};

} // namespace

class qa_power_combine : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_power_combine);
    CPPUNIT_TEST(combine_runs_to_averages);
    CPPUNIT_TEST(combine_runs_of_several_planes);
    CPPUNIT_TEST(weighted_sums_forget_a_bad_frame);
    CPPUNIT_TEST(weighted_runs_are_a_plain_recursion);
    CPPUNIT_TEST_SUITE_END();

    const std::shared_ptr<device> d_devices[2] = { open_device("auto"),
                                                   fake_device_of(device_limits()) };

    //! Checks the averages, then the state that is left.
    static std::vector<double> combined(accumulation how,
                                        const combining& c,
                                        const floats& rows,
                                        const floats& state)
    {
        const auto bins = state.size();
        const auto outputs = c.ends.size() - 1;
        std::vector<double> all((outputs + 1) * bins);
        for (std::size_t k = 0; k < bins; ++k) {
            bool has_some = c.carries;
            double s = has_some ? state[k] : NOT_A_NUMBER;
            std::size_t r = 0;
            for (std::size_t o = 0; o <= outputs; ++o) {
                for (; r < c.ends[o]; ++r) {
                    const double p = rows[r * bins + k];
                    s = has_some ? joined(how, s, p) : p;
                    has_some = true;
                }
                all[o * bins + k] = s;
                if (c.restarts) {
                    has_some = false;
                    s = NOT_A_NUMBER;
                }
            }
        }
        return all;
    }

    void combine_runs_to_averages()
    {
        for (const auto how :
             { accumulation::sum, accumulation::highest, accumulation::lowest }) {
            power_request request;
            request.length = 70;
            request.how = how;
            for (const auto& c : COMBININGS)
                for (const auto& [on, form] : testing::with_forms(d_devices))
                    combine(request, c, on, form);
        }
    }

    void combine(const power_request& request,
                 const combining& c,
                 const std::shared_ptr<device>& on,
                 helper_form form)
    {
        const auto bins = static_cast<std::size_t>(request.bins());
        const auto outputs = c.ends.size() - 1;
        const auto rows = powers_with_faults(c.ends.back(), bins);
        const auto state = uneven(bins, 7);
        launch_arguments a(on);
        a.in(rows).in(state).in(floats(bins, -1)).in(floats((outputs + 1) * bins, -1));
        a.in(c.ends).number(static_cast<buffer*>(nullptr));
        a.count(outputs).count(c.carries).count(c.restarts).count(c.ends.back());
        const auto source = generate_combine(request, false, on->kernel_dialect(), form);
        a.run(source, groups_for(bins, c.restarts ? outputs + 1 : 1));

        const auto why =
            fmt::format("{}, {}, on {}", c.why, source.name, on->info().name);
        auto expected = combined(request.how.planes().at(0), c, rows, state);
        const std::vector<double> left(expected.end() - 70, expected.end());
        check_numbers(why + ", the state", left, a.floats(2));
        std::fill(expected.end() - 70, expected.end(), -1);
        check_numbers(why, expected, a.floats(3));
    }

    //! Each plane is what a combine of its own makes of it, to the bit.
    void combine_runs_of_several_planes()
    {
        power_request request;
        request.length = 70; // vectors and workgroups lie in two planes
        request.how = accumulation::sum;
        request.how.add(accumulation::lowest);
        request.how.add(accumulation::square);
        for (const auto& c : COMBININGS)
            for (const auto& [on, form] : testing::with_forms(d_devices))
                combine_planes(request, c, on, form);
    }

    void combine_planes(const power_request& request,
                        const combining& c,
                        const std::shared_ptr<device>& on,
                        helper_form form)
    {
        const auto bins = static_cast<std::size_t>(request.bins());
        const auto values = static_cast<std::size_t>(request.values());
        const auto rows = powers_with_faults(c.ends.back(), values);
        const auto state = uneven(values, 7);
        const auto got = launched(request, c, rows, state, on, form);
        const auto planes = request.how.planes();
        for (std::size_t i = 0; i < planes.size(); ++i) {
            auto alone = request;
            alone.how = planes[i];
            const auto one = launched(alone,
                                      c,
                                      plane_of(rows, i, planes.size(), bins),
                                      plane_of(state, i, planes.size(), bins),
                                      on,
                                      form);
            const auto plane = plane_of(got, i, planes.size(), bins);
            check_numbers(fmt::format("{}, plane {}, on {}", c.why, i, on->info().name),
                          { one.begin(), one.end() },
                          plane);
        }
    }

    static floats
    plane_of(const floats& all, std::size_t i, std::size_t planes, std::size_t bins)
    {
        floats plane;
        for (std::size_t k = 0; k < all.size(); ++k)
            if (k / bins % planes == i)
                plane.push_back(all[k]);
        return plane;
    }

    //! The averages, then the state.
    static floats launched(const power_request& request,
                           const combining& c,
                           const floats& rows,
                           const floats& state,
                           const std::shared_ptr<device>& on,
                           helper_form form)
    {
        const auto values = static_cast<std::size_t>(request.values());
        const auto outputs = c.ends.size() - 1;
        launch_arguments a(on);
        a.in(rows).in(state).in(floats(values, -1));
        a.in(floats((outputs + 1) * values, -1));
        a.in(c.ends).number(static_cast<buffer*>(nullptr));
        a.count(outputs).count(c.carries).count(c.restarts).count(c.ends.back());
        a.run(generate_combine(request, false, on->kernel_dialect(), form),
              groups_for(values, c.restarts ? outputs + 1 : 1));
        auto all = a.floats(3);
        const auto left = a.floats(2);
        all.insert(all.end(), left.begin(), left.end());
        return all;
    }

    //! Rows as running averages of one bin each; state first.
    static floats weighted(const std::shared_ptr<device>& on,
                           const floats& rows,
                           const floats& weights,
                           float state,
                           bool carries,
                           helper_form form)
    {
        power_request request;
        request.length = 1;
        counts ends;
        for (std::size_t r = 1; r <= rows.size(); ++r)
            ends.push_back(static_cast<std::uint32_t>(r));
        ends.push_back(ends.back());
        launch_arguments a(on);
        a.in(rows).in(floats{ state }).in(floats(1, -1)).in(floats(rows.size(), -1));
        a.in(ends).in(weights).count(rows.size()).count(carries).count(0);
        a.count(rows.size());
        a.run(generate_combine(request, true, on->kernel_dialect(), form), groups_for(1));
        return a.floats(3);
    }

    void weighted_sums_forget_a_bad_frame()
    {
        const floats rows = { 4, 8, NOT_A_NUMBER, 2, INFINITE, 6 };
        const floats weights = {
            0.5F, 1, 0.25F, 1, 0.5F, 1, 0.5F, 1, 0.5F, 1, 0.5F, 0.5F
        };
        for (const auto& [on, form] : testing::with_forms(d_devices)) {
            check_numbers("fresh",
                          { 4, 5, NOT_A_NUMBER, 2, INFINITE, 3 },
                          weighted(on, rows, weights, 100, false, form));
            check_numbers("carried over",
                          { 52 },
                          weighted(on, { 4 }, { 0.5F, 1 }, 100, true, form));
            check_numbers("carried over, not finite",
                          { 4 },
                          weighted(on, { 4 }, { 0.5F, 1 }, INFINITE, true, form));
        }
    }

    //! Runs of m frames with share and gain as the header says them.
    void weighted_runs_are_a_plain_recursion()
    {
        const double keep = 0.9;
        double expected = 3;
        floats rows, weights;
        const auto powers = uneven(12, 5);
        std::size_t f = 0;
        for (const int m : { 3, 1, 4, 4 }) {
            double partial = 0;
            for (int i = 0; i < m; ++i, ++f) {
                partial = keep * partial + powers[f];
                expected = keep * expected + (1 - keep) * powers[f];
            }
            const double share = 1 - std::pow(keep, m);
            rows.push_back(static_cast<float>(partial));
            weights.push_back(static_cast<float>(share));
            weights.push_back(static_cast<float>((1 - keep) / share));
        }
        for (const auto& [on, form] : testing::with_forms(d_devices))
            check_numbers("the last of four runs",
                          { expected },
                          { weighted(on, rows, weights, 3, true, form).back() });
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_power_combine);
