/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/item_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/items/item_executor.h"
#include "exec/memory/flight.h"
#include "exec/memory/grow.h"
#include <algorithm>
#include <cstdint>
#include <limits>

namespace gpufft {

namespace {

constexpr std::size_t WORD = 4;

kernel_source text_of(const item_operation& request, const dialect& d)
{
    return request.request == item_operation::kind::keep ? generate_keep(d)
                                                         : generate_mag_squared(d);
}

} // namespace

item_executor::item_executor(const item_operation& request, std::shared_ptr<device> on)
    : d_request(request),
      d_device(std::move(on)),
      d_kernel(d_device->build(text_of(request, d_device->kernel_dialect()))),
      d_queue(d_device->make_queue())
{
}

item_executor::~item_executor() { abandon(); }

std::size_t item_executor::max_rows() const
{
    const std::size_t most = std::numeric_limits<std::uint32_t>::max() / 2;
    return std::max<std::size_t>(1, most / (d_request.out_bytes / WORD));
}

bool item_executor::oldest_is_done() const
{
    return !d_in_flight.empty() && d_in_flight.front().end->is_done();
}

void item_executor::submit(const mirror_place& in,
                           const mirror_place& out,
                           void* on_host,
                           std::size_t rows)
{
    const auto in_at = in.of->places_of(in.bytes)[0].offset;
    const auto bytes = rows * d_request.out_bytes;
    in.before_reading(*d_queue);
    if (out.of) {
        out.of->before_writing(*d_queue, out.bytes);
        const auto out_at = out.of->places_of(out.bytes)[0].offset;
        launch(in.of->memory(), in_at, out.of->memory(), out_at, rows);
    } else {
        if (d_output && d_output->bytes() < bytes)
            d_queue->wait_all(); // for what is in flight and uses it
        grow(*d_device, d_output, bytes);
        launch(in.of->memory(), in_at, *d_output, 0, rows);
    }
    auto end = d_queue->record();
    in.of->has_read(in.bytes, end);
    if (out.of)
        out.of->has_written(out.bytes, end);
    if (on_host && out.of)
        out.of->download(*d_queue, on_host, out.bytes);
    else if (on_host)
        d_queue->download(on_host, *d_output, 0, bytes);
    if (on_host)
        end = d_queue->record();
    d_in_flight.push_back({ rows, in, end });
}

void item_executor::launch(
    buffer& in, std::size_t in_at, buffer& out, std::size_t out_at, std::size_t rows)
{
    const auto element =
        d_request.request == item_operation::kind::keep ? WORD : 2 * WORD;
    const auto elements = static_cast<std::uint32_t>(rows * d_request.out_bytes / WORD);
    auto begin = in_at + d_request.skipped;
    begin -= begin < in.bytes() ? 0 : in.bytes();
    std::vector<kernel_argument> arguments = { &in,
                                               &out,
                                               std::uint64_t(begin / element),
                                               std::uint64_t(in.bytes() / element),
                                               std::uint64_t(out_at / WORD),
                                               std::uint64_t(out.bytes() / WORD),
                                               elements };
    if (d_request.request == item_operation::kind::keep) {
        arguments.emplace_back(static_cast<std::uint32_t>(d_request.out_bytes / WORD));
        arguments.emplace_back(static_cast<std::uint32_t>(d_request.in_bytes / WORD));
    }
    d_queue->launch(*d_kernel, groups_for(elements), arguments);
}

std::size_t item_executor::wait_oldest()
{
    if (d_in_flight.empty())
        return 0;
    const auto oldest = d_in_flight.front();
    d_in_flight.pop_front();
    oldest.end->wait();
    oldest.in.of->expect_written(oldest.in.bytes);
    return oldest.rows;
}

void item_executor::abandon() noexcept
{
    drain(*d_queue);
    d_in_flight.clear();
}

} // namespace gpufft
