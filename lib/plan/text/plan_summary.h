/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_SUMMARY_H
#define INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_SUMMARY_H

#include "plan/ir/plan.h"
#include "plan/ir/power.h"
#include <string>

namespace gpufft {

//! What a workgroup of \p p does side by side: "1 row", "16 columns".
std::string columns_text(const pass& p);

//! One line for people: "c2c forward 4096: stockham 16·16·16, 256 work-items, ..."
//! plan_text() says all of it.
std::string to_string(const plan& p);

//! "c2c forward 1024, windowed: stockham 32·32, ...; 1 pass, which accumulates powers"
std::string to_string(const power_plan& p);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_TEXT_PLAN_SUMMARY_H */
