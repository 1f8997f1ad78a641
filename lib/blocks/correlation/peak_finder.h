/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H

#include <complex>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace gr {
namespace gpufft {

//! A place of the stream that is like a reference.
struct correlation_peak {
    std::uint64_t last = 0; //!< sample of the stream
    std::complex<float> value;
    double level = 0; //!< 0 .. 1
};

//! |x|^2 of each of \p samples; 0 where x is not finite.
std::vector<double> powers_of(const std::vector<std::complex<float>>& samples);

/*!
 * \brief The peaks of the correlation of one reference, call by call
 *
 * A peak is a sample that none less than the distance from it exceeds, before or behind;
 * of equal ones within the distance the first.
 */
class peak_finder
{
public:
    //! \param reference  not empty, not all 0
    explicit peak_finder(std::vector<std::complex<float>> reference);

    std::size_t length() const { return d_reference.size(); }

    /*!
     * \brief The samples of a call
     *
     * \param first        number of the call's first sample in the stream
     * \param samples      those of the call behind \p lead samples before them
     * \param powers       powers_of() them
     * \param lead         at least length() - 1
     * \param correlation  of each of the call's samples
     * \return the peaks that nothing to come can change
     */
    std::vector<correlation_peak> look_at(std::uint64_t first,
                                          const std::vector<std::complex<float>>& samples,
                                          const std::vector<double>& powers,
                                          std::size_t lead,
                                          const std::complex<float>* correlation,
                                          double threshold,
                                          std::uint64_t distance);

    //! What has not come out, at the end of a stream.
    std::optional<correlation_peak> take_rest();

private:
    //! A level by the device's correlation, which is rounded to single precision.
    struct estimate {
        std::uint64_t at;
        double level;
    };
    //! One that may be a peak, and what it is exactly as soon as that is known.
    struct candidate {
        estimate about;
        std::optional<correlation_peak> exact;
    };

    double level_of(std::complex<double> correlation, double energy) const;
    correlation_peak
    exactly(std::uint64_t at, const std::complex<float>* samples, double energy) const;
    bool may_be_peak(const estimate& sample) const;
    void note(const estimate& sample);

    std::vector<std::complex<float>> d_reference;
    double d_energy; //!< sum of |r|^2
    //! Levels of samples within the distance of the newest that none behind them exceeds:
    //! they fall, so that the first is the highest.
    std::deque<estimate> d_falling;
    std::optional<candidate> d_candidate; //!< that something to come may exceed
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H */
