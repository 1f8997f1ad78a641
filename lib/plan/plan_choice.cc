/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/known_plans.h"
#include "plan/plan_choice.h"
#include "plan/plan_text.h"
#include "plan/validate.h"
#include <fmt/format.h>
#include <algorithm>
#include <limits>

namespace gpufft {

namespace {

//! By the library alone.
chosen_plan choose_without(const transform& what, const device_limits& limits)
{
    if (auto known = known_plan(what, limits))
        return { *std::move(known), plan_origin::library, "a plan of the library" };
    auto models = model_plan(what, limits);
    auto made = with_known_settings(models);
    if (plan_text(made) != plan_text(models))
        return { std::move(made), plan_origin::library, "settings of the library" };
    return { std::move(models), plan_origin::model, "the model" };
}

class choice
{
public:
    choice(const transform& what,
           const device_limits& limits,
           const measured_on& on,
           const wisdom_book& book)
        : d_what(what),
          d_limits(limits),
          d_on(on),
          d_book(book),
          d_text(to_string(what)),
          d_plain(to_string(plain_transform(what)))
    {
    }

    chosen_plan run()
    {
        const auto by = [&](auto find) -> std::optional<chosen_plan> {
            if (const auto* r = (d_book.*find)(d_on, d_text, call_size::many)) {
                if (auto same = known_plan_of(r->plan, d_what, d_limits))
                    return chosen_plan{ *same, plan_origin::wisdom, said(*r) };
            }
            if (const auto* r = (d_book.*find)(d_on, d_plain, call_size::many))
                return with_settings(*r);
            return std::nullopt;
        };
        if (auto found = by(&wisdom_book::of_device))
            return *std::move(found);
        if (auto found = by(&wisdom_book::of_architecture)) {
            found->from = plan_origin::architecture;
            return *std::move(found);
        }
        return choose_without(d_what, d_limits);
    }

private:
    std::string said(const wise_plan& r) const
    {
        return fmt::format("wisdom of {} for {}",
                           r.on == d_on ? "this device" : r.on.product,
                           r.transform);
    }

    //! The planner's passes, with the settings of \p r; nothing where these do not suit.
    std::optional<chosen_plan> with_settings(const wise_plan& r) const
    {
        const auto planners = choose_plan(d_what, d_limits);
        const auto same = known_plan_of(r.plan, plain_transform(d_what), d_limits);
        const auto made = same ? with_settings_of(*same, planners) : std::nullopt;
        if (!made)
            return std::nullopt;
        return chosen_plan{ *made, plan_origin::wisdom, "settings of " + said(r) };
    }

    const transform& d_what;
    const device_limits& d_limits;
    const measured_on& d_on;
    const wisdom_book& d_book;
    const std::string d_text;
    const std::string d_plain;
};

} // namespace

chosen_plan choose_plan(const transform& what,
                        const device_limits& limits,
                        const measured_on& on,
                        effort how,
                        const wisdom_book& book)
{
    validate(what);
    check_device(what, limits);
    return how == effort::estimate ? choose_without(what, limits)
                                   : choice(what, limits, on, book).run();
}

std::optional<few_rows_plan> choose_plan_for_few_rows(const plan& many,
                                                      const measured_on& on,
                                                      effort how,
                                                      const wisdom_book& book)
{
    auto few = choose_plan_for_few_rows(many);
    if (how == effort::estimate)
        return few;
    const auto* r = book.of_device(on, to_string(many.what), call_size::few);
    if (!r)
        return few;
    const auto same = known_plan_of(r->plan, many.what, many.limits);
    if (!same)
        return few;
    const auto measured = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(r->batch, std::numeric_limits<std::uint32_t>::max()));
    const auto rows = few ? few->rows : measured;
    return rows ? std::optional(few_rows_plan{ *same, rows }) : std::nullopt;
}

} // namespace gpufft
