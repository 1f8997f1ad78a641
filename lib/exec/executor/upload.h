/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_UPLOAD_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_UPLOAD_H

#include "device/interface/device.h"
#include "plan/ir/pass.h"
#include <cstddef>
#include <memory>
#include <vector>

//! What kernels read besides what is transformed: on the device when these return.
namespace gpufft {

//! A buffer of \p on that holds \p bytes from \p data.
std::shared_ptr<buffer> upload_now(device& on, const void* data, std::size_t bytes);

//! Window taps in the precision that kernels take for data of \p number.
std::shared_ptr<buffer>
upload_taps(device& on, const std::vector<double>& taps, precision number);

//! What the kernel of a pass reads besides its points.
struct pass_tables {
    std::shared_ptr<buffer> twiddles;
    std::shared_ptr<buffer> indices; //!< where the pass has them
};

pass_tables upload_tables(device& on, const pass& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_UPLOAD_H */
