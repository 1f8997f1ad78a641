/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BANK_ENGINE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BANK_ENGINE_H

#include "exec/channels/stream_channelizer.h"
#include "survey/voltages/voltage_engine.h"

namespace gpufft {

/*!
 * \brief All channels of a polyphase filter bank: a stream_channelizer
 *
 * The prototype is symmetrical around a multiple of the channels, and its delay is taken
 * off: sample m of a channel is of sample m * hop of the segment, where all mixers begin.
 */
class bank_engine : public voltage_engine
{
public:
    bank_engine(const voltage_plan& p, const std::string& device);

    std::int64_t samples_before() const override;
    std::int64_t samples_behind() const override;
    void run(const voltage* in,
             std::int64_t first_step,
             std::int64_t steps,
             const std::vector<output>& outputs) override;
    std::string device_name() const override
    {
        return d_channelizer.executor().device_name();
    }

private:
    std::int64_t delay() const; //!< samples, of the prototype

    const std::int64_t d_step_samples, d_taps;
    const bool d_is_complex;
    stream_channelizer d_channelizer;
    past_samples d_past;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BANK_ENGINE_H */
