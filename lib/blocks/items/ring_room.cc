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

// A mirror has to be a small part of the GPU's memory (ring_link).
constexpr std::size_t SHARE_OF_MEMORY = 32;

//! Bytes of the memory of the GPU that blocks compute on unless they are told otherwise;
//! 0: they do not.
std::size_t gpu_memory()
{
    try {
        const auto name = ::gpufft::split_limit(block_defaults::device_for("auto")).name;
        const auto limits = ::gpufft::choose_device(name).limits;
        return limits.is_cpu ? 0 : static_cast<std::size_t>(limits.global_memory_bytes);
    } catch (const std::exception&) {
        return 0; // there is none
    }
}

} // namespace

std::size_t rows_in_flight(std::size_t row_bytes, long max_output_buffer)
{
    const auto memory = gpu_memory();
    if (memory == 0)
        return 1;
    auto rows = std::min(ring_byte_limit(), memory / SHARE_OF_MEMORY) / 2 / row_bytes;
    if (max_output_buffer > 0)
        rows = std::min(rows, static_cast<std::size_t>(max_output_buffer) / 2);
    return std::max<std::size_t>(rows, 1);
}

} // namespace gpufft
} // namespace gr
