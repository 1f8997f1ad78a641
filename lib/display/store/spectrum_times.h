/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_TIMES_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_TIMES_H

#include <optional>

namespace gpufft::display {

//! When a spectrum was taken.
struct spectrum_time {
    double begin_s = 0;    //!< on an axis that only goes on
    double duration_s = 0; //!< until the next one begins; 0: nobody knows
    double told_s = 0;     //!< as tags tell it: seconds since 1970, or since the start
    bool is_told = false;  //!< told_s is of a tag, or follows from one
};

/*!
 * \brief The times of spectra: from tags where there are any, else from the clock
 *
 * Times begin at 0. A time that a tag tells and that is later than expected leaves a gap;
 * one that is earlier, as where a recording begins anew, goes on without one, so that
 * what is shown never runs backwards. Without a rate of spectra, times are those at which
 * the spectra arrive, or those that are told.
 */
class spectrum_times
{
public:
    //! \param spectra_per_second  of stream; 0: not known
    explicit spectrum_times(double spectra_per_second = 0)
    {
        set_rate(spectra_per_second);
    }

    void set_rate(double spectra_per_second);
    double rate() const { return d_rate; }

    //! The next spectrum was taken at this time, in seconds since 1970; the last such
    //! call before it counts.
    void tell(double told_s);
    //! The next spectrum begins so many seconds of samples after the first one there was:
    //! counts until a time is told, which says more.
    void tell_elapsed(double seconds);
    //! The next spectrum's time. \param arrived_s  of a clock that only goes on
    spectrum_time next(double arrived_s);

private:
    double d_rate = 0;
    void follow(double told_s, double last_s);
    void catch_up(double begin_s, double& offset_s);

    // When the next one begins, where nothing else is told; without a rate, when the last
    // one did.
    double d_next_s = 0;
    double d_told_offset_s = 0;
    double d_elapsed_offset_s = 0;
    double d_last_arrival_s = 0;
    bool d_has_begun = false;
    bool d_is_told = false;
    std::optional<double> d_told_s, d_elapsed_s; // of the next spectrum
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_SPECTRUM_TIMES_H */
