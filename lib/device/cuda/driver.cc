/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/log.h"
#include "device/cuda/driver.h"
#include <fmt/format.h>

namespace gpufft::cuda {

driver::driver(const std::vector<std::string>& files) : d_library(files)
{
    checked(*this, [&] { init(0); });
}

std::string driver::status_text(CUresult status) const
{
    const char* name = nullptr;
    if (get_error_name.ask(status, &name) != CUDA_SUCCESS || !name)
        name = "unknown status";
    return fmt::format("{} ({})", name, static_cast<int>(status));
}

int driver::version() const
{
    int number = 0;
    checked(*this, [&] { driver_get_version(&number); });
    return number;
}

std::string
describe(const driver& cu, const failed_driver_call& error, const std::string& context)
{
    return fmt::format("{}{}: {}", error.name(), context, cu.status_text(error.status()));
}

void log_release(const driver& cu, const failed_driver_call& error)
{
    if (error.status() != CUDA_ERROR_DEINITIALIZED)
        log().error("{}", describe(cu, error));
}

} // namespace gpufft::cuda
