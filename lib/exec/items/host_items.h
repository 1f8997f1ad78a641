/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_EXEC_ITEMS_HOST_ITEMS_H
#define INCLUDED_GPUFFT_LIB_EXEC_ITEMS_HOST_ITEMS_H

#include "exec/items/item_operation.h"
#include "exec/items/sample_planes.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * \brief An item_operation on the host
 *
 * An expression is computed part by part of its tree, each for a few hundred samples,
 * whose values stay in the first level of the cache. One thread at a time.
 */
class host_items
{
public:
    explicit host_items(const item_operation& request);

    /*!
     * Computes \p rows rows.
     * \param in         those of each input
     * \param out        shares no memory with them
     * \param first_row  number of the first one
     * \param given      of an expression with arguments
     */
    void compute(const std::vector<const void*>& in,
                 void* out,
                 std::size_t rows,
                 std::uint64_t first_row,
                 const item_arguments* given);

private:
    //! A part of the tree; those that it is computed from come before it.
    struct part {
        const node* of = nullptr;
        //! Numbers of parts: the operands, but of a select its values, then what its
        //! condition compares; of a buffer none.
        std::array<std::size_t, 4> operands = {};
        planes own;         //!< memory for its values
        read_planes values; //!< where they are now; im is null where they are real
    };
    //! The samples that are computed now.
    struct piece {
        const std::vector<const void*>& in;
        std::size_t at; //!< number of the first one in the call
        std::size_t count;
        std::uint64_t first; //!< number of the call's first sample
        const item_arguments* given;
    };

    std::size_t add_parts(const node& of);
    std::size_t add_part(part&& p);
    void fill_numbers(const item_arguments* given);
    void compute(part& p, const piece& now) const;
    void load(part& p, const piece& now) const;
    void look_up(part& p, const piece& now) const;
    void count(part& p, const piece& now) const;
    void choose_values(part& p, const piece& now) const;
    const read_planes& operand(const part& p, std::size_t i) const
    {
        return d_parts[p.operands[i]].values;
    }
    void keep(const void* in, void* out, std::size_t rows) const;

    const item_operation d_request;
    std::vector<float> d_memory; //!< of all parts
    std::vector<float> d_zeros;
    std::vector<part> d_parts; //!< the whole is the last
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_EXEC_ITEMS_HOST_ITEMS_H */
