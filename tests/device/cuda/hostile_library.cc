/* SPDX-License-Identifier: GPL-3.0-or-later */
// A library that lies where none may be loaded from, and says when it is.
#include <cstdio>

namespace {

struct loaded {
    loaded() { std::fputs("hostile library loaded\n", stderr); }
} the_load;

} // namespace
