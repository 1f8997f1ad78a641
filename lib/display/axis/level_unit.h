/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_LEVEL_UNIT_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_LEVEL_UNIT_H

#include <string>
#include <vector>

namespace gpufft::display {

//! What the numbers of a spectrum that comes in are, named as spectrum_block names them.
struct input_unit {
    bool is_power = false;  //!< linear: 10 log10 of it is its level
    bool is_per_hz = false; //!< a density: what a bin has divided by its noise bandwidth
};

//! \throws plan_error  it is none of "dbfs", "dbfs_per_hz", "power", "power_per_hz"
input_unit parse_input_unit(const std::string& name);

//! In which unit levels are shown.
struct shown_unit {
    bool is_per_hz = false;
    bool is_dbm = false; //!< with a calibration; else relative to full scale

    const char* name() const; //!< "dBFS", "dBFS/Hz", "dBm", "dBm/Hz"
};

//! \throws plan_error  it is none of "dbfs", "dbfs_per_hz", "dbm", "dbm_per_hz"
shown_unit parse_shown_unit(const std::string& name);

/*!
 * \brief What turns levels of one unit into another's
 *
 * A density of d dB/Hz is d + 10 log10(enbw bin_hz) dB in a bin of bin_hz whose window
 * has a noise bandwidth of enbw bins; a level of l dBFS is l + full_scale_dbm dBm.
 */
struct level_conversion {
    input_unit from;
    shown_unit to;
    double enbw_bins = 1.5;    //!< of a Hann window
    double full_scale_dbm = 0; //!< the power that 0 dBFS stands for

    //! To be added to a level in dB of the input.
    double offset_db(double bin_hz) const;
    //! To be added to such a level for a density per Hz, in dBFS/Hz or dBm/Hz.
    double density_offset_db(double bin_hz) const;
    //! To be added to such a level for a tone's level or a bin's power, in dBFS or dBm.
    double tone_offset_db(double bin_hz) const;
    const char* density_name() const { return to.is_dbm ? "dBm/Hz" : "dBFS/Hz"; }
    const char* power_name() const { return to.is_dbm ? "dBm" : "dBFS"; }
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_AXIS_LEVEL_UNIT_H */
