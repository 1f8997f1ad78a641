/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recordings/files/recording_error.h"
#include "recordings/samples/pipe_samples.h"
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gpufft {

namespace {

constexpr std::size_t PIECE_BYTES = std::size_t(1) << 18;
constexpr int LOOK_MS = 100; // between looks at what stops

} // namespace

pipe_samples::pipe_samples(int file,
                           const stored_format& format,
                           const std::atomic<bool>* stops)
    : d_file(file),
      d_format(format),
      d_stops(stops),
      d_is_stored(kind_as_stored(format).has_value()),
      d_kind(d_is_stored         ? *kind_as_stored(format)
             : format.is_complex ? sample_kind::complex_float
                                 : sample_kind::real_float)
{
}

std::int64_t pipe_samples::samples() const { return d_has_ended ? d_arrived : UNKNOWN; }

//! Until there is something to read, or the end. \return false  it was stopped, and
//! nothing is there
bool pipe_samples::wait_for_bytes() const
{
    if (!d_stops)
        return true;
    for (;;) {
        const bool is_last = *d_stops;
        pollfd pipe{ d_file, POLLIN, 0 };
        const int ready = ::poll(&pipe, 1, is_last ? 0 : LOOK_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR)) // read() says what is wrong
            return true;
        if (is_last)
            return false;
    }
}

//! What comes next, or the end.
void pipe_samples::receive()
{
    if (!wait_for_bytes()) {
        d_has_ended = true;
        return;
    }
    const auto before = d_bytes.size();
    d_bytes.resize(before + PIECE_BYTES);
    ssize_t got = 0;
    do
        got = ::read(d_file, d_bytes.data() + before, PIECE_BYTES);
    while (got < 0 && errno == EINTR);
    d_bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0)
        refuse_recording("standard input: {}", std::generic_category().message(errno));
    d_has_ended = got == 0;
    d_arrived = d_first + static_cast<std::int64_t>(d_bytes.size() / d_format.bytes());
}

std::int64_t pipe_samples::wait_for(std::int64_t start, std::int64_t count)
{
    while (!d_has_ended && d_arrived < start + count) {
        const auto gone =
            std::clamp<std::int64_t>(start - d_first, 0, d_arrived - d_first);
        d_bytes.erase(d_bytes.begin(),
                      d_bytes.begin() +
                          gone * static_cast<std::int64_t>(d_format.bytes()));
        d_first += gone;
        receive();
    }
    return std::clamp<std::int64_t>(d_arrived - start, 0, count);
}

void pipe_samples::read(std::int64_t start, std::int64_t count, void* to)
{
    if (start < d_first || wait_for(start, count) < count)
        refuse_recording(
            "standard input: {} samples from {} on are not there any more, or "
            "not yet",
            count,
            start);
    const auto* from = d_bytes.data() + (start - d_first) * d_format.bytes();
    const auto samples = static_cast<std::size_t>(count);
    if (d_is_stored) {
        std::memcpy(to, from, samples * d_format.bytes());
        return;
    }
    const number_layout lie = { d_format.bytes(), d_format.is_complex ? 2U : 1U };
    decode(d_format, lie, from, samples, static_cast<float*>(to));
}

} // namespace gpufft
