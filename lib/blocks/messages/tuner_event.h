/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TUNER_EVENT_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TUNER_EVENT_H

#include <cstddef>
#include <map>
#include <string>

namespace gr {
namespace gpufft {

//! What a tuner has to tell.
struct tuner_event {
    enum kind {
        probed,   //!< device, numbers
        known,    //!< device, transform, plan, after_s: it was measured before
        progress, //!< device, transform, times so far (0: none yet), plans, spent, budget
        result,   //!< device, transform, plan, times, plans, blocks
        failed,   //!< device, transform, reason
        done,     //!< nothing is left
        stopped,  //!< what is left is left out
        ended,    //!< no block runs any more; told by the last one's thread
    };
    kind happened = done;
    std::string device;
    std::string transform;
    std::string plan;    //!< its line
    double before_s = 0; //!< of a call, by the planner's plan
    double after_s = 0;  //!< of a call, by the best plan
    double spent_s = 0;
    double budget_s = 0;
    std::size_t plans = 0;  //!< that were timed
    std::size_t blocks = 0; //!< that compute by another plan now
    std::string reason;
    std::map<std::string, double> numbers; //!< as ::gpufft::probe() names them
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_MESSAGES_TUNER_EVENT_H */
