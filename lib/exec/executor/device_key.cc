/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/executor/device_key.h"

namespace gpufft {

device_key device_key_of(const device_info& info)
{
    return { info.name.substr(0, info.name.find(':')),
             info.product,
             info.platform,
             info.driver,
             info.limits.architecture,
             GPUFFT_VERSION };
}

} // namespace gpufft
