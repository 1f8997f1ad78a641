/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/choice/builtin_plans.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/plan_choice.h"
#include "plan/choice/probed_limits.h"
#include "plan/choice/relatives.h"
#include "plan/request/enum_names.h"
#include "plan/request/parse_transform.h"
#include "plan/request/validate.h"
#include "plan/text/plan_text.h"
#include <fmt/format.h>
#include <gpufft/error.h>
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace gpufft {

namespace {

std::string said(const wisdom_entry& r, const device_key& on)
{
    return fmt::format(
        "wisdom of {} for {}", r.on == on ? "this device" : r.on.product, r.transform);
}

//! \p planners with what \p r knows of a relative; nothing where that does not suit.
std::optional<chosen_plan>
with_settings(const plan& planners, const wisdom_entry& r, const device_key& on)
try {
    const auto same =
        builtin_plan_of(r.plan, parse_transform(r.transform), planners.limits);
    const auto result = same ? relative_plan(*same, planners) : std::nullopt;
    if (!result)
        return std::nullopt;
    return chosen_plan{ *result, plan_origin::wisdom, "settings of " + said(r, on) };
} catch (const plan_error&) {
    return std::nullopt; // the entry's plan is none of the caller's transform
}

//! Texts of the relatives of \p request that \p book knows, the nearest first.
std::vector<std::string> relatives_in(const wisdom_index& book, const transform& request)
{
    const auto family = family_name(request);
    const auto plain = plain_transform(request);
    std::vector<std::string> all;
    for (const auto& each : names<transform_kind>()) {
        for (const auto dir : { direction::forward, direction::inverse }) {
            auto like = plain;
            like.kind = each.value;
            like.dir = dir;
            if (family_name(like) != family)
                continue;
            for (const auto& text : book.transforms_like(to_string(like))) {
                if (family_name(parse_transform(text)) == family)
                    all.push_back(text);
            }
        }
    }
    const auto first = std::find(all.begin(), all.end(), to_string(plain));
    if (first != all.end())
        std::rotate(all.begin(), first, first + 1);
    sort_by_nearness(all, request);
    return all;
}

//! \p planners with what the wisdom \p by says of a relative.
template <class By>
std::optional<chosen_plan> by_relatives(const plan& planners,
                                        const std::vector<std::string>& relatives,
                                        const device_key& on,
                                        const wisdom_index& book,
                                        By by)
{
    for (const auto& text : relatives) {
        const auto* r = (book.*by)(on, text, call_size::many);
        auto result = r ? with_settings(planners, *r, on) : std::nullopt;
        if (result)
            return result;
    }
    return std::nullopt;
}

//! What \p find finds in the wisdom of this device or, failing that, of its architecture.
template <class Find>
std::optional<chosen_plan> by_wisdom(const Find& find)
{
    if (auto found = find(&wisdom_index::of_device))
        return found;
    auto found = find(&wisdom_index::of_architecture);
    if (found)
        found->from = plan_origin::architecture;
    return found;
}

} // namespace

chosen_plan choose_plan(const transform& request,
                        const device_limits& told,
                        const device_key& on,
                        effort how,
                        const wisdom_index& book)
{
    validate(request);
    check_device(request, told);
    if (how == effort::estimate)
        return choose_plan_without_wisdom(request, told);
    const auto limits = probed_limits(told, on, book);
    const auto text = to_string(request);
    const auto relatives = relatives_in(book, request);
    auto found = by_wisdom([&](auto by) -> std::optional<chosen_plan> {
        if (const auto* r = (book.*by)(on, text, call_size::many)) {
            if (auto same = builtin_plan_of(r->plan, request, limits))
                return chosen_plan{ *same, plan_origin::wisdom, said(*r, on) };
        }
        const bool is_known = std::any_of(
            relatives.begin(), relatives.end(), [&](const std::string& relative) {
                return (book.*by)(on, relative, call_size::many);
            });
        if (!is_known)
            return std::nullopt;
        return by_relatives(choose_plan(request, limits), relatives, on, book, by);
    });
    return found ? *std::move(found) : choose_plan_without_wisdom(request, limits);
}

std::optional<chosen_plan>
with_wise_settings(const plan& planners, const device_key& on, const wisdom_index& book)
{
    const auto relatives = relatives_in(book, planners.request);
    return by_wisdom(
        [&](auto by) { return by_relatives(planners, relatives, on, book, by); });
}

std::optional<small_batch_plan> choose_plan_for_small_batch(const plan& many,
                                                            const device_key& on,
                                                            effort how,
                                                            const wisdom_index& book)
{
    auto few = choose_plan_for_small_batch(many);
    if (how == effort::estimate)
        return few;
    const auto* r = book.of_device(on, to_string(many.request), call_size::few);
    if (!r)
        return few;
    const auto same = builtin_plan_of(r->plan, many.request, many.limits);
    if (!same)
        return few;
    const auto measured = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(r->batch, std::numeric_limits<std::uint32_t>::max()));
    const auto rows = few ? few->rows : measured;
    return rows ? std::optional(small_batch_plan{ *same, rows }) : std::nullopt;
}

} // namespace gpufft
