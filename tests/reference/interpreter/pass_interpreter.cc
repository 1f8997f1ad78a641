/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "plan/ir/forms/folds.h"
#include "plan/ir/pass_io_view.h"
#include "reference/interpreter/checked_array.h"
#include "reference/interpreter/pass_columns.h"
#include "reference/interpreter/pass_interpreter.h"
#include "reference/interpreter/plain_cosine.h"
#include "reference/interpreter/plain_dft.h"
#include "reference/interpreter/plain_fold.h"
#include "reference/interpreter/plain_io.h"
#include "reference/interpreter/plain_power.h"
#include <gpufft/error.h>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

namespace gpufft {

namespace {

using lengths = std::vector<std::int64_t>;
using outputs = std::map<dft_index, std::complex<double>>;

std::int64_t product(const lengths& l)
{
    return std::accumulate(
        l.begin(), l.end(), std::int64_t(1), std::multiplies<std::int64_t>());
}

//! Point number \p i, the last index being the fastest.
dft_index taken_apart(std::int64_t i, const lengths& shape)
{
    dft_index index(shape.size());
    for (std::size_t d = shape.size(); d-- > 1;) {
        index[d] = i % shape[d];
        i /= shape[d];
    }
    index[0] = i;
    return index;
}

//! Points of the pass along each dimension. Rader's algorithm has those of the DFT, one
//! more than its stages have.
lengths shape_of(const pass& p)
{
    if (p.load.by == convolution::rader)
        return { dft_length(p, p.load) };
    lengths shape(p.dimensions.size(), 1);
    for (const auto& s : p.stages)
        shape[s.dimension] *= s.radix;
    return shape;
}

//! w(2L)^-(n n) for n between -L and L, over \p padded points; its DFT over that.
complex_points chirp_spectrum(std::int64_t length, std::int64_t padded)
{
    complex_points taps(padded);
    for (std::int64_t n = 0; n < length; ++n)
        taps[n] = taps[(padded - n) % padded] = plain_root(-n * n, 2 * length);
    auto spectrum = plain_dft(taps);
    for (auto& s : spectrum)
        s /= static_cast<double>(padded);
    return spectrum;
}

//! The spectrum that a caller gave: all real parts, then all imaginary ones.
complex_points callers_spectrum(const pass& p, const pass_memory& m)
{
    const element_memory given(
        "the spectrum", { m.window, {} }, io_operation{}, p.number);
    const auto length = p.dimensions[0].length;
    complex_points spectrum;
    for (std::int64_t k = 0; k < length; ++k)
        spectrum.emplace_back(given.real(k), given.real(length + k));
    return spectrum;
}

class interpreter
{
public:
    interpreter(const pass& p, const pass_memory& m)
        : d_p(p),
          d_load(p, m),
          d_store(p, m),
          d_shape(shape_of(p)),
          d_points(product(d_shape))
    {
        if (p.callers_spectrum)
            d_spectrum = callers_spectrum(p, m);
        else if (convolves_by_chirp())
            d_spectrum = chirp_spectrum(dft_length(p, p.load), p.dimensions[0].length);
    }

    complex_points load(const pass_column& c) const
    {
        complex_points x;
        x.reserve(d_points);
        for (std::int64_t i = 0; i < d_points; ++i) {
            const auto j = taken_apart(i, d_shape);
            x.push_back(d_load(c.input_line, input_index(c, j)) * twiddle(c, j[0]));
        }
        return folded_input(d_p, std::move(x), d_shape);
    }

    complex_points transformed(const pass_column& c, complex_points x) const
    {
        if (d_p.is_real())
            return plain_cosines(d_p, std::move(x), d_shape);
        auto y = plain_dft(std::move(x), d_shape);
        if (!multiplies())
            return folded_output(d_p, std::move(y), d_shape); // Rader's is a DFT as well
        const auto apart = d_p.dimensions[0].length / d_shape[0];
        for (std::int64_t k = 0; k < d_shape[0]; ++k)
            y[k] *= d_spectrum[c.twiddle + k * apart];
        y = plain_inverse_dft(std::move(y));
        for (std::int64_t j = 0; j < d_shape[0]; ++j)
            y[j] *= std::conj(twiddle(c, j));
        return y;
    }

    //! Outputs \p y of each of \p columns.
    void store(const std::vector<pass_column>& columns,
               const std::vector<complex_points>& y) const
    {
        std::map<std::int64_t, outputs> lines;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto& c = columns[i];
            for (std::int64_t at = 0; at < d_points; ++at) {
                const auto k = output_index(c, taken_apart(at, d_shape));
                if (d_p.store.needs_pairs())
                    lines[c.output_line][k] = y[i][at];
                else
                    d_store(c.output_line, k, y[i][at]);
            }
        }
        for (const auto& [line, z] : lines)
            store_mirrored(line, z);
    }

    //! A pass of load and store operations alone: a column is an output of the inner DFT.
    void store_pointwise(const pass_column& c) const
    {
        dft_index n(d_p.dimensions.size()), k(d_p.dimensions.size());
        n[0] = c.input_index;
        k[0] = c.output_index;
        if (!d_p.store.needs_pairs()) {
            d_store(c.output_line, k, d_load(c.input_line, n));
            return;
        }
        const auto mirror = gpufft::mirrored(n, dft_lengths());
        d_store.mirrored(
            c.output_line, k, d_load(c.input_line, n), d_load(c.input_line, mirror));
    }

    //! Accumulates the powers of the frames of \p row at its place in the output.
    void accumulate(const pass_memory& m, std::uint64_t row) const
    {
        const checked_array<std::uint32_t> runs("the runs", m.runs.begins);
        const checked_array<float> out("the output", m.out[0]);
        const auto bins = io_elements(d_p, PASS_OUTPUT, 0);
        const auto first = runs[row], behind = runs[row + 1];
        if (behind < first || behind - first > m.runs.longest)
            throw device_error(fmt::format("fake kernel: row {} has the frames {} to {}, "
                                           "and none may have more than {}",
                                           row,
                                           first,
                                           behind,
                                           m.runs.longest));
        std::vector<plain_run> accumulated;
        for (const auto plane : d_p.store.power->planes())
            accumulated.insert(accumulated.end(), bins, { plane, m.runs.keep });
        for (std::int64_t frame = first; frame < behind; ++frame) {
            pass_column c;
            c.input_line = frame * d_p.input_distance;
            const auto y = transformed(c, load(c));
            for (std::size_t i = 0; i < accumulated.size(); ++i)
                accumulated[i].add(plain_power(y[i % bins]));
        }
        for (std::size_t i = 0; i < accumulated.size(); ++i)
            out.set(row * d_p.output_distance + i, accumulated[i].value());
    }

    //! Transforms \p rows rows and stores the samples that their branches add up to.
    void sum_branches(const pass_memory& m, std::int64_t rows) const
    {
        const checked_array<float> taps("the taps", m.window);
        const checked_array<std::complex<float>> out("the output", m.out[0]);
        std::vector<complex_points> v;
        for (std::int64_t row = 0; row < rows; ++row) {
            pass_column c;
            c.input_line = row * d_p.input_distance;
            v.push_back(transformed(c, load(c)));
        }
        const auto branches = d_points / d_p.store.branches->points_a_branch;
        const auto before = d_p.rows_before();
        for (std::int64_t row = before; row < rows; ++row) {
            const auto begin = (m.first_row + row - before + 1) * branches;
            for (std::int64_t b = 0; b < branches; ++b) {
                std::complex<double> sum = 0;
                for (std::int64_t k = 0; k <= before; ++k)
                    sum += static_cast<double>(taps[k * branches + b]) *
                           v[row - k][(b + begin) % d_points];
                if (d_p.store.swap_parts)
                    sum = { sum.imag(), sum.real() };
                out.set((row - before) * branches + b, std::complex<float>(sum));
            }
        }
    }

private:
    //! Outputs are multiplied by a spectrum, and transformed back.
    bool multiplies() const { return d_p.callers_spectrum || convolves_by_chirp(); }

    bool convolves_by_chirp() const
    {
        return d_p.convolves && d_p.load.by != convolution::rader;
    }

    std::complex<double> twiddle(const pass_column& c, std::int64_t j) const
    {
        if (c.twiddle == 0)
            return 1;
        return plain_root(c.twiddle * j, d_p.twiddle_order);
    }

    dft_index input_index(const pass_column& c, const dft_index& j) const
    {
        dft_index n(j.size());
        for (std::size_t d = 0; d < n.size(); ++d) {
            const auto& along = d_p.dimensions[d];
            const auto tile = along.input_tile ? j[d] / along.input_tile : 0;
            n[d] = (j[d] - tile * along.input_tile) * along.input_step +
                   tile * along.input_tile_step;
        }
        n[0] += c.input_index;
        return n;
    }

    dft_index output_index(const pass_column& c, const dft_index& at) const
    {
        dft_index k(at.size());
        for (std::size_t d = 0; d < k.size(); ++d)
            k[d] = at[d] * d_p.dimensions[d].output_step;
        k[0] += c.output_index;
        return k;
    }

    //! Lengths of the DFT, without the zeros that Bluestein appends.
    dft_index dft_lengths() const
    {
        dft_index all(d_p.dimensions.size());
        for (std::size_t d = 0; d < all.size(); ++d)
            all[d] = d_p.dimensions[d].length;
        all.back() = dft_length(d_p, d_p.store);
        return all;
    }

    //! Stores the pairs k and -k; a pass is wrong whose workgroup lacks one of a pair.
    void store_mirrored(std::int64_t line, const outputs& z) const
    {
        const auto core = dft_lengths();
        for (const auto& [k, value] : z) {
            if (k.back() >= core.back())
                continue; // beyond the DFT of a convolution, which is longer
            auto opposite = gpufft::mirrored(k, core);
            // Folded outputs are real along the other dimensions.
            if (folds_output(d_p))
                std::copy(k.begin(), k.end() - 1, opposite.begin());
            const auto mirror = z.find(opposite);
            if (mirror == z.end())
                throw device_error("fake kernel: outputs k and -k are in different "
                                   "workgroups");
            d_store.mirrored(line, k, value, mirror->second);
        }
    }

    const pass& d_p;
    plain_load d_load;
    plain_store d_store;
    lengths d_shape;
    std::int64_t d_points; //!< of a column
    complex_points d_spectrum;
};

} // namespace

void interpret_pass(const pass& p, const pass_memory& memory, std::uint64_t rows)
{
    const interpreter does(p, memory);
    if (p.store.power) {
        for (std::uint64_t row = 0; row < rows; ++row)
            does.accumulate(memory, row);
        return;
    }
    if (p.store.branches) {
        does.sum_branches(memory, static_cast<std::int64_t>(rows));
        return;
    }
    for (std::uint64_t tile = 0; tile < tile_count(p, rows); ++tile) {
        const auto columns = columns_of_tile(p, tile, rows);
        if (p.is_pointwise()) {
            for (const auto& c : columns)
                does.store_pointwise(c);
            continue;
        }
        std::vector<complex_points> loaded;
        for (const auto& c : columns)
            loaded.push_back(does.load(c));
        for (std::size_t i = 0; i < columns.size(); ++i)
            loaded[i] = does.transformed(columns[i], std::move(loaded[i]));
        does.store(columns, loaded);
    }
}

} // namespace gpufft
