/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_MAKER_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_MAKER_H

#include "plan/simt/tile.h"
#include "plan/simt/tile_digits.h"
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief The tile of a pass, or single facts of it
 *
 * The padding moves places in the exchange buffer and nothing else, so that many paddings
 * are tried on one tile. The order of lanes is that of any padding.
 */
class tile_maker
{
public:
    //! \param p  outlives this
    //! \throws plan_error  as make_tile()
    explicit tile_maker(const pass& p);

    //! Sets the \p padding, which places include from now on. \return elements of the
    //! exchange buffer
    std::int64_t pad(const std::vector<int>& padding);
    std::int64_t exchange_points() const { return d_exchange_points; }
    //! Elements of staged rows that lie behind the exchange buffer.
    std::int64_t row_points() const { return d_row_points; }

    tile make() const;
    //! How step \p i deals its atoms out; make() also brings the lanes of joined stages
    //! into one order, this does not.
    stage_layout step(std::size_t i) const;

    //! Elements of the exchange buffer for a step of \p a, an atom of step \p i.
    std::int64_t local_weight(const atom& a, std::size_t i) const;
    //! Elements, for a step of \p a, of the exchange buffer of the group that goes on
    //! with the point after step \p i.
    std::int64_t remote_weight(const atom& a, std::size_t i) const;

private:
    //! Digits as the first step, which loads, sees them.
    digit_list loaded() const;
    const digit_list& digits_at(std::size_t i) const;
    void rotated_places(std::size_t i);
    std::size_t after() const
    {
        return static_cast<std::size_t>(d_pass.workgroup().cluster.after);
    }

    const pass& d_pass;
    digit_list d_digits;
    digit_list d_arrived; //!< after the exchange through a cluster
    //! By constant geometry: as each step finds them, and as the last one leaves them.
    std::vector<digit_list> d_turned;
    exchange_order d_nest;
    exchange_order d_arrivals;
    std::int64_t d_exchange_points = 0;
    std::int64_t d_row_points = 0;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_TILE_MAKER_H */
