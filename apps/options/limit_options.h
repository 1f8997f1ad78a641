/* SPDX-License-Identifier: GPL-3.0-or-later */
// Which device `plan` and `dump` plan for, or which limits instead of one.
#ifndef INCLUDED_GPUFFT_APPS_OPTIONS_LIMIT_OPTIONS_H
#define INCLUDED_GPUFFT_APPS_OPTIONS_LIMIT_OPTIONS_H

#include "apps/options/options.h"
#include <gpufft/devices.h>
#include <optional>
#include <string>
#include <vector>

namespace gpufft::app {

//! --device, and the limits that may be named.
extern const std::vector<option> LIMIT_OPTIONS;

//! What the help texts say of the limits.
extern const char LIMIT_HELP[];

//! Limits to plan for, and whose they are.
struct named_limits {
    device_limits limits;
    std::string device; //!< "opencl:0 (NVIDIA H200)"; "" where they are no device's
    std::optional<device_info> whole; //!< where they are that device's, unchanged
    //! For people: whose they are, then the options that stand for them.
    std::string to_string() const;
};

//! What to plan for when no option says it.
enum class unsaid { device, no_device };

/*!
 * \brief Limits of --device, with what --local-memory and its like change in them
 *
 * Without --device they are no device's where an option names any limit, or \p otherwise
 * says so, or there is no device. No device has memory for any row, and double precision.
 *
 * \throws device_error  --device or $GPUFFT_DEVICE names none
 * \throws usage_error   an option's value is out of range
 */
named_limits choose_limits(const options& given, unsaid otherwise);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_APPS_OPTIONS_LIMIT_OPTIONS_H */
