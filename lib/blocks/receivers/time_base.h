/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_TIME_BASE_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_TIME_BASE_H

#include <pmt/pmt.h>
#include <cstdint>
#include <deque>

namespace gr {
namespace gpufft {

//! \brief The time of samples, as tags rx_time have it; without one from the first on
class time_base
{
public:
    struct moment {
        std::int64_t seconds = 0;
        double fraction = 0;        //!< 0 .. 1
        bool has_been_told = false; //!< by a tag

        double in_seconds() const { return static_cast<double>(seconds) + fraction; }
        //! As a tag rx_time has it: whole seconds as uint64, and the rest.
        pmt::pmt_t tuple() const;
    };

    explicit time_base(double samp_rate) : d_samp_rate(samp_rate) {}

    //! A tag rx_time: \p value at sample \p offset, in order of the samples. What is no
    //! time is left out.
    void add(std::uint64_t offset, const pmt::pmt_t& value);
    //! The time of \p sample, by the last tag up to there, or else the first one.
    moment at(double sample) const;
    //! Nobody asks for samples before \p sample any more.
    void forget_before(double sample);
    void clear() { d_known.clear(); }

private:
    struct known {
        std::uint64_t offset;
        std::int64_t seconds;
        double fraction;
    };
    double d_samp_rate;
    std::deque<known> d_known;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RECEIVERS_TIME_BASE_H */
