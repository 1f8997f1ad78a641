/* SPDX-License-Identifier: GPL-3.0-or-later */
// What `plan` and `dump` are asked: a transform, a batch, and the limits to plan for.
#ifndef INCLUDED_GPUFFT_APPS_PLAN_OPTIONS_H
#define INCLUDED_GPUFFT_APPS_PLAN_OPTIONS_H

#include "apps/options.h"
#include <gpufft/device_limits.h>
#include <gpufft/transform.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::app {

//! The options of both subcommands, followed by \p more of one.
std::vector<option> plan_options_and(const std::vector<option>& more);

//! LENGTH[xBATCH] as given; a length that nothing fits is the engine's to refuse.
struct sized_batch {
    std::int64_t length = 1;
    std::optional<std::uint32_t> batch; //!< nothing where none is given
};

//! \throws usage_error  not LENGTH or LENGTHxBATCH
sized_batch parse_sized_batch(const std::string& text);

//! The transform of \p length points that the options say.
//! \throws usage_error  an option's value is out of range
transform parse_transform(const options& given, std::int64_t length);

//! Limits to plan for, and whose they are.
struct named_limits {
    device_limits limits;
    std::string device; //!< "opencl:0 (NVIDIA H200)"; "" where they are no device's
    //! For people: whose they are, then the options that stand for them.
    std::string to_string() const;
};

//! What to plan for when no option says it.
enum class unsaid { device, no_device };

/*!
 * \brief Those of --device, with what --local-memory and its like change in them
 *
 * Without --device they are no device's where an option names any limit, or \p otherwise
 * says so, or there is no device.
 *
 * \throws device_error  --device or $GPUFFT_DEVICE names none
 * \throws usage_error   an option's value is out of range
 */
named_limits choose_limits(const options& given, unsaid otherwise);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_PLAN_OPTIONS_H */
