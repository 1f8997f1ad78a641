/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H

#include <gpufft/devices.h>
#include <exception>
#include <string>
#include <vector>

namespace gpufft {

//! A plan from wisdom, or a built-in plan, that was no good on a device where another
//! plan was good.
struct rejected_plan {
    std::string line; //!< plan_text()
    //! The plan is to blame: it does not fit, does not build or computes wrongly. Else
    //! the device or the system was, which may have had no memory just then.
    bool is_for_good = true;
};

//! Nobody tries \p plans again in this process. Plans that are rejected for good are not
//! tried in other processes either (kept_verdicts.h).
void leave_aside(const std::vector<rejected_plan>& plans, const device_info& on);
//! leave_aside() knows the plan \p line.
bool is_left_aside(const std::string& line, const device_info& on);

//! \p e is the plan's fault, and would be thrown another time.
bool is_fault_of_plan(const std::exception& e);

//! What \p e says of a plan that somebody else knew: it blames no compiler.
std::string fault_of_plan(const std::exception& e);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_LEFT_ASIDE_H */
