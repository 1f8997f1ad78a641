/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/chirp.h"
#include "math/roots.h"
#include "plan/ir/kept_outputs.h"
#include "plan/roots/convolution.h"
#include "plan/roots/loaded_rows.h"
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/row_factors.h"
#include "plan/simd/vector_stages.h"
#include "plan/simd/vector_twiddles.h"
#include <algorithm>

namespace gpufft {

namespace {

using entries = std::vector<std::complex<double>>;

//! \p block as a vector of real parts and one of imaginary parts.
void append_parts(entries& table, const entries& block)
{
    std::vector<double> parts;
    for (const auto& value : block)
        parts.push_back(value.real());
    for (const auto& value : block)
        parts.push_back(value.imag());
    for (std::size_t i = 0; i < parts.size(); i += 2)
        table.emplace_back(parts[i], parts[i + 1]);
}

//! A vector of real parts and one of imaginary parts of roots \p lanes of \p order, each
//! \p step further than \p start.
void append_vectors(entries& table,
                    const std::vector<int>& lanes,
                    std::int64_t start,
                    std::int64_t step,
                    std::int64_t order)
{
    entries block;
    for (const int lane : lanes)
        block.push_back(root_of_unity(-(start + lane * step), order));
    append_parts(table, block);
}

//! The load or store operation multiplies by the chirp.
bool has_chirp(const pass& p)
{
    return p.load.by == convolution::bluestein || p.store.by == convolution::bluestein;
}

//! Lanes go through the same points of the chirp.
bool has_scalar_chirp(const pass& p)
{
    return p.lanes_are_rows() || p.lanes_are(lane_kind::convolved_columns);
}

//! Entries of the chirp: as many as the DFT has points, in whole vectors where lanes are
//! points.
std::int64_t chirp_size(const pass& p)
{
    const auto length = p.dimensions[0].caller_length;
    if (has_scalar_chirp(p))
        return length;
    return (length + p.lanes() - 1) / p.lanes() * p.lanes();
}

//! Entries of the spectrum that a pass needs: all of the convolution's.
std::int64_t spectrum_size(const pass& p) { return p.dimensions[0].length; }

void append_chirp(entries& table, const pass& p)
{
    const auto length = p.dimensions[0].caller_length;
    entries chirp(static_cast<std::size_t>(chirp_size(p)));
    write_chirp(length, chirp.data());
    if (has_scalar_chirp(p)) {
        table.insert(table.end(), chirp.begin(), chirp.end());
        return;
    }
    for (auto block = chirp.begin(); block != chirp.end(); block += p.lanes())
        append_parts(table, entries(block, block + p.lanes()));
}

void append_spectrum(entries& table, const pass& p)
{
    const auto spectrum = convolution_spectrum(p);
    const auto points = p.points();
    const auto apart = spectrum_size(p) / points;
    const auto m = p.stages.size();
    if (!p.columns.twiddle_weight) {
        for (std::int64_t place = 0; place < points; ++place)
            table.push_back(spectrum[output_number(p, 0, m, place)]);
        return;
    }
    for (std::int64_t first = 0; first < apart; first += p.lanes()) {
        for (std::int64_t place = 0; place < points; ++place) {
            const auto k = first + apart * output_number(p, 0, m, place);
            append_parts(table,
                         entries(spectrum.begin() + k, spectrum.begin() + k + p.lanes()));
        }
    }
}

//! Nothing is convolved where lanes are points, or the columns of the way back lie in the
//! order of those there, and are as many.
bool shares_tiles_back(const pass& p)
{
    return !(has_tile_twiddles(p) && p.convolves) ||
           (spectrum_fold(p) == 1 && input_blocks(p) == output_blocks(p));
}

//! Twiddles of the columns that are left by spectrum_fold().
void append_tiles_back(entries& table, const pass& p, const vector_twiddles& layout)
{
    const auto fold = spectrum_fold(p);
    const auto columns = deinterleave_order(p.lanes(), output_blocks(p));
    const auto points = layout.points / fold;
    for (std::int64_t tile = 0; tile * p.lanes() < points; ++tile) {
        const auto first = std::min<std::int64_t>(tile * p.lanes(), points - p.lanes());
        for (const int k : layout.tile_rows)
            append_vectors(table, columns, k * first, k, p.points() / fold);
    }
}

//! -i w(2 M)^k / 2 of M outputs, a vector of real parts and one of imaginary parts in
//! turn.
void append_bin_factors(entries& table, const pass& p)
{
    for (std::int64_t k = 0; k < p.points(); k += p.lanes()) {
        std::vector<double> parts(2 * static_cast<std::size_t>(p.lanes()));
        for (int lane = 0; lane < p.lanes(); ++lane) {
            const auto w = root_of_unity(-(k + lane), 2 * p.points());
            parts[lane] = 0.5 * w.imag();
            parts[p.lanes() + lane] = -0.5 * w.real();
        }
        for (std::size_t i = 0; i < parts.size(); i += 2)
            table.emplace_back(parts[i], parts[i + 1]);
    }
}

//! i w(2 M)^-column of each tile's columns, as vectors of parts in turn.
void append_column_turns(entries& table, const pass& p, std::int64_t tiles)
{
    const auto reals = 2 * p.points();
    const auto order = deinterleave_order(p.lanes(), 1);
    for (std::int64_t tile = 0; tile < tiles; ++tile)
        append_vectors(table, order, -first_column(p, tile) - reals / 4, -1, reals);
}

//! Points along the first dimension, where the twiddle before the pass differs.
std::int64_t twiddled_points(const pass& p)
{
    return p.lanes_are(lane_kind::columns_nd) ? p.dimensions[0].length : p.points();
}

} // namespace

std::size_t first_of_dimension(const pass& p, std::size_t first, std::size_t i)
{
    while (i > first && p.stages[i - 1].dimension == p.stages[i].dimension)
        --i;
    return i;
}

std::int64_t
output_number(const pass& p, std::size_t first, std::size_t i, std::int64_t place)
{
    std::int64_t weight = 1;
    for (std::size_t j = first; j < i; ++j)
        weight *= p.stages[j].radix;
    std::int64_t number = 0;
    for (std::size_t j = i; j-- > first;) {
        weight /= p.stages[j].radix;
        number += place % p.stages[j].radix * weight;
        place /= p.stages[j].radix;
    }
    return number;
}

vector_twiddles lay_out_vector_twiddles(const pass& p)
{
    vector_twiddles layout;
    std::int64_t next = 0;
    if (p.lanes_are(lane_kind::row_points_nd)) {
        layout.points = p.points() / p.lanes();
    } else if (p.is_across()) {
        layout.points = p.points();
        layout.has_lane_roots = p.twiddle_order > 1 && p.columns.twiddle_weight != 0;
        if (layout.has_lane_roots)
            next = twiddled_points(p) * p.lanes();
    } else {
        layout.first_stage = 1;
        layout.points = p.points() / p.lanes();
        layout.tiles = (layout.points + p.lanes() - 1) / p.lanes();
        layout.tile_rows = loaded_rows(p.stages.front().twiddles, p.lanes());
        next =
            layout.tiles * static_cast<std::int64_t>(layout.tile_rows.size()) * p.lanes();
    }
    layout.offsets.assign(p.stages.size(), 0);
    layout.groups.assign(p.stages.size(), 1);
    std::int64_t groups = 1;
    for (std::size_t i = layout.first_stage; i < p.stages.size(); ++i) {
        const auto first = first_of_dimension(p, layout.first_stage, i);
        if (i == first)
            groups = 1;
        layout.offsets[i] = next;
        layout.groups[i] = groups;
        if (i > first)
            next += groups * (p.stages[i].radix - 1);
        groups *= p.stages[i].radix;
    }
    layout.roots = lay_out_roots(p.twiddle_order, next);
    layout.chirp = layout.roots.end;
    layout.spectrum = layout.chirp + (has_chirp(p) ? chirp_size(p) : 0);
    layout.bins = layout.spectrum;
    layout.tiles_back = shares_tiles_back(p) ? 0 : layout.spectrum;
    layout.preprocess_offset = layout.postprocess_offset = layout.spectrum;
    if (p.is_across())
        layout.postprocess_offset +=
            static_cast<std::int64_t>(preprocess_factor_table(p).size());
    return layout;
}

std::int64_t first_column(const pass& p, std::int64_t tile)
{
    return std::min(tile * p.lanes(), p.points() / p.lanes() - p.lanes());
}

std::vector<std::complex<double>> vector_twiddle_table(const pass& p)
{
    const auto layout = lay_out_vector_twiddles(p);
    entries table;
    if (layout.has_lane_roots) {
        for (std::int64_t j = 0; j < twiddled_points(p); ++j)
            append_vectors(table,
                           deinterleave_order(p.lanes(), 1),
                           0,
                           j * p.columns.twiddle_weight,
                           p.twiddle_order);
    }
    const auto columns = deinterleave_order(p.lanes(), input_blocks(p));
    for (std::int64_t tile = 0; layout.first_stage && tile < layout.tiles; ++tile) {
        for (const int k : layout.tile_rows)
            append_vectors(table, columns, k * first_column(p, tile), k, p.points());
    }
    for (std::size_t i = layout.first_stage + 1; i < p.stages.size(); ++i) {
        const auto first = first_of_dimension(p, layout.first_stage, i);
        if (i == first)
            continue;
        const auto order = layout.groups[i] * p.stages[i].radix;
        for (std::int64_t group = 0; group < layout.groups[i]; ++group) {
            const auto k = output_number(p, first, i, group);
            for (int v = 1; v < p.stages[i].radix; ++v)
                table.push_back(root_of_unity(-v * k, order));
        }
    }
    append_roots(table, layout.roots);
    if (has_chirp(p))
        append_chirp(table, p);
    if (p.convolves && !p.callers_spectrum)
        append_spectrum(table, p);
    if (layout.tiles_back)
        append_tiles_back(table, p, layout);
    if (stores_bins(p))
        append_bin_factors(table, p);
    if (loads_bins(p))
        append_column_turns(table, p, layout.tiles);
    if (p.is_across() && !p.convolves) {
        for (const auto& factors :
             { preprocess_factor_table(p), postprocess_factor_table(p) })
            table.insert(table.end(), factors.begin(), factors.end());
    }
    if (table.empty()) // a buffer of no bytes cannot be made
        table.emplace_back(1.0, 0.0);
    return table;
}

} // namespace gpufft
