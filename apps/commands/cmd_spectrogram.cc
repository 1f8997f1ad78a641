/* SPDX-License-Identifier: GPL-3.0-or-later */
// gpufft spectrogram: becomes the Python program that draws.
#include "apps/files/python_program.h"

namespace gpufft::app {

int cmd_spectrogram(const arguments& args) { become_python("spectrogram", args); }

} // namespace gpufft::app
