/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/plan_fit.h"
#include "plan/choice/relatives.h"
#include "plan/choice/settings.h"
#include "plan/ir/forms/data_layout.h"
#include "plan/planner/shared_workspace.h"
#include "plan/request/fused_expression.h"
#include "plan/request/io_view.h"
#include "plan/request/parse_transform.h"
#include <algorithm>
#include <utility>

namespace gpufft {

namespace {

bool is_rotated(const transform& t)
{
    return std::any_of(t.shape.begin(), t.shape.end(), [](const dimension& d) {
        return d.input_rotation || d.output_rotation;
    });
}

bool have_equal_lengths(const transform& a, const transform& b)
{
    return std::equal(
        a.shape.begin(),
        a.shape.end(),
        b.shape.begin(),
        b.shape.end(),
        [](const dimension& x, const dimension& y) { return x.length == y.length; });
}

//! The passes of a plan of \p t can be another relative's with other operations at both
//! ends. Which pass rotates which of several dimensions is left to the planner, and which
//! forms take an expression; convolutions multiply and transform back between their ends.
bool has_free_ends(const transform& t)
{
    return has_packed_rows(t) && !t.orthogonalize && !t.convolved &&
           !has_expressions(t) && (t.rank() == 1 || !is_rotated(t)) &&
           (!t.in_place || t.kind == transform_kind::c2c);
}

//! Passes of workgroups that make numbers of numbers, not powers, and not of samples.
bool is_plain_work(const plan& p)
{
    return std::all_of(p.passes.begin(), p.passes.end(), [](const pass& one) {
        return !one.is_vector() && !one.store.power &&
               one.load.samples == sample_format::number;
    });
}

//! Frames that overlap share samples, which passes of other loads know nothing of.
bool slides(const plan& p) { return p.passes.front().workgroup().sliding_frames != 0; }
bool filters(const plan& p) { return p.passes.front().workgroup().filter_items != 0; }

bool are_close(const plan& known, const plan& planners)
{
    const auto& a = known.request;
    const auto& b = planners.request;
    return effective_kind(a) == effective_kind(b) && a.number == b.number &&
           have_equal_lengths(a, b) && has_free_ends(a) && has_free_ends(b) &&
           slides(known) == slides(planners) && filters(known) == filters(planners) &&
           is_plain_work(known) && is_plain_work(planners);
}

//! Exchanging real and imaginary parts of all inputs and outputs makes a c2c's inverse.
bool has_other_direction(const transform& a, const transform& b)
{
    return effective_kind(a) == transform_kind::c2c && a.dir != b.dir;
}

//! What passes leave in the output for others is stored there as the output is.
void store_as_output(pass& p, element stored)
{
    const auto change = [&](io_operation& op) {
        if (op.stored != element::real)
            op.stored = stored;
    };
    if (p.from == buffer_role::output)
        change(p.load);
    if (p.to == buffer_role::output)
        change(p.store);
}

//! Moves what passes leave in the output for others into the workspace, which is packed
//! as the output is: one that is the input as well still holds what is to be read.
//! \return false: the workspace is taken
bool leave_output(std::vector<pass>& passes)
{
    bool has_workspace = false, has_output = false;
    for (std::size_t i = 1; i < passes.size(); ++i) {
        has_workspace |= passes[i].from == buffer_role::workspace;
        has_output |= passes[i].from == buffer_role::output;
        passes[i].from = passes[i - 1].to = buffer_role::workspace;
        passes[i].in_place = passes[i].to == buffer_role::workspace;
    }
    return !(has_workspace && has_output);
}

void give_ends(plan& p, const plan& planners)
{
    const auto& request = planners.request;
    const auto full = packed(request);
    auto& first = p.passes.front();
    auto& last = p.passes.back();
    const auto stored = output_layout(full).stored;
    for (auto& one : p.passes)
        store_as_output(one, stored);
    if (has_other_direction(p.request, request)) {
        first.load.swap_parts = !first.load.swap_parts;
        last.store.swap_parts = !last.store.swap_parts;
    }
    first.load.stored = input_layout(full).stored;
    first.load.windowed = planners.passes.front().load.windowed;
    first.load.taps_per_branch = planners.passes.front().load.taps_per_branch;
    last.store.stored = stored;
    last.store.scaled = planners.passes.back().store.scaled;
    if (request.rank() == 1) {
        first.dimensions[0].input_rotation = request.shape[0].input_rotation;
        last.dimensions[0].output_rotation = request.shape[0].output_rotation;
    }
    p.request = request;
}

//! The passes of \p known with the operations of \p planners at both ends.
std::optional<plan> with_ends_of(const plan& known, const plan& planners)
{
    if (!are_close(known, planners))
        return std::nullopt;
    auto result = known;
    result.limits = planners.limits;
    if (planners.request.in_place && result.passes.size() > 1 &&
        !leave_output(result.passes))
        return std::nullopt;
    give_ends(result, planners);
    if (planners.request.in_place && result.passes.size() == 1)
        result.passes[0].in_place = true;
    set_workspace_distances(result);
    drop_unfit_bulk(result);
    return fits(result) ? std::optional(result) : std::nullopt;
}

//! The more, the less one of \p a and \p b tells of the other.
int distance_between(const transform& a, const transform& b)
{
    return (effective_kind(a) != effective_kind(b) ? 16 : 0) +
           (a.windowed != b.windowed ? 8 : 0) + (a.in_place != b.in_place ? 4 : 0) +
           (a.input_layout != b.input_layout || a.output_layout != b.output_layout ? 2
                                                                                   : 0) +
           (is_rotated(a) != is_rotated(b) ? 1 : 0);
}

} // namespace

transform_kind family_of(transform_kind kind)
{
    switch (kind) {
    case transform_kind::dst2:
        return transform_kind::dct2;
    case transform_kind::dst3:
        return transform_kind::dct3;
    case transform_kind::dst4:
        return transform_kind::dct4;
    default:
        return kind;
    }
}

transform plain_transform(const transform& t)
{
    transform plain;
    plain.kind = effective_kind(t);
    plain.dir =
        plain.kind == transform_kind::c2r ? direction::inverse : direction::forward;
    plain.number = t.number;
    plain.shape.clear();
    for (const auto& d : t.shape)
        plain.shape.push_back(dimension{ d.length });
    return plain;
}

std::string family_name(const transform& request)
{
    auto plain = plain_transform(request);
    plain.kind = family_of(plain.kind);
    return to_string(plain);
}

void sort_by_nearness(std::vector<std::string>& known, const transform& request)
{
    std::vector<std::pair<int, std::string>> weighed;
    for (auto& text : known)
        weighed.emplace_back(distance_between(parse_transform(text), request),
                             std::move(text));
    std::stable_sort(weighed.begin(), weighed.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::transform(weighed.begin(), weighed.end(), known.begin(), [](auto& each) {
        return std::move(each.second);
    });
}

std::optional<plan> relative_plan(const plan& known, const plan& planners)
{
    if (auto result = with_settings_of(known, planners))
        return result;
    return with_ends_of(known, planners);
}

} // namespace gpufft
