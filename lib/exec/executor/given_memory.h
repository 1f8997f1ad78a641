/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_GIVEN_MEMORY_H
#define INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_GIVEN_MEMORY_H

#include "device/interface/device.h"
#include "exec/executor/pass_launches.h"
#include "plan/expression/evaluate.h"
#include <gpufft/transform.h>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! What the expressions of a transform name, on a device.
struct given_memory {
    std::vector<std::shared_ptr<buffer>> buffers; //!< nullptr of numbers
    std::vector<double> numbers;                  //!< 0 of buffers

    void put_into(executor_memory& memory) const;
};

//! Bytes of buffer \p a in the precision of \p number.
std::size_t buffer_bytes(const expression_argument& a, precision number);

//! Number of the argument \p name of \p what.
//! \throws plan_error  it has none, or one of another kind than \p is_buffer says
std::size_t
argument_number(const transform& request, const std::string& name, bool is_buffer);

//! Buffers of zeros, and numbers that are 0.
given_memory zeros_given(device& on, const transform& request);

//! \p values of all arguments of \p what.
given_memory
upload_given(device& on, const transform& request, const argument_values& values);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_EXECUTOR_GIVEN_MEMORY_H */
