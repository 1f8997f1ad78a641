/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/frames/spectra/run_table.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

namespace {

//! 1 - keep^frames, without the cancellation of keep near 1.
double gone(double keep, double frames)
{
    return keep > 0 ? -std::expm1(frames * std::log(keep)) : 1;
}

//! Runs of nearly equal length.
void cut(std::vector<std::uint32_t>& runs,
         std::uint64_t begin,
         std::uint64_t end,
         std::uint64_t run_frames)
{
    const auto frames = end - begin;
    const auto count = (frames + run_frames - 1) / run_frames;
    for (std::uint64_t i = 1; i <= count; ++i)
        runs.push_back(static_cast<std::uint32_t>(begin + frames * i / count));
}

/*!
 * What a run of \p m frames, the last of \p n, adds to an exponential average: such that
 * the first frames average like a mean, and later ones take shares of 1 - keep^m.
 */
void add_weights(std::vector<float>& weights, double keep, double m, double n)
{
    if (keep >= 1) {
        weights.push_back(static_cast<float>(m < n ? m / n : 0));
        weights.push_back(static_cast<float>(1 / m));
        return;
    }
    const double share = gone(keep, m) / gone(keep, n);
    const double left = std::pow(keep, m);
    const double left_share = m < n ? left * gone(keep, n - m) / gone(keep, n) : 0;
    // Shares near 1 are given by what they leave: power_kernels.h
    const bool is_small = share < 0.5;
    weights.push_back(static_cast<float>(is_small ? share : -left_share));
    weights.push_back(static_cast<float>((1 - keep) / gone(keep, m)));
}

//! What plane \p how of average \p o is multiplied by.
double factor_of(const spectrum_batch& batch, std::size_t o, accumulation how)
{
    if (accumulations(how).has_extremes() || batch.how == average::exponential)
        return batch.output.factor;
    const double power = how == accumulation::square ? 2 : 1;
    return std::pow(batch.output.factor, power) / static_cast<double>(batch.counts[o]);
}

} // namespace

run_table cut_runs(const spectrum_batch& batch,
                   std::uint64_t accumulated,
                   std::size_t run_frames,
                   const accumulations& planes)
{
    run_table table;
    table.runs.reserve(batch.ends.size() + batch.frames / run_frames + 3);
    table.ends.reserve(batch.ends.size() + 1);
    table.factors.reserve(batch.ends.size() * static_cast<std::size_t>(planes.count()));
    table.runs = { 0 };
    std::uint32_t begin = 0;
    const bool is_last_alone = batch.how == average::exponential && batch.keep == 0;
    const auto cut_to = [&](std::uint32_t end) {
        // With nothing kept a NaN times 0 would still be one.
        if (is_last_alone && end > begin)
            cut(table.runs, begin, end - 1, run_frames);
        if (end > table.runs.back())
            cut(table.runs, table.runs.back(), end, run_frames);
        table.ends.push_back(table.rows());
        begin = end;
    };
    for (const auto end : batch.ends)
        cut_to(end);
    cut_to(static_cast<std::uint32_t>(batch.frames));

    for (std::size_t o = 0; o < batch.ends.size(); ++o)
        for (const auto plane : planes.planes())
            table.factors.push_back(static_cast<float>(factor_of(batch, o, plane)));
    for (std::uint32_t r = 0; r < table.rows(); ++r) {
        const auto frames = table.runs[r + 1] - table.runs[r];
        table.longest = std::max(table.longest, frames);
        if (batch.how == average::exponential)
            add_weights(table.weights,
                        batch.keep,
                        frames,
                        static_cast<double>(accumulated + table.runs[r + 1]));
    }
    return table;
}

} // namespace gpufft
