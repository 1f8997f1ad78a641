/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/item_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "exec/items/item_executor.h"
#include "exec/memory/grow.h"
#include <algorithm>
#include <cstring>
#include <limits>

namespace gpufft {

namespace {

constexpr std::size_t WORD = 4;

kernel_source text_of(const item_operation& request, const dialect& d)
{
    return request.expression ? generate_expression(request.expression, d)
                              : generate_keep(d);
}

//! A buffer of an expression as its kernel reads it.
std::vector<char> bytes_of(const std::vector<std::complex<float>>& values,
                           bool is_complex)
{
    const std::size_t size = is_complex ? sizeof(values[0]) : sizeof(float);
    std::vector<char> bytes(values.size() * size);
    for (std::size_t i = 0; i < values.size(); ++i)
        std::memcpy(bytes.data() + i * size, &values[i], size); // the real part is first
    return bytes;
}

} // namespace

item_executor::item_executor(const item_operation& request, std::shared_ptr<device> on)
    : d_request(request),
      d_device(std::move(on)),
      d_kernel(d_device->build(text_of(request, d_device->kernel_dialect()))),
      d_inputs(request.in_bytes.size()),
      d_queue(d_device->make_queue())
{
}

std::size_t item_executor::in_element(std::size_t input) const
{
    return keeps() ? WORD : sample_bytes(d_request.expression->inputs[input]);
}

std::size_t item_executor::out_element() const
{
    return keeps() ? WORD : sample_bytes(d_request.expression->output);
}

std::size_t item_executor::max_rows() const
{
    const std::size_t most = std::numeric_limits<std::uint32_t>::max() / 2;
    return std::max<std::size_t>(1, most / (d_request.out_bytes / out_element()));
}

bool item_executor::oldest_is_done() const
{
    return !d_in_flight.empty() && d_in_flight.front().end->is_done();
}

//! Submissions in flight use what is there.
void item_executor::grow_unused(std::shared_ptr<buffer>& memory, std::size_t bytes)
{
    if (memory && memory->bytes() < bytes)
        d_queue->wait_all();
    grow(*d_device, memory, bytes);
}

item_executor::elements item_executor::input(std::size_t number, const item_rows& rows)
{
    const auto& in = rows.in[number];
    const auto size = in_element(number);
    if (in.there.of) {
        in.there.before_reading(*d_queue);
        auto begin = in.there.of->places_of(in.there.bytes)[0].offset + d_request.skipped;
        begin -= begin < in.there.of->bytes() ? 0 : in.there.of->bytes();
        return { &in.there.of->memory(), begin / size, in.there.of->bytes() / size };
    }
    const auto bytes = rows.count * d_request.in_bytes[number];
    grow_unused(d_inputs[number], bytes);
    d_queue->upload(*d_inputs[number], 0, in.on_host, bytes);
    return { d_inputs[number].get(), d_request.skipped / size, bytes / size };
}

item_executor::elements item_executor::output(const item_rows& rows)
{
    const auto size = out_element();
    if (rows.out.of) {
        rows.out.of->before_writing(*d_queue, rows.out.bytes);
        return { &rows.out.of->memory(),
                 rows.out.of->places_of(rows.out.bytes)[0].offset / size,
                 rows.out.of->bytes() / size };
    }
    const auto bytes = rows.count * d_request.out_bytes;
    grow_unused(d_output, bytes);
    return { d_output.get(), 0, bytes / size };
}

void item_executor::take(const item_arguments_pointer& given)
{
    if (!given || (d_given && d_given->values == given))
        return;
    auto taken = std::make_shared<given_memory>();
    taken->values = given;
    const auto& arguments = d_request.expression->arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        taken->bytes.emplace_back();
        taken->buffers.emplace_back();
        if (arguments[i].is == argument_kind::number)
            continue;
        auto& bytes = taken->bytes.back();
        bytes =
            bytes_of(given->values[i], arguments[i].is == argument_kind::complex_buffer);
        taken->buffers.back() = d_device->make_buffer(bytes.size());
    }
    d_given = taken; // an upload that fails may leave others in the queue
    for (std::size_t i = 0; i < taken->buffers.size(); ++i)
        if (const auto& to = taken->buffers[i])
            d_queue->upload(*to, 0, taken->bytes[i].data(), taken->bytes[i].size());
}

void item_executor::submit(const item_rows& rows)
{
    flight next;
    next.rows = rows.count;
    take(rows.given);
    next.given = d_given;
    std::vector<elements> in;
    for (std::size_t i = 0; i < rows.in.size(); ++i) {
        in.push_back(input(i, rows));
        if (rows.in[i].there.of)
            next.in.push_back(rows.in[i].there);
    }
    launch(in, output(rows), rows);
    next.end = d_queue->record();
    for (const auto& each : next.in)
        each.of->has_read(each.bytes, next.end);
    if (rows.out.of)
        rows.out.of->has_written(rows.out.bytes, next.end, next.in);
    if (rows.on_host && rows.out.of)
        rows.out.of->download(*d_queue, rows.on_host, rows.out.bytes);
    else if (rows.on_host)
        d_queue->download(rows.on_host, *d_output, 0, rows.count * d_request.out_bytes);
    if (rows.on_host)
        next.end = d_queue->record();
    d_in_flight.push_back(std::move(next));
}

void item_executor::launch(const std::vector<elements>& in,
                           const elements& out,
                           const item_rows& rows)
{
    const auto count =
        static_cast<std::uint32_t>(rows.count * d_request.out_bytes / out_element());
    std::vector<kernel_argument> arguments;
    const auto add = [&](const elements& e) {
        arguments.insert(arguments.end(), { e.memory, e.at, e.size });
    };
    if (keeps()) {
        arguments = { in[0].memory, out.memory, in[0].at, in[0].size, out.at, out.size };
        arguments.emplace_back(count);
        arguments.emplace_back(static_cast<std::uint32_t>(d_request.out_bytes / WORD));
        arguments.emplace_back(static_cast<std::uint32_t>(d_request.in_bytes[0] / WORD));
    } else {
        for (const auto& each : in)
            add(each);
        add(out);
        for (std::size_t i = 0; d_given && i < d_given->buffers.size(); ++i) {
            if (d_given->buffers[i])
                arguments.emplace_back(d_given->buffers[i].get());
            else
                arguments.emplace_back(d_given->values->values[i][0].real());
        }
        if (d_request.expression->value.uses_row)
            arguments.emplace_back(rows.first);
        arguments.emplace_back(count);
    }
    d_queue->launch(*d_kernel, groups_for(count), arguments);
}

std::size_t item_executor::wait_oldest()
{
    if (d_in_flight.empty())
        return 0;
    const auto& oldest = d_in_flight.front(); // stays where it fails: it may be running
    oldest.end->wait();
    for (const auto& each : oldest.in)
        each.of->expect_written(each.bytes);
    const auto rows = oldest.rows;
    d_in_flight.pop_front();
    return rows;
}

} // namespace gpufft
