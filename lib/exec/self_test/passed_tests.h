/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_PASSED_TESTS_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_PASSED_TESTS_H

#include <gpufft/devices.h>
#include <string>

namespace gpufft {

/*!
 * \brief The kernels whose self test passed on a device
 *
 * What the same compiler makes of the same text for the same product computes the same:
 * once is enough, in a process and, where compiled kernels are kept, until those are
 * thrown away. Safe from several threads.
 * \param id  executor::id() or the like, which names the text of the kernels
 */
bool has_passed(const std::string& id, const device_info& on);
void note_passed(const std::string& id, const device_info& on);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_PASSED_TESTS_H */
