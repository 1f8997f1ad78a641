/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_STAGES_KNOWN_ORDERS_H
#define INCLUDED_GPUFFT_LIB_PLAN_STAGES_KNOWN_ORDERS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpufft {

/*!
 * Costs of orders of stages that differ only in the dimensions of their stages, where
 * these have equal lengths. Such orders cost as much, but for the runs of neighbours in
 * loads and stores; so an order that is known to cost too much without runs need not be
 * weighed again. Remembers the latest of the orders that share a place.
 */
class known_orders
{
public:
    struct prefix {
        std::uint64_t radices = 0; //!< of the stages so far, and how many follow, a code
        std::size_t rest = 0;      //!< of equal lengths in no order, a number
        bool operator==(const prefix& b) const
        {
            return radices == b.radices && rest == b.rest;
        }
    };

    //! The least cost of all orders that begin with \p b, without runs; 0: not known.
    double least_cost(const prefix& b) const
    {
        if (d_known.empty())
            return 0;
        const auto& known = d_known[place(b)];
        return known.begins == b ? known.cost : 0;
    }

    void add(const prefix& b, double least_cost)
    {
        if (d_known.empty())
            d_known.resize(std::size_t(1) << PLACE_BITS);
        d_known[place(b)] = { b, least_cost };
    }

    /*!
     * \param lengths  of the dimensions
     * \param rest     numbers of the rest of each
     * \param steps    weight of each of these in a number for all of them
     * \return a number that is the same for dimensions of equal length in any order
     */
    template <typename Rest>
    std::size_t number_of(const std::vector<std::int64_t>& lengths,
                          const std::vector<Rest>& rest,
                          const std::vector<std::size_t>& steps)
    {
        d_numbers.resize(rest.size());
        for (std::size_t d = 0; d < rest.size(); ++d) {
            const auto number = rest[d]->number;
            auto at = d;
            for (auto e = d; e-- > 0;) {
                if (lengths[e] != lengths[d])
                    continue;
                if (d_numbers[e] <= number)
                    break;
                d_numbers[at] = d_numbers[e];
                at = e;
            }
            d_numbers[at] = number;
        }
        std::size_t all = 0;
        for (std::size_t d = 0; d < rest.size(); ++d)
            all += steps[d] * d_numbers[d];
        return all;
    }

private:
    static constexpr int PLACE_BITS = 10;

    struct order {
        prefix begins;
        double cost = 0;
    };

    //! Neighbouring numbers far apart (Knuth's multiplicative hashing).
    static std::size_t place(const prefix& b)
    {
        return static_cast<std::size_t>((b.radices * 31 + b.rest) *
                                            std::uint64_t(0x9e3779b97f4a7c15) >>
                                        (64 - PLACE_BITS));
    }

    std::vector<order> d_known;
    std::vector<std::size_t> d_numbers; // kept memory
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_STAGES_KNOWN_ORDERS_H */
