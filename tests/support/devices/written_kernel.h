/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_WRITTEN_KERNEL_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_WRITTEN_KERNEL_H

#include "codegen/text/kernel_head.h"
#include <string>
#include <vector>

//! Kernels that a test writes by hand, for devices that launch in parts as well.
namespace gpufft::testing {

//! A kernel without barriers.
inline launch_facts launch_of_items(int work_items)
{
    launch_facts launch;
    launch.work_items = work_items;
    return launch;
}

//! \param body  statements, a line each
inline kernel_source
written_kernel(const dialect& d, kernel_head head, const std::vector<std::string>& body)
{
    head.launch.groups_in_part = groups_in_part(d, head.launch);
    source_writer w;
    open_kernel(w, d, head);
    for (const auto& line : body)
        w.put(line);
    w.close();
    return { head.name, w.str(), d.suffix, head.launch, nullptr };
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_WRITTEN_KERNEL_H */
