/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/codelet.h"
#include "plan/simt/tile_digits.h"
#include "plan/stages/run_losses.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int LONG_RUN = 16; // neighbouring points: whole transactions
// What is loaded in short runs stays in caches until its neighbours are wanted. See
// measurements.md, "Short runs of loads and stores".
constexpr double LOADED = 0.5;

double lost(std::int64_t run)
{
    return run < LONG_RUN ? static_cast<double>(LONG_RUN) / run - 1 : 0;
}

//! Values that follow one another, \p weight elements apart.
struct neighbours {
    std::int64_t weight;
    std::int64_t size;
};

//! The longest run that any order of \p parts makes: where they overlap, all may be in
//! it.
std::int64_t longest_run(std::vector<neighbours> parts)
{
    std::sort(parts.begin(), parts.end(), [](const neighbours& a, const neighbours& b) {
        return a.weight < b.weight;
    });
    std::int64_t run = 1;
    for (const auto& p : parts) {
        if (p.weight > run)
            break;
        run *= p.size;
    }
    return run;
}

} // namespace

run_losses::run_losses(const pass& p,
                       const std::vector<std::int64_t>& lengths,
                       stage_divisions& divided)
    : d_loads(!p.workgroup().staged_input),
      d_stores(!p.workgroup().staged_output && !p.store.needs_pairs())
{
    std::vector<neighbours> input, output;
    bool has_tiles = false; // of the input: neighbours are where no dimension says
    for (std::size_t d = 0; d < lengths.size(); ++d) {
        const auto& along = p.dimensions[d];
        input.push_back({ along.input_step * along.input_stride, lengths[d] });
        output.push_back({ along.output_step * along.output_stride, lengths[d] });
        has_tiles |= along.input_tile != 0;
    }
    input.push_back({ p.columns.input_weight, p.columns.size });
    output.push_back({ p.columns.output_weight, p.columns.size });

    d_input.resize(lengths.size() * (MAX_CODELET_LENGTH + 1));
    d_output.resize(d_input.size());
    d_least_output = d_stores ? lost(longest_run(output)) : 0;
    const auto lost_without =
        [](std::vector<neighbours> parts, std::size_t d, int radix) {
            parts[d].size /= radix;
            return lost(longest_run(std::move(parts)));
        };
    for (std::size_t d = 0; d < lengths.size(); ++d) {
        for (const auto& [radix, rest] : divided.of(lengths[d]).first) {
            stage s;
            s.radix = radix;
            s.dimension = static_cast<int>(d);
            if (d_loads && !has_tiles)
                d_input[index(s)] = LOADED * lost_without(input, d, radix);
            // A pass that convolves stores from its first stage.
            if (d_stores)
                d_output[index(s)] =
                    p.convolves ? d_least_output : lost_without(output, d, radix);
        }
    }
}

double run_losses::of(const pass& p) const
{
    const auto digits = cut_digits(p);
    double cost = 0;
    if (d_loads)
        cost += LOADED * lost(input_run(p, digits));
    if (d_stores)
        cost += lost(output_run(p, digits));
    return cost;
}

std::size_t run_losses::index(const stage& s)
{
    return static_cast<std::size_t>(s.dimension) * (MAX_CODELET_LENGTH + 1) +
           static_cast<std::size_t>(s.radix);
}

} // namespace gpufft
