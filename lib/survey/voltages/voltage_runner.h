/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_RUNNER_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_RUNNER_H

#include "recordings/samples/sample_source.h"
#include "survey/voltages/voltage_engine.h"
#include "survey/voltages/voltage_group.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace gpufft {

/*!
 * \brief Brings samples of a recording to a voltage_engine, a chunk after the other
 *
 * One thread.
 */
class voltage_runner
{
public:
    //! All must outlive this. \param progress  counts samples of the recording
    voltage_runner(voltage_engine& engine,
                   const voltage_group& group,
                   sample_source& source,
                   const std::atomic<bool>& stops,
                   std::atomic<std::int64_t>& progress);

    //! The samples of a chunk; nothing, where it was stopped.
    //! \throws recording_error, device_error, build_error
    std::shared_ptr<const voltage_group::chunk_samples> run(std::int64_t chunk);

    std::int64_t steps_of_call() const { return d_steps; } //!< at most
    //! Room for the samples of a chunk.
    voltage_group::chunk_samples room_for(const voltage_layout::chunk& c) const;
    //! Some steps of a chunk, steps_of_call() at most, to their places in \p to.
    //! \throws recording_error, device_error, build_error
    void run_steps(const voltage_layout::chunk& c,
                   std::int64_t first_step,
                   std::int64_t steps,
                   voltage_group::chunk_samples& to);

private:
    void read(const segment& from, std::int64_t begin, std::int64_t count, voltage* to);
    void convert(const void* from, std::int64_t count, voltage* to) const;

    voltage_engine& d_engine;
    const voltage_group& d_group;
    sample_source& d_source;
    const std::atomic<bool>& d_stops;
    std::atomic<std::int64_t>& d_progress;
    std::int64_t d_steps; //!< of a call
    std::shared_ptr<unsigned char> d_in;
    std::vector<char> d_stored;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_VOLTAGE_RUNNER_H */
