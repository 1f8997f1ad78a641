/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/candidates/candidate.h"
#include <algorithm>
#include <cmath>

namespace gpufft {

double candidate::noise() const
{
    std::vector<double> off;
    for (const double s : seconds)
        off.push_back(std::abs(s - time()));
    return 2 * median(off) / std::sqrt(static_cast<double>(seconds.size()));
}

void sort_by_time(std::vector<candidate*>& all)
{
    std::stable_sort(all.begin(), all.end(), [](const candidate* a, const candidate* b) {
        return a->time() < b->time();
    });
}

} // namespace gpufft
