/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_TUNE_TUNER_TUNER_H
#define INCLUDED_GPUFFT_LIB_TUNE_TUNER_TUNER_H

#include "device/interface/device.h"
#include "plan/wisdom/wisdom_store.h"
#include <gpufft/effort.h>
#include <gpufft/transform.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpufft {

//! How far a tuner is.
struct tuning_progress {
    std::string transform;  //!< that is under way
    std::size_t number = 0; //!< of it, from 0
    std::size_t count = 0;  //!< of transforms
    double spent_s = 0;     //!< since the tuner began
    double budget_s = 0;
    std::size_t timed = 0; //!< plans of this transform
    double before_s = 0;   //!< of a call by the planner's plan; 0: not known yet
    double best_s = 0;     //!< of a call by the best plan so far; 0: not known yet
};

//! What became of a transform.
struct tuned {
    std::string transform;
    std::string before;          //!< the planner's plan line
    std::string after;           //!< the winner's; "": none was found
    double before_s = 0;         //!< of a call; 0: it could not be timed
    double after_s = 0;          //!< of a call by the winner; 0: there is none
    std::uint64_t batch = 0;     //!< rows of the calls
    bool is_small_batch = false; //!< it is kept for small batches
    double call_bytes = 0;       //!< that a call reads and writes at least
    std::size_t timed = 0;       //!< plans
    std::size_t known = 0;       //!< plans that an earlier search timed
    bool is_complete = false;    //!< there was nothing more to time
    std::string failure;         //!< why there is no winner
};

struct tuning_settings {
    //! measure: the planner's plans, and the best few's neighbours. exhaustive: many
    //! times as many of each, for which the budget should leave time.
    effort how = effort::measure;
    double budget_s = 10;        //!< for all transforms together
    std::size_t input_bytes = 0; //!< of a call, about; 0: well beyond the device's caches
    //! Rows of a call, instead; 0: by the bytes. Where so few leave some of the device
    //! idle, the winner is kept for small batches (small_batch.h).
    std::uint32_t rows = 0;
    //! Forget what earlier searches of these transforms timed on this device.
    bool fresh = false;
    //! Other work runs on the device meanwhile: times are not those of a device that has
    //! nothing else to do.
    bool is_shared = false;
    //! Probe the device first, where that was not done yet (probe.h); within the budget.
    bool probes_first = false;
    //! Asked before plans are timed, from the thread that tunes. What was found for the
    //! transform that is under way is still verified and kept, the others are left out.
    std::function<bool()> stop = [] { return false; };
    //! Asked before plans are timed, from the thread that tunes and from others. Where it
    //! says true no winner of the transform under way is kept, and tune() returns as soon
    //! as the plans that are being built are done.
    std::function<bool()> give_up = [] { return false; };
    //! Called after plans were timed, from the same thread.
    std::function<void(const tuning_progress&)> report = [](const tuning_progress&) {};
};

/*!
 * \brief Finds the fastest plan of each transform, and keeps it as wisdom
 *
 * A winner is stored when it has passed the self test, one transform after the other, so
 * what was found is kept whatever ends the process. What is left of one transform's part
 * of the budget goes to the next ones. A transform that fails says so in its place; the
 * others go on. What was timed is kept beside the wisdom (timing_file.h), as it is timed:
 * whatever ends a search, the next one of that transform on that device, by the same
 * driver and with the same calls, goes on from there. May run on a thread of its own
 * beside executors of the device, which disturb its times.
 *
 * \return a place for each that was begun
 */
std::vector<tuned> tune(const std::vector<transform>& transforms,
                        const std::shared_ptr<device>& on,
                        wisdom_store& kept,
                        const tuning_settings& settings = {});

/*!
 * \brief Measures \p request where \p how asks for that and nothing is known of it yet
 *
 * For some seconds (measure) or a minute (exhaustive); the result is the user's wisdom.
 * \throws device_error  there is no such device
 */
void tune_if_asked(const transform& request, const std::string& device, effort how);
void tune_if_asked(const transform& request,
                   const std::shared_ptr<device>& on,
                   effort how);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_TUNE_TUNER_TUNER_H */
