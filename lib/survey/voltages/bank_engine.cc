/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/voltages/bank_engine.h"
#include <gpufft/effort.h>
#include <cmath>
#include <vector>

namespace gpufft {

bank_engine::bank_engine(const voltage_plan& p, const std::string& device)
    : d_step_samples(p.layout.step_samples()),
      d_taps(static_cast<std::int64_t>(p.bank.taps.size())),
      d_is_complex(p.is_complex),
      d_channelizer(p.bank, device, default_effort(), startup::compiled),
      d_past(sizeof(voltage))
{
    d_past.keep(d_channelizer.past_to_keep());
}

std::int64_t bank_engine::delay() const { return (d_taps - 1) / 2; }

// The channelizer's output 0 is of its stream's samples up to hop - 1, and in their
// middle is that which lies `delay` before. This is the first sample of a step.
std::int64_t bank_engine::samples_before() const
{
    return static_cast<std::int64_t>(d_past.kept()) - samples_behind();
}

std::int64_t bank_engine::samples_behind() const
{
    return delay() - d_channelizer.shape().hop + 1;
}

void bank_engine::run(const voltage* in,
                      std::int64_t /*first_step*/,
                      std::int64_t steps,
                      const std::vector<output>& outputs)
{
    const auto& shape = d_channelizer.shape();
    const auto kept = d_past.kept();
    d_past.append(in, kept);
    channelizer_call call;
    call.in = { in + kept };
    call.outputs = static_cast<std::size_t>(steps * d_step_samples / shape.hop);
    std::vector<int> map;
    for (const auto& o : outputs) {
        // Streams of complex samples are in order of frequency, lowest first.
        const auto first = d_is_complex ? shape.channels - shape.channels / 2 : 0;
        const auto channel = static_cast<std::int64_t>(o.stream) + first;
        map.push_back(static_cast<int>(channel % shape.channels));
        call.out.push_back(o.to);
    }
    d_channelizer.run(call, channel_order(shape, map), d_past);
    if (d_is_complex)
        return;
    // Channels around 0 Hz and half the rate hold both sides of a real spectrum.
    for (std::size_t i = 0; i < map.size(); ++i)
        if (map[i] == 0 || 2 * map[i] == shape.channels)
            for (std::size_t o = 0; o < call.outputs; ++o)
                call.out[i][o] *= static_cast<float>(M_SQRT1_2);
}

} // namespace gpufft
