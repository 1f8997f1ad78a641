/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_GROUP_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_GROUP_H

#include "reference/ptx/ptx_program.h"
#include <cstring>
#include <stdexcept>

namespace gpufft::testing {

//! An access to memory that is not there, in words.
class ptx_fault : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

//! How a kernel is launched, and what it may reach.
struct ptx_launch {
    unsigned groups = 1, items = 1;
    std::size_t shared_bytes = 0;
    std::vector<unsigned char> arguments;
    //! Whether that many bytes of global memory from an address on are allocated.
    std::function<bool(std::uint64_t address, std::size_t bytes)> is_allocated;
};

/*!
 * \brief The work-items of one workgroup
 *
 * All that stand at the same instruction take it together; of those that stand at
 * different ones the first in the text goes on, so that they meet again.
 */
class ptx_group
{
public:
    ptx_group(const ptx_program& p, const ptx_launch& launch);

    //! \throws ptx_fault
    void run(unsigned group);

    //! Work-items that take the instruction.
    const std::vector<unsigned>& lanes() const { return d_lanes; }

    template <class value>
    value get(int of, unsigned lane) const
    {
        value v;
        std::memcpy(&v, &d_registers[of * d_launch.items + lane], sizeof(v));
        return v;
    }
    //! Sets a register of work-item \p lane; the bits above those of \p v become 0.
    template <class value>
    void put(int to, unsigned lane, value v)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &v, sizeof(v));
        d_registers[to * d_launch.items + lane] = bits;
    }

    //! The memory behind \p address, of \p bytes at a multiple of that: the workgroup's,
    //! the work-item's, or global.
    //! \throws ptx_fault
    unsigned char* memory_at(std::uint64_t address, std::size_t bytes, unsigned lane);
    const unsigned char* parameter_at(std::size_t offset) const
    {
        return d_launch.arguments.data() + offset;
    }

    // Addresses of a workgroup's and a work-item's own memory begin there, which no
    // allocation on the host does.
    static constexpr std::uint64_t SHARED = std::uint64_t(1) << 24;
    static constexpr std::uint64_t LOCAL = std::uint64_t(1) << 28;

private:
    void begin(unsigned group);
    bool choose_lanes();
    void take(const ptx_instruction& i);

    const ptx_program& d_program;
    const ptx_launch& d_launch;
    std::vector<std::uint64_t> d_registers; //!< of each register those of all lanes
    std::vector<unsigned char> d_shared, d_local;
    std::vector<std::size_t> d_at; //!< instruction of each lane
    std::vector<bool> d_waits;     //!< of each lane: at a barrier
    std::vector<unsigned> d_lanes, d_together;
    std::size_t d_now = 0;
    unsigned d_number = 0;
};

//! Runs all workgroups. \throws ptx_fault
void run_ptx(const ptx_program& p, const ptx_launch& launch);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_GROUP_H */
