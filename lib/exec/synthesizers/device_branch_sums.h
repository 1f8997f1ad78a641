/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_BRANCH_SUMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_BRANCH_SUMS_H

#include "exec/rows/row_finish.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief The FIR filters of a synthesizer on the device: branch_kernels.h
 *
 * Of the rows that it is given, rows_before() have no outputs: they are those before the
 * first one that has, whose number is `first_row`.
 */
class device_branch_sums : public row_finish
{
public:
    //! Builds the kernel, without a test, and uploads the taps.
    //! \throws build_error, device_error
    device_branch_sums(const synthesizer_shape& s,
                       const std::vector<double>& taps,
                       std::shared_ptr<device> on);

    //! Other taps for the kernel of \p other. \throws device_error
    device_branch_sums(const device_branch_sums& other, const std::vector<double>& taps);

    const kernel& built() const { return *d_kernel; }
    std::size_t rows_before() const { return d_per_branch - 1; }

    std::size_t output_bytes(std::size_t rows) const override;
    void enqueue(queue& q,
                 buffer& from,
                 buffer& to,
                 std::size_t rows,
                 std::uint32_t first_row) const override;

private:
    void upload(const std::vector<double>& taps);

    synthesizer_shape d_shape;
    std::shared_ptr<device> d_device;
    std::shared_ptr<kernel> d_kernel;
    std::shared_ptr<buffer> d_taps; //!< [taps of a branch][branches]
    std::size_t d_per_branch = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_DEVICE_BRANCH_SUMS_H */
