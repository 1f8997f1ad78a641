/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BAND_ENGINE_H
#define INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BAND_ENGINE_H

#include "exec/receivers/channel_bank.h"
#include "survey/voltages/voltage_engine.h"
#include <map>

namespace gpufft {

/*!
 * \brief Bands of samples, mixed to 0 Hz, filtered and decimated: a channel_bank
 *
 * The filters are symmetrical, and their delay is taken off: sample m of a segment is of
 * its time m / rate. Oscillators begin with each segment.
 */
class band_engine : public voltage_engine
{
public:
    band_engine(const voltage_plan& p, const std::string& device);

    std::int64_t samples_before() const override { return d_shape.repeated / 2; }
    std::int64_t samples_behind() const override { return d_shape.repeated / 2; }
    void run(const voltage* in,
             std::int64_t first_step,
             std::int64_t steps,
             const std::vector<output>& outputs) override;
    void reads_from(std::shared_ptr<unsigned char> memory, std::size_t bytes) override
    {
        d_bank.reads_from(std::move(memory), bytes);
    }
    std::string device_name() const override { return d_bank.forward().device_name(); }

private:
    //! A stream where the receiver stood last.
    struct tuned {
        double offset_hz = 0;
        std::shared_ptr<const tuned_channel> channel;
    };
    std::shared_ptr<const tuned_channel> channel_of(const output& o);

    const std::vector<voltage_band> d_bands;
    const receiver_shape d_shape;
    channel_bank d_bank;
    std::map<std::size_t, tuned> d_tuned;
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_SURVEY_VOLTAGES_BAND_ENGINE_H */
