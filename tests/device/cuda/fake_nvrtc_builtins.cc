/* SPDX-License-Identifier: GPL-3.0-or-later */
// What a fake NVRTC looks for by name: that it can be loaded is all.
extern "C" int fake_nvrtc_builtins() { return 0; }
