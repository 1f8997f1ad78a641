# SPDX-License-Identifier: GPL-3.0-or-later
"""Times of calls on CuPy's arrays, compared in turns within one process."""

import statistics

ROUNDS, CALLS = 7, 10


def _milliseconds(cupy, call):
    begin, end = cupy.cuda.Event(), cupy.cuda.Event()
    begin.record()
    for _ in range(CALLS):
        call()
    end.record()
    end.synchronize()
    return cupy.cuda.get_elapsed_time(begin, end) / CALLS


def medians_in_turns(calls):
    """Milliseconds of a call on the current stream by name, after one that is not counted."""
    import cupy

    for call in calls.values():
        _milliseconds(cupy, call)
    times = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name].append(_milliseconds(cupy, call))
    return {name: statistics.median(each) for name, each in times.items()}


def conditions():
    """What the figures belong to, for the file that keeps them."""
    import cupy

    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    return {"device": device, "cupy": cupy.__version__, "rounds": ROUNDS, "calls": CALLS}
