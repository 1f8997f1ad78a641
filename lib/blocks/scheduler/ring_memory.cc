/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/ring_memory.h"
#include <fmt/format.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <algorithm>
#include <filesystem>

namespace gr {
namespace gpufft {

namespace {

// More than four submissions of 8 MiB in flight is of no use to any link.
constexpr std::size_t MOST_BYTES = std::size_t(64) << 20;
// What four submissions of 1 MiB need, which reach nearly the full rate of PCIe 5: see
// measurements.md, "Pieces in flight over PCIe 5".
constexpr std::size_t FEWEST_BYTES = std::size_t(8) << 20;

// Nothing of it is used before it is written, so asking is free.
bool sysv_gives(std::size_t bytes)
{
    const int id = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (id < 0)
        return false;
    shmctl(id, IPC_RMID, nullptr);
    return true;
}

} // namespace

bool stays_in_place(gr::buffer& ring)
{
    return ring.get_mapping_type() == buffer_mapping_type::double_mapped;
}

::gpufft::locked_memory::way add_ring(::gpufft::locked_memory& to, gr::buffer& ring)
{
    const std::size_t bytes = ring.bufsize() * ring.get_sizeof_item();
    return to.add(const_cast<char*>(ring.base()),
                  stays_in_place(ring) ? 2 * bytes : bytes);
}

std::string rings_text(const std::string& in, const std::string& out)
{
    return in == out ? in : fmt::format("input {}, output {}", in, out);
}

// GNU Radio (3.10) takes SysV's shared memory where that works, whose limits are those
// of the kernel, and else files in /dev/shm. Containers often have just 64 MiB of that,
// for all buffers of all flowgraphs; who writes more is killed by SIGBUS.
std::size_t ring_byte_limit()
{
    if (sysv_gives(2 * MOST_BYTES))
        return MOST_BYTES;
    std::error_code none;
    const auto there = std::filesystem::space("/dev/shm", none);
    if (none)
        return FEWEST_BYTES;
    return std::clamp(
        static_cast<std::size_t>(there.available / 8), std::size_t(0), MOST_BYTES);
}

} // namespace gpufft
} // namespace gr
