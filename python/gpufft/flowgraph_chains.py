# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benchmark compares: chains of blocks that do the same, in-tree and ours."""
from dataclasses import dataclass
from typing import Callable

from gnuradio import blocks, fft, gr
from gnuradio.fft import logpwrfft, window

from gnuradio import gpufft

#: In Hz, of streams that have no clock: so high that no block waits for one.
SAMP_RATE = 1e9

COMPLEX, FLOAT = gr.sizeof_gr_complex, gr.sizeof_float  #: bytes


@dataclass(frozen=True)
class Chain:
    """Blocks in a row that take complex samples.

    job:           chains of one job can take each other's place
    frames_in:     an item that goes in is a frame of `length` samples, not a sample
    output_bytes:  for a point of an item that comes out, one item a frame
    make:          (length, device, threads) -> list of blocks
    """

    name: str
    job: str
    is_ours: bool
    frames_in: bool
    output_bytes: int
    make: Callable


def _taps(length):
    return window.blackmanharris(length)


def _fft(length, device, threads):
    return [fft.fft_vcc(length, True, _taps(length), True, threads)]


def _our_fft(length, device, threads):
    return [gpufft.fft_vcc(length, True, _taps(length), True, device=device)]


def _power_chain(length, device, threads):
    frames = blocks.stream_to_vector(COMPLEX, length)
    return [frames, *_fft(length, device, threads),
            blocks.complex_to_mag_squared(length), blocks.nlog10_ff(10, length)]


def _logpwrfft(length, device, threads):
    return [logpwrfft.logpwrfft_c(SAMP_RATE, length, 2, SAMP_RATE / length, 1.0, False,
                                  shift=True)]


def _our_logpwrfft(length, device, threads):
    return [gpufft.logpwrfft_c(SAMP_RATE, length, 2, SAMP_RATE / length, 1.0, False,
                               shift=True, device=device)]


def _spectrum(length, device, threads):
    return [gpufft.spectrum_c(length, length, _taps(length), SAMP_RATE, output="dbfs",
                              device=device)]


#: In the order of tables; those of a job beside each other, in-tree first.
CHAINS = (
    Chain("fft.fft_vcc", "FFT", False, True, COMPLEX, _fft),
    Chain("gpufft.fft_vcc", "FFT", True, True, COMPLEX, _our_fft),
    Chain("fft, mag^2, log", "power in dB", False, False, FLOAT, _power_chain),
    Chain("fft.logpwrfft_c", "power in dB", False, False, FLOAT, _logpwrfft),
    Chain("gpufft.logpwrfft_c", "power in dB", True, False, FLOAT, _our_logpwrfft),
    Chain("gpufft.spectrum_c", "power in dB", True, False, FLOAT, _spectrum),
)
