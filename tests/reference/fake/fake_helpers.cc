/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/power_kernels.h"
#include "codegen/text/computation.h"
#include "plan/expression/evaluate.h"
#include "reference/fake/fake_arguments.h"
#include "reference/fake/fake_helpers.h"
#include "reference/interpreter/checked_array.h"
#include "reference/interpreter/plain_power.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft {

namespace {

using std::uint32_t;
using std::uint64_t;
using work = std::function<void()>;

template <class stored>
void convert(const memory_view& in, const memory_view& out, uint32_t elements, float zero)
{
    const checked_array<stored> from("the samples", in);
    const checked_array<float> to("the floats", out);
    for (uint32_t i = 0; i < elements; ++i)
        to.set(i, static_cast<float>(from[i]) - zero);
}

work prepare_convert(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto in = a.next_memory();
    const auto out = a.next_memory();
    const auto elements = a.next<uint32_t>();
    a.check_groups(groups, elements);
    a.check_apart(in, out);
    switch (format_of(what.computes->power.samples)) {
    case sample_format::int16:
        return [=] { convert<std::int16_t>(in, out, elements, 0); };
    case sample_format::int8:
        return [=] { convert<std::int8_t>(in, out, elements, 0); };
    case sample_format::uint8:
        return [=] { convert<std::uint8_t>(in, out, elements, 127.5F); };
    default:
        a.refuse("floats need no conversion");
    }
}

work prepare_accumulate(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto in = a.next_memory();
    const auto out = a.next_memory();
    const auto begins = a.next_memory();
    const auto keep = a.next<float>();
    const auto rows = a.next<uint32_t>();
    const auto bins = static_cast<uint64_t>(what.computes->power.bins());
    const auto planes = what.computes->power.how.planes();
    a.check_groups(groups, bins, rows);
    a.check_apart(in, out);
    return [=] {
        const checked_array<std::complex<float>> spectra("the spectra", in);
        const checked_array<float> partials("the partial results", out);
        const checked_array<uint32_t> runs("the runs", begins);
        const auto values = bins * planes.size();
        for (uint64_t i = 0; i < values * rows; ++i) {
            const auto row = i / values, value = i % values;
            plain_run run(planes[value / bins], keep);
            for (uint64_t f = runs[row]; f < runs[row + 1]; ++f)
                run.add(plain_power(spectra[f * bins + value % bins]));
            partials.set(i, run.value());
        }
    };
}

//! The arguments of a combine.
struct averaging {
    memory_view partials, state_in, state_out, averages, ends, weights;
    uint32_t outputs, carries, restarts;
    uint64_t bins; // of all planes
    std::vector<accumulation> planes;
    bool is_weighted;

    double
    combined(bool has_some, double s, double partial, uint64_t r, uint64_t bin) const
    {
        if (!is_weighted)
            return has_some
                       ? plain_accumulated(planes[bin * planes.size() / bins], s, partial)
                       : partial;
        const checked_array<float> w("the weights", weights);
        const double share = w[2 * r], mean = w[2 * r + 1] * partial;
        if (!has_some || !std::isfinite(s))
            return mean;
        return share > 0 ? s + share * (mean - s) : mean - share * (s - mean);
    }

    //! Combines all rows of one bin.
    void operator()(uint64_t bin) const
    {
        const checked_array<float> from("the partial results", partials);
        const checked_array<uint32_t> end("the ends", ends);
        const checked_array<float> to("the averages", averages);
        bool has_some = carries != 0;
        double s =
            has_some ? checked_array<float>("the state", state_in)[bin] : NOT_A_NUMBER;
        uint64_t r = 0;
        for (uint64_t o = 0; o <= outputs; ++o) {
            for (; r < end[o]; ++r) {
                s = combined(has_some, s, from[r * bins + bin], r, bin);
                has_some = true;
            }
            if (o == outputs)
                break;
            to.set(o * bins + bin, static_cast<float>(s));
            if (restarts) {
                has_some = false;
                s = NOT_A_NUMBER;
            }
        }
        checked_array<float>("the state", state_out).set(bin, static_cast<float>(s));
    }
};

work prepare_combine(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    averaging c = {};
    c.bins = static_cast<uint64_t>(what.computes->power.values());
    c.planes = what.computes->power.how.planes();
    c.is_weighted = what.computes->helper == helper_kernel::combine_weighted;
    c.partials = a.next_memory();
    c.state_in = a.next_memory();
    c.state_out = a.next_memory();
    c.averages = a.next_memory();
    c.ends = a.next_memory();
    c.weights = c.is_weighted ? a.next_memory() : a.next_memory_if_any();
    c.outputs = a.next<uint32_t>();
    c.carries = a.next<uint32_t>();
    c.restarts = a.next<uint32_t>();
    a.next<uint32_t>(); // rows, which ends[] has as well
    a.check_groups(groups, c.bins, c.restarts ? c.outputs + 1 : 1);
    a.check_apart(c.state_in, c.state_out);
    a.check_apart(c.partials, c.averages);
    a.check_apart(c.partials, c.state_out);
    return [c] {
        for (uint64_t bin = 0; bin < c.bins; ++bin)
            c(bin);
    };
}

//! The arguments of a finish.
struct finishing {
    memory_view averages, out, factors;
    uint32_t bins, out_bins, rotation, is_mean, decibels, last_edge, outputs;
    float edge;

    double power(uint64_t row, uint64_t place) const
    {
        const auto bin = (place + rotation) % bins;
        const double p = checked_array<float>("the averages", averages)[row * bins + bin];
        return bin == 0 || bin == last_edge ? edge * p : p;
    }

    void operator()(uint64_t row, uint64_t b) const
    {
        const auto first = b * bins / out_bins, behind = (b + 1) * bins / out_bins;
        double value = power(row, first);
        for (auto k = first + 1; k < behind; ++k)
            value = is_mean ? value + power(row, k) : std::fmax(value, power(row, k));
        if (is_mean)
            value /= static_cast<double>(behind - first);
        value *= checked_array<float>("the factors", factors)[row];
        checked_array<float>("the output", out)
            .set(row * out_bins + b,
                 static_cast<float>(decibels ? 10 * std::log10(value) : value));
    }
};

work prepare_finish(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    finishing f = {};
    f.averages = a.next_memory();
    f.out = a.next_memory();
    f.factors = a.next_memory();
    for (auto* number : { &f.bins, &f.out_bins, &f.rotation, &f.is_mean, &f.decibels })
        *number = a.next<uint32_t>();
    f.edge = a.next<float>();
    f.last_edge = a.next<uint32_t>();
    f.outputs = a.next<uint32_t>();
    a.check_groups(groups, f.out_bins, f.outputs);
    a.check_apart(f.averages, f.out);
    if (f.out_bins < 1 || f.out_bins > f.bins || f.rotation >= f.bins)
        a.refuse(fmt::format(
            "{} bins rotated by {} cannot become {}", f.bins, f.rotation, f.out_bins));
    if (what.computes->helper == helper_kernel::finish_whole && f.out_bins != f.bins)
        a.refuse(fmt::format("{} outputs of {} bins, must be all", f.out_bins, f.bins));
    return [f] {
        for (uint64_t row = 0; row < f.outputs; ++row)
            for (uint64_t b = 0; b < f.out_bins; ++b)
                f(row, b);
    };
}

//! The two rings that an item kernel reads and writes.
struct item_rings {
    memory_view in, out;
    uint64_t in_at, in_size, out_at, out_size;
    uint32_t elements;

    uint64_t from(uint64_t i) const { return wrapped(in_at + i, in_size); }
    uint64_t to(uint64_t i) const { return wrapped(out_at + i, out_size); }

private:
    static uint64_t wrapped(uint64_t at, uint64_t size)
    {
        return at < size ? at : at - size;
    }
};

item_rings next_rings(argument_reader& a, uint64_t groups)
{
    item_rings r = {};
    r.in = a.next_memory();
    r.out = a.next_memory();
    for (auto* number : { &r.in_at, &r.in_size, &r.out_at, &r.out_size })
        *number = a.next<uint64_t>();
    r.elements = a.next<uint32_t>();
    a.check_groups(groups, r.elements);
    a.check_apart(r.in, r.out);
    return r;
}

//! A ring of an expression, and where in it an element of the launch lies.
struct ring_part {
    memory_view memory;
    uint64_t at = 0, size = 0;

    uint64_t place(uint64_t i) const { return at + i < size ? at + i : at + i - size; }
};

ring_part next_ring(argument_reader& a)
{
    ring_part r;
    r.memory = a.next_memory();
    r.at = a.next<uint64_t>();
    r.size = a.next<uint64_t>();
    return r;
}

template <class stored>
std::complex<double> element(const memory_view& of, uint64_t at)
{
    const auto value = checked_array<stored>("an input", of)[at];
    return { static_cast<double>(value), 0 };
}

std::complex<double> element(item_type t, const memory_view& of, uint64_t at)
{
    switch (t) {
    case item_type::complex_float:
        return checked_array<std::complex<float>>("an input", of)[at];
    case item_type::real_float:
        return element<float>(of, at);
    case item_type::int32:
        return element<std::int32_t>(of, at);
    case item_type::int16:
        return element<std::int16_t>(of, at);
    default:
        return element<std::int8_t>(of, at);
    }
}

template <class whole>
void put_whole(const memory_view& to, uint64_t at, double value)
{
    using limits = std::numeric_limits<whole>;
    const double nearest = std::isnan(value) ? 0 : std::nearbyint(value);
    checked_array<whole>("the output", to)
        .set(at,
             static_cast<whole>(
                 std::clamp<double>(nearest, limits::min(), limits::max())));
}

void put_element(item_type t,
                 const memory_view& to,
                 uint64_t at,
                 std::complex<double> value)
{
    switch (t) {
    case item_type::complex_float:
        checked_array<std::complex<float>>("the output", to)
            .set(at, std::complex<float>(value));
        return;
    case item_type::real_float:
        checked_array<float>("the output", to).set(at, static_cast<float>(value.real()));
        return;
    case item_type::int32:
        return put_whole<std::int32_t>(to, at, value.real());
    case item_type::int16:
        return put_whole<std::int16_t>(to, at, value.real());
    default:
        return put_whole<std::int8_t>(to, at, value.real());
    }
}

//! The memory of a buffer; of a number none.
memory_view next_given(argument_reader& a, const expression_argument& argument)
{
    return argument.is == argument_kind::number ? memory_view() : a.next_memory();
}

std::vector<std::complex<double>> values_of(const memory_view& of,
                                            const expression_argument& argument)
{
    std::vector<std::complex<double>> all;
    for (std::int64_t i = 0; i < argument.length; ++i) {
        const auto at = static_cast<uint64_t>(i);
        all.push_back(argument.is == argument_kind::complex_buffer
                          ? element(item_type::complex_float, of, at)
                          : element(item_type::real_float, of, at));
    }
    return all;
}

work prepare_expression(const kernel_source& what, argument_reader& a, uint64_t groups)
{
    const auto items = what.computes->items;
    std::vector<ring_part> in;
    for (std::size_t i = 0; i < items->inputs.size(); ++i)
        in.push_back(next_ring(a));
    const auto out = next_ring(a);
    std::vector<memory_view> given;
    argument_values values;
    for (const auto& each : items->arguments) {
        given.push_back(next_given(a, each));
        values.emplace_back();
        if (each.is == argument_kind::number)
            values.back().emplace_back(a.next<float>());
    }
    const auto first = items->value.uses_row ? a.next<uint64_t>() : 0;
    const auto elements = a.next<uint32_t>();
    a.check_groups(groups, elements);
    for (const auto& each : in)
        a.check_apart(each.memory, out.memory);
    return [=]() mutable {
        for (std::size_t i = 0; i < given.size(); ++i)
            if (items->arguments[i].is != argument_kind::number)
                values[i] = values_of(given[i], items->arguments[i]);
        for (uint64_t i = 0; i < elements; ++i) {
            std::vector<std::complex<double>> x;
            for (std::size_t j = 0; j < in.size(); ++j)
                x.push_back(element(items->inputs[j], in[j].memory, in[j].place(i)));
            const std::vector<std::int64_t> index = { static_cast<std::int64_t>(
                i % items->length) };
            const auto row = static_cast<std::int64_t>(first + i / items->length);
            put_element(items->output,
                        out.memory,
                        out.place(i),
                        evaluate(*items->value.value, { x[0], index, row, values, x }));
        }
    };
}

work prepare_keep(argument_reader& a, uint64_t groups)
{
    const auto r = next_rings(a, groups);
    const auto kept = a.next<uint32_t>(), group = a.next<uint32_t>();
    if (kept < 1 || kept > group)
        a.refuse(fmt::format("{} words of {} cannot be kept", kept, group));
    return [r, kept, group] {
        const checked_array<uint32_t> in("the input", r.in);
        const checked_array<uint32_t> out("the output", r.out);
        for (uint64_t i = 0; i < r.elements; ++i)
            out.set(r.to(i), in[r.from(i / kept * group + i % kept)]);
    };
}

std::size_t arguments_of(const kernel_source& what)
{
    switch (what.computes->helper) {
    case helper_kernel::convert:
        return 3;
    case helper_kernel::accumulate:
        return 5;
    case helper_kernel::combine:
    case helper_kernel::combine_weighted:
        return 10;
    case helper_kernel::finish:
    case helper_kernel::finish_whole:
        return 11;
    case helper_kernel::expression:
        return 3 * (what.computes->items->inputs.size() + 1) +
               what.computes->items->arguments.size() +
               (what.computes->items->value.uses_row ? 1 : 0) + 1;
    case helper_kernel::keep:
        return 9;
    default:
        throw device_error("fake launch of " + what.name + ": not interpreted");
    }
}

} // namespace

work prepare_helper(const kernel_source& what,
                    std::uint64_t groups,
                    const std::vector<kernel_argument>& arguments)
{
    argument_reader reader(what, arguments, arguments_of(what));
    switch (what.computes->helper) {
    case helper_kernel::convert:
        return prepare_convert(what, reader, groups);
    case helper_kernel::accumulate:
        return prepare_accumulate(what, reader, groups);
    case helper_kernel::finish:
    case helper_kernel::finish_whole:
        return prepare_finish(what, reader, groups);
    case helper_kernel::expression:
        return prepare_expression(what, reader, groups);
    case helper_kernel::keep:
        return prepare_keep(reader, groups);
    default:
        return prepare_combine(what, reader, groups);
    }
}

} // namespace gpufft
