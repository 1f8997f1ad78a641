/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_FUSED_BRANCH_SUMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_FUSED_BRANCH_SUMS_H

#include "exec/executor/executor.h"
#include "exec/rows/row_finish.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief A synthesizer of one kernel, which transforms rows and adds up their branches:
 * plan/ir/forms/branch_rows.h
 *
 * Of the rows that it is given, rows_before() have no outputs: they are those before the
 * first one that has, whose number is `first_row`.
 */
class fused_branch_sums : public row_finish
{
public:
    //! Builds the kernel, without a test, and uploads the taps. \return nullptr: two
    //! kernels are faster, or no workgroup has room for the rows
    //! \throws build_error, device_error
    static std::shared_ptr<const fused_branch_sums>
    make(const synthesizer_shape& s,
         const std::vector<double>& taps,
         const std::shared_ptr<device>& on);
    //! Builds the kernel of \p how, which adds up branches of \p s, as make() does.
    fused_branch_sums(const synthesizer_shape& s,
                      const std::vector<double>& taps,
                      const plan& how,
                      const std::shared_ptr<device>& on);
    //! This kernel with other taps, of which a branch has as many. With fewer, zeros in
    //! place of the others would spread a NaN to more outputs. \return nullptr: there are
    //! more or fewer \throws device_error
    std::shared_ptr<const fused_branch_sums>
    with_taps(const std::vector<double>& taps) const;

    const executor& built() const { return *d_kernel; }
    const synthesizer_shape& shape() const { return d_shape; }
    std::size_t taps_per_branch() const;
    std::size_t rows_before() const { return taps_per_branch() - 1; }

    std::size_t output_bytes(std::size_t rows) const override;
    bool transforms_rows() const override { return true; }
    void enqueue_untransformed(queue& q,
                               const executor_memory& rows_in,
                               buffer& to,
                               std::size_t rows,
                               std::uint32_t first_row) const override;

private:
    fused_branch_sums(const fused_branch_sums&) = default;
    void upload(const std::vector<double>& taps);

    synthesizer_shape d_shape;
    std::shared_ptr<const executor> d_kernel;
    std::shared_ptr<buffer> d_taps; //!< [taps of a branch][branches]
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SYNTHESIZERS_FUSED_BRANCH_SUMS_H */
