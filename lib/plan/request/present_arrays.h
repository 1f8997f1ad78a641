/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PRESENT_ARRAYS_H
#define INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PRESENT_ARRAYS_H

#include "plan/request/refuse.h"

namespace gpufft {

/*!
 * \brief Checks that the arrays of a side, "input" or "output", were given
 *
 * \param has_parts  whether the first of two planar arrays was given, and the second
 * \param planes     how many arrays the side has
 * \param wanted     what the first is: "rows of elements"
 * \throws plan_error  one is missing
 */
inline void check_present(const char* side,
                          const bool (&has_parts)[2],
                          int planes,
                          const char* wanted)
{
    if (!has_parts[0])
        refuse("the {} is a null pointer; give {}", side, wanted);
    if (planes > 1 && !has_parts[1])
        refuse("the {0} is planar and has no imaginary parts; give two arrays, or leave "
               "{0}_layout interleaved",
               side);
}

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_REQUEST_PRESENT_ARRAYS_H */
