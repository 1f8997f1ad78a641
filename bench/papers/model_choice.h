/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_BENCH_PAPERS_MODEL_CHOICE_H
#define INCLUDED_GPUFFT_BENCH_PAPERS_MODEL_CHOICE_H

#include "bench/papers/paper_timer.h"

namespace gpufft::app {

/*!
 * \brief The model's choice beside the best that a search finds (HBPL, tables 5 to 8;
 * MPFFT, figure 12)
 *
 * After the search both are timed once more, alternating: of many plans that were timed,
 * the fastest one is partly the luckiest.
 *
 * \return `model` and `best` (plan_time_json()), `timed` plans, and `lost`, the part of
 *         the best's rate that the model's choice lacks; `failure` alone where there is
 *         no best
 */
nlohmann::ordered_json
model_choice(const transform& request, paper_timer& with, double budget_s);

} // namespace gpufft::app

#endif /* INCLUDED_GPUFFT_BENCH_PAPERS_MODEL_CHOICE_H */
