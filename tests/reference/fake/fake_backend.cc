/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device/interface/thread_limit.h"
#include "reference/fake/fake_backend.h"
#include <fmt/format.h>
#include <gpufft/error.h>

namespace gpufft {

fake_backend::fake_backend(std::vector<device_info> devices, const std::string& name)
    : d_name(name),
      d_devices(std::move(devices)),
      d_control(std::make_shared<fake_control>())
{
    for (std::size_t i = 0; i < d_devices.size(); ++i)
        d_devices[i].name = fmt::format("{}:{}", name, i);
}

std::shared_ptr<device> fake_backend::open(int number)
{
    return make_fake_device(info_of(number), d_control);
}

std::shared_ptr<device> fake_backend::open_part(int number, int threads, int)
{
    return make_fake_device(limited(info_of(number), threads), d_control);
}

const device_info& fake_backend::info_of(int number) const
{
    if (number < 0 || static_cast<std::size_t>(number) >= d_devices.size())
        throw device_error(fmt::format("there is no {}:{}; there are {} such devices",
                                       d_name,
                                       number,
                                       d_devices.size()));
    return d_devices[static_cast<std::size_t>(number)];
}

} // namespace gpufft
