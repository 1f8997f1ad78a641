/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/smaller_transform.h"
#include "plan/request/validate.h"
#include <gpufft/error.h>
#include <algorithm>
#include <functional>
#include <set>
#include <string>

namespace gpufft::testing {

namespace {

using change = std::function<void(transform&)>;

void pack_input(transform& t)
{
    t.input_distance = 0;
    for (auto& l : t.loops)
        l.input_stride = 0;
    for (auto& d : t.shape)
        d.input_stride = 0;
}

void pack_output(transform& t)
{
    t.output_distance = 0;
    for (auto& l : t.loops)
        l.output_stride = 0;
    for (auto& d : t.shape)
        d.output_stride = 0;
}

void pack(transform& t)
{
    pack_input(t);
    pack_output(t);
}

const change LAYOUTS[] = {
    pack,
    pack_input,
    pack_output,
    [](transform& t) { t.in_place = false; },
    [](transform& t) { t.input_layout = complex_layout::interleaved; },
    [](transform& t) { t.output_layout = complex_layout::interleaved; },
    [](transform& t) { t.input_layout = t.output_layout = complex_layout::interleaved; },
};

void forget_rotations(transform& t)
{
    for (auto& d : t.shape)
        d.input_rotation = d.output_rotation = 0;
}

const change VALUES[] = {
    forget_rotations,
    [](transform& t) { t.taps_per_branch = 1; },
    [](transform& t) { t.windowed = false; },
    [](transform& t) { t.real_input = false; },
    [](transform& t) { t.orthogonalize = false; },
    [](transform& t) { t.norm = normalization::none; },
    [](transform& t) { t.scale = 1; },
    [](transform& t) { t.number = precision::float32; },
    [](transform& t) { t.dir = direction::forward; },
};

//! A dimension or loop gone, or shorter: to 1, to half, by one.
template <class items, class count>
void add_shorter(std::vector<change>& all,
                 items transform::*of,
                 const items& now,
                 count which)
{
    for (std::size_t i = 0; i < now.size(); ++i)
        all.push_back([=](transform& t) { (t.*of).erase((t.*of).begin() + i); });
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto length = now[i].*which;
        for (const auto less : { std::int64_t(1), length / 2, length - 1 })
            all.push_back([=](transform& t) { (t.*of)[i].*which = less; });
    }
}

//! Rotations fit where lengths have become less.
void turn_back(transform& t)
{
    for (auto& d : t.shape) {
        d.input_rotation = d.length > 0 ? d.input_rotation % d.length : 0;
        d.output_rotation = d.length > 0 ? d.output_rotation % d.length : 0;
    }
}

bool is_valid(const transform& t)
{
    try {
        validate(t);
        return true;
    } catch (const plan_error&) {
        return false;
    }
}

} // namespace

std::vector<transform> smaller_transforms(const transform& t)
{
    std::vector<change> changes(std::begin(LAYOUTS), std::end(LAYOUTS));
    add_shorter(changes, &transform::loops, t.loops, &loop::count);
    add_shorter(changes, &transform::shape, t.shape, &dimension::length);
    changes.insert(changes.end(), std::begin(VALUES), std::end(VALUES));

    std::vector<transform> all;
    std::set<std::string> known = { to_string(t) };
    for (const auto& apply : changes) {
        // In one step with strides that go, so that a packed one stays packed.
        for (const bool is_packed : { true, false }) {
            auto made = t;
            apply(made);
            turn_back(made);
            if (is_packed)
                pack(made);
            if (is_valid(made) && known.insert(to_string(made)).second)
                all.push_back(made);
        }
    }
    return all;
}

transform without_default_strides(const transform& t)
{
    auto made = t;
    for (const auto& apply : { pack, pack_input, pack_output }) {
        auto less = made;
        apply(less);
        if (is_valid(less) && to_string(less) == to_string(made))
            made = less;
    }
    return made;
}

} // namespace gpufft::testing
