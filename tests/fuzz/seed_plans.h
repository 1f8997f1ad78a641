/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_FUZZ_SEED_PLANS_H
#define INCLUDED_GPUFFT_TESTS_FUZZ_SEED_PLANS_H

#include <string>
#include <vector>

namespace gpufft::testing {

//! Plan lines of many forms.
std::vector<std::string> seed_plans();

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_FUZZ_SEED_PLANS_H */
