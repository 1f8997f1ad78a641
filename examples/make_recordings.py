#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recordings that the flowgraphs beside it read, in the folder it is run in."""
import wave

import numpy as np
from gnuradio.gpufft import demo_recording

SAMP_RATE = 48000  # of the sound
SECONDS = 10


def chord():
    """A chord that is struck once a second and fades, with a little hiss; -1 .. 1."""
    t = np.arange(SECONDS * SAMP_RATE) / SAMP_RATE
    sound = sum(np.cos(2 * np.pi * hz * t) for hz in (261.63, 329.63, 392.0, 523.25))
    sound *= 0.2 * np.exp(-3 * (t % 1)) * np.minimum(1, 200 * (t % 1))
    return sound + 0.0005 * np.random.default_rng(1).standard_normal(len(t))


# For sigmf_psd.grc: ten signals in 2 MHz, four seconds.
demo_recording.write_recording("demo")
print("demo.sigmf-meta, demo.sigmf-data")

# For dct_audio.grc.
with wave.open("chord.wav", "wb") as file:
    file.setnchannels(1)
    file.setsampwidth(2)
    file.setframerate(SAMP_RATE)
    file.writeframes(np.round(32767 * chord()).astype("<i2").tobytes())
print("chord.wav")
