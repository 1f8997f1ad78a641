/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TESTED_EXECUTOR_H
#define INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TESTED_EXECUTOR_H

#include "exec/executor/executor.h"

namespace gpufft {

//! An executor of \p request whose kernels have passed the self test, by whatever form of
//! kernels passes on \p on.
//! \throws plan_error, build_error, device_error
std::shared_ptr<executor> build_with_fallback_executor(const transform& request,
                                                       const std::shared_ptr<device>& on,
                                                       effort how);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_SELF_TEST_TESTED_EXECUTOR_H */
