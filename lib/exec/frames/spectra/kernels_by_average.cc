/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/build_with_fallback.h"
#include "exec/executor/upload.h"
#include "exec/frames/spectra/kernels_by_average.h"
#include "exec/frames/spectra/spectrum_self_test.h"
#include "exec/frames/spectra/spectrum_size.h"
#include <utility>

namespace gpufft {

kernels_by_average::kernels_by_average(const spectrum_request& request,
                                       std::shared_ptr<device> on,
                                       effort by)
    : d_request(request), d_on(std::move(on)), d_by(by)
{
}

const spectrum_kernels* kernels_by_average::find(average how) const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    const auto found = d_kernels.find(how);
    return found == d_kernels.end() ? nullptr : &found->second;
}

std::shared_ptr<frame_front> kernels_by_average::front_for(average how) const
{
    std::shared_ptr<frame_front> front;
    for (const auto other : { average::mean, average::exponential }) {
        const auto* known = find(other);
        if (known && accumulations_of(d_request, how) == accumulation::sum)
            front = known->front;
    }
    return front;
}

void kernels_by_average::prepare(average how)
{
    if (find(how))
        return;
    const std::lock_guard<std::mutex> one_build(d_build_mutex);
    if (find(how))
        return; // another thread was faster
    const auto front = front_for(how);
    const auto result =
        build_with_fallback(d_on, [&](const std::shared_ptr<device>& in_form) {
            // Wisdom may name a plan in the SIMD form, which a fallback has left.
            const bool is_default = in_form == d_on;
            return build_spectrum_kernels(
                d_request,
                how,
                in_form,
                is_default ? front : nullptr,
                is_default ? d_by : effort::estimate,
                [how](const spectrum_kernels& built) { self_test(built, how); });
        });
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_kernels.emplace(how, result);
}

void kernels_by_average::set_window(const std::vector<double>& taps)
{
    check_window_of_frames(taps, d_request.frame_samples());
    auto changed = upload_taps(*d_on, taps, precision::float32);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_window = std::move(changed);
}

std::shared_ptr<buffer> kernels_by_average::window() const
{
    const std::lock_guard<std::mutex> guard(d_mutex);
    return d_window;
}

} // namespace gpufft
