# SPDX-License-Identifier: GPL-3.0-or-later
"""A line on the terminal with rate and time left, when it takes longer than a second."""
import sys


class Progress:
    """Counts samples. Silent where stderr is no terminal."""

    def __init__(self, samples):
        from tqdm import tqdm

        self._bar = tqdm(total=samples, unit="S", unit_scale=True, delay=1, leave=False,
                         file=sys.stderr, disable=not sys.stderr.isatty(),
                         dynamic_ncols=True, desc="spectrogram")

    def update(self, samples_done):
        self._bar.update(samples_done - self._bar.n)

    def close(self):
        self._bar.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
