/* SPDX-License-Identifier: GPL-3.0-or-later */
// Transforms that nobody thought of: by the kernels of a device, or as plans that are
// interpreted on the host.
#include "campaign/fields.h"
#include "campaign/transform_case.h"
#include "campaign/trial.h"
#include "device/interface/registry.h"
#include "plan/text/plan_summary.h"
#include "reference/fake/fake_backend.h"
#include "support/faults/run_guarded.h"
#include "support/transforms/limits.h"
#include <algorithm>
#include <csignal>
#include <functional>
#include <iterator>

namespace gpufft::testing {

namespace {

template <class trial_class>
std::vector<std::unique_ptr<trial>> trials_of(const std::vector<trial_class>& all)
{
    std::vector<std::unique_ptr<trial>> made;
    for (const auto& each : all)
        made.push_back(std::make_unique<trial_class>(each));
    return made;
}

//! The first \p rows rows of what is expected of more.
verdict judge_rows(const host_rows& data, const std::vector<wide>& expected)
{
    const auto got = data.outputs();
    verdict v;
    v.error = relative_error(got, { expected.begin(), expected.begin() + got.size() });
    v.ratio = v.error / data.bound(window_of(data.request()));
    v.has_kept_gaps = data.gaps_are_untouched();
    return v;
}

using row_runner = std::function<void(const std::shared_ptr<executor>&, host_rows&)>;

//! One executor, for each number of rows all of \p runs. A reference serves all of them:
//! fewer rows have the values of the first of more.
outcome run_rows(const transform_case& c,
                 const std::shared_ptr<executor>& e,
                 double bound,
                 const std::vector<row_runner>& runs)
{
    outcome made;
    std::vector<wide> expected;
    for (std::size_t i = 0; i < c.rows.size() * runs.size(); ++i) {
        const auto rows = c.rows[i / runs.size()];
        std::mt19937 random(c.data);
        host_rows data(e->made_plan().request, rows);
        data.fill(random);
        if (expected.empty())
            expected = data.expected(window_of(data.request()));
        runs[i % runs.size()](e, data);
        const auto v = judge_rows(data, expected);
        ++made.runs;
        if (v.ratio <= bound && v.has_kept_gaps)
            continue;
        made.fault = fmt::format(
            "{} rows: {} by {}", rows, text_of(v), to_string(e->made_plan(rows)));
        break;
    }
    return made;
}

//! Each buffer between unreadable pages: whoever reads outside dies.
outcome run_rows_guarded(const transform_case& c, const std::shared_ptr<device>& real)
{
    const auto on = std::make_shared<guarded_device>(real);
    const auto at = [](guarded_end end) {
        return [end](const auto& e, auto& data) { run_guarded(e, data, end); };
    };
    return run_rows(c,
                    guarded_executor(c.request, on),
                    1,
                    { at(guarded_end::upper), at(guarded_end::lower) });
}

class transform_trial : public trial
{
public:
    explicit transform_trial(transform_case c) : d_case(std::move(c)) {}

    std::string text() const override { return d_case.text(); }
    outcome run(const std::string& device) const override
    {
        const auto on = open_device(device);
        if (on->info().limits.is_cpu && on->info().name.rfind("opencl", 0) == 0)
            return run_rows_guarded(d_case, on);
        return run_rows(
            d_case, std::make_shared<executor>(d_case.request, on), 1, { run_on });
    }
    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        const auto all = d_case.smaller();
        return trials_of(std::vector<transform_trial>(all.begin(), all.end()));
    }

private:
    transform_case d_case;
};

//! Limits of a device that is none: of a table that other tests have, too.
class plan_trial : public trial
{
public:
    plan_trial(transform_case c, std::size_t limits)
        : d_case(std::move(c)), d_limits(limits)
    {
    }

    std::string text() const override
    {
        return fmt::format("limits={} {}", d_limits, d_case.text());
    }
    outcome run(const std::string&) const override
    {
        device_info info;
        info.limits = LIMITS[d_limits].limits;
        info.limits.has_float64 = true;
        const auto on = make_fake_device(info, std::make_shared<fake_control>());
        // A rounding at the end of each pass; in double, the fake's own besides.
        return run_rows(d_case,
                        std::make_shared<executor>(d_case.request, on),
                        d_case.request.number == precision::float64 ? 16 : 4,
                        { run_on });
    }
    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        std::vector<plan_trial> all;
        for (const auto& c : d_case.smaller())
            all.emplace_back(c, d_limits);
        return trials_of(all);
    }

private:
    transform_case d_case;
    std::size_t d_limits;
};

//! Fails on purpose, and needs no device.
class planted_trial : public trial
{
public:
    explicit planted_trial(transform_case c) : d_case(std::move(c)) {}

    std::string text() const override { return d_case.text(); }
    outcome run(const std::string&) const override
    {
        const auto& t = d_case.request;
        if (t.kind == transform_kind::dst1 && !t.loops.empty())
            std::raise(SIGABRT); // which sanitizers leave alone
        const bool is_wrong = t.kind == transform_kind::dct4 && d_case.rows[0] > 1 &&
                              t.shape.back().length % 2 == 1;
        return { is_wrong ? "an odd length of rows of dct4" : "", 1 };
    }
    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        const auto all = d_case.smaller();
        return trials_of(std::vector<planted_trial>(all.begin(), all.end()));
    }

private:
    transform_case d_case;
};

std::unique_ptr<trial> parse_plan_trial(const std::string& text)
{
    const auto limits = static_cast<std::size_t>(fields(text).number("limits"));
    if (limits >= std::size(LIMITS))
        throw std::invalid_argument(fmt::format(
            "\"limits=\" has {}, and there are {}", limits, std::size(LIMITS)));
    return std::make_unique<plan_trial>(transform_case::parsed(text), limits);
}

std::unique_ptr<trial> any_transform_trial(std::mt19937& random,
                                           const std::string& device)
{
    const bool has_float64 = open_device(device)->info().limits.has_float64;
    return std::make_unique<transform_trial>(any_transform_case(random, has_float64));
}

std::unique_ptr<trial> parse_transform_trial(const std::string& text)
{
    return std::make_unique<transform_trial>(transform_case::parsed(text));
}

std::unique_ptr<trial> any_plan_trial(std::mt19937& random, const std::string&)
{
    const auto limits = random() % std::size(LIMITS);
    return std::make_unique<plan_trial>(any_short_case(random), limits);
}

std::unique_ptr<trial> any_planted_trial(std::mt19937& random, const std::string&)
{
    return std::make_unique<planted_trial>(any_short_case(random));
}

std::unique_ptr<trial> parse_planted_trial(const std::string& text)
{
    return std::make_unique<planted_trial>(transform_case::parsed(text));
}

} // namespace

const trial_kind TRANSFORMS = {
    "transforms", true, any_transform_trial, parse_transform_trial
};
const trial_kind PLANS = { "plans", false, any_plan_trial, parse_plan_trial };
const trial_kind PLANTED = { "planted", false, any_planted_trial, parse_planted_trial };

} // namespace gpufft::testing
