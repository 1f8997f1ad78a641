/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_BORROWED_ARRAYS_H
#define INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_BORROWED_ARRAYS_H

#include "device/interface/device.h"
#include "exec/executor/pass_launches.h"
#include "exec/resident/array_shape.h"
#include <gpufft/device_memory.h>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

//! The caller's arrays as buffers of the device, for one call.
struct borrowed_arrays {
    std::array<std::shared_ptr<buffer>, 2> in;
    std::array<std::shared_ptr<buffer>, 2> out; //!< those of `in` where it is in place
    std::shared_ptr<buffer> workspace;
    //! What expressions name: nullptr of numbers, and 0 of buffers.
    std::vector<std::shared_ptr<buffer>> buffers;
    std::vector<double> numbers;

    executor_memory memory() const;
};

//! What becomes of a caller's arrays: computed once for a transform and its device.
class array_borrower
{
public:
    array_borrower(const transform& packed, std::shared_ptr<device> on);

    /*!
     * \param workspace_bytes  that the call takes of the workspace, where one is given
     * \throws plan_error  an array is missing, is not of the device or too small, or
     *                     outputs share bytes with others; arguments of expressions are
     *                     missing
     */
    borrowed_arrays borrow(const device_arrays& arrays,
                           std::uint64_t rows,
                           std::uint64_t workspace_bytes) const;

private:
    //! Arrays of a side, as the caller gave them.
    using side_arrays = std::array<device_memory, 2>;

    void check_in_place(const device_arrays& arrays) const;
    void borrow_given(borrowed_arrays& all,
                      const device_arrays& arrays,
                      std::uint64_t rows) const;
    std::shared_ptr<buffer> borrow_workspace(const device_arrays& arrays,
                                             std::uint64_t bytes) const;
    void check_outputs(const borrowed_arrays& all, std::uint64_t rows) const;
    void check_workspace(const borrowed_arrays& all, std::uint64_t rows) const;
    //! Two arrays of one call, of these shapes, may share bytes.
    static bool meet(const array_shape& a,
                     const buffer& at_a,
                     const array_shape& b,
                     const buffer& at_b,
                     std::uint64_t rows);

    std::shared_ptr<device> d_device;
    array_shape d_in, d_out;
    int d_in_planes, d_out_planes;
    bool d_is_in_place;
    std::size_t d_in_alignment, d_out_alignment;
    std::vector<expression_argument> d_arguments; //!< of the transform
    precision d_number;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_RESIDENT_BORROWED_ARRAYS_H */
