/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/overlap.h"
#include <algorithm>
#include <numeric>

namespace gpufft {

namespace {

// Products of two addresses occur.
__extension__ using wide = __int128;

wide floor_quotient(wide a, wide b) { return a / b - (a % b < 0); }
wide ceiling_quotient(wide a, wide b) { return -floor_quotient(-a, b); }

// x in 0 .. m - 1 with a x = 1 modulo m, of a and m without a common factor
wide inverse_modulo(wide a, wide m)
{
    wide before = 0, x = 1, r = m, s = a % m;
    while (s > 1) {
        const wide q = r / s;
        r -= q * s;
        std::swap(r, s);
        before -= q * x;
        std::swap(before, x);
    }
    return m == 1 ? 0 : (x % m + m) % m;
}

/*
 * Two elements share an address where their indices differ by d, not all 0, with
 * |d_i| < count_i and sum of d_i stride_i = 0. Axes come largest stride first, so that
 * what the rest can still reach leaves few d_i to try.
 */
class difference_search
{
public:
    explicit difference_search(std::vector<view_axis> axes) : d_axes(std::move(axes))
    {
        d_reach.resize(d_axes.size() + 1, 0);
        d_divisor.resize(d_axes.size() + 1, 0);
        for (std::size_t i = d_axes.size(); i-- > 0;) {
            d_reach[i] = d_reach[i + 1] + wide(d_axes[i].count - 1) * d_axes[i].stride;
            d_divisor[i] = std::gcd(d_divisor[i + 1], d_axes[i].stride);
        }
    }

    overlap run()
    {
        const bool is_found = search(0, 0, true);
        if (is_found)
            return overlap::some;
        return d_tried > MOST_TRIED ? overlap::unknown : overlap::none;
    }

private:
    static constexpr int MOST_TRIED = 20000000; // a fraction of a second

    // Differences along the axes from i on bring `sum` to 0. `is_zero`: the earlier ones
    // are all 0, so that d and -d need not both be tried.
    bool search(std::size_t i, wide sum, bool is_zero)
    {
        if (i == d_axes.size())
            return sum == 0 && !is_zero;
        if (sum % d_divisor[i] != 0)
            return false;
        if (i + 2 == d_axes.size())
            return search_two(d_axes[i], d_axes[i + 1], sum, is_zero);
        const auto& axis = d_axes[i];
        const wide reach = d_reach[i + 1];
        const wide lowest = ceiling_quotient(-reach - sum, axis.stride);
        const wide highest = floor_quotient(reach - sum, axis.stride);
        const wide first = std::max<wide>(lowest, is_zero ? 0 : 1 - axis.count);
        const wide last = std::min<wide>(highest, axis.count - 1);
        for (wide d = first; d <= last; ++d) {
            if (++d_tried > MOST_TRIED)
                return false;
            if (search(i + 1, sum + d * axis.stride, is_zero && d == 0))
                return true;
        }
        return false;
    }

    // d_a a + d_b b = -sum: all solutions are one of them plus k (b, -a) / gcd.
    static bool search_two(const view_axis& a, const view_axis& b, wide sum, bool is_zero)
    {
        const wide divisor = std::gcd(a.stride, b.stride);
        const wide step_a = b.stride / divisor;
        const wide step_b = a.stride / divisor;
        if (is_zero) // the smallest that is not 0
            return step_a < a.count && step_b < b.count;
        const wide target = -sum / divisor;
        const wide one_a =
            (target % step_a + step_a) % step_a * inverse_modulo(step_b, step_a) % step_a;
        const wide one_b = (target - one_a * step_b) / step_a;
        const wide first = std::max(ceiling_quotient(1 - a.count - one_a, step_a),
                                    ceiling_quotient(one_b - (b.count - 1), step_b));
        const wide last = std::min(floor_quotient(a.count - 1 - one_a, step_a),
                                   floor_quotient(one_b + (b.count - 1), step_b));
        return first <= last;
    }

    std::vector<view_axis> d_axes;
    std::vector<wide> d_reach;           // of the axes from i on
    std::vector<std::int64_t> d_divisor; // of all their strides
    int d_tried = 0;
};

// Drops each axis that steps over everything the smaller ones reach: such an axis takes
// no part in an overlap.
void drop_nested(std::vector<view_axis>& axes)
{
    std::vector<view_axis> rest;
    wide reach = 0;
    for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
        rest.insert(rest.begin(), *axis);
        reach += wide(axis->count - 1) * axis->stride;
    }
    while (!rest.empty()) {
        reach -= wide(rest.front().count - 1) * rest.front().stride;
        if (rest.front().stride <= reach)
            break;
        rest.erase(rest.begin());
    }
    axes = rest;
}

} // namespace

overlap find_overlap(std::vector<view_axis> axes)
{
    const auto is_point = [](const view_axis& a) { return a.count < 2; };
    axes.erase(std::remove_if(axes.begin(), axes.end(), is_point), axes.end());
    for (const auto& axis : axes)
        if (axis.stride == 0)
            return overlap::some;
    std::sort(axes.begin(), axes.end(), [](const view_axis& a, const view_axis& b) {
        return a.stride > b.stride;
    });
    drop_nested(axes);
    if (axes.empty())
        return overlap::none;
    return difference_search(axes).run();
}

} // namespace gpufft
