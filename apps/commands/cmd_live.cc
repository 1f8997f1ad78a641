/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft live: becomes the Python program that runs the flowgraph and its window.
#include "apps/files/python_program.h"

namespace gpufft::app {

int cmd_live(const arguments& args) { become_python("live.program", args); }

} // namespace gpufft::app
