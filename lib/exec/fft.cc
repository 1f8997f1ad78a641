/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/stream_executor.h"
#include <gpufft/fft.h>
#include <algorithm>
#include <mutex>

namespace gpufft {

struct fft::state {
    state(const transform& what, const std::string& device)
        : what(what), stream(what, device)
    {
    }
    transform what;
    std::mutex mutex; // one run at a time
    stream_executor stream;
};

fft::fft(const transform& what, const std::string& device)
    : d_state(std::make_unique<state>(what, device))
{
}

fft::~fft() = default;
fft::fft(fft&&) noexcept = default;
fft& fft::operator=(fft&&) noexcept = default;

void fft::run(const void* in, void* out, std::size_t rows)
{
    const std::lock_guard<std::mutex> guard(d_state->mutex);
    auto& stream = d_state->stream;
    const auto in_row = input_row_bytes(d_state->what);
    const auto out_row = output_row_bytes(d_state->what);
    const auto* from = static_cast<const char*>(in);
    auto* to = static_cast<char*>(out);
    std::size_t sent = 0;
    try {
        while (sent < rows || stream.in_flight()) {
            if (sent < rows && stream.can_submit()) {
                const auto now = std::min(stream.max_rows(), rows - sent);
                stream.submit(from + sent * in_row, to + sent * out_row, now);
                sent += now;
            } else {
                stream.wait_oldest();
            }
        }
    } catch (...) {
        // The caller's memory may be freed once this returns.
        while (stream.in_flight()) {
            try {
                stream.wait_oldest();
            } catch (...) {
            }
        }
        throw;
    }
}

void fft::set_window(const std::vector<float>& taps) { d_state->stream.set_window(taps); }
std::string fft::device_name() const { return d_state->stream.device_name(); }
std::string fft::plan_line() const { return d_state->stream.plan_line(); }

} // namespace gpufft
