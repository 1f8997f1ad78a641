/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/branch_kernels.h"
#include "codegen/helpers/reorder_kernel.h"
#include "codegen/text/computation.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_banks.h"
#include "reference/interpreter/checked_array.h"
#include <cmath>
#include <complex>

namespace gpufft {

namespace {

using std::uint32_t;
using std::uint64_t;
using work = std::function<void()>;

work prepare_branch_sums(int points_a_branch, argument_reader& a, uint64_t groups)
{
    const auto rows = a.next_memory();
    const auto taps = a.next_memory();
    const auto out = a.next_memory();
    const uint64_t branches = a.next<uint32_t>(), per_branch = a.next<uint32_t>(),
                   first = a.next<uint32_t>(), count = a.next<uint32_t>();
    if (groups != branch_groups(points_a_branch, branches, count))
        a.refuse(fmt::format("{} workgroups for {} rows of {} branches, needs {}",
                             groups,
                             count,
                             branches,
                             branch_groups(points_a_branch, branches, count)));
    a.check_apart(rows, out);
    const auto points = branches * static_cast<uint64_t>(points_a_branch);
    return [=] {
        const checked_array<std::complex<float>> values("the rows", rows);
        const checked_array<float> weights("the taps", taps);
        const checked_array<std::complex<float>> to("the output", out);
        for (uint64_t t = 0; t < count * branches; ++t) {
            const auto row = t / branches, branch = t % branches;
            const auto point = (branch + (first + row + 1) * branches) % points;
            std::complex<double> sum = 0;
            for (uint64_t k = 0; k < per_branch; ++k)
                sum += static_cast<double>(weights[k * branches + branch]) *
                       std::complex<double>(
                           values[(row + per_branch - 1 - k) * points + point]);
            to.set(t, std::complex<float>(sum));
        }
    };
}

work prepare_gather_bins(argument_reader& a, uint64_t groups)
{
    const auto bins = a.next_memory(), weights = a.next_memory(),
               centres = a.next_memory(), rows = a.next_memory();
    const uint64_t length = a.next<uint32_t>(), points = a.next<uint32_t>(),
                   blocks = a.next<uint32_t>(), elements = a.next<uint32_t>();
    a.check_groups(groups, elements);
    a.check_apart(bins, rows);
    return [=] {
        const checked_array<std::complex<float>> from("the bins", bins);
        const checked_array<std::complex<float>> by("the weights", weights);
        const checked_array<uint32_t> centre("the centres", centres);
        const checked_array<std::complex<float>> to("the rows", rows);
        for (uint64_t i = 0; i < elements; ++i) {
            const auto k = i % points, channel = i / points / blocks;
            const auto behind = k < points - points / 2 ? k : length - points + k;
            const auto bin = (centre[channel] + behind) % length;
            to.set(i,
                   std::complex<float>(
                       std::complex<double>(from[i / points % blocks * length + bin]) *
                       std::complex<double>(by[channel * points + k])));
        }
    };
}

work prepare_turn_outputs(argument_reader& a, uint64_t groups)
{
    const auto rows = a.next_memory(), begins = a.next_memory(), drifts = a.next_memory(),
               out = a.next_memory();
    const auto out_at = a.next<uint64_t>();
    const uint64_t points = a.next<uint32_t>(), outputs = a.next<uint32_t>(),
                   blocks = a.next<uint32_t>(), elements = a.next<uint32_t>();
    a.check_groups(groups, elements);
    a.check_apart(rows, out);
    return [=] {
        const checked_array<std::complex<float>> from("the rows", rows);
        const checked_array<std::complex<float>> begin("the first turns", begins);
        const checked_array<float> drift("the drifts", drifts);
        const checked_array<std::complex<float>> to("the output", out);
        for (uint64_t i = 0; i < elements; ++i) {
            const auto o = i % outputs, row = i / outputs;
            const double turns =
                static_cast<double>(o) * static_cast<double>(drift[row / blocks]);
            to.set(out_at + i,
                   std::complex<float>(
                       std::complex<double>(from[row * points + points - outputs + o]) *
                       std::complex<double>(begin[row]) *
                       std::polar(1.0, -2 * M_PI * turns)));
        }
    };
}

work prepare_reorder(argument_reader& a, uint64_t groups)
{
    const auto in = a.next_memory(), map = a.next_memory(), out = a.next_memory();
    const auto in_at = a.next<uint64_t>(), in_row = a.next<uint64_t>(),
               in_value = a.next<uint64_t>(), out_at = a.next<uint64_t>(),
               out_row = a.next<uint64_t>(), out_value = a.next<uint64_t>();
    const uint64_t rows = a.next<uint32_t>(), values = a.next<uint32_t>();
    if (groups != reorder_groups(rows, values))
        a.refuse(fmt::format("{} workgroups for {} rows of {} values, needs {}",
                             groups,
                             rows,
                             values,
                             reorder_groups(rows, values)));
    a.check_apart(in, out);
    return [=] {
        const checked_array<std::complex<float>> from("the rows", in);
        const checked_array<std::int32_t> order("the map", map);
        const checked_array<std::complex<float>> to("the output", out);
        for (uint64_t r = 0; r < rows; ++r)
            for (uint64_t v = 0; v < values; ++v) {
                const std::int32_t taken = order[v];
                to.set(out_at + r * out_row + v * out_value,
                       taken < 0 ? std::complex<float>()
                                 : from[in_at + r * in_row +
                                        static_cast<uint64_t>(taken) * in_value]);
            }
    };
}

std::size_t arguments_of(helper_kernel which)
{
    switch (which) {
    case helper_kernel::branch_sums:
        return 7;
    case helper_kernel::reorder:
        return 11;
    case helper_kernel::gather_bins:
        return 8;
    default:
        return 9;
    }
}

} // namespace

bool is_of_banks(const kernel_source& what)
{
    const auto helper = what.computes->helper;
    return helper == helper_kernel::branch_sums || helper == helper_kernel::reorder ||
           helper == helper_kernel::gather_bins || helper == helper_kernel::turn_outputs;
}

work prepare_bank(const kernel_source& what,
                  std::uint64_t groups,
                  const std::vector<kernel_argument>& arguments)
{
    argument_reader reader(what, arguments, arguments_of(what.computes->helper));
    switch (what.computes->helper) {
    case helper_kernel::branch_sums:
        return prepare_branch_sums(what.computes->points_a_branch, reader, groups);
    case helper_kernel::reorder:
        return prepare_reorder(reader, groups);
    case helper_kernel::gather_bins:
        return prepare_gather_bins(reader, groups);
    default:
        return prepare_turn_outputs(reader, groups);
    }
}

} // namespace gpufft
