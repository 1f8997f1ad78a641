/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_DIVISIONS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_DIVISIONS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

//! How a length may be divided into stages.
struct stage_division {
    struct first_stage {
        int radix;
        const stage_division* rest;
    };
    struct range {
        const first_stage* begins = nullptr;
        const first_stage* ends = nullptr;
        const first_stage* begin() const { return begins; }
        const first_stage* end() const { return ends; }
    };
    range first;
    std::size_t number = 0; //!< among the divisors of the length, from 0
    std::size_t fewest = 0; //!< stages for all of it; more than are allowed: none do
};

//! The divisions of lengths and of the rests that stages leave, each made once.
class stage_divisions
{
public:
    //! \param most_held    points that a work-item has registers for
    //! \param most_stages  that a pass may have
    //! \param is_real      stages of reals, whose codelets take all of a dimension
    stage_divisions(int most_held, std::size_t most_stages, bool is_real)
        : d_most_held(most_held), d_most_stages(most_stages), d_is_real(is_real)
    {
    }

    //! By codelets that fit the registers, and a larger prime where there is no way
    //! around it. Stays where it is.
    const stage_division& of(std::int64_t length);

private:
    struct divided_length {
        std::int64_t length;
        std::vector<stage_division> parts;               //!< of each divisor, ascending
        std::vector<stage_division::first_stage> stages; //!< of one after the other
    };

    const stage_division& make(std::int64_t length);

    int d_most_held;
    std::size_t d_most_stages;
    bool d_is_real;
    std::vector<divided_length> d_made;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_STAGE_DIVISIONS_H */
