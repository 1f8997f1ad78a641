/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "device/interface/registry.h"
#include "exec/resident/resident_executor.h"
#include "plan/text/plan_summary.h"
#include "tune/tuner/tuner.h"
#include <gpufft/device_fft.h>

namespace gpufft {

struct device_event::state {
    resident_call call;
};

void device_event::wait() { d_state->call.end->wait(); }
bool device_event::is_done() const { return d_state->call.end->is_done(); }
void* device_event::native_handle() const { return d_state->call.end->native_handle(); }

struct device_fft::state {
    state(const transform& request,
          const std::shared_ptr<device>& on,
          const device_fft_settings& settings)
        : rows(settings.rows), computes(request, on, settings)
    {
    }

    std::size_t rows;
    resident_executor computes;
};

device_fft::device_fft(const transform& request,
                       const std::string& device,
                       const device_fft_settings& settings)
{
    tune_if_asked(request, device, settings.how);
    d_state = std::make_unique<state>(request, open_device(device), settings);
}

device_fft::device_fft(const transform& request,
                       const native_context& in,
                       const device_fft_settings& settings)
{
    const auto on = open_device_in(in);
    tune_if_asked(request, on, settings.how);
    d_state = std::make_unique<state>(request, on, settings);
}

device_fft::~device_fft() = default;
device_fft::device_fft(device_fft&&) noexcept = default;
device_fft& device_fft::operator=(device_fft&&) noexcept = default;

void device_fft::enqueue(void* queue, const device_arrays& arrays, std::size_t rows)
{
    d_state->computes.enqueue(queue, arrays, rows);
}

device_event device_fft::start(const device_arrays& arrays, std::size_t rows)
{
    device_event result;
    result.d_state = std::make_shared<device_event::state>();
    result.d_state->call = d_state->computes.start(arrays, rows);
    return result;
}

std::size_t device_fft::workspace_bytes(std::size_t rows) const
{
    return d_state->computes.workspace_bytes(rows);
}

void device_fft::set_window(const window_taps& taps)
{
    d_state->computes.set_window(taps.values);
}

void device_fft::set_spectrum(const std::vector<std::complex<double>>& spectrum)
{
    d_state->computes.set_spectrum(spectrum);
}

const transform& device_fft::request() const { return d_state->computes.request(); }
std::size_t device_fft::rows() const { return d_state->rows; }

std::string device_fft::device_name() const
{
    return label_of(d_state->computes.computes().on()->info());
}

std::string device_fft::plan_line() const
{
    return to_string(d_state->computes.computes().made_plan());
}

std::string device_fft::plan_origin() const
{
    return d_state->computes.computes().plan_origin();
}

} // namespace gpufft
