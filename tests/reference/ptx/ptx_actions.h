/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_ACTIONS_H
#define INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_ACTIONS_H

#include "reference/ptx/ptx_program.h"

namespace gpufft::testing {

//! What the instruction \p name does, "add.f32" for example; empty: that is not known.
ptx_action ptx_action_of(const std::string& name);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_REFERENCE_PTX_PTX_ACTIONS_H */
