/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_PIPE_VOLTAGES_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_PIPE_VOLTAGES_H

#include "survey/voltages/sample_window.h"
#include "survey/voltages/voltage_runner.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace gpufft {

/*!
 * \brief Voltages of samples that come through a pipe: as many steps at a time as have
 * come, with the samples around them that filters reach
 *
 * One thread, but for the writer.
 */
class pipe_voltages
{
public:
    //! Gets each chunk when its samples are there, in order.
    using writer = std::function<void(
        std::int64_t chunk, std::shared_ptr<const voltage_group::chunk_samples> samples)>;

    //! \param engine  must outlive this
    //! \param group   whose layout has no end
    pipe_voltages(voltage_engine& engine,
                  std::shared_ptr<voltage_group> group,
                  sample_kind kind,
                  writer write);

    //! \throws device_error, build_error
    void add(const void* samples, std::int64_t count);
    //! What is left, with zeros behind the last sample, once the writer is idle. The
    //! group's layout has an end then.
    //! \throws device_error, build_error
    void finish();

private:
    std::int64_t steps_to_run() const;
    void run(std::int64_t steps);

    voltage_engine& d_engine;
    std::shared_ptr<voltage_group> d_group;
    writer d_write;
    sample_window d_window;
    std::atomic<bool> d_never{ false };
    std::atomic<std::int64_t> d_uncounted{ 0 };
    voltage_runner d_runner;
    std::int64_t d_chunk = 0;
    std::int64_t d_next_step = 0;
    std::shared_ptr<voltage_group::chunk_samples> d_samples; // of d_chunk
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_PIPE_VOLTAGES_H */
