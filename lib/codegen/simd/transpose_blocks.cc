/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_vector_io.h"
#include "codegen/simd/row_facts.h"
#include "codegen/simd/transpose_blocks.h"
#include "codegen/text/index_text.h"
#include "plan/simd/output_permutation.h"
#include "plan/simd/prefetching.h"
#include <algorithm>
#include <cctype>

namespace gpufft::simd {

namespace {

int rows_of_a_lane(const simd_context& c)
{
    return static_cast<int>(c.p.columns.size / c.p.lanes());
}

bool is_number(const std::string& text)
{
    return std::isdigit(static_cast<unsigned char>(text.front()));
}

//! Opens the loop over first elements `j`, or calls \p each for all of them.
void emit_each(simd_context& c,
               const transpose_blocks& s,
               const std::function<void(const std::string& first)>& each)
{
    auto& w = c.w;
    const auto all = s.elements * rows_of_a_lane(c);
    const auto together = s.together(c.p.lanes());
    const auto last = all - together;
    if (is_written_out(c.p)) {
        for (std::int64_t j = 0; j < all; j += together) {
            w.open();
            each(std::to_string(std::min(j, last)));
            w.close();
        }
        return;
    }
    if (all % together) {
        const auto blocks = (all + together - 1) / together;
        w.open(fmt::format("for (uint tile = 0; tile < {}; ++tile)", blocks));
        w.line("const uint j = min(tile * {}, (uint){}); // the last one overlaps",
               together,
               last);
    } else {
        w.open(fmt::format("for (uint j = 0; j < {}; j += {})", all, together));
    }
    each("j");
    w.close();
}

//! Number of the first number of element \p first.
std::string number_of(const transpose_blocks& s, const std::string& first)
{
    if (s.numbers == 1)
        return first;
    return is_number(first) ? std::to_string(std::stoll(first) * s.numbers)
                            : fmt::format("{} * {}", s.numbers, first);
}

//! Prefetches this block of a tile to come, or one ahead in the rows.
void emit_prefetches(simd_context& c, const transpose_blocks& s, const std::string& first)
{
    if (c.prefetches.has_any())
        return;
    const auto step = s.distance * rows_of_a_lane(c);
    const auto ahead = distance_of_prefetch(c.p, step * c.p.lanes(), s.number_bytes);
    if (!ahead)
        return;
    const auto row_bytes = s.elements * s.numbers * s.number_bytes;
    c.w.open(fmt::format("if (rows > {})", most_cached_rows(c.p, row_bytes)));
    for (const char* pointer : { s.pointer, s.plane }) {
        for (int lane = 0; pointer && lane < c.p.lanes(); ++lane)
            c.w.line("FETCH({} + {});",
                     offset_from(pointer, ahead + lane * step),
                     number_of(s, first));
    }
    c.w.close();
}

//! The transpose blocks of a full tile at \p pointer.
void emit_blocks_at(simd_context& c,
                    const transpose_blocks& s,
                    const char* pointer,
                    const char* store,
                    const block_body& square)
{
    const auto step = s.distance * rows_of_a_lane(c);
    emit_each(c, s, [&](const std::string& first) {
        const auto address = [&](int lane, const char* plane) {
            return fmt::format("{} + {}",
                               offset_from(plane ? plane : pointer, lane * step),
                               number_of(s, first));
        };
        square({ address, store }, first);
        if (s.is_prefetched)
            emit_prefetches(c, s, first);
    });
}

//! Blocks whose vectors do not begin at multiples of a vector fill a write-combining
//! tile, which then leaves in non-temporal stores of whole vectors.
void emit_combined_tile(simd_context& c,
                        const transpose_blocks& s,
                        const block_body& square)
{
    auto& w = c.w;
    w.open("if (streams)");
    w.line("{}* kept = ({}*)lines;", c.real(), c.real());
    emit_blocks_at(c, s, "kept", "KEEP", square);
    w.line("for (uint v = 0; v < {}; ++v)", c.combined_vectors());
    w.line("    {}({} + {} * v, lines[v]);", output_stream(c.p), s.pointer, c.p.lanes());
    w.close();
    w.open("else");
    emit_blocks_at(c, s, s.pointer, output_store(c.p), square);
    w.close();
}

void emit_full_tile(simd_context& c, const transpose_blocks& s, const block_body& square)
{
    if (s.is_combined)
        emit_combined_tile(c, s, square);
    else
        emit_blocks_at(c, s, s.pointer, nullptr, square);
}

//! A row to a lane, the last of them again where there are no more.
void emit_clamped_tile(simd_context& c,
                       const transpose_blocks& s,
                       const block_body& square)
{
    auto& w = c.w;
    const auto wide = c.d.wide_unsigned;
    w.line("{} at[{}]; // of each lane's row", wide, c.p.lanes());
    w.line("for (uint i = 0; i < {}; ++i)", c.p.lanes());
    w.line("    at[i] = ({})min(i, present - 1) * {};", wide, s.distance);
    emit_each(c, s, [&](const std::string& first) {
        const auto address = [&](int lane, const char* plane) {
            return fmt::format(
                "{} + at[{}] + {}", plane ? plane : s.pointer, lane, number_of(s, first));
        };
        square({ address, s.is_combined ? output_store(c.p) : nullptr }, first);
    });
}

} // namespace

void emit_blocks(simd_context& c,
                 const transpose_blocks& s,
                 const block_body& square,
                 const std::function<void()>& loose)
{
    auto& w = c.w;
    const bool is_short = rows_of_a_lane(c) > 1;
    if (is_short && s.distance != s.elements * s.numbers) {
        w.open();
        loose();
        w.close();
        return;
    }
    w.open(fmt::format("if (present == {})", c.p.columns.size));
    emit_full_tile(c, s, square);
    w.close();
    w.open("else");
    if (is_short)
        loose();
    else
        emit_clamped_tile(c, s, square);
    w.close();
}

void emit_block_stores(simd_context& c,
                       const block_place& place,
                       const char* square,
                       const char* plane)
{
    const auto emit_with = [&](const char* store) {
        for (int lane = 0; lane < c.p.lanes(); ++lane)
            c.w.line("{}({}, {}[{}]);", store, place.at(lane, plane), square, lane);
    };
    if (place.store)
        emit_with(place.store);
    else
        emit_stores(c, emit_with);
}

std::string element_after(const std::string& first, std::int64_t i)
{
    return is_number(first) ? std::to_string(std::stoll(first) + i)
                            : offset_from(first, i);
}

std::string place_in_row(const simd_context& c, const std::string& n)
{
    if (rows_of_a_lane(c) == 1)
        return n;
    const auto points = c.row_points();
    return is_number(n) ? std::to_string(std::stoll(n) % points)
                        : fmt::format("({}) % {}", n, points);
}

std::string row_of_place(const simd_context& c, const std::string& n)
{
    if (rows_of_a_lane(c) == 1)
        return "row";
    const auto points = c.row_points();
    return is_number(n) ? fmt::format("row + {}", std::stoll(n) / points)
                        : fmt::format("row + ({}) / {}", n, points);
}

std::int64_t row_rotation(const simd_context& c, std::int64_t rotation)
{
    return has_tables_of_places(c.p) ? 0 : rotation;
}

std::string
rotated_point(simd_context& c, int i, const std::string& m, std::int64_t rotation)
{
    if (!rotation)
        return m;
    const auto length = c.p.points();
    if (is_number(m)) {
        const auto number = std::stoll(m);
        const auto row = number / length * length;
        return std::to_string(row + (number - row + length - rotation) % length);
    }
    c.w.line("const uint place{} = {};", i, m);
    c.w.line("const uint point{0} = place{0} < {1} ? place{0} + {2} : place{0} - {1};",
             i,
             rotation,
             length - rotation);
    return fmt::format("point{}", i);
}

void open_loose_numbers(simd_context& c, const transpose_blocks& s)
{
    auto& w = c.w;
    const auto numbers = s.numbers * s.elements;
    w.open("for (uint i = 0; i < present; ++i)");
    w.open(fmt::format("for (uint f = 0; f < {}; ++f)", numbers));
    w.line("const {0} at = ({0})i * {1} + f;", c.d.wide_unsigned, s.distance);
    w.line("const uint v = i % {0} * {1} + f;", rows_of_a_lane(c), numbers);
    w.line("const uint lane = i / {};", rows_of_a_lane(c));
}

} // namespace gpufft::simd
