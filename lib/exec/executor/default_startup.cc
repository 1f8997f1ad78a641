/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include <gpufft/startup.h>

namespace gpufft {

startup default_startup()
{
    return env::begin() == "compiled" ? startup::compiled : startup::host_fallback;
}

} // namespace gpufft
