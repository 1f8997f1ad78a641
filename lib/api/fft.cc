/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/rows/stream_executor.h"
#include "plan/request/refuse.h"
#include "plan/request/validate.h"
#include "tune/tuner/tuner.h"
#include <gpufft/fft.h>
#include <algorithm>
#include <mutex>

namespace gpufft {

namespace {

constexpr int DEPTH = 4; // pieces in flight

} // namespace

struct fft::state {
    state(const transform& asked, const std::string& device, effort how, startup begins)
        : stream(asked, device, DEPTH, how, begins), request(packed(asked))
    {
    }
    void run(const host_arrays& arrays, std::size_t rows);

    std::mutex mutex; // one run at a time
    stream_executor stream;
    transform request;
};

fft::fft(const transform& request, const std::string& device)
    : fft(request, device, default_effort())
{
}

fft::fft(const transform& request, const std::string& device, effort how)
    : fft(request, device, how, startup::compiled)
{
}

fft::fft(const transform& request, const std::string& device, effort how, startup begins)
{
    tune_if_asked(request, device, how);
    d_state = std::make_unique<state>(request, device, how, begins);
}

fft::~fft() = default;
fft::fft(fft&&) noexcept = default;
fft& fft::operator=(fft&&) noexcept = default;

void fft::state::run(const host_arrays& arrays, std::size_t rows)
{
    if (rows == 0)
        return;
    check_rows(request, rows);
    check_arrays(request, arrays, rows, stream.max_rows());
    const std::lock_guard<std::mutex> guard(mutex);
    std::size_t sent = 0;
    try {
        while (sent < rows || stream.in_flight()) {
            if (sent < rows && stream.can_submit()) {
                const auto now = std::min(stream.max_rows(), rows - sent);
                stream.submit(arrays.from_row(request, sent), now, sent);
                sent += now;
            } else {
                stream.wait_oldest();
            }
        }
    } catch (...) {
        stream.abandon(); // the caller's memory may be freed once this returns
        throw;
    }
}

void fft::run(const void* in, void* out, std::size_t rows)
{
    const auto refuse_planar = [](const char* name, complex_layout layout) {
        if (planes_of(layout) > 1)
            refuse("run() got one array for the {}, which is planar; give its real and "
                   "its imaginary parts",
                   name);
    };
    refuse_planar("input", d_state->request.input_layout);
    refuse_planar("output", d_state->request.output_layout);
    d_state->run({ { in, nullptr }, { out, nullptr } }, rows);
}

void fft::run(const void* in_real,
              const void* in_imaginary,
              void* out_real,
              void* out_imaginary,
              std::size_t rows)
{
    d_state->run({ { in_real, in_imaginary }, { out_real, out_imaginary } }, rows);
}

std::size_t fft::workspace_bytes(std::size_t rows) const
{
    return d_state->stream.workspace_bytes(rows);
}

void fft::set_workspace(void* memory, std::size_t bytes)
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    d_state->stream.give_workspace(memory, bytes);
}

void fft::set_window(const window_taps& taps)
{
    if (!d_state->request.windowed) {
        refuse("{} has no window; make the transform `windowed`",
               to_string(d_state->request));
    }
    d_state->stream.set_window(taps);
}

void fft::set_buffer(const std::string& name, const void* values)
{
    d_state->stream.set_buffer(name, values);
}

void fft::set_number(const std::string& name, double value)
{
    d_state->stream.set_number(name, value);
}

void fft::set_spectrum(const std::vector<std::complex<double>>& spectrum)
{
    d_state->stream.set_spectrum(spectrum);
}

bool fft::has_kernels() const { return d_state->stream.has_kernels(); }
const transform& fft::request() const { return d_state->request; }
std::string fft::device_name() const { return d_state->stream.device_name(); }
std::string fft::plan_line() const { return d_state->stream.plan_line(); }
std::string fft::plan_origin() const { return d_state->stream.plan_origin(); }

} // namespace gpufft
