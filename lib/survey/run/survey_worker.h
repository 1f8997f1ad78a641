/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_WORKER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_WORKER_H

#include "survey/feed/side_thread.h"
#include "survey/run/chunk_runner.h"
#include "survey/run/spectra_engine.h"
#include "survey/run/survey_task.h"
#include "survey/store/survey_store.h"
#include "survey/voltages/pipe_voltages.h"
#include "survey/voltages/voltage_engine.h"
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>

namespace gpufft {

//! What workers and whoever waits for them tell each other.
struct survey_signals {
    std::atomic<bool> stops{ false };
    std::atomic<std::int64_t> samples{ 0 };
    std::atomic<std::int64_t> chunks{ 0 };
    std::atomic<std::int64_t> began_ns{ 0 }; //!< of the steady clock; 0: nobody has

    //! A worker's kernels are there: from now on samples are computed.
    void begin();
    double seconds() const; //!< since the first of them did
};

/*!
 * \brief Does tasks of a survey on one device, one after the other
 *
 * A task of the same recording begins while the end of the one before is still computed
 * and written, so that the device always has something to do. One thread; a thread of its
 * own writes what is done.
 */
class survey_worker
{
public:
    survey_worker(const std::string& device,
                  const survey_store& store,
                  const survey_settings& settings,
                  const std::vector<surveyed_channel>& channels,
                  survey_signals& signals);

    //! Until no task is to be had any more, or it is to stop.
    //! \throws plan_error, build_error, device_error, survey_error  what it was at is
    //! given back
    void run(survey_tasks& tasks);
    //! The channel of a pipe: whatever comes, to its end.
    //! \throws recording_error, and as run()
    void run_pipe(const surveyed_channel& c);

    std::string device_name() const; //!< "" before the first task

private:
    //! A task whose chunks are under way, and how many of them are not written yet.
    struct begun_task {
        survey_task task;
        std::shared_ptr<std::atomic<std::int64_t>> left;
    };
    //! A recording that is open, and its samples on their way.
    struct opened_channel {
        std::size_t number = 0;
        std::int64_t next_chunk = 0; //!< none before it is to be had any more
        std::unique_ptr<sample_source> source;
        chunk_runner::receiver write;
        std::unique_ptr<chunk_runner> runner; // last: goes first
    };

    spectra_engine& engine_for(sample_kind k);
    voltage_engine& engine_for(const voltage_plan& p);
    void open(std::size_t channel, std::unique_ptr<sample_source> source);
    bool goes_on_with(const survey_task& t) const;
    void begin(const survey_task& t);
    void finish_begun();
    void give_back_written(survey_tasks& tasks);
    void give_back_begun(survey_tasks& tasks, const std::string* refused = nullptr);
    void do_voltages(const survey_task& t,
                     const std::shared_ptr<std::atomic<std::int64_t>>& left);
    std::unique_ptr<pipe_voltages>
    voltages_of_pipe(const std::shared_ptr<voltage_group>& of, sample_kind kind);
    chunk_runner::receiver writes(const std::shared_ptr<recording_group>& group,
                                  double factor);

    const std::string d_device;
    const survey_store& d_store;
    const survey_settings d_settings;
    const std::vector<surveyed_channel>& d_channels;
    survey_signals& d_signals;
    std::map<sample_kind, std::unique_ptr<spectra_engine>> d_engines;
    std::map<std::string, std::unique_ptr<voltage_engine>> d_voltage_engines;
    std::deque<begun_task> d_begun; // oldest first, all of the channel that is open
    std::unique_ptr<opened_channel> d_open;
    side_thread d_writer; // last: goes first, and with it what refers to the others
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_RUN_SURVEY_WORKER_H */
