/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_HEAD_H
#define INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_HEAD_H

#include "codegen/text/dialect.h"
#include "codegen/text/kernel_source.h"
#include "codegen/text/source_writer.h"
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft {

//! What stands in a kernel's text before its body.
struct kernel_head {
    //! Pointers into the workspace, and the elements that a row has there.
    struct workspace_pointer {
        std::string name;
        std::int64_t row_elements = 0;
    };

    std::string name;
    std::vector<std::string> arguments; //!< e.g. "const uint rows"
    launch_facts launch;
    int min_blocks = 0; //!< workgroups that registers must suffice for; 0: not asked
    std::vector<workspace_pointer> workspace = {};
};

/*!
 * \brief Attributes, name and arguments of a kernel, and its opening brace
 *
 * Where \p d enqueues parts, a launch is several ranges of groups_in_part() workgroups.
 * Two arguments behind the kernel's own then say which is the range's first workgroup,
 * and how many the whole launch has; workgroups beyond these do nothing. Where a range is
 * a row's, the global offset says in dimension 2 which row of the workspace is its own,
 * from 1 on. Offsets are for small numbers alone: PoCL 3.1 tells the compiler that they
 * are below 65536 where the range is.
 */
void open_kernel(source_writer& w, const dialect& d, const kernel_head& head);

//! Workgroups of a range that \p d enqueues at a time, always as many of one kernel; 1
//! where it enqueues launches whole.
int groups_in_part(const dialect& d, const launch_facts& launch);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_CODEGEN_TEXT_KERNEL_HEAD_H */
