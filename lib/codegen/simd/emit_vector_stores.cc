/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_kept_store.h"
#include "codegen/simd/emit_powers.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/emit_vector_value.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/index_text.h"
#include "plan/ir/pass_io_view.h"
#include "plan/simd/deinterleave_order.h"
#include <fmt/ranges.h>

namespace gpufft::simd {

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
    const auto rotation = c.p.dimensions[0].output_rotation;
    const auto place =
        emit_place(c, v, k, c.rotates_columns(&axis::output_step) ? 0 : rotation);
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
    if (store.expression) {
        const auto changed = fmt::format("stored{}", v);
        w.line("vec {0}_re = {1}, {0}_im = {2};", changed, real, imaginary);
        real = changed + "_re";
        imaginary = changed + "_im";
        emit_store_values(c, { real, imaginary }, place, c.stored_row);
    }
    return { place, real, imaginary };
}

void emit_vector_store(simd_context& c, const char* store, const vector_output& y)
{
    // Reals of a c2r are pairs, and stored as complex points.
    if (c.p.store.stored == element::real && c.p.store.expression) {
        c.w.line("{}(to + {}, {});", store, y.place, y.real);
        return;
    }
    if (c.p.store.stored == element::planar) {
        c.w.line("{}(to_re + {}, {});", store, y.place, y.real);
        c.w.line("{}(to_im + {}, {});", store, y.place, y.imaginary);
        return;
    }
    const char* within = output_blocks(c.p) > 1 ? "_WITHIN" : "";
    c.w.line(
        "{}(to + 2 * ({}), LOW{}({}, {}));", store, y.place, within, y.real, y.imaginary);
    c.w.line("{}(to + 2 * ({}) + {}, HIGH{}({}, {}));",
             store,
             y.place,
             c.p.lanes(),
             within,
             y.real,
             y.imaginary);
}

//! The vectors that outputs are stored as into \p plane: real parts, imaginary parts, or
//! of both ("") two a point.
std::string stored_vectors(const simd_context& c,
                           const std::vector<vector_output>& outputs,
                           const std::string& plane)
{
    const char* within = output_blocks(c.p) > 1 ? "_WITHIN" : "";
    std::vector<std::string> vectors;
    for (const auto& y : outputs) {
        if (!plane.empty()) {
            vectors.push_back(plane == "_re" ? y.real : y.imaginary);
            continue;
        }
        for (const char* half : { "LOW", "HIGH" })
            vectors.push_back(
                fmt::format("{}{}({}, {})", half, within, y.real, y.imaginary));
    }
    return fmt::format("{}", fmt::join(vectors, ", "));
}

//! Stores the outputs \p k and after, \p step apart, without the columns that are left
//! out: number by number, for one tile of a row.
void emit_later_columns(simd_context& c,
                        const std::vector<vector_output>& outputs,
                        const std::string& k,
                        std::int64_t step)
{
    auto& w = c.w;
    const bool is_planar = c.p.store.stored == element::planar;
    const int numbers = is_planar ? 1 : 2;
    const auto planes = is_planar ? std::vector<std::string>{ "_re", "_im" }
                                  : std::vector{ std::string() };
    for (const auto& plane : planes) {
        w.line("const vec outputs{}[{}] = {{ {} }};",
               plane,
               numbers * outputs.size(),
               stored_vectors(c, outputs, plane));
        w.open(fmt::format("for (uint v = 0; v < {}; ++v)", outputs.size()));
        w.line("const uint at = {} * (tile_out + {} * ({} + v * {}));",
               numbers,
               c.output_stride(),
               k,
               step);
        w.line(
            "for (uint i = {} * left_out; i < {}; ++i)", numbers, numbers * c.p.lanes());
        w.put("    " + output_scalar(c.p,
                                     "to" + plane,
                                     "at + i",
                                     fmt::format("(({}*)outputs{})[{} * v + i]",
                                                 "const " + c.real(),
                                                 plane,
                                                 numbers * c.p.lanes())));
        w.close();
    }
}

//! Stores the outputs of a butterfly, \p k and after, \p step apart.
void emit_vector_stores(simd_context& c,
                        const std::vector<vector_output>& outputs,
                        const std::string& k,
                        std::int64_t step)
{
    const bool leaves_some_out = leaves_columns_out(c.p);
    if (leaves_some_out) {
        c.w.open("if (left_out)");
        emit_later_columns(c, outputs, k, step);
        c.w.close();
        c.w.open("else");
    }
    emit_stores(c, [&](const char* store) {
        for (const auto& y : outputs)
            emit_vector_store(c, store, y);
    });
    if (leaves_some_out)
        c.w.close();
}

} // namespace

void emit_output_points(simd_context& c,
                        const std::string& k,
                        int count,
                        std::int64_t step)
{
    if (c.p.store.kept) {
        for (int v = 0; v < count; ++v)
            emit_kept_column_store(c, v, offset_from(k, v * step));
        return;
    }
    if (c.p.store.power) {
        std::vector<power_output> powers;
        for (int v = 0; v < count; ++v)
            powers.push_back(
                { v, fmt::format("{} * ({})", c.p.lanes(), offset_from(k, v * step)) });
        emit_power_stores(c, powers);
        return;
    }
    std::vector<vector_output> outputs;
    for (int v = 0; v < count; ++v) {
        auto of = offset_from(k, v * step);
        if (c.rotates_columns(&axis::output_step) && !c.works_in_buffer())
            of = emit_place(c, v, of, c.p.dimensions[0].output_rotation, "output_");
        const auto place =
            c.p.is_across() ? fmt::format("tile_out + {} * ({})", c.output_stride(), of)
                            : fmt::format("{} * ({})", c.p.lanes(), of);
        outputs.push_back(emit_vector_output(c, v, place));
    }
    emit_vector_stores(c, outputs, k, step);
}

} // namespace gpufft::simd
