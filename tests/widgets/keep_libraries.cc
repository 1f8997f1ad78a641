// SPDX-License-Identifier: GPL-3.0-or-later
// Under sanitizers, libraries stay loaded until the process ends: the search for leaks
// names the library that a block of memory belongs to only while it is loaded, and the
// driver of OpenGL is unloaded before.
extern "C" int dlclose(void*) noexcept { return 0; }
