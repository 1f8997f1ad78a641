/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device_choice.h"
#include "exec/resident/resident_executor.h"
#include "exec/self_test/tested_executor.h"
#include "plan/request/refuse.h"
#include "plan/request/taps.h"
#include "plan/request/validate.h"
#include <algorithm>

namespace gpufft {

namespace {

transform checked_for(const transform& request, const device& on, std::size_t rows)
{
    validate(request);
    if (!on.can_borrow())
        refuse("{} computes in memory of its callers' just in a context of theirs: "
               "native_context::opencl()",
               label_of(on.info()));
    if (rows < 1)
        refuse("calls of 0 rows at most: give the most rows that a call has");
    auto full = packed(request);
    check_rows(full, rows);
    return full;
}

class attached_queue
{
public:
    attached_queue(callers_queue& to, void* native) : d_to(to) { d_to.attach(native); }
    ~attached_queue() { d_to.detach(); }
    attached_queue(const attached_queue&) = delete;
    attached_queue& operator=(const attached_queue&) = delete;

private:
    callers_queue& d_to;
};

int chains_of(const executor& e)
{
    const auto few = e.small_batch_executor();
    return std::max(e.made_plan().concurrent_slices,
                    few ? few->made_plan().concurrent_slices : 1);
}

} // namespace

resident_executor::resident_executor(const transform& request,
                                     const std::shared_ptr<device>& on,
                                     const device_fft_settings& settings)
    : d_request(checked_for(request, *on, settings.rows)),
      d_rows(settings.rows),
      d_device(on),
      d_computes(build_with_fallback_executor(request, on, settings.how)),
      d_borrower(d_request, on),
      d_own(on->make_queue())
{
    if (d_rows > d_computes->max_rows())
        refuse("{} rows of {} are more than kernels count; calls of {} work",
               d_rows,
               to_string(request),
               d_computes->max_rows());
    const auto bytes = workspace_bytes(d_rows);
    if (bytes && settings.has_workspace)
        d_workspace = d_device->make_buffer(bytes);
    if (has_taps(request))
        d_window = upload_taps(*d_device, plain_taps(request), request.number);
    d_callers =
        d_device->make_callers_queue({ chains_of(*d_computes), settings.replays });
}

std::size_t resident_executor::workspace_bytes(std::size_t rows) const
{
    return rows ? d_computes->workspace_bytes(rows) : 0;
}

void resident_executor::check_rows_of_call(std::size_t rows) const
{
    if (rows > d_rows)
        refuse(
            "a call of {} rows; this was made for at most {}: say more in the settings",
            rows,
            d_rows);
}

borrowed_arrays resident_executor::borrow(const device_arrays& arrays,
                                          std::size_t rows) const
{
    const auto bytes = workspace_bytes(rows);
    if (bytes && !arrays.workspace.handle && !d_workspace)
        refuse("a call of {} rows takes a workspace of {} bytes, and there is none: give "
               "one, or have it made with the transform",
               rows,
               bytes);
    auto all = d_borrower.borrow(arrays, rows, bytes);
    if (bytes && !all.workspace)
        all.workspace = d_workspace;
    return all;
}

executor_memory resident_executor::memory_of(const borrowed_arrays& arrays) const
{
    auto memory = arrays.memory();
    memory.window = d_window.get();
    return memory;
}

void resident_executor::enqueue(void* native,
                                const device_arrays& arrays,
                                std::size_t rows)
{
    check_rows_of_call(rows);
    if (!d_callers)
        refuse(
            "{} takes no queue of its callers'; one made for a context of the caller's "
            "(native_context) does",
            label_of(d_device->info()));
    const std::lock_guard<std::mutex> guard(d_mutex);
    const attached_queue attached(*d_callers, native);
    if (rows == 0)
        return;
    const auto all = borrow(arrays, rows);
    d_computes->enqueue(*d_callers, memory_of(all), static_cast<std::uint32_t>(rows));
}

resident_call resident_executor::start(const device_arrays& arrays, std::size_t rows)
{
    check_rows_of_call(rows);
    resident_call call;
    const std::lock_guard<std::mutex> guard(d_mutex);
    if (rows) {
        call.arrays = borrow(arrays, rows);
        d_computes->enqueue(
            *d_own, memory_of(call.arrays), static_cast<std::uint32_t>(rows));
        publish(call.arrays);
    }
    call.end = d_own->record();
    return call;
}

void resident_executor::publish(const borrowed_arrays& all)
{
    if (!d_device->info().limits.is_cpu)
        return;
    for (const auto& each : all.out)
        if (each && !each->place().root)
            d_own->download(
                reinterpret_cast<void*>(each->place().offset), *each, 0, each->bytes());
}

void resident_executor::set_window(const std::vector<double>& taps)
{
    if (!d_request.windowed)
        refuse("{} has no window; make the transform `windowed`", to_string(d_request));
    if (taps.size() != taps_of(d_request))
        refuse("the window has {} taps and the transform {} points; give {} taps",
               taps.size(),
               d_request.points(),
               taps_of(d_request));
    change_taps(taps);
}

void resident_executor::set_spectrum(const std::vector<std::complex<double>>& spectrum)
{
    change_taps(taps_of_spectrum(d_request, spectrum));
}

void resident_executor::change_taps(const std::vector<double>& taps)
{
    const auto fresh = upload_taps(*d_device, taps, d_request.number);
    const std::lock_guard<std::mutex> guard(d_mutex);
    d_own->copy(*d_window, 0, *fresh, 0, fresh->bytes());
    d_own->wait_all();
}

} // namespace gpufft
