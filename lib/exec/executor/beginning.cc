/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/env.h"
#include <gpufft/beginning.h>

namespace gpufft {

beginning default_beginning()
{
    return env::begin() == "compiled" ? beginning::compiled : beginning::at_once;
}

} // namespace gpufft
