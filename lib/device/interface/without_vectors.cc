/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/without_vectors.h"
#include "device/interface/wrapped_device.h"
#include <utility>

namespace gpufft {

namespace {

class scalar_device : public wrapped_device
{
public:
    explicit scalar_device(const std::shared_ptr<device>& of)
        : wrapped_device(of), d_info(of->info())
    {
        d_info.limits.vector_width = 1;
    }

    const device_info& info() const override { return d_info; }

private:
    device_info d_info;
};

} // namespace

std::shared_ptr<device> without_vectors(std::shared_ptr<device> on)
{
    return std::make_shared<scalar_device>(std::move(on));
}

} // namespace gpufft
