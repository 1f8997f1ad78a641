/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_APPS_FILES_PYTHON_PROGRAM_H
#define INCLUDED_GPUFFT_APPS_FILES_PYTHON_PROGRAM_H

#include "apps/options/command.h"
#include <string>

namespace gpufft::app {

//! Whether this build has GNU Radio, and with it Python programs.
bool has_python_programs();

/*!
 * \brief Becomes the module \p name ("spectrogram", "live.program") of the package
 * gnuradio.gpufft, run with \p args
 *
 * What draws or measures with GNU Radio is Python. Returns never: not a child, so that
 * signals and the exit status need nobody in between.
 *
 * \throws std::runtime_error  no GNU Radio in this build, no such module, no interpreter
 */
[[noreturn]] void become_python(const std::string& name, const arguments& args);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_FILES_PYTHON_PROGRAM_H */
