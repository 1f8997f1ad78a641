/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "math/factor.h"
#include "plan/planner/plan_shape.h"
#include "plan/planner/shaped_list.h"
#include <algorithm>

namespace gpufft {

namespace {

// Shorter transforms fit into a workgroup, and a second memory pass costs more than all
// that they compute.
constexpr std::int64_t SHORTEST = 8192;
constexpr std::size_t MOST_PASSES = 4;
constexpr std::size_t TRIES = 8; // for each plan that is wanted

void add_splits(std::vector<length_split>& all,
                length_split& result,
                std::int64_t rest,
                const std::vector<std::int64_t>& factors,
                std::size_t passes)
{
    if (result.size() + 1 == passes) {
        if (rest > 1) {
            all.push_back(result);
            all.back().push_back(rest);
        }
        return;
    }
    for (const auto factor : factors) {
        if (factor == 1 || rest % factor || factor == rest)
            continue;
        result.push_back(factor);
        add_splits(all, result, rest / factor, factors, passes);
        result.pop_back();
    }
}

double unevenness(const length_split& split)
{
    const auto [low, high] = std::minmax_element(split.begin(), split.end());
    return static_cast<double>(*high) / static_cast<double>(*low);
}

class split_list
{
public:
    split_list(const transform& request, const device_limits& limits, std::size_t most)
        : d_request(request), d_most(most), d_list(request, limits, 2)
    {
    }

    std::vector<plan> run()
    {
        if (d_request.points() < SHORTEST)
            return {};
        if (d_request.rank() == 1)
            add_all_splits(d_request.rank() - 1, {});
        const int groupings =
            static_cast<int>(dimension_groupings(d_request.rank()).size());
        for (int i = 0; i < groupings && d_request.rank() > 1; ++i) {
            plan_shape shape;
            shape.grouping = i;
            d_list.add(shape);
        }
        if (d_request.rank() == 1)
            return d_list.plans();
        plan_shape alone; // each dimension
        alone.grouping = groupings - 1;
        for (std::size_t d = 0; d < d_request.rank(); ++d) {
            if (d_request.shape[d].length >= SHORTEST)
                add_all_splits(d, alone);
        }
        return d_list.plans();
    }

private:
    //! Adds plans that split dimension \p d into 2 to MOST_PASSES passes, with the other
    //! dimensions as \p shape has them.
    void add_all_splits(std::size_t d, plan_shape shape)
    {
        const auto length = dft_points(d_request, d);
        for (std::size_t passes = 2; passes <= MOST_PASSES; ++passes) {
            std::size_t count = 0, tried = 0;
            for (const auto& split : ordered_splits(length, passes)) {
                if (count == d_most || tried++ == TRIES * d_most)
                    break;
                shape.splits = { { length, split } };
                count += d_list.add(shape);
            }
            // A fourth pass is for lengths that three cannot hold.
            if (passes + 1 == MOST_PASSES && !d_list.plans().empty())
                break;
        }
    }

    const transform& d_request;
    const std::size_t d_most;
    shaped_list d_list;
};

} // namespace

std::int64_t dft_points(const transform& request, std::size_t d)
{
    const auto kind = effective_kind(request);
    const auto length = request.shape[d].length;
    if (kind == transform_kind::c2c || d + 1 < request.rank())
        return length;
    const bool is_half =
        length % 2 == 0 || kind == transform_kind::dct1 || kind == transform_kind::dst1;
    return dft_length(kind, is_half, length);
}

std::vector<length_split> ordered_splits(std::int64_t length, std::size_t passes)
{
    std::vector<length_split> all;
    length_split result;
    add_splits(all, result, length, divisors(length), passes);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return unevenness(a) < unevenness(b);
    });
    return all;
}

std::vector<plan>
shaped_plans(const transform& request, const device_limits& limits, std::size_t most)
{
    return split_list(request, limits, most).run();
}

} // namespace gpufft
