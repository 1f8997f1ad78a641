/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which transform `plan` and `dump` are asked for.
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_TRANSFORM_OPTIONS_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_TRANSFORM_OPTIONS_H

#include "apps/options/options.h"
#include <gpufft/transform.h>
#include <string>
#include <vector>

namespace gpufft::app {

//! Everything about a transform but its shape.
extern const std::vector<option> TRANSFORM_OPTIONS;

//! What the help texts say of them.
extern const char TRANSFORM_HELP[];

/*!
 * \brief The transform of \p shape, "480" or "64x64", that the options say
 * \throws usage_error  \p shape is none, or an option's value is no such thing
 * \throws plan_error   there is no such transform
 */
transform parse_transform(const options& given, const std::string& shape);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_TRANSFORM_OPTIONS_H */
