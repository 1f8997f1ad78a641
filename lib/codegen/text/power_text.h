/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_POWER_TEXT_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_POWER_TEXT_H

#include "codegen/text/computation.h"
#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "codegen/text/source_writer.h"
#include <cstdint>
#include <string>
#include <vector>

/*!
 * What the kernels of power_kernels.h are put together from: how powers come together,
 * and the frame that all of them share but the fused front.
 */
namespace gpufft {

//! Work-items of a workgroup: two subgroups, and vectors of any width on CPU devices.
constexpr int HELPER_ITEMS = 64;
//! Elements of a block of a kernel of shares, and lanes of its vectors.
constexpr int HELPER_BLOCK = 64, HELPER_LANES = 16;

//! Functions and constants that accumulating takes; those of prelude.h are not needed.
void emit_power_functions(source_writer& w, const dialect& d, const accumulations& how);

//! What is accumulated before the first power.
const char* nothing_accumulated(accumulation how);
//! The variables of \p how that bin \p q is accumulated in, a plane each.
std::vector<std::string> accumulators(const accumulations& how, const std::string& q);
//! The statements that add power \p p to the accumulators of bin \p q. `keep` is an
//! argument of the kernel.
std::vector<std::string> accumulate_statements(const accumulations& how,
                                               const std::string& q,
                                               const std::string& p);
//! Value of \p s and \p p, both accumulated before.
std::string accumulated(accumulation how, const std::string& s, const std::string& p);

//! Arguments of a helper: memory that it reads, that it writes, and a number.
std::string reads(const dialect& d, const char* type, const char* name);
std::string writes(const dialect& d, const char* type, const char* name);
std::string takes(const char* type, const char* name);

/*!
 * \brief A helper kernel in the making
 *
 * Begins with the header comment, what OpenCL knows and CUDA does not, and the functions;
 * open() begins the kernel and declares `row` and \p index, an element of the row.
 */
class helper_text
{
public:
    helper_text(const dialect& d, helper_kernel which, const std::string& name);
    //! A kernel for CPU devices, whose workgroups, of one work-item, share blocks of
    //! elements: open_share().
    static helper_text
    of_shares(const dialect& d, helper_kernel which, const std::string& name);

    source_writer w;
    const dialect& d;

    //! \p lines  what the kernel does
    void describe(const std::vector<std::string>& lines);
    //! \param count  elements of a row, as the kernel says it; beyond them it returns
    void open(const std::vector<std::string>& arguments,
              const char* index,
              const std::string& count,
              bool has_rows = true);
    //! Begins a kernel whose work-items know their place in the workgroup, `t`, and its
    //! number, `group`. \param local_bytes  of memory that they share
    void open_group(const std::vector<std::string>& arguments, std::int64_t local_bytes);
    //! Begins the kernel as open() does, but work-items beyond the last element stay, and
    //! meet the others.
    void open_together(const std::vector<std::string>& arguments,
                       const char* index,
                       const std::string& count);
    //! Begins a kernel of_shares() and its loop over the workgroup's blocks: declares
    //! `row` and \p index, the first element of the block in it.
    //! \param count  elements of a row, \param rows  of all, as the kernel says them
    void open_share(const std::vector<std::string>& arguments,
                    const char* index,
                    const std::string& count,
                    const std::string& rows);
    //! Work-items beyond the last element return.
    void leave_out(const char* index, const std::string& count);
    kernel_source close(const power_request& power);
    kernel_source close(const histogram_shape& histogram);
    kernel_source close(const item_expression_pointer& items);
    //! \param points_a_branch  of a kernel of branch_kernels.h
    kernel_source close(int points_a_branch);

private:
    kernel_source close(computation computes);
    void open_head(const std::vector<std::string>& arguments);
    void put_row_and_index(const char* index, const std::string& count);

    helper_kernel d_which;
    std::string d_name;
    launch_facts d_launch;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_POWER_TEXT_H */
