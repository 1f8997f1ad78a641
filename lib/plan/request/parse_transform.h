/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PARSE_TRANSFORM_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PARSE_TRANSFORM_H

#include <gpufft/transform.h>
#include <string>

namespace gpufft {

/*!
 * \brief The transform that to_string() printed as \p text, strides filled in
 * \throws plan_error  a phrase is unknown, wrong or given twice; or what they say
 * together is no valid transform
 */
transform parse_transform(const std::string& text);

//! parse_transform() of \p text, or the forward c2c of just a shape, "4096" or "64x64".
transform parse_transform_or_shape(const std::string& text);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PARSE_TRANSFORM_H */
