/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/scheduler/gpu_use.h"
#include "blocks/scheduler/ring_memory.h"
#include "blocks/scheduler/shared_rings.h"
#include <fmt/format.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>
#include <algorithm>
#include <filesystem>

namespace gr {
namespace gpufft {

namespace {

// More than four submissions of 8 MiB in flight is of no use to any link.
constexpr std::size_t MOST_BYTES = std::size_t(64) << 20;
// All that is in flight in a chain is in its first ring, see measurements.md, "Rings and
// pieces of chains".
constexpr std::size_t MOST_CHAIN_BYTES = std::size_t(256) << 20;
// Long pieces that a ring has: four in flight, as half of it is offered.
constexpr std::size_t PIECES_OF_A_RING = 8;
// The part of the host's memory that one such ring may have.
constexpr std::size_t CHAIN_SHARE = 64;
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

std::size_t most_bytes_of_any()
{
    const auto memory = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                        static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return std::clamp(memory / CHAIN_SHARE, MOST_BYTES, MOST_CHAIN_BYTES);
}

// How blocks will be connected is not known when the scheduler asks for rings.
std::size_t most_bytes(gpu_use::kind by)
{
    return gpu_use::count(by) < 2 ? MOST_BYTES : most_bytes_of_any();
}

// GNU Radio (3.10) takes SysV's shared memory where that works, whose limits are those
// of the kernel, and else files in /dev/shm. Containers often have just 64 MiB of that,
// for all buffers of all flowgraphs; who writes more is killed by SIGBUS.
std::size_t limit_up_to(std::size_t most)
{
    for (auto bytes = most; bytes >= MOST_BYTES; bytes /= 2)
        if (sysv_gives(2 * bytes))
            return bytes;
    std::error_code none;
    const auto there = std::filesystem::space("/dev/shm", none);
    if (none)
        return FEWEST_BYTES;
    return std::clamp(
        static_cast<std::size_t>(there.available / 8), std::size_t(0), most);
}

} // namespace

bool stays_in_place(gr::buffer& ring)
{
    return ring.get_mapping_type() == buffer_mapping_type::double_mapped;
}

char* item_in(gr::buffer& ring, std::uint64_t item)
{
    const auto at = static_cast<std::size_t>(item % ring.bufsize());
    return const_cast<char*>(ring.base()) + at * ring.get_sizeof_item();
}

std::size_t item_at(gr::buffer& ring, const void* address)
{
    const auto bytes = static_cast<const char*>(address) - ring.base();
    return static_cast<std::size_t>(bytes) / ring.get_sizeof_item();
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

std::size_t ring_byte_limit(std::size_t piece_bytes)
{
    const auto by_count = most_bytes(gpu_use::kind::writer);
    const auto wanted = std::min(PIECES_OF_A_RING * piece_bytes, most_bytes_of_any());
    return limit_up_to(std::max(by_count, wanted));
}

std::size_t shared_ring_byte_limit()
{
    return limit_up_to(most_bytes(gpu_use::kind::reader));
}

int sizing_multiple(std::size_t rows)
{
    return static_cast<int>(rows > 2 ? rows - 1 : rows);
}

std::size_t rows_of_buffer(long max_output_buffer)
{
    const auto half = static_cast<std::size_t>(std::max(max_output_buffer / 2, 1L));
    return half > 1 ? half + 1 : half; // of which one is left out again
}

} // namespace gpufft
} // namespace gr
