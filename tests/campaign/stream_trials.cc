/* SPDX-License-Identifier: GPL-3.0-or-later */
// Rows in pieces of random sizes, several in flight, the window changed on the way.
#include "campaign/fields.h"
#include "campaign/smaller_transform.h"
#include "campaign/trial.h"
#include "device/interface/registry.h"
#include "exec/rows/stream_executor.h"
#include "plan/request/parse_transform.h"
#include "support/judges/host_rows.h"
#include "support/run_on.h"
#include "support/transforms/random_transform.h"
#include <algorithm>

namespace gpufft::testing {

namespace {

constexpr std::size_t MOST_VALUES = 60000; // of a stream
constexpr std::size_t NEVER = 0; // row at which the window changes; of the first it would

struct stream_case {
    transform request;         //!< packed
    std::size_t rows = 1;      //!< of the stream
    std::size_t most = 1;      //!< of a piece
    int depth = 0;             //!< pieces in flight; 0: as the library likes
    std::size_t window_at = 0; //!< row from which on there is one, or NEVER
    bool at_once = false;      //!< the host begins
    unsigned data = 1;
};

bool takes_window(const transform& t)
{
    return t.rank() == 1 && t.loops.empty() &&
           (t.kind == transform_kind::c2c || t.kind == transform_kind::r2c);
}

//! Sends all rows. \return "" or what a submission said of itself
std::string send(stream_executor& with, host_rows& data, const stream_case& c)
{
    std::mt19937 random(c.data);
    const host_arrays whole = { { data.in(), data.in_imaginary() },
                                { data.out(), data.out_imaginary() } };
    std::size_t sent = 0, done = 0;
    while (done < c.rows) {
        if (sent == c.rows || !with.can_submit()) {
            const auto rows = with.wait_oldest();
            if (rows == 0)
                return fmt::format(
                    "nothing is in flight after {} rows of {}", done, sent);
            done += rows;
            continue;
        }
        if (c.window_at != NEVER && sent == c.window_at)
            with.set_window(uneven_window(c.request.points()));
        const auto end = sent < c.window_at ? c.window_at : c.rows;
        const auto rows =
            std::min({ 1 + random() % c.most, with.max_rows(), end - sent });
        with.submit(whole.from_row(data.request(), sent), rows);
        sent += rows;
    }
    return "";
}

//! Before and after the window came.
std::vector<wide> expected_of(const host_rows& data, const stream_case& c)
{
    auto all = data.expected();
    if (c.window_at == NEVER)
        return all;
    const auto taps = uneven_window(c.request.points());
    const auto windowed = data.expected({ taps.begin(), taps.end() });
    const auto from = static_cast<std::ptrdiff_t>(all.size() / c.rows * c.window_at);
    std::copy(windowed.begin() + from, windowed.end(), all.begin() + from);
    return all;
}

class stream_trial : public trial
{
public:
    explicit stream_trial(stream_case c) : d_case(std::move(c)) {}

    std::string text() const override
    {
        const auto& c = d_case;
        return fmt::format(
            "rows={} most={} depth={} window-at={} at-once={} data={} of {}",
            c.rows,
            c.most,
            c.depth,
            c.window_at,
            c.at_once ? 1 : 0,
            c.data,
            to_string(c.request));
    }

    outcome run(const std::string& device) const override
    {
        const auto& c = d_case;
        stream_executor with(c.request,
                             device,
                             c.depth,
                             default_effort(),
                             c.at_once ? startup::host_fallback : startup::compiled);
        host_rows data(c.request, c.rows);
        std::mt19937 random(c.data);
        data.fill(random);
        const auto fault = send(with, data, c);
        if (!fault.empty())
            return { fault, 1 };
        verdict v;
        v.error = relative_error(data.outputs(), expected_of(data, c));
        v.ratio = v.error / data.bound(window_of(data.request()));
        v.has_kept_gaps = data.gaps_are_untouched();
        return { v.is_good() ? "" : text_of(v) + " by " + with.plan_line(), 1 };
    }

    std::vector<std::unique_ptr<trial>> smaller() const override
    {
        std::vector<std::unique_ptr<trial>> all;
        const auto add = [&](auto change) {
            auto made = d_case;
            change(made);
            made.window_at = made.window_at < made.rows ? made.window_at : NEVER;
            if (made.rows > 0 && made.most > 0 && stream_trial(made).text() != text())
                all.push_back(std::make_unique<stream_trial>(made));
        };
        add([](stream_case& c) { c.rows = 1; });
        add([](stream_case& c) { c.rows /= 2; });
        add([](stream_case& c) { --c.rows; });
        add([](stream_case& c) { c.most = c.rows; });
        add([](stream_case& c) { c.most = 1; });
        add([](stream_case& c) { c.depth = 1; });
        add([](stream_case& c) { c.window_at = NEVER; });
        add([](stream_case& c) { c.at_once = false; });
        for (const auto& less :
             smaller_transforms(without_default_strides(d_case.request)))
            add([&](stream_case& c) {
                c.request = less;
                c.window_at = takes_window(less) ? c.window_at : NEVER;
            });
        return all;
    }

private:
    stream_case d_case;
};

//! Streams have rows without gaps, and get windows on the way.
transform any_streamed(std::mt19937& random, const std::string& device)
{
    random_choice choice;
    choice.has_float64 = open_device(device)->info().limits.has_float64;
    choice.most_points = random() % 4 ? 300 : 5000;
    auto t = random_transform(random, choice, 1);
    t.windowed = false;
    t.taps_per_branch = 1;
    t.input_distance = t.output_distance = 0;
    for (auto& d : t.shape)
        d.input_stride = d.output_stride = 0;
    for (auto& l : t.loops)
        l.input_stride = l.output_stride = 0;
    return t;
}

std::unique_ptr<trial> any_stream_trial(std::mt19937& random, const std::string& device)
{
    stream_case c;
    c.request = any_streamed(random, device);
    const auto room =
        MOST_VALUES / static_cast<std::size_t>(packed(c.request).input_distance);
    c.rows = 1 + random() % std::clamp<std::size_t>(room, 1, random() % 2 ? 20 : 300);
    c.most = 1 + random() % c.rows;
    c.depth = static_cast<int>(random() % 5);
    if (takes_window(c.request) && random() % 2)
        c.window_at = random() % c.rows;
    c.at_once = random() % 3 == 0;
    c.data = static_cast<unsigned>(random() % 1000000);
    return std::make_unique<stream_trial>(c);
}

std::unique_ptr<trial> parse_stream_trial(const std::string& text)
{
    const fields given(text);
    stream_case c;
    c.request = parse_transform(given.rest());
    c.rows = static_cast<std::size_t>(given.number("rows"));
    c.most = static_cast<std::size_t>(given.number("most"));
    c.depth = static_cast<int>(given.number("depth"));
    c.window_at = static_cast<std::size_t>(given.number("window-at"));
    c.at_once = given.number("at-once") != 0;
    c.data = static_cast<unsigned>(given.number("data"));
    return std::make_unique<stream_trial>(c);
}

} // namespace

const trial_kind STREAMS = { "streams", true, any_stream_trial, parse_stream_trial };

} // namespace gpufft::testing
