/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_PASS_LAUNCHES_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_PASS_LAUNCHES_H

#include "device/interface/device.h"
#include "exec/executor/upload.h"
#include "plan/ir/plan.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! The memory of one call. Planar sides have their real parts in the first buffer and
//! their imaginary parts in the second, other sides just the first.
struct executor_memory {
    std::array<buffer*, 2> in = {};
    std::array<buffer*, 2> out = {}; //!< the same as `in` where the transform is in place
    //! Bytes before the first row there; not 0 just where device::takes_slices().
    std::size_t in_offset = 0;
    std::size_t out_offset = 0;
    //! Calls have rows at ever other places: what is launched hardly comes again.
    bool is_in_ring = false;
    buffer* workspace = nullptr; //!< just where workspace_bytes() is not 0
    buffer* window = nullptr; //!< taps in the precision of the arithmetic; just where the
                              //!< transform is windowed
    //! What expressions name, in the order of the transform's arguments: buffers, and
    //! nullptr for numbers; numbers, and 0 for buffers.
    std::vector<buffer*> given_buffers = {};
    std::vector<double> given_numbers = {};
    std::uint32_t first_row = 0; //!< that expressions count from
    //! Just where a pass accumulates the powers of runs of frames:
    //! codegen/helpers/power_kernels.h.
    struct {
        buffer* begins = nullptr;
        std::uint32_t longest = 1;
        float keep = 1;
    } runs;
};

//! A pass on the device.
struct built_pass {
    std::shared_ptr<kernel> compiled;
    pass_tables reads;
};

//! From a row of the transform to the next.
struct row_bytes {
    std::size_t input = 0;
    std::size_t output = 0;
    std::size_t workspace = 0;
};

//! Rows of a call that go through the passes together.
struct row_range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    int chain = 0;
    std::size_t workspace_row = 0; //!< their first one
};

/*!
 * \brief The launches of the passes of a plan, over some rows of a call
 *
 * Arguments are in the order of codegen/text/kernel_source.h.
 */
class pass_launches
{
public:
    //! All of them outlive this.
    pass_launches(const plan& p,
                  const std::vector<built_pass>& built,
                  const row_bytes& bytes,
                  const executor_memory& memory,
                  int compute_units)
        : d_plan(p),
          d_built(built),
          d_bytes(bytes),
          d_memory(memory),
          d_units(compute_units)
    {
    }

    //! Appends one for each pass to \p list. \p scale is for transforms that have a
    //! factor.
    void add(std::vector<kernel_launch>& list, const row_range& rows, double scale) const;

private:
    std::uint64_t groups_of(const pass& p, std::uint32_t rows) const;
    void add_place(std::vector<kernel_argument>& to,
                   buffer_role at,
                   element stored,
                   const row_range& rows) const;
    //! What the expressions of \p p name.
    void add_given(std::vector<kernel_argument>& to,
                   const pass& p,
                   const row_range& rows) const;

    const plan& d_plan;
    const std::vector<built_pass>& d_built;
    const row_bytes& d_bytes;
    const executor_memory& d_memory;
    int d_units;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_PASS_LAUNCHES_H */
