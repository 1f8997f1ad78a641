# SPDX-License-Identifier: GPL-3.0-or-later
"""A line on the terminal with rate and time left, when it takes longer than a second."""
import sys


class Progress:
    """Counts samples. Silent where stderr is no terminal."""

    def __init__(self, samples):
        self._bar = None
        if sys.stderr.isatty():
            from tqdm import tqdm

            self._bar = tqdm(total=samples, unit="S", unit_scale=True, delay=1,
                             leave=False, file=sys.stderr, dynamic_ncols=True,
                             desc="spectrogram")

    def update(self, samples_done):
        if self._bar is not None:
            self._bar.update(samples_done - self._bar.n)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._bar is not None:
            self._bar.close()
