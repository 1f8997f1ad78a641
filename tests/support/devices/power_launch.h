/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_POWER_LAUNCH_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_POWER_LAUNCH_H

#include "codegen/helpers/power_kernels.h"
#include "codegen/text/computation.h"
#include "exec/executor/executor.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include "reference/fake/fake_backend.h"
#include "support/judges/power_reference.h"
#include "support/run_on.h"
#include <memory>
#include <utility>
#include <vector>

//! Kernels of power spectra, one launch at a time, on vectors of the host.
namespace gpufft::testing {

inline std::shared_ptr<device> fake_device_of(const device_limits& limits)
{
    device_info info;
    info.name = "fake:0";
    info.limits = limits;
    return make_fake_device(info, std::make_shared<fake_control>());
}

//! Each of \p devices with each form that kernels around the front have there.
template <class Devices>
std::vector<std::pair<std::shared_ptr<device>, helper_form>>
with_forms(const Devices& devices)
{
    std::vector<std::pair<std::shared_ptr<device>, helper_form>> all;
    for (const auto& on : devices) {
        all.emplace_back(on, helper_form::items);
        if (on->info().limits.is_cpu)
            all.emplace_back(on, helper_form::shares);
    }
    return all;
}

//! The arguments of a launch, whose memory lives as long.
class launch_arguments
{
public:
    explicit launch_arguments(std::shared_ptr<device> on) : d_on(std::move(on)) {}

    template <class T>
    launch_arguments& in(const std::vector<T>& values)
    {
        d_buffers.push_back(upload_now(*d_on, values.data(), values.size() * sizeof(T)));
        d_all.emplace_back(d_buffers.back().get());
        return *this;
    }
    template <class T>
    launch_arguments& number(T value)
    {
        d_all.emplace_back(value);
        return *this;
    }
    launch_arguments& count(std::size_t value)
    {
        return number(static_cast<std::uint32_t>(value));
    }

    //! Builds and launches \p source, and waits.
    void run(const kernel_source& source, std::uint64_t groups)
    {
        const auto built = d_on->build(source);
        const auto q = d_on->make_queue();
        q->launch(*built, groups, d_all);
        q->wait_all();
    }

    //! The present contents of argument memory \p i, counting memory alone.
    std::vector<float> floats(std::size_t i) const
    {
        std::vector<float> values(d_buffers[i]->bytes() / sizeof(float));
        const auto q = d_on->make_queue();
        q->download(values.data(), *d_buffers[i], 0, values.size() * sizeof(float));
        q->wait_all();
        return values;
    }

private:
    std::shared_ptr<device> d_on;
    std::vector<std::shared_ptr<buffer>> d_buffers;
    std::vector<kernel_argument> d_all;
};

//! The fused plan \p p over the frames of \p runs. \return [rows][values]
inline std::vector<float> run_fused(const std::shared_ptr<device>& on,
                                    const power_plan& p,
                                    const raw_samples& x,
                                    const std::vector<std::uint32_t>& runs,
                                    float keep)
{
    const auto source = generate_front(p, on->kernel_dialect()).at(0);
    const auto table = twiddle_table(source.computes->computed_pass);
    const auto rows = runs.size() - 1;
    launch_arguments a(on);
    a.in(x.bytes).in(std::vector<float>(rows * p.request.values(), -1));
    a.in(std::vector<complex32>(table.begin(), table.end()));
    a.in(uneven_window(p.request.frame_samples())).in(runs);
    a.count(longest_of(runs)).number(keep).count(rows);
    a.run(source, source.computes->computed_pass.groups(rows));
    return a.floats(1);
}

//! The input that the front of a plan reads that is not fused.
std::shared_ptr<buffer>
input_of(const std::shared_ptr<device>& on, const power_plan& p, const raw_samples& x)
{
    const auto& request = p.request;
    if (!p.converts_first)
        return upload_now(*on, x.bytes.data(), x.bytes.size());
    const auto elements = 2 * x.values.size();
    launch_arguments a(on);
    a.in(x.bytes).in(std::vector<float>(elements, -1)).count(elements);
    a.run(generate_convert(request, on->kernel_dialect()), groups_for(elements));
    const auto converted = a.floats(1);
    return upload_now(*on, converted.data(), converted.size() * sizeof(float));
}

//! The plan \p p, which is not fused, over the frames of \p runs. \return [rows][values]
inline std::vector<float> run_apart(const std::shared_ptr<device>& on,
                                    const power_plan& p,
                                    const raw_samples& x,
                                    const std::vector<std::uint32_t>& runs,
                                    float keep)
{
    const executor front(p.front, on);
    const auto frames = runs.back();
    const auto bins = static_cast<std::size_t>(p.request.bins());
    const auto in = input_of(on, p, x);
    const auto out = on->make_buffer(frames * bins * sizeof(complex32));
    const auto taps = uneven_window(p.request.frame_samples());
    const auto window =
        upload_taps(*on, { taps.begin(), taps.end() }, precision::float32);
    std::shared_ptr<buffer> workspace;
    if (const auto bytes = front.workspace_bytes(frames))
        workspace = on->make_buffer(bytes);
    executor_memory m;
    m.in[0] = in.get();
    m.out[0] = out.get();
    m.workspace = workspace.get();
    m.window = window.get();
    const auto q = on->make_queue();
    front.enqueue(*q, m, frames);
    std::vector<complex32> spectra(frames * bins);
    q->download(spectra.data(), *out, 0, spectra.size() * sizeof(spectra[0]));
    q->wait_all();

    const auto rows = runs.size() - 1;
    launch_arguments a(on);
    a.in(spectra).in(std::vector<float>(rows * p.request.values(), -1)).in(runs);
    a.number(keep).count(rows);
    const auto form = helper_form_for(on->info().limits);
    a.run(generate_accumulate(p.request, on->kernel_dialect(), form),
          groups_for(bins, rows));
    return a.floats(1);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_POWER_LAUNCH_H */
