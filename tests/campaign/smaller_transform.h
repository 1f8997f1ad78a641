/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_CAMPAIGN_SMALLER_TRANSFORM_H
#define INCLUDED_GPUFFT_TESTS_CAMPAIGN_SMALLER_TRANSFORM_H

#include <gpufft/transform.h>
#include <vector>

namespace gpufft::testing {

//! \p t with one thing less, or smaller, each: valid transforms, the simplest first.
std::vector<transform> smaller_transforms(const transform& t);

//! \p t with strides of 0 where it has those that packed() would fill in.
transform without_default_strides(const transform& t);

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_CAMPAIGN_SMALLER_TRANSFORM_H */
