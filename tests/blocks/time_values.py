# SPDX-License-Identifier: GPL-3.0-or-later
"""Values of tags rx_time, for each block that reads them: all take and leave out the same."""
import numpy as np
import pmt


def time_value(seconds, fraction):
    """As radios make it; ``seconds`` may be a pmt."""
    whole = pmt.from_uint64(seconds) if isinstance(seconds, int) else seconds
    return pmt.make_tuple(whole, pmt.from_double(fraction))


#: (value, the seconds that it says)
TIMES = [
    (time_value(7, 0.5), 7.5),
    (time_value(pmt.from_long(7), 0.5), 7.5),
    (time_value(1, 0.0), 1.0),
    (pmt.make_tuple(pmt.from_uint64(7), pmt.from_double(0.25), pmt.from_long(3)), 7.25),
]

#: What is no time.
NO_TIMES = [
    time_value(pmt.from_long(-1), 0.0),
    time_value(7, np.nan),
    time_value(7, -0.5),
    time_value(7, 1e300),
    time_value(7, 1.0),
    time_value(pmt.from_double(7), 0.5),
    pmt.make_tuple(pmt.from_uint64(7)),
    pmt.make_tuple(pmt.from_uint64(7), pmt.from_long(0)),
    pmt.from_long(3),
    pmt.from_double(7.5),
    pmt.PMT_NIL,
]
