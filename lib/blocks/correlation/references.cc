/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/references.h"
#include "exec/filters/filter_shape.h"
#include "plan/request/refuse.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gr {
namespace gpufft {

namespace {

constexpr std::size_t MOST_REFERENCES = 64;

std::vector<std::complex<double>> taps_for(const std::vector<gr_complex>& reference)
{
    std::vector<std::complex<double>> taps;
    for (auto sample = reference.rbegin(); sample != reference.rend(); ++sample)
        taps.push_back(std::conj(std::complex<double>(*sample)));
    return taps;
}

} // namespace

tap_lists taps_of(const reference_list& references)
{
    tap_lists all;
    for (const auto& each : references)
        all.push_back(taps_for(each));
    return all;
}

reference_list references_of(const tap_lists& taps)
{
    reference_list all;
    for (const auto& each : taps) {
        auto& reference = all.emplace_back();
        for (auto tap = each.rbegin(); tap != each.rend(); ++tap)
            reference.push_back(gr_complex(std::conj(*tap)));
    }
    return all;
}

void check_references(const reference_list& references)
{
    if (references.empty() || references.size() > MOST_REFERENCES)
        ::gpufft::refuse("there must be 1 .. {} references, got {}",
                         MOST_REFERENCES,
                         references.size());
    for (std::size_t i = 0; i < references.size(); ++i) {
        try {
            ::gpufft::filter_request filter;
            filter.taps = taps_for(references[i]);
            validate(filter);
        } catch (const ::gpufft::plan_error& e) {
            ::gpufft::refuse("reference {} has {} samples, as taps of a filter: {}",
                             i,
                             references[i].size(),
                             e.what());
        }
        const auto is_zero = [](gr_complex x) { return x == gr_complex(0); };
        if (std::all_of(references[i].begin(), references[i].end(), is_zero))
            ::gpufft::refuse("all samples of reference {} are 0, and nothing is like it",
                             i);
    }
}

std::size_t longest_of(const reference_list& references)
{
    std::size_t longest = 0;
    for (const auto& each : references)
        longest = std::max(longest, each.size());
    return longest;
}

} // namespace gpufft
} // namespace gr
