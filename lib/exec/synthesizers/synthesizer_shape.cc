/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/channelizer_shape.h"
#include "exec/synthesizers/synthesizer_shape.h"
#include "plan/request/refuse.h"

namespace gpufft {

void validate(const synthesizer_request& request)
{
    check_channels(request.channels);
    if (request.is_doubled && request.channels % 2)
        refuse("a synthesizer of channels at twice their rate has an even number of "
               "them, got {}; {} would do, one of which stays silent",
               request.channels,
               request.channels + 1);
    check_prototype(request.taps, request.channels);
}

synthesizer_shape::synthesizer_shape(const synthesizer_request& request)
    : channels(request.channels), points(request.channels * (request.is_doubled ? 2 : 1))
{
}

transform transform_of(const synthesizer_shape& s)
{
    transform t(s.points);
    t.dir = direction::inverse;
    return t;
}

} // namespace gpufft
