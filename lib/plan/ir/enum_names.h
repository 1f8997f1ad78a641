/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_IR_ENUM_NAMES_H
#define INCLUDED_GPUFFT_LIB_PLAN_IR_ENUM_NAMES_H

#include "plan/ir/power.h"
#include "plan/ir/vector_kernel.h"
#include "plan/request/enum_names.h"
#include <string>

//! How the values of a plan's enumerations are spelled.
namespace gpufft {

template <>
const std::vector<named<element>>& names();
template <>
const std::vector<named<convolution>>& names();
template <>
const std::vector<named<buffer_role>>& names();
template <>
const std::vector<named<sample_format>>& names();
template <>
const std::vector<named<accumulation>>& names();
template <>
const std::vector<named<sample_kind>>& names();
template <>
const std::vector<named<loop_order>>& names();

//! "sum", "sum_highest": those of \p all in their order
std::string name_of(const accumulations& all, const char* between = "_");

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_IR_ENUM_NAMES_H */
