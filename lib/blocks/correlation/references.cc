/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/correlation/references.h"
#include "plan/request/refuse.h"
#include <gpufft/error.h>
#include <algorithm>

namespace gr {
namespace gpufft {

namespace {

constexpr std::size_t MOST_REFERENCES = 64;

} // namespace

::gpufft::filter_request filter_for(const std::vector<gr_complex>& reference)
{
    ::gpufft::filter_request request;
    for (auto sample = reference.rbegin(); sample != reference.rend(); ++sample)
        request.taps.push_back(std::conj(std::complex<double>(*sample)));
    return request;
}

void check_references(const reference_list& references)
{
    if (references.empty() || references.size() > MOST_REFERENCES)
        ::gpufft::refuse("there must be 1 .. {} references, got {}",
                         MOST_REFERENCES,
                         references.size());
    for (std::size_t i = 0; i < references.size(); ++i) {
        try {
            validate(filter_for(references[i]));
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
