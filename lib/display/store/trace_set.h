/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DISPLAY_STORE_TRACE_SET_H
#define INCLUDED_GPUFFT_LIB_DISPLAY_STORE_TRACE_SET_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpufft::display {

enum class trace_kind { now, maximum, minimum, average, reference };
constexpr std::size_t TRACE_KINDS = 5;

//! What 10^(db / 10) is at most; see power_of().
constexpr float LARGEST_POWER = 8.5e37f;

//! "now", "max", "min", "average", "reference"
const char* trace_name(trace_kind kind);
//! \throws plan_error  there is no trace of that name
trace_kind parse_trace(const std::string& name);

/*!
 * \brief What is kept of all spectra: the last, and the greatest, the least and the mean
 * power that each bin had
 *
 * Powers are kept as they come in, in dB or linear, and become dB as they are read. A NaN
 * counts nowhere but in "now", and in the mean a power is at most LARGEST_POWER, so that
 * one that is infinite fades, too. The mean is of linear powers, of all spectra since
 * reset() until a bin has had average_spectra, and from then on exponential, with weight
 * 1 / average_spectra for the last one.
 */
class trace_set
{
public:
    trace_set(std::size_t bins, bool is_power);

    void set_average_spectra(double spectra) { d_average_spectra = spectra; }
    double average_spectra() const { return d_average_spectra; }

    //! \param spectra  count times bins() numbers
    void add(const float* spectra, std::size_t count);
    //! Begins max, min, average and now anew; the reference stays.
    void reset();

    std::size_t bins() const { return d_now.size(); }
    std::uint64_t spectra() const { return d_spectra; } //!< since reset()

    //! False where a trace holds nothing yet.
    bool has(trace_kind kind) const;
    //! \return bins() levels in dB; NaN where none was finite
    std::vector<float> levels(trace_kind kind) const;

    //! Keeps bins() levels in dB, for comparison; none: no reference.
    void set_reference(std::vector<float> levels_db)
    {
        d_reference = std::move(levels_db);
    }

private:
    //! \param seen  spectra since reset(), this one among them
    void add_part(const float* spectrum, std::size_t first, std::size_t end, double seen);
    void
    average_known(const float* spectrum, std::size_t first, std::size_t end, double seen);

    bool d_is_power;
    double d_average_spectra = 32;
    std::uint64_t d_spectra = 0;
    std::vector<float> d_now, d_max, d_min; // in the unit of the input
    std::vector<float> d_mean;              // linear
    std::vector<float> d_unknown;           // NaNs of each bin; empty: none has come
    std::vector<float> d_reference;         // dB
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_DISPLAY_STORE_TRACE_SET_H */
