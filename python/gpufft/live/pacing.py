# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that leave at the rate at which a receiver would have taken them."""
import time


class Pacer:
    """Lets samples through at ``samp_rate`` by the clock; 0: as fast as they are taken.

    Whoever asks late is behind, and may catch up for half a second of samples; what is
    more is never made up for, since a person sees it as a picture that runs too fast.
    """

    MOST_BEHIND_S = 0.5
    LONGEST_SLEEP_S = 0.05

    def __init__(self, samp_rate):
        self._rate = samp_rate
        self._began, self._given = None, 0

    def allowed(self, most):
        """Waits a little where none may leave yet; how many may leave now, up to ``most``."""
        if not self._rate:
            return most
        now = time.monotonic()
        if self._began is None:
            self._began = now
        due = int((now - self._began) * self._rate) - self._given
        if due > self.MOST_BEHIND_S * self._rate:
            self._began, self._given, due = now, 0, 0
        # Pieces of a hundredth of a second cost little of Python's time.
        wanted = min(most, max(1, int(self._rate / 100)))
        if due < wanted:
            time.sleep(min((wanted - due) / self._rate, self.LONGEST_SLEEP_S))
            due = int((time.monotonic() - self._began) * self._rate) - self._given
        count = max(0, min(due, most))
        self._given += count
        return count
