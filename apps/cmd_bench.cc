/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft bench: becomes the Python program that measures flowgraphs.
#include "apps/python_program.h"

namespace gpufft::app {

int cmd_bench(const arguments& args) { become_python("flowgraph_bench", args); }

} // namespace gpufft::app
