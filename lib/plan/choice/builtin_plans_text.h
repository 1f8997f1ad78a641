/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_TEXT_H
#define INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_TEXT_H

#include <vector>

namespace gpufft {

//! A file of builtin/, which CMake compiled into the library.
struct builtin_plans_text {
    const char* architecture;
    const char* lines;
};

extern const std::vector<builtin_plans_text>& BUILTIN_PLANS;

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_CHOICE_BUILTIN_PLANS_TEXT_H */
