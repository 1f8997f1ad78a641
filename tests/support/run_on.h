/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H

#include "exec/rows/slot.h"
#include "support/judges/host_rows.h"
#include "support/judges/reference.h"
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace gpufft::testing {

//! Taps that no row of a transform is indifferent to.
inline std::vector<float> uneven_window(std::int64_t length)
{
    std::vector<float> taps(length);
    for (std::int64_t n = 0; n < length; ++n)
        taps[n] = 0.25F + static_cast<float>(n % 7) / 4;
    return taps;
}

//! \return taps for \p t from uneven_window(), or none where it takes no window
inline std::vector<double> window_of(const transform& t)
{
    if (!t.windowed)
        return {};
    const auto taps = uneven_window(t.points() * t.taps_per_branch);
    return { taps.begin(), taps.end() };
}

//! \return the taps of window_of() in memory of \p on; nullptr: there are none
inline std::shared_ptr<buffer> window_on(device& on, const transform& t)
{
    const auto taps = window_of(t);
    return taps.empty() ? nullptr : upload_taps(on, taps, t.number);
}

//! One submission of \p data through \p e, whose transform is that of the data.
inline void run_on(const std::shared_ptr<executor>& e, host_rows& data)
{
    row_places places;
    places.host = { { data.in(), data.in_imaginary() },
                    { data.out(), data.out_imaginary() } };
    const locked_memory none(e->on());
    slot one(e->on(), none);
    one.start(e, window_on(*e->on(), data.request()), places, data.rows());
    one.finish();
}

//! Error of outputs over the bound of their transform.
struct verdict {
    double error = 0;
    double ratio = 0;
    bool has_kept_gaps = true;

    bool is_good() const { return ratio <= 1 && has_kept_gaps; }
};

inline verdict judge(const host_rows& data)
{
    verdict v;
    v.error = relative_error(data.outputs(), data.expected(window_of(data.request())));
    v.ratio = v.error / data.bound(window_of(data.request()));
    v.has_kept_gaps = data.gaps_are_untouched();
    return v;
}

inline std::string text_of(const verdict& v)
{
    return fmt::format("error {:.2e}, {:.2f} of the bound{}",
                       v.error,
                       v.ratio,
                       v.has_kept_gaps ? "" : "; wrote between outputs");
}

//! Runs noise through \p e, and judges it.
inline verdict
run_noise(const std::shared_ptr<executor>& e, std::size_t rows, unsigned seed = 1)
{
    std::mt19937 random(seed);
    host_rows data(e->made_plan().request, rows);
    data.fill(random);
    run_on(e, data);
    return judge(data);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_RUN_ON_H */
