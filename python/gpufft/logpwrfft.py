# SPDX-License-Identifier: GPL-3.0-or-later
"""Drop-in for gnuradio.fft.logpwrfft: change the import, and the flowgraph runs here.

    from gnuradio.gpufft import logpwrfft
"""

import contextlib
import math
import operator
import reprlib

from gnuradio import blocks, gr
from gnuradio.fft import window

from .gpufft_python import spectrum_c

_MAX_LENGTH = 2**27
_MAX_HOP = 2**30  # samples from a frame to the next


def _number(name, value):
    """A float. TypeError: `value` is no number."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        raise TypeError(f"{name} takes a number, got {reprlib.repr(value)}") from None


def _above_0(name, value, unit=""):
    if not 0 < _number(name, value) < math.inf:
        raise ValueError(f"{name} must be above 0{unit}, got {reprlib.repr(value)}")
    return value


def _weight(value):
    if not 0 <= _number("avg_alpha", value) <= 1:
        raise ValueError(f"avg_alpha must be from 0 to 1, got {reprlib.repr(value)}")
    return value


def _callable(win):
    if not callable(win):
        raise TypeError("win takes what makes taps from their number, such as "
                        f"gnuradio.fft.window.hann, got {reprlib.repr(win)}")
    return win


def _length(value):
    try:
        length = operator.index(value)
    except TypeError:
        raise TypeError(
            f"fft_size takes a whole number, got {reprlib.repr(value)}"
        ) from None
    if not 1 <= length <= _MAX_LENGTH:
        raise ValueError(
            f"fft_size must be 1 .. {_MAX_LENGTH} (2^27), got {reprlib.repr(length)}"
        )
    return length


class _LogPowerFft(gr.hier_block2):
    """The last of every `decimation` frames -> power -> smoothed -> decibels.

    The spectrum block computes, smoothing and logarithm included, with the numbers of the
    original's blocks: that average starts from 0 and weights output vectors, not seconds,
    and is the same while it settles, too.

    sample_rate  samples a second that come in
    fft_size     points of a frame, bins of an output vector
    ref_scale    peak-to-peak amplitude of a complex tone that reads 0 dB
    frame_rate   vectors a second that come out, as nearly as whole frames allow: one
                 frame in sample_rate / fft_size / frame_rate, rounded, is computed
    avg_alpha    weight of a new vector in the average, above 0, up to 1
    average      whether to average
    win          makes the taps from their number; None: window.blackmanharris
    shift        bin 0 in the middle, at fft_size // 2
    device       "auto", or a line of `gpufft devices`, e.g. "opencl:0"
    """

    def __init__(
        self,
        sample_rate,
        fft_size,
        ref_scale,
        frame_rate,
        avg_alpha,
        average,
        win=None,
        shift=False,
        device="auto",
    ):
        # Before taps are made, which takes long for lengths that no block has.
        self._fft_size = fft_size = _length(fft_size)
        self._sample_rate = _above_0("sample_rate", sample_rate)
        self._vec_rate = _above_0("frame_rate", frame_rate)
        self._decimation = self._decimation_for(sample_rate, frame_rate)
        self._avg_alpha = _weight(avg_alpha)
        _above_0("ref_scale", ref_scale)
        gr.hier_block2.__init__(
            self,
            self._name,
            gr.io_signature(1, 1, self._item_size),
            gr.io_signature(1, 1, gr.sizeof_float * fft_size),
        )
        taps = list(_callable(win or window.blackmanharris)(fft_size))
        self._spectrum = spectrum_c(
            fft_size,
            self._hop(),
            taps,
            sample_rate,
            output="power",
            centered=shift,
            device=device,
        )
        self._skip_to_first_frame()
        # The spectrum block has divided by the square of the taps' sum, where the
        # original divides by their number times the sum of their squares.
        window_power = sum(tap * tap for tap in taps)
        self._offset_db = (
            20 * math.log10(abs(sum(taps)))
            - 10 * math.log10(fft_size * window_power)
            - 20 * math.log10(ref_scale / 2)
        )
        self.connect(self, *self._front(), self._spectrum, self)
        self.set_average(average)

    def _front(self):
        """Blocks before the spectrum's."""
        return []

    def _decimation_for(self, sample_rate, vec_rate):
        frames = float(sample_rate) / self._fft_size / float(vec_rate)
        return self._whole_decimation(
            frames,
            f"sample_rate {float(sample_rate):g} and frame_rate {float(vec_rate):g}",
        )

    def _whole_decimation(self, frames, asked):
        """`frames`, rounded, 1 at least. ValueError: `asked` stands for too many."""
        most = _MAX_HOP // self._fft_size
        if not frames < most + 0.5:
            raise ValueError(
                f"{asked} would have one frame in {frames:g} computed; of fft_size "
                f"{self._fft_size}, one in {most} is the least"
            )
        return max(1, round(frames))

    def _hop(self):
        return self._decimation * self._fft_size

    def _skip_to_first_frame(self):
        # The frame that is computed is the last of `decimation`.
        self._spectrum.skip(self._hop() - self._fft_size)

    def _decimate(self, decimation):
        """Whether the spectrum block takes it. Once the flowgraph has started, that block
        logs why not."""
        if decimation == self._decimation:
            return True
        hop = decimation * self._fft_size
        self._spectrum.set_hop(hop)
        if self._spectrum.hop() != hop:
            return False
        self._decimation = decimation
        self._skip_to_first_frame()
        return True

    @contextlib.contextmanager
    def _refusals(self):
        """Of a setter: exceptions, but once the flowgraph has started lines in the log,
        for few callbacks expect an exception."""
        try:
            yield
        except (TypeError, ValueError) as why:
            if not self._spectrum._logs_refusal(str(why)):
                raise

    def set_decimation(self, decim):
        """Compute the last of every `decim` frames, rounded, 1 at least."""
        with self._refusals():
            frames = _number("set_decimation", decim)
            self._decimate(self._whole_decimation(frames, f"decimation {frames:g}"))

    def set_vec_rate(self, vec_rate):
        """Give as nearly `vec_rate` vectors a second as whole frames allow."""
        with self._refusals():
            _above_0("frame_rate", vec_rate)
            if self._decimate(self._decimation_for(self._sample_rate, vec_rate)):
                self._vec_rate = vec_rate

    def set_sample_rate(self, sample_rate):
        """Samples a second that come in; the vectors a second stay as they are."""
        with self._refusals():
            _above_0("sample_rate", sample_rate, " Hz")
            if self._decimate(self._decimation_for(sample_rate, self._vec_rate)):
                self._sample_rate = sample_rate
                self._spectrum.set_samp_rate(float(sample_rate))

    def set_average(self, average):
        """Whether to average."""
        with self._refusals():
            weight = self._avg_alpha if average else 1.0
            self._spectrum._show_smoothed(weight, self._offset_db)
            self._average = average

    def set_avg_alpha(self, avg_alpha):
        """Weight of a new vector in the average."""
        with self._refusals():
            self._avg_alpha = _weight(avg_alpha)
            self.set_average(self._average)

    def sample_rate(self):
        """Samples a second that come in."""
        return self._sample_rate

    def decimation(self):
        """One frame in so many is computed."""
        return self._decimation

    def frame_rate(self):
        """Vectors a second that come out."""
        return self._sample_rate / self._hop()

    def average(self):
        """Whether it averages."""
        return self._average

    def avg_alpha(self):
        """Weight of a new vector in the average."""
        return self._avg_alpha

    def device_name(self):
        """The device that computes, e.g. "opencl:0 (NVIDIA H200)"."""
        return self._spectrum.device_name()

    def plan_line(self):
        """The plan that it runs, in one line."""
        return self._spectrum.plan_line()


class logpwrfft_c(_LogPowerFft):
    __doc__ = "Averaged power of complex samples in dB.\n\n" + _LogPowerFft.__doc__
    _name = "logpwrfft_c"
    _item_size = gr.sizeof_gr_complex


class logpwrfft_f(_LogPowerFft):
    """Averaged power of real samples in dB, all fft_size bins: see logpwrfft_c."""

    _name = "logpwrfft_f"
    _item_size = gr.sizeof_float

    def _front(self):
        # Both halves of the spectrum are asked for.
        return [blocks.float_to_complex()]
