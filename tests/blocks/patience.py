# SPDX-License-Identifier: GPL-3.0-or-later
"""How tests wait for what should come at once, and where nothing should happen: on any
machine, however busy with other things."""

import time

LONG_S = 300  #: within which all comes that comes at all


def wait_until(is_so, seconds=LONG_S):
    """Whether it came to be so, however soon it was over."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


def is_idle(moved, share=0.1, seconds=1, tries=60):
    """Whether for `seconds` moved() stays the same, and this process takes no more than
    that `share` of a processor: once, since what is under way may take a while. A thread
    that polls takes its share each time."""
    for _ in range(tries):
        before, spent = moved(), time.process_time()
        time.sleep(seconds)
        if moved() == before and time.process_time() - spent < share * seconds:
            return True
    return False
