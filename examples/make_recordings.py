#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the recordings that the flowgraphs beside it read, in the folder it is run in."""
import wave

import numpy as np
from gnuradio import analog, blocks, filter, gr
from gnuradio.gpufft import demo_recording

SAMP_RATE = 48000  # of the sound
SECONDS = 10


def chord():
    """A chord that is struck once a second and fades, with a little hiss; -1 .. 1."""
    t = np.arange(SECONDS * SAMP_RATE) / SAMP_RATE
    sound = sum(np.cos(2 * np.pi * hz * t) for hz in (261.63, 329.63, 392.0, 523.25))
    sound *= 0.2 * np.exp(-3 * (t % 1)) * np.minimum(1, 200 * (t % 1))
    return sound + 0.0005 * np.random.default_rng(1).standard_normal(len(t))


BAND_RATE, BAND_SECONDS = 2e6, 2  # of the FM band, around 89.3 MHz
STATIONS_HZ = [89.3e6 + offset for offset in range(-850_000, 900_001, 250_000)]


def station(number):
    """Broadcast FM of a tone that tells stations apart, 500 Hz, 800 Hz and so on, at its
    place in the band."""
    tone = analog.sig_source_f(SAMP_RATE, analog.GR_COS_WAVE, 500 + 300 * number, 0.3)
    modulator = analog.wfm_tx(audio_rate=SAMP_RATE, quad_rate=5 * SAMP_RATE)
    to_band = filter.rational_resampler_ccf(25, 3)
    offset = STATIONS_HZ[number] - 89.3e6
    return tone, modulator, to_band, blocks.rotator_cc(2 * np.pi * offset / BAND_RATE)


def fm_band(path):
    """Eight stations and noise as 16-bit complex samples."""
    graph = gr.top_block()
    band = blocks.add_cc()
    noise = analog.fastnoise_source_c(analog.GR_GAUSSIAN, 0.01, 1)
    graph.connect(noise, (band, len(STATIONS_HZ)))
    for number in range(len(STATIONS_HZ)):
        graph.connect(*station(number), (band, number))
    head = blocks.head(gr.sizeof_gr_complex, int(BAND_RATE * BAND_SECONDS))
    to_shorts = blocks.complex_to_interleaved_short(False, 3000)  # sums of 8 reach 24000
    graph.connect(band, head, to_shorts, blocks.file_sink(gr.sizeof_short, path))
    graph.run()


# For fm_stations.grc.
fm_band("fm_band.ci16")
print("fm_band.ci16")

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
