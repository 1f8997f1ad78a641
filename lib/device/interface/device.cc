/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/device.h"
#include "device/interface/device_choice.h"
#include <gpufft/error.h>

namespace gpufft {

std::shared_ptr<buffer>
device::borrow_array(const device_memory&, std::size_t, memory_use, std::size_t)
{
    throw plan_error(label_of(info()) + " computes in no memory of its callers'");
}

std::shared_ptr<callers_queue> device::make_callers_queue(const callers_queue_settings&)
{
    return nullptr;
}

} // namespace gpufft
