/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_MOST_FILLS_H
#define INCLUDED_GPUFFT_LIB_PLAN_MOST_FILLS_H

#include "codelet/codelet.h"
#include <algorithm>
#include <array>

namespace gpufft {

//! The most points that fills bring together, looked up: searches ask again and again.
class most_fills
{
public:
    //! \param most  points that a work-item may hold
    explicit most_fills(int most) : d_most(most) {}

    //! Of a stage of \p radix points beside one of \p of, which gives the fill.
    int held(int radix, int of)
    {
        auto& known = d_held[radix][of];
        if (!known) {
            int fill = std::max(1, std::min(d_most / radix, of));
            while (of % fill)
                --fill;
            known = static_cast<unsigned char>(fill * radix);
        }
        return known;
    }

private:
    int d_most;
    std::array<std::array<unsigned char, MAX_CODELET_LENGTH + 1>, MAX_CODELET_LENGTH + 1>
        d_held{}; // 0: not known yet
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_MOST_FILLS_H */
