/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/items/ring_room.h"
#include "blocks/scheduler/block_defaults.h"
#include "blocks/scheduler/ring_memory.h"
#include "device/interface/registry.h"
#include "device/interface/thread_limit.h"
#include <algorithm>
#include <exception>

namespace gr {
namespace gpufft {

namespace {

bool blocks_are_on_a_gpu()
{
    try {
        const auto name = ::gpufft::split_limit(block_defaults::device_for("auto")).name;
        return !::gpufft::choose_device(name).limits.is_cpu;
    } catch (const std::exception&) {
        return false; // there is none
    }
}

} // namespace

std::size_t rows_in_flight(std::size_t row_bytes, long max_output_buffer)
{
    if (!blocks_are_on_a_gpu())
        return 1;
    auto rows = ring_byte_limit() / 2 / row_bytes;
    if (max_output_buffer > 0)
        rows = std::min(rows, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(rows, 1);
}

} // namespace gpufft
} // namespace gr
