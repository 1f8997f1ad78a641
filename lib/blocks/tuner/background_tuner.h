/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_BACKGROUND_TUNER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_BACKGROUND_TUNER_H

#include "blocks/messages/tuner_event.h"
#include "blocks/running/running_blocks.h"
#include "device/interface/device.h"
#include <gpufft/effort.h>
#include <gpufft/transform.h>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace gr {
namespace gpufft {

//! What a background_tuner works by.
struct background_tuning {
    std::shared_ptr<::gpufft::device> on; //!< for what is listed
    ::gpufft::effort how = ::gpufft::effort::measure;
    double budget_s = 10;                    //!< for each transform
    std::vector<::gpufft::transform> listed; //!< to search besides those that run
    std::size_t input_bytes = 0;             //!< ::gpufft::tuning_settings has it
};

/*!
 * \brief Tunes the transforms of the blocks that run, in a thread of low priority, and
 * has the blocks compute by what it finds
 *
 * The thread is there while blocks run and there is something to search: what the wisdom
 * of the user does not have yet with that effort. Inverses, windows, strides and batches
 * share the settings of a plan, so of the transforms it is plain_transform() that is
 * searched.
 */
class background_tuner : public block_watcher
{
public:
    using listener = std::function<void(const tuner_event&)>;

    //! \param hears  is called from the thread, not after close()
    background_tuner(const background_tuning& how, listener hears);
    ~background_tuner() override { close(); }

    //! Whether anything is searched, which is not so before. Does not wait.
    void allow(bool searching);
    //! Looks for what there is to search, unless it was told to stop.
    void begin();
    //! Searches \p these, or, where there are none, all that are listed or run; also
    //! those that are known. They take turns with others that were not looked at yet;
    //! what waits for its turn already is not asked for twice.
    void tune(const std::vector<::gpufft::transform>& these);
    //! Ends the search, with the best so far; nothing more is searched until tune(), or
    //! until the flowgraph starts again. Does not wait.
    void stop();
    //! Gives up the transform under way and waits: about as long as building a plan.
    //! begin() may follow, or come meanwhile.
    void halt();
    //! halt() for good.
    void close();

    void blocks_changed() override { begin(); }
    void blocks_ended() override;

private:
    struct wish {
        ::gpufft::transform request;
        std::shared_ptr<::gpufft::device> on;
        std::string name() const;
    };

    void begin_locked();
    void stop_locked();
    void halt_locked();
    void work();
    std::vector<wish> wishes() const;
    void ask_locked(const wish& one);
    std::optional<wish> take_asked_locked();
    std::optional<wish> take_unseen_locked();
    std::optional<wish> next();
    bool is_known(const wish& one);
    void search(const wish& one);
    std::size_t plan_switch(const wish& one);
    void tell(tuner_event::kind happened);
    tuner_event event_of(tuner_event::kind happened, const wish& one) const;

    const background_tuning d_how;
    const listener d_hears;
    std::atomic<bool> d_stop{ false };     //!< stops the search; its best is kept
    std::atomic<bool> d_gives_up{ false }; //!< stops the search; nothing is kept

    std::mutex d_wait_mutex; // one waits for the thread at a time; before the other
    std::mutex d_mutex;      // guards what follows
    std::thread d_thread;
    bool d_is_busy = false;
    bool d_looks_again = false; //!< before the thread ends
    bool d_is_allowed = false;
    bool d_is_stopped = false; //!< by stop()
    bool d_is_closed = false;
    std::deque<wish> d_asked;     //!< by tune()
    bool d_was_asked = false;     //!< the one that was taken last
    std::set<std::string> d_seen; //!< in this run of the flowgraph, by name
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_TUNER_BACKGROUND_TUNER_H */
