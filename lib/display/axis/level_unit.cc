/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/axis/level_unit.h"
#include "plan/request/refuse.h"
#include <cmath>

namespace gpufft::display {

input_unit parse_input_unit(const std::string& name)
{
    if (name == "dbfs")
        return { false, false };
    if (name == "dbfs_per_hz")
        return { false, true };
    if (name == "power")
        return { true, false };
    if (name == "power_per_hz")
        return { true, true };
    refuse("input is \"{}\"; spectra are in \"dbfs\", \"dbfs_per_hz\", \"power\" or "
           "\"power_per_hz\"",
           name);
}

shown_unit parse_shown_unit(const std::string& name)
{
    if (name == "dbfs")
        return { false, false };
    if (name == "dbfs_per_hz")
        return { true, false };
    if (name == "dbm")
        return { false, true };
    if (name == "dbm_per_hz")
        return { true, true };
    refuse("unit is \"{}\"; levels are shown in \"dbfs\", \"dbfs_per_hz\", \"dbm\" or "
           "\"dbm_per_hz\"",
           name);
}

const char* shown_unit::name() const
{
    if (is_dbm)
        return is_per_hz ? "dBm/Hz" : "dBm";
    return is_per_hz ? "dBFS/Hz" : "dBFS";
}

double level_conversion::tone_offset_db(double bin_hz) const
{
    const double noise_db = 10 * std::log10(enbw_bins * bin_hz);
    return (from.is_per_hz ? noise_db : 0) + (to.is_dbm ? full_scale_dbm : 0);
}

double level_conversion::density_offset_db(double bin_hz) const
{
    return tone_offset_db(bin_hz) - 10 * std::log10(enbw_bins * bin_hz);
}

double level_conversion::offset_db(double bin_hz) const
{
    return to.is_per_hz ? density_offset_db(bin_hz) : tone_offset_db(bin_hz);
}

} // namespace gpufft::display
