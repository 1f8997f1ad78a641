/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "display/store/spectrum_times.h"
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

//! What is told may be off by this much of a spectrum, for it was rounded.
constexpr double ROUNDED = 0.5;

} // namespace

void spectrum_times::set_rate(double spectra_per_second)
{
    d_rate = std::isfinite(spectra_per_second) ? std::max(spectra_per_second, 0.0) : 0;
}

void spectrum_times::tell(double told_s)
{
    if (std::isfinite(told_s))
        d_told_s = told_s;
}

void spectrum_times::tell_elapsed(double seconds)
{
    if (std::isfinite(seconds))
        d_elapsed_s = seconds;
}

//! With a rate: a spectrum that begins later leaves a gap; an earlier one goes on.
void spectrum_times::catch_up(double begin_s, double& offset_s)
{
    const double late_s = begin_s - d_next_s;
    if (late_s > ROUNDED / d_rate)
        d_next_s = begin_s;
    else if (late_s < -ROUNDED / d_rate)
        offset_s += late_s;
}

void spectrum_times::follow(double told_s, double last_s)
{
    if (!d_is_told)
        d_told_offset_s = told_s - d_next_s;
    d_is_told = true;
    const double begin_s = told_s - d_told_offset_s;
    if (d_rate <= 0) {
        // Arrivals come earlier or later than they should: what is told is the better
        // one.
        if (begin_s >= last_s)
            d_next_s = begin_s;
        else
            d_told_offset_s = told_s - d_next_s;
        return;
    }
    catch_up(begin_s, d_told_offset_s);
}

spectrum_time spectrum_times::next(double arrived_s)
{
    spectrum_time time;
    const double last_s = d_next_s;
    if (d_rate > 0) {
        time.duration_s = 1 / d_rate;
    } else {
        if (d_has_begun)
            d_next_s += std::max(arrived_s - d_last_arrival_s, 0.0);
        d_last_arrival_s = arrived_s;
    }
    if (d_told_s) {
        follow(*d_told_s, last_s);
        d_told_s.reset();
    } else if (d_elapsed_s && !d_is_told && d_rate > 0) {
        catch_up(*d_elapsed_s - d_elapsed_offset_s, d_elapsed_offset_s);
    }
    d_elapsed_s.reset();
    time.begin_s = d_next_s;
    time.told_s = d_next_s + d_told_offset_s;
    time.is_told = d_is_told;
    d_next_s += time.duration_s;
    d_has_begun = true;
    return time;
}

} // namespace gpufft::display
