/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H

#include <gpufft/devices.h>
#include <exception>
#include <string>
#include <vector>

namespace gpufft {

/*!
 * \brief Plans that were no good on a device where others were
 *
 * Of wisdom, or of the library: they did not build, or computed wrongly. Nobody tries
 * them again, in this process or in others (kept_verdicts.h). \param line  plan_text()
 */
bool is_left_aside(const std::string& line, const device_info& on);
void leave_aside(const std::vector<std::string>& lines, const device_info& on);

//! What \p e says of a plan that somebody else knew: it blames no compiler.
std::string fault_of_plan(const std::exception& e);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H */
