/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/ir/dft_length.h"
#include "support/transforms/io_cases.h"
#include <fmt/format.h>

namespace gpufft::testing {

namespace {

using lengths = std::vector<std::int64_t>;

constexpr transform_kind DCTS[] = {
    transform_kind::dct1, transform_kind::dct2, transform_kind::dct3,
    transform_kind::dct4, transform_kind::dst1, transform_kind::dst2,
    transform_kind::dst3, transform_kind::dst4,
};

std::int64_t product(const lengths& l)
{
    std::int64_t p = 1;
    for (const auto n : l)
        p *= n;
    return p;
}

//! Points of a side along each dimension.
lengths stored_shape(const transform& t, bool is_input)
{
    lengths shape;
    for (const auto& d : t.shape)
        shape.push_back(d.length);
    if (t.kind == (is_input ? transform_kind::c2r : transform_kind::r2c))
        shape.back() = shape.back() / 2 + 1;
    return shape;
}

lengths strides_of(const lengths& shape)
{
    lengths strides(shape.size(), 1);
    for (std::size_t d = shape.size() - 1; d-- > 0;)
        strides[d] = strides[d + 1] * shape[d + 1];
    return strides;
}

element stored(bool is_real, complex_layout layout)
{
    if (is_real)
        return element::real;
    return layout == complex_layout::planar ? element::planar : element::complex;
}

bool swaps(const transform& t)
{
    return t.kind == transform_kind::c2r || t.kind == transform_kind::dct3 ||
           t.kind == transform_kind::dst3 ||
           (t.kind == transform_kind::c2c && t.dir == direction::inverse);
}

bool is_type_1(transform_kind k)
{
    return k == transform_kind::dct1 || k == transform_kind::dst1;
}

//! All of \p t in one pass; a tile is one row.
pass pass_of(const transform& t, bool is_half, convolution by)
{
    pass p;
    p.number = t.number;
    const auto in = stored_shape(t, true), out = stored_shape(t, false);
    p.dimensions.resize(t.rank());
    for (std::size_t d = 0; d < t.rank(); ++d) {
        auto& along = p.dimensions[d];
        const bool is_last = d + 1 == t.rank();
        along.caller_length = t.shape[d].length;
        along.length = is_last ? dft_length(t.kind, is_half, along.caller_length)
                               : along.caller_length;
        along.input_stride = strides_of(in)[d];
        along.output_stride = strides_of(out)[d];
        along.input_rotation = t.shape[d].input_rotation;
        along.output_rotation = t.shape[d].output_rotation;
        if (by == convolution::rader)
            along.length -= 1;
        if (by == convolution::bluestein)
            along.length = next_smooth(2 * along.length - 1);
        p.stages.push_back({ static_cast<int>(along.length) });
        p.stages.back().dimension = static_cast<int>(d);
    }
    p.convolves = by != convolution::none;
    p.columns = { "row", 1, product(in), product(out) };
    p.input_distance = product(in) * t.taps_per_branch;
    p.output_distance = product(out);
    p.load.kind = p.store.kind = t.kind;
    p.load.is_half = p.store.is_half = is_half;
    p.load.swap_parts = p.store.swap_parts = swaps(t);
    p.load.orthogonalize = p.store.orthogonalize = t.orthogonalize;
    p.load.by = p.store.by = by;
    p.load.stored = stored(has_real_input(t), t.input_layout);
    p.store.stored = stored(has_real_output(t), t.output_layout);
    p.load.windowed = t.windowed;
    p.load.taps_per_branch = t.taps_per_branch;
    p.store.scaled = t.scale != 1;
    return p;
}

class case_list
{
public:
    void add(const std::string& why,
             transform t,
             bool is_half,
             convolution by = convolution::none)
    {
        t.number = precision::float64;
        t.dir = t.kind == transform_kind::c2r ? direction::inverse : t.dir;
        io_case c;
        c.why = fmt::format("{}: {}{}", why, to_string(t), is_half ? ", half" : "");
        c.request = t;
        c.made = pass_of(t, is_half, by);
        if (t.windowed) {
            for (std::int64_t n = 0; n < t.points() * t.taps_per_branch; ++n)
                c.window.push_back(1 + 0.5 * static_cast<double>(n));
        }
        d_cases.push_back(std::move(c));
    }

    //! Adds the inner DFT of all points and, where there is one, that of half the points.
    void add_both(const std::string& why, const transform& t)
    {
        const auto length = t.shape.back().length;
        const bool is_trigonometric_4 =
            t.kind == transform_kind::dct4 || t.kind == transform_kind::dst4;
        if (is_type_1(t.kind)) {
            add(why, t, true);
            return;
        }
        if (!(is_trigonometric_4 && length % 2 == 0))
            add(why, t, false);
        if (t.kind != transform_kind::c2c && length % 2 == 0)
            add(why, t, true);
    }

    const std::vector<io_case>& all() const { return d_cases; }

private:
    std::vector<io_case> d_cases;
};

transform of_kind(transform_kind kind, const lengths& shape)
{
    transform t;
    t.kind = kind;
    t.shape.clear();
    for (const auto length : shape)
        t.shape.push_back(dimension{ length });
    return t;
}

void add_lengths(case_list& list, std::int64_t most)
{
    for (std::int64_t length = 1; length <= most; ++length) {
        list.add_both("length", of_kind(transform_kind::c2c, { length }));
        list.add_both("length", of_kind(transform_kind::r2c, { length }));
        list.add_both("length", of_kind(transform_kind::c2r, { length }));
        for (const auto kind : DCTS) {
            if (kind == transform_kind::dct1 && length == 1)
                continue;
            auto t = of_kind(kind, { length });
            list.add_both("length", t);
            t.orthogonalize = true;
            t.scale = 0.75;
            list.add_both("orthogonal", t);
        }
    }
}

void add_shapes(case_list& list)
{
    const lengths shapes[] = {
        { 3, 4 }, { 4, 5 }, { 5, 2 }, { 4, 1 }, { 2, 3, 6 }, { 3, 1, 4 }, { 2, 2, 3, 4 },
    };
    for (const auto& shape : shapes) {
        for (const auto kind :
             { transform_kind::c2c, transform_kind::r2c, transform_kind::c2r }) {
            auto t = of_kind(kind, shape);
            list.add_both("shape", t);
            t.input_layout = t.output_layout = complex_layout::planar;
            t.scale = -0.5;
            list.add_both("planar", t);
        }
    }
    auto t = of_kind(transform_kind::c2c, { 3, 4, 5 });
    t.shape[0].input_rotation = 2;
    t.shape[2].input_rotation = 1;
    t.shape[1].output_rotation = 3;
    t.shape[2].output_rotation = 2;
    t.dir = direction::inverse;
    list.add("rotated along some dimensions", t, false);
}

void add_options(case_list& list)
{
    auto t = of_kind(transform_kind::c2c, { 12 });
    t.dir = direction::inverse;
    list.add("inverse", t, false);
    t.real_input = true;
    list.add("inverse of reals", t, false);
    t.windowed = true;
    t.shape[0].input_rotation = 5;
    t.shape[0].output_rotation = 7;
    t.scale = 3;
    list.add("everything at once", t, false);
    t.real_input = false;
    t.input_layout = complex_layout::planar;
    list.add("everything at once, planar input", t, false);
    t.taps_per_branch = 3;
    list.add("everything at once, folded", t, false);

    auto real = of_kind(transform_kind::r2c, { 12 });
    real.windowed = true;
    list.add_both("windowed", real);
    real.taps_per_branch = 4;
    list.add_both("folded", real);
    real.taps_per_branch = 1;
    real.output_layout = complex_layout::planar;
    real.scale = 2;
    list.add_both("windowed, planar output", real);
}

void add_convolutions(case_list& list)
{
    for (const std::int64_t length : { 1, 2, 3, 7, 10 }) {
        for (const auto kind :
             { transform_kind::c2c, transform_kind::r2c, transform_kind::c2r }) {
            auto t = of_kind(kind, { length });
            list.add("by a chirp", t, false, convolution::bluestein);
            if (kind != transform_kind::c2c && length % 2 == 0)
                list.add("by a chirp", t, true, convolution::bluestein);
        }
        for (const auto kind : DCTS) {
            const bool is_half = length % 2 == 0 || is_type_1(kind);
            if (kind != transform_kind::dct1 || length > 1)
                list.add("by a chirp",
                         of_kind(kind, { length }),
                         is_half,
                         convolution::bluestein);
        }
    }
    for (const auto kind : { transform_kind::c2c,
                             transform_kind::r2c,
                             transform_kind::c2r,
                             transform_kind::dct2,
                             transform_kind::dct3,
                             transform_kind::dst4 })
        list.add("by Rader", of_kind(kind, { 7 }), false, convolution::rader);
    for (const auto kind :
         { transform_kind::c2r, transform_kind::dst3, transform_kind::dct4 })
        list.add("by Rader", of_kind(kind, { 14 }), true, convolution::rader);
}

} // namespace

std::size_t io_case::input_elements() const
{
    return product(stored_shape(request, true)) * request.taps_per_branch;
}

std::size_t io_case::output_elements() const
{
    return product(stored_shape(request, false));
}

std::vector<io_case> io_cases(std::int64_t most)
{
    case_list list;
    add_lengths(list, most);
    add_shapes(list);
    add_options(list);
    add_convolutions(list);
    return list.all();
}

std::vector<io_case> io_texts_cases()
{
    case_list list;
    add_lengths(list, 6);
    add_shapes(list);
    add_options(list);
    add_convolutions(list);
    list.add("two tables", of_kind(transform_kind::r2c, { 16384 }), true);
    list.add("two tables", of_kind(transform_kind::dct2, { 5000 }), false);
    list.add("two tables, a first root", of_kind(transform_kind::dst4, { 10000 }), true);
    list.add("a long chirp",
             of_kind(transform_kind::c2c, { 5003 }),
             false,
             convolution::bluestein);
    return list.all();
}

std::vector<wide> input_of(const io_case& c, std::size_t rows)
{
    std::vector<wide> in;
    for (const auto& x : noise(rows * c.input_elements()))
        in.push_back(has_real_input(c.request) ? wide(x.real()) : wide(x));
    return in;
}

std::vector<wide> expected_of(const io_case& c, const std::vector<wide>& in)
{
    // The passes of these kinds are asked for by their own names, forward.
    return reference_transform(c.request, in, c.window);
}

} // namespace gpufft::testing
