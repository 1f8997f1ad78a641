/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference/ptx/ptx_group.h"
#include <fmt/format.h>
#include <algorithm>

namespace gpufft::testing {

namespace {

constexpr unsigned char UNWRITTEN = 0xff; // a NaN of any precision is made of them

} // namespace

ptx_group::ptx_group(const ptx_program& p, const ptx_launch& launch)
    : d_program(p),
      d_launch(launch),
      d_registers(static_cast<std::size_t>(p.registers) * launch.items),
      d_shared(p.shared_bytes + launch.shared_bytes),
      d_local(p.local_bytes * launch.items),
      d_at(launch.items),
      d_waits(launch.items)
{
    for (const auto& [number, value] : p.constants)
        for (unsigned lane = 0; lane < launch.items; ++lane)
            put(number, lane, value);
}

void ptx_group::begin(unsigned group)
{
    d_number = group;
    std::fill(d_shared.begin(), d_shared.end(), UNWRITTEN);
    std::fill(d_local.begin(), d_local.end(), UNWRITTEN);
    std::fill(d_at.begin(), d_at.end(), 0);
    std::fill(d_waits.begin(), d_waits.end(), false);
    for (const auto& [name, number] : d_program.specials)
        for (unsigned lane = 0; lane < d_launch.items; ++lane)
            put(number,
                lane,
                name == "%tid.x"      ? lane
                : name == "%ctaid.x"  ? group
                : name == "%ntid.x"   ? d_launch.items
                : name == "%nctaid.x" ? d_launch.groups
                : name == "%laneid"   ? lane % 32
                : name == "%tid.y" || name == "%tid.z" || name == "%ctaid.y" ||
                        name == "%ctaid.z"
                    ? 0U
                    : 1U);
}

//! Chooses the lanes that go on, the last in the code; where all wait at a barrier, all
//! are let go. \return false  none is left
bool ptx_group::choose_lanes()
{
    const auto end = d_program.code.size();
    d_together.clear();
    d_now = end;
    bool has_waiting = false;
    for (unsigned lane = 0; lane < d_launch.items; ++lane) {
        if (d_waits[lane])
            has_waiting = true;
        else
            d_now = std::min(d_now, d_at[lane]);
    }
    if (d_now == end && has_waiting) {
        std::fill(d_waits.begin(), d_waits.end(), false);
        return choose_lanes();
    }
    for (unsigned lane = 0; lane < d_launch.items; ++lane)
        if (!d_waits[lane] && d_at[lane] == d_now)
            d_together.push_back(lane);
    return d_now < end;
}

void ptx_group::take(const ptx_instruction& i)
{
    d_lanes.clear();
    for (const auto lane : d_together)
        if (i.predicate < 0 ||
            (get<std::uint64_t>(i.predicate, lane) != 0) != i.is_negated)
            d_lanes.push_back(lane);
    if (i.step == ptx_step::action && !d_lanes.empty())
        i.action(*this, i);
}

void ptx_group::run(unsigned group)
{
    begin(group);
    while (choose_lanes()) {
        for (bool goes_on = true; goes_on;) {
            const auto& i = d_program.code[d_now];
            take(i);
            ++d_now;
            goes_on = i.step == ptx_step::action && d_now < d_program.code.size() &&
                      !d_program.is_target[d_now];
            if (goes_on)
                continue;
            for (const auto lane : d_together)
                d_at[lane] = d_now;
            for (const auto lane : d_lanes) {
                if (i.step == ptx_step::branch)
                    d_at[lane] = i.target;
                else if (i.step == ptx_step::end)
                    d_at[lane] = d_program.code.size();
                else if (i.step == ptx_step::barrier)
                    d_waits[lane] = true;
            }
        }
    }
}

unsigned char*
ptx_group::memory_at(std::uint64_t address, std::size_t bytes, unsigned lane)
{
    const auto fault = [&](const std::string& what) {
        return ptx_fault(
            fmt::format("work-item {} of workgroup {}: {}: {} bytes at {:#x}",
                        lane,
                        d_number,
                        what,
                        bytes,
                        address));
    };
    if (address % bytes != 0)
        throw fault("a misaligned address");
    if (address >= SHARED && address < LOCAL) {
        if (address - SHARED + bytes > d_shared.size())
            throw fault(fmt::format("beyond the {} bytes of local memory, which begin "
                                    "at {:#x}",
                                    d_shared.size(),
                                    SHARED));
        return d_shared.data() + (address - SHARED);
    }
    if (address >= LOCAL && address < 2 * LOCAL) {
        if (address - LOCAL + bytes > d_program.local_bytes)
            throw fault("beyond the memory of a work-item");
        return d_local.data() + lane * d_program.local_bytes + (address - LOCAL);
    }
    if (!d_launch.is_allocated(address, bytes))
        throw fault("an illegal address");
    return reinterpret_cast<unsigned char*>(address);
}

void run_ptx(const ptx_program& p, const ptx_launch& launch)
{
    ptx_group all(p, launch);
    for (unsigned group = 0; group < launch.groups; ++group)
        all.run(group);
}

} // namespace gpufft::testing
