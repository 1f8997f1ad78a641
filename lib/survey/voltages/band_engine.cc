/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/voltages/band_engine.h"
#include <gpufft/effort.h>

namespace gpufft {

band_engine::band_engine(const voltage_plan& p, const std::string& device)
    : d_bands(p.bands),
      d_shape(p.shape),
      d_bank(p.shape, device, default_effort(), startup::compiled)
{
}

std::shared_ptr<const tuned_channel> band_engine::channel_of(const output& o)
{
    auto& there = d_tuned[o.stream];
    if (!there.channel || there.offset_hz != o.offset_hz) {
        const auto& band = d_bands[o.stream];
        channel_settings c;
        c.frequency = o.offset_hz;
        c.rate = d_shape.rate_of(d_shape.steps_of(band.rate_hz));
        c.high = band.actual_width_hz() / 2;
        c.low = -c.high;
        there = { o.offset_hz, std::make_shared<tuned_channel>(c, d_shape) };
    }
    return there.channel;
}

void band_engine::run(const voltage* in,
                      std::int64_t first_step,
                      std::int64_t steps,
                      const std::vector<output>& outputs)
{
    // The bank's newest sample is half a filter behind the one that outputs are of.
    const auto begin = static_cast<double>(first_step * d_shape.hop());
    std::vector<channel_call> calls;
    for (const auto& o : outputs) {
        const auto channel = channel_of(o);
        calls.push_back({ channel, channel->turns_at(begin), o.to });
    }
    d_bank.run(in, static_cast<std::size_t>(steps), calls);
}

} // namespace gpufft
