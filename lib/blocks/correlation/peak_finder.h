/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H

#include <complex>
#include <cstddef>
#include <cstdint>
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

/*!
 * \brief The peaks of the correlation of one reference, call by call
 *
 * A peak has the highest level of all samples that are less than the distance from it.
 */
class peak_finder
{
public:
    //! \param energy  sum of |r|^2 of the reference
    peak_finder(std::size_t length, double energy) : d_length(length), d_energy(energy) {}

    /*!
     * \brief The samples of a call
     *
     * \param first        number of the call's first sample in the stream
     * \param correlation  of each of its samples
     * \param samples      those of the call, with as many before them as there are sums
     *                     more than samples
     * \param sums         of |x|^2 of the samples before each of \p samples, and of all
     * \param lead         samples before the call's first
     * \return the peaks that nothing to come can change
     */
    std::vector<correlation_peak> look_at(std::uint64_t first,
                                          const std::vector<std::complex<float>>& samples,
                                          const std::vector<double>& sums,
                                          std::size_t lead,
                                          const std::complex<float>* correlation,
                                          double threshold,
                                          std::uint64_t distance);

    //! What has not come out, at the end of a stream.
    std::optional<correlation_peak> take_rest();

private:
    double level_at(const std::vector<std::complex<float>>& samples,
                    std::size_t last,
                    std::complex<float> value) const;

    std::size_t d_length;
    double d_energy;
    std::optional<correlation_peak> d_highest; //!< that something to come may exceed
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_CORRELATION_PEAK_FINDER_H */
