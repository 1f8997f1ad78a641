/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/cuda/context.h"
#include <fmt/format.h>

namespace gpufft::cuda {

context::context(std::shared_ptr<const driver> with, CUdevice on)
    : d_driver(std::move(with)), d_device(on)
{
    checked(
        cu(),
        [&] { cu().primary_ctx_retain(&d_handle, d_device); },
        [&] { return fmt::format(" of GPU {}", d_device); });
}

context::~context()
{
    release_quietly(cu(), [&] { cu().primary_ctx_release(d_device); });
}

} // namespace gpufft::cuda
