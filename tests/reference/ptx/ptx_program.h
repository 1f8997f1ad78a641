/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_PROGRAM_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gpufft::testing {

class ptx_group;
struct ptx_instruction;
using ptx_action = std::function<void(ptx_group&, const ptx_instruction&)>;

//! What the scheduler of a workgroup does itself.
enum class ptx_step { action, branch, barrier, end };

//! One statement of a kernel, decoded.
struct ptx_instruction {
    std::string text; //!< as NVRTC wrote it, for reports
    ptx_step step = ptx_step::action;
    ptx_action action;
    int predicate = -1; //!< register that must be set, or with is_negated not; -1: none
    bool is_negated = false;
    std::vector<int> to, from; //!< registers that are written, and read
    std::int64_t offset = 0;   //!< added to the address in the register that is read
    std::size_t target = 0;    //!< of a branch
};

struct ptx_parameter {
    std::size_t offset, bytes;
};

/*!
 * \brief A kernel in PTX, the assembler of NVIDIA's GPUs, decoded
 *
 * Registers, constants and special registers alike are numbered: a constant is a register
 * that nothing writes.
 */
struct ptx_program {
    std::vector<ptx_parameter> parameters;
    std::vector<ptx_instruction> code;
    std::vector<bool> is_target; //!< of a branch, of each instruction
    int registers = 0;
    std::map<int, std::uint64_t> constants; //!< of registers
    std::map<std::string, int> specials;    //!< registers of "%tid.x" and its like
    std::size_t shared_bytes = 0;           //!< beside those of the launch
    std::size_t local_bytes = 0;            //!< of each work-item
};

/*!
 * The kernel \p name of \p text.
 *
 * \throws std::invalid_argument  there is none, or it has an instruction that is not
 *         known here
 */
ptx_program parse_ptx(const std::string& text, const std::string& name);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_PROGRAM_H */
