/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_RADIX_ORDERS_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_RADIX_ORDERS_H

#include "bench/papers/paper_timer.h"

namespace gpufft::app {

/*!
 * \brief Every order of radices, with padding and without (Nukada and Matsuoka 2009,
 * figures 7 to 9)
 *
 * In at most three stages, of radices up to 16. \p most is of orders; 0: all.
 *
 * \return `orders`, each with its `radices`, `plain` and, where the planner would pad it,
 *         `padded` (plan_time_json()), and the `conflicts` of each: the conflict degree,
 *         cycles that an access to local memory takes, counted; `failure` alone where it
 *         cannot be done
 */
nlohmann::ordered_json
radix_orders(const transform& request, paper_timer& with, std::size_t most);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_RADIX_ORDERS_H */
