/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_chirp.h"
#include "codegen/emit_numbers.h"
#include "codegen/index_text.h"
#include "codegen/literal.h"
#include "codegen/simd_context.h"
#include "codelet/codelet.h"
#include "plan/fetching.h"
#include "plan/lane_order.h"
#include "plan/streaming.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

constexpr int LINE_BYTES = 64; // of the caches of every CPU that vectors are for

//! Place of logical index \p index in a row that is rotated by \p rotation.
std::string
emit_place(simd_context& c, int v, const std::string& index, std::int64_t rotation)
{
    if (!rotation)
        return index;
    c.w.line("const uint index{0} = {1};", v, index);
    c.w.line("const uint place{0} = index{0} < {1} ? index{0} + {2} : index{0} - {1};",
             v,
             c.p.dimensions[0].length - rotation,
             rotation);
    return fmt::format("place{}", v);
}

//! Declares x{v}, the parts of a{v} and b{v}, times what \p times says.
void emit_parts(simd_context& c,
                int v,
                const char* real,
                const char* imaginary,
                const std::string& times)
{
    const char* within = loads_by_halves(c.p) ? "_WITHIN" : "";
    c.w.line("const vec x{0}_{1} = {2}EVEN{3}(a{0}, b{0});", v, real, times, within);
    c.w.line("const vec x{0}_{1} = {2}ODD{3}(a{0}, b{0});", v, imaginary, times, within);
}

//! Declares x{v}: reals 2 n, 2 n + 1 and after of the row, two to a point.
void emit_pair_load(simd_context& c, int v, const std::string& n)
{
    auto& w = c.w;
    const char* part = "ab";
    for (int i = 0; i < 2; ++i) {
        const auto at = offset_from(fmt::format("2 * ({})", n), i * c.p.lanes);
        const auto tap = fmt::format("LOAD(window + {}) * ", at);
        w.line("const vec {}{} = {}{};",
               part[i],
               v,
               c.p.load.windowed ? tap : "",
               input_vector(c.p, "from + " + at));
        c.loaded.push_back("from + " + at);
    }
    emit_parts(c, v, "re", "im", "");
}

const char* what_a_lane_is(const pass& p)
{
    if (p.lanes_are_rows())
        return "a row";
    return p.lanes_are_columns ? "a column" : "an output k1";
}

} // namespace

void emit_vector_codelet(simd_context& c, int radix)
{
    codelet_names names;
    names.type = "vec";
    names.literal = [&c](double value) { return literal(c.p, value); };
    names.input = [](int i, bool is_imaginary) {
        return fmt::format("x{}_{}", i, is_imaginary ? "im" : "re");
    };
    names.output = [](int i, bool is_imaginary) {
        return fmt::format("y{}_{}", i, is_imaginary ? "im" : "re");
    };
    for (const auto& statement : codelet::dft(radix, arithmetic::fused).print(names))
        c.w.put(statement);
}

void emit_streams(simd_context& c, const char* first)
{
    if (c.p.stream_rows)
        c.w.line("const bool streams = rows >= {} && ({})({}) % {} == 0;",
                 c.p.stream_rows,
                 c.d.wide_unsigned,
                 first,
                 LINE_BYTES);
}

void emit_fetching(simd_context& c)
{
    const auto bytes =
        points_of_row(c.p) * numbers_of(c.p.load) * input_number_bytes(c.p);
    c.w.line("const bool fetches = rows > {};", MOST_CACHED_INPUT_BYTES / bytes);
    if (c.fetches.distance)
        c.w.line("{}const {}* ahead = from + {}; // of a tile to come, line by line",
                 c.d.global,
                 input_number(c.p),
                 c.fetches.distance);
}

void emit_scheduled_fetches(simd_context& c, std::size_t i)
{
    const int lines = c.fetches.distance ? c.fetches.lines[i] : 0;
    if (!lines)
        return;
    const int numbers = LINE_BYTES / input_number_bytes(c.p);
    c.w.open("if (fetches)");
    for (int line = 0; line < lines; ++line)
        c.w.line("FETCH({});", offset_from("ahead", line * numbers));
    c.w.line("ahead += {};", lines * numbers);
    c.w.close();
}

void emit_fetches(simd_context& c)
{
    if (c.fetched_ahead && !c.loaded.empty()) {
        c.w.open("if (fetches)");
        for (const auto& at : c.loaded)
            c.w.line("FETCH({} + {});", at, c.fetched_ahead);
        c.w.close();
    }
    c.loaded.clear();
}

void emit_vector_load(simd_context& c, int v, const std::string& n)
{
    auto& w = c.w;
    const auto& load = c.p.load;
    if (load.is_half) {
        emit_pair_load(c, v, n);
        return;
    }
    const auto place = emit_place(c, v, n, c.p.dimensions[0].input_rotation);
    const auto times = load.windowed ? fmt::format("tap{} * ", v) : "";
    if (load.windowed)
        w.line("const vec tap{} = LOAD(window + {});", v, n);
    emit_input_points(c, v, place, times);
}

void emit_input_points(simd_context& c,
                       int v,
                       const std::string& place,
                       const std::string& times)
{
    auto& w = c.w;
    const auto& load = c.p.load;
    const auto read = [&](const std::string& at) {
        c.loaded.push_back(at);
        return input_vector(c.p, at);
    };
    // The inverse is a forward transform with the parts exchanged.
    const char* real = load.swap_parts ? "im" : "re";
    const char* imaginary = load.swap_parts ? "re" : "im";
    if (load.stored == element::real) {
        w.line("const vec x{}_{} = {}{};", v, real, times, read("from + " + place));
        w.line("const vec x{}_{} = {};", v, imaginary, c.zero());
        return;
    }
    if (load.stored == element::planar) {
        for (const auto& [part, plane] :
             { std::pair(real, "from_re + "), std::pair(imaginary, "from_im + ") })
            w.line("const vec x{}_{} = {}{};",
                   v,
                   part,
                   times,
                   input_vector(c.p, plane + place));
        return;
    }
    const auto first = fmt::format("from + 2 * ({})", place);
    w.line("const vec a{} = {};", v, read(first));
    w.line("const vec b{} = {};", v, read(fmt::format("{} + {}", first, c.p.lanes)));
    emit_parts(c, v, real, imaginary, times);
}

namespace {

//! Where outputs are stored from y{v} on, and what there.
struct vector_output {
    std::string place, real, imaginary;
};

//! y{v} through the store operation, as outputs \p k and after of the row.
vector_output emit_vector_output(simd_context& c, int v, const std::string& k)
{
    auto& w = c.w;
    const auto& store = c.p.store;
    const auto place = emit_place(c, v, k, c.p.dimensions[0].output_rotation);
    auto real = fmt::format("y{}_re", v);
    auto imaginary = fmt::format("y{}_im", v);
    if (store.swap_parts)
        std::swap(real, imaginary);
    if (store.scaled) {
        w.line("const vec scaled{}_re = scale * {};", v, real);
        w.line("const vec scaled{}_im = scale * {};", v, imaginary);
        real = fmt::format("scaled{}_re", v);
        imaginary = fmt::format("scaled{}_im", v);
    }
    return { place, real, imaginary };
}

void emit_vector_store(simd_context& c, const char* store, const vector_output& y)
{
    if (c.p.store.stored == element::planar) {
        c.w.line("{}(to_re + {}, {});", store, y.place, y.real);
        c.w.line("{}(to_im + {}, {});", store, y.place, y.imaginary);
        return;
    }
    const char* within = stores_by_halves(c.p) ? "_WITHIN" : "";
    c.w.line(
        "{}(to + 2 * ({}), LOW{}({}, {}));", store, y.place, within, y.real, y.imaginary);
    c.w.line("{}(to + 2 * ({}) + {}, HIGH{}({}, {}));",
             store,
             y.place,
             c.p.lanes,
             within,
             y.real,
             y.imaginary);
}

//! Stores the outputs of a butterfly.
void emit_vector_stores(simd_context& c, const std::vector<vector_output>& outputs)
{
    emit_stores(c, [&](const char* store) {
        for (const auto& y : outputs)
            emit_vector_store(c, store, y);
    });
}

} // namespace

namespace {

// Of a row: shorter ones are near in any order.
constexpr std::int64_t FEWEST_BYTES_IN_RUNS = 16 * 1024;

//! Neighbouring outputs of long rows are stored one after the other, instead of
//! neighbouring points being loaded so: lines far apart that bypass the caches take up to
//! twice as long.
bool stores_in_runs(const simd_context& c, std::size_t i)
{
    const auto bytes =
        c.twiddles.points * c.p.lanes *
        (c.p.number == precision::float64 ? sizeof(double) : sizeof(float));
    return c.is_last(i) && c.p.stream_rows && !c.p.lanes_are_columns &&
           !stores_bins(c.p) && 2 * bytes >= FEWEST_BYTES_IN_RUNS;
}

} // namespace

void open_group_loops(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const auto first = c.twiddles.first_stage;
    std::string group = "0";
    index_sum number;
    std::int64_t weight = 1;
    const bool is_turned = stores_in_runs(c, i);
    for (std::size_t n = first; n < i; ++n) {
        const auto j = is_turned ? i - 1 - (n - first) : n;
        w.open(fmt::format(
            "for (uint k{0} = 0; k{0} < {1}; ++k{0})", j + 1, c.p.stages[j].radix));
    }
    for (std::size_t j = first; j < i; ++j) {
        const int radix = c.p.stages[j].radix;
        const auto k = fmt::format("k{}", j + 1);
        group = j == first ? k : fmt::format("({}) * {} + {}", group, radix, k);
        number.add(k, weight);
        weight *= radix;
    }
    w.line("const uint butterflies = {};", group);
    if (c.is_last(i) && !c.p.convolves && !c.works_in_scratch())
        w.line("const uint first_k = {};", number.str());
}

void close_group_loops(simd_context& c, std::size_t i)
{
    for (std::size_t j = c.twiddles.first_stage; j < i; ++j)
        c.w.close();
}

void emit_group_twiddles(simd_context& c, std::size_t i)
{
    if (i == c.twiddles.first_stage)
        return;
    c.w.line("{}const {}* w = twiddles + {};",
             c.d.global,
             c.complex(),
             offset_from(fmt::format("butterflies * {}", c.p.stages[i].radix - 1),
                         c.twiddles.offsets[i]));
}

void emit_pass_twiddle(
    simd_context& c, int v, const std::string& j, const char* from, const char* to)
{
    auto& w = c.w;
    w.line("const {} root{} = pass_root(twiddles, tile_k * ({}));", c.complex(), v, j);
    if (!c.twiddles.has_lane_roots) {
        w.line("const vec {1}{0}_re = {2}{0}_re * root{0}.x - {2}{0}_im * root{0}.y;",
               v,
               to,
               from);
        w.line("const vec {1}{0}_im = {2}{0}_re * root{0}.y + {2}{0}_im * root{0}.x;",
               v,
               to,
               from);
        return;
    }
    const int lanes = c.p.lanes;
    w.line("const vec lane{}_re = LOAD(lane_roots + {} * ({}));", v, 2 * lanes, j);
    w.line("const vec lane{}_im = LOAD(lane_roots + {} * ({}) + {});",
           v,
           2 * lanes,
           j,
           lanes);
    w.line("const vec w{0}_re = lane{0}_re * root{0}.x - lane{0}_im * root{0}.y;", v);
    w.line("const vec w{0}_im = lane{0}_re * root{0}.y + lane{0}_im * root{0}.x;", v);
    w.line(
        "const vec {1}{0}_re = {2}{0}_re * w{0}_re - {2}{0}_im * w{0}_im;", v, to, from);
    w.line(
        "const vec {1}{0}_im = {2}{0}_re * w{0}_im + {2}{0}_im * w{0}_re;", v, to, from);
}

void emit_point(simd_context& c, std::size_t i, int v, std::int64_t rest)
{
    auto& w = c.w;
    const bool is_first = i == c.twiddles.first_stage;
    const auto j = offset_from("base", c.spread.place(v * rest));
    if (is_first && c.p.load.by == convolution::bluestein && !c.p.lanes_are_rows()) {
        emit_chirp_load(c, v, j);
        return;
    }
    if (is_first && c.loads_columns() && c.p.twiddle_order == 1) {
        emit_vector_load(c, v, fmt::format("tile_in + {} * ({})", c.input_stride(), j));
        return;
    }
    const bool has_twiddle = is_first ? c.p.twiddle_order > 1 : v > 0;
    const char name = has_twiddle ? 'p' : 'x';
    if (is_first && c.loads_columns()) {
        const auto at = fmt::format("2 * (tile_in + {} * ({}))", c.input_stride(), j);
        const auto first = "from + " + at;
        const auto second = fmt::format("{} + {}", first, c.p.lanes);
        w.line("const vec a{} = {};", v, input_vector(c.p, first));
        w.line("const vec b{} = {};", v, input_vector(c.p, second));
        c.loaded.push_back(first);
        c.loaded.push_back(second);
        w.line("const vec {1}{0}_re = EVEN(a{0}, b{0});", v, name);
        w.line("const vec {1}{0}_im = ODD(a{0}, b{0});", v, name);
    } else {
        w.line("const vec {}{}_re = re[{}];", name, v, j);
        w.line("const vec {}{}_im = im[{}];", name, v, j);
    }
    if (!has_twiddle)
        return;
    if (is_first) {
        emit_pass_twiddle(c, v, j, "p", "x");
        return;
    }
    w.line("const vec x{0}_re = p{0}_re * w[{1}].x - p{0}_im * w[{1}].y;", v, v - 1);
    w.line("const vec x{0}_im = p{0}_re * w[{1}].y + p{0}_im * w[{1}].x;", v, v - 1);
}

void emit_spread_place(simd_context& c, const char* place, const char* of)
{
    c.w.line("const uint {0} = {1} + {1} / {2} * {3};",
             place,
             of,
             c.spread.block,
             c.spread.spare);
}

void emit_point_stage(simd_context& c, std::size_t i)
{
    auto& w = c.w;
    const int radix = c.p.stages[i].radix;
    const auto points = c.twiddles.points;
    const auto rest = points / c.twiddles.groups[i] / radix;
    w.line("// Stage {} of {}: radix {}, a lane {}.",
           i + 1,
           c.p.stages.size(),
           radix,
           what_a_lane_is(c.p));
    open_group_loops(c, i);
    emit_group_twiddles(c, i);
    if (rest > 1)
        w.open(fmt::format("for (uint rest = 0; rest < {}; ++rest)", rest));
    const char* first = c.spread.block ? "point" : "base";
    w.line("const uint {} = butterflies * {}{};",
           first,
           radix * rest,
           rest > 1 ? " + rest" : "");
    if (c.spread.block)
        emit_spread_place(c, "base", "point");
    for (int v = 0; v < radix; ++v)
        emit_point(c, i, v, rest);
    emit_fetches(c);
    emit_scheduled_fetches(c, i);
    emit_vector_codelet(c, radix);
    std::vector<vector_output> outputs;
    for (int v = 0; v < radix; ++v) {
        if (!c.is_last(i) || c.works_in_scratch() || stores_bins(c.p)) {
            const auto at = offset_from("base", c.spread.place(v * rest));
            w.line("re[{}] = y{}_re;", at, v);
            w.line("im[{}] = y{}_im;", at, v);
            continue;
        }
        const auto k = offset_from("first_k", v * (points / radix));
        if (c.p.store.by == convolution::bluestein) {
            emit_chirp_store(c, v, k);
            continue;
        }
        outputs.push_back(emit_vector_output(
            c,
            v,
            c.p.lanes_are_columns
                ? fmt::format("tile_out + {} * ({})", c.output_stride(), k)
                : fmt::format("{} * ({})", c.p.lanes, k)));
    }
    if (!outputs.empty())
        emit_vector_stores(c, outputs);
    if (rest > 1)
        w.close();
    close_group_loops(c, i);
}

} // namespace gpufft
