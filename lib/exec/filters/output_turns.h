/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_FILTERS_OUTPUT_TURNS_H
#define INCLUDED_GPUFFT_LIB_EXEC_FILTERS_OUTPUT_TURNS_H

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

namespace gpufft {

//! exp(2 pi i \p turns), of as many turns as there may be.
std::complex<double> turned_by(double turns);

//! The part of \p turns beside whole ones, from 0 to below 1.
inline double beside_whole(double turns) { return turns - std::floor(turns); }

//! \brief Factors that turn outputs, each by as much more than the one before
class output_turns
{
public:
    //! \param each  of an output, in whole turns
    explicit output_turns(double each = 0);

    double each() const { return d_each; }
    //! Turns \p count outputs at \p y, the first one by \p first turns.
    void apply(std::complex<float>* y, std::size_t count, double first) const;

private:
    double d_each;
    std::vector<std::complex<float>> d_factors; //!< of some outputs, from no turn on
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_FILTERS_OUTPUT_TURNS_H */
