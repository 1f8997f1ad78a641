/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/columns/emit_nd_row_columns.h"
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/row_facts.h"
#include "codegen/simd/rows/emit_rows.h"
#include "codegen/text/index_text.h"
#include <fmt/ranges.h>
#include <algorithm>

namespace gpufft::simd {

namespace {

bool is_power_of_two(std::int64_t n) { return (n & (n - 1)) == 0; }

//! A round of LOW and HIGH rotates the bits of (vector, lane) by one: after as many
//! rounds as a vector's number has bits, the vectors are interleaved.
void emit_turns_in_rounds(source_writer& w, int vectors)
{
    std::string from = "v[{}]";
    int round = 0;
    for (int done = 1; done < vectors; done *= 2) {
        ++round;
        for (int i = 0; i < vectors; ++i)
            w.line("const vec r{}_{} = {}({}, {});",
                   round,
                   i,
                   i % 2 ? "HIGH" : "LOW",
                   fmt::format(fmt::runtime(from), i / 2),
                   fmt::format(fmt::runtime(from), i / 2 + vectors / 2));
        from = fmt::format("r{}_{{}}", round);
    }
    for (int i = 0; i < vectors; ++i)
        w.line("v[{}] = {};", i, fmt::format(fmt::runtime(from), i));
}

//! Shuffles each interleaved vector by itself, from those that it has numbers of, one
//! after the other.
void emit_turns_by_vectors(source_writer& w, int vectors, int lanes)
{
    for (int vector = 0; vector < vectors; ++vector) {
        std::vector<int> sources; // of each lane
        for (int lane = 0; lane < lanes; ++lane)
            sources.push_back((vector * lanes + lane) % vectors);
        auto distinct = sources;
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        std::string so_far = fmt::format("v[{}]", distinct.front());
        for (std::size_t d = 1; d < distinct.size(); ++d) {
            std::vector<int> picked;
            for (int lane = 0; lane < lanes; ++lane) {
                const auto at = (vector * lanes + lane) / vectors;
                const bool is_later = sources[lane] == distinct[d];
                const bool is_first = d == 1 && sources[lane] == distinct[0];
                picked.push_back(is_later ? lanes + at : is_first ? at : lane);
            }
            const auto name = fmt::format("r{}_{}", vector, d);
            w.line("const vec {} = SHUFFLE({}, v[{}], {});",
                   name,
                   so_far,
                   distinct[d],
                   fmt::join(picked, ", "));
            so_far = name;
        }
        w.line("made[{}] = {};", vector, so_far);
    }
    for (int i = 0; i < vectors; ++i)
        w.line("v[{0}] = made[{0}];", i);
}

} // namespace

void emit_turn_function(source_writer& w, const pass& p)
{
    const auto vectors = static_cast<int>(2 * points_in_turn(p));
    w.line("// {} vectors to the numbers of their lanes in turn: those of lane 0 first.",
           vectors);
    w.put("static inline void put_in_turn(vec* v)");
    w.open();
    if (is_power_of_two(vectors)) {
        emit_turns_in_rounds(w, vectors);
    } else {
        w.line("vec made[{}];", vectors);
        emit_turns_by_vectors(w, vectors, p.lanes());
    }
    w.close();
    w.blank();
}

void emit_nd_row_column_store(simd_context& c)
{
    auto& w = c.w;
    const auto in_turn = points_in_turn(c.p);
    const auto& along = c.p.dimensions.front();
    const char* times = c.p.store.scaled ? "scale * " : "";
    const char* real = c.p.store.swap_parts ? "im" : "re";
    const char* imaginary = c.p.store.swap_parts ? "re" : "im";
    w.put("// Outputs of neighbouring columns in turn.");
    w.open(fmt::format("for (uint k = 0; k < {}; ++k)", along.length));
    w.line("vec turns[{}];", 2 * in_turn);
    for (std::int64_t i = 0; i < in_turn; ++i) {
        const auto of = row_place(c, offset_from(fmt::format("{} * k", in_turn), i));
        w.line("const uint place{} = {};", i, of);
        w.line("turns[{}] = {}{}[place{}];", 2 * i, times, real, i);
        w.line("turns[{}] = {}{}[place{}];", 2 * i + 1, times, imaginary, i);
    }
    w.put("put_in_turn(turns);");
    w.line("const uint at = 2 * (tile_out + {} * k);", along.output_stride);
    emit_stores(c, [&](const char* store) {
        for (std::int64_t v = 0; v < 2 * in_turn; ++v)
            w.line(
                "{}(to + {}, turns[{}]);", store, offset_from("at", v * c.p.lanes()), v);
    });
    w.close();
}

} // namespace gpufft::simd
