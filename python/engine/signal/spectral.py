# SPDX-License-Identifier: GPL-3.0-or-later
"""Spectra of signals over time, as scipy.signal's, on a device.

What the functions share with SciPy's is in SciPy's documentation: shapes, axes, units, and
what each argument means. x is an array of NumPy, CuPy or PyTorch (or anything that NumPy
makes one of); frequencies, times and results are arrays of its module, where x is.

Segments of as many points as their transform, whose trend stays (detrend=False), are read
from x where they lie, overlapping, and weighted and transformed in one pass. For other
segments the module of the arrays makes copies first.
"""

import numpy as np

from ..fft_functions import fft, ifft
from ..real_fft_functions import irfft, rfft
from ._frames import transform_frames
from ._modules import module_of
from ._segments import (BOUNDARIES, detrend_function, extended, hop_and_nfft, named_window,
                        padded_to_segments, segments_of, warn_caller, window_and_length)


def stft(x, fs=1.0, window="hann", nperseg=256, noverlap=None, nfft=None, detrend=False,
         return_onesided=True, boundary="zeros", padded=True, axis=-1, scaling="spectrum"):
    """Short-time Fourier transform, as scipy.signal.stft: (f, t, Zxx)."""
    if scaling not in ("psd", "spectrum"):
        raise ValueError(f"Parameter {scaling=} not in ['spectrum', 'psd']!")
    scaling = "density" if scaling == "psd" else scaling
    return _spectra(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided,
                    scaling, axis, "stft", boundary, padded)


def spectrogram(x, fs=1.0, window=("tukey", 0.25), nperseg=None, noverlap=None, nfft=None,
                detrend="constant", return_onesided=True, scaling="density", axis=-1,
                mode="psd"):
    """Spectra of segments one after the other, as scipy.signal.spectrogram: (f, t, Sxx)."""
    modes = ["psd", "complex", "magnitude", "angle", "phase"]
    if mode not in modes:
        raise ValueError(f"unknown value for mode {mode}, must be one of {modes}")
    of = module_of(x)
    x = of.array(x)
    window, nperseg = window_and_length(window, nperseg, x.shape[axis])
    noverlap = nperseg // 8 if noverlap is None else noverlap
    f, t, result = _spectra(x, x, fs, window, nperseg, noverlap, nfft, detrend,
                            return_onesided, scaling, axis,
                            "psd" if mode == "psd" else "stft")
    if mode == "magnitude":
        result = abs(result)
    elif mode in ("angle", "phase"):
        result = of.angle(result)
        if mode == "phase":
            result = of.unwrapped(result, axis - 1 if axis < 0 else axis)
    return f, t, result


def welch(x, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None,
          detrend="constant", return_onesided=True, scaling="density", axis=-1,
          average="mean"):
    """Power spectral density by averaging, as scipy.signal.welch: (f, Pxx)."""
    f, power = csd(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided,
                   scaling, axis, average)
    return f, power.real


def csd(x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None,
        detrend="constant", return_onesided=True, scaling="density", axis=-1,
        average="mean"):
    """Cross power spectral density by averaging, as scipy.signal.csd: (f, Pxy)."""
    f, _, power = _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend,
                           return_onesided, scaling, axis, "psd")
    if power.ndim < 2 or 0 in power.shape:
        return f, power
    if power.shape[-1] == 1:
        return f, power[..., 0]
    return f, _averaged(module_of(x), power, average)


def coherence(x, y, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None,
              detrend="constant", axis=-1):
    """Magnitude squared coherence by averaging, as scipy.signal.coherence: (f, Cxy)."""
    cut = dict(fs=fs, window=window, nperseg=nperseg, noverlap=noverlap, nfft=nfft,
               detrend=detrend, axis=axis)
    f, of_x = welch(x, **cut)
    _, of_y = welch(y, **cut)
    _, of_both = csd(x, y, **cut)
    return f, abs(of_both) ** 2 / of_x / of_y


def _averaged(of, power, average):
    """The mean, or the unbiased median, over the last axis."""
    if average == "mean":
        return of.mean(power)
    if average != "median":
        raise ValueError(f'average must be "median" or "mean", got {average}')
    pairs = 2.0 * np.arange(1, (power.shape[-1] - 1) // 2 + 1)
    # A number of NumPy's would make doubles of singles, as NumPy 2 has it.
    bias = float(1 + np.sum(1 / (pairs + 1) - 1 / pairs))
    if of.dtype(power).kind != "c":
        return of.median(power) / bias
    return (of.median(power.real) + 1j * of.median(power.imag)) / bias


def _spectra(x, y, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling,
             axis, mode, boundary=None, padded=False):
    """(f, t, spectra of segments): powers of x and y where mode is "psd"."""
    if boundary not in BOUNDARIES:
        raise ValueError(f"Unknown boundary option '{boundary}', must be one of: "
                         f"{list(BOUNDARIES)}")
    is_alone = y is x
    of = module_of(x) if is_alone else module_of(x, y)
    axis = int(axis)
    x, y = _prepared(of, x, y, is_alone, axis)
    if isinstance(x, tuple):
        return x  # there is nothing
    cut = segments_of(window, nperseg, noverlap, nfft, x.shape[-1])
    lines = []
    for line in (x,) if is_alone else (x, y):
        line = extended(of, line, boundary, cut.length // 2)
        lines.append(padded_to_segments(of, line, cut) if padded else line)
    is_onesided = _is_onesided(of, lines, return_onesided)
    trend = detrend_function(of, detrend, axis)
    spectra = [_transformed(of, line, cut, trend, is_onesided) for line in lines]
    result = _scaled(of, spectra, _scale(cut.taps, fs, scaling, mode), mode,
                     cut.nfft if is_onesided else None)
    f = np.fft.rfftfreq(cut.nfft, 1 / fs) if is_onesided else np.fft.fftfreq(
        cut.nfft, 1 / fs)
    middle = cut.length / 2
    t = np.arange(middle, lines[0].shape[-1] - middle + 1, cut.hop) / float(fs)
    if boundary is not None:
        t -= middle / fs
    result = of.moved(result, -1, axis - 1 if axis < 0 else axis)
    return of.constant(f), of.constant(t), result


def _prepared(of, x, y, is_alone, axis):
    """x and y with the segments' axis last, of one length and the precision of the
    result; or, of empty ones, the empty result and None."""
    x, y = of.array(x), of.array(y)
    dtype = np.result_type(of.dtype(x), np.complex64, *([] if is_alone else [of.dtype(y)]))
    if not is_alone:
        outer = _outer_shape(x, y, axis)
    if 0 in x.shape or 0 in y.shape:
        if is_alone:
            return (of.zeros(x.shape, float),) * 3, None
        length = min(x.shape[axis], y.shape[axis])
        empty = of.moved(of.zeros((*outer, length), float), -1, axis)
        return (empty,) * 3, None
    prepared = []
    for each in (x,) if is_alone else (x, y):
        each = of.moved(each, axis, -1) if each.ndim > 1 else each
        is_complex = of.dtype(each).kind == "c"
        prepared.append(of.cast(each, dtype if is_complex else np.empty(0, dtype).real.dtype))
    length = max(each.shape[-1] for each in prepared)
    prepared = [each if each.shape[-1] == length else of.joined(
        [each, of.zeros((*each.shape[:-1], length - each.shape[-1]), of.dtype(each))])
        for each in prepared]
    return prepared[0], prepared[-1]


def _outer_shape(x, y, axis):
    outer = [list(each.shape) for each in (x, y)]
    for each in outer:
        each.pop(axis)
    try:
        return np.broadcast_shapes(*map(tuple, outer))
    except ValueError as error:
        raise ValueError("x and y cannot be broadcast together.") from error


def _is_onesided(of, lines, return_onesided):
    if not return_onesided:
        return False
    if any(of.dtype(line).kind == "c" for line in lines):
        warn_caller("Input data is complex, switching to return_onesided=False")
        return False
    return True


def _transformed(of, x, cut, trend, is_onesided):
    """The spectrum of each segment: (..., segments, bins)."""
    count = (x.shape[-1] - cut.length) // cut.hop + 1
    x = of.contiguous(x)
    if trend is None and cut.nfft == cut.length and cut.taps.dtype.kind != "c":
        return transform_frames(of, x, cut.length, cut.hop, count, cut.taps, is_onesided)
    frames = of.frames(x, cut.length, cut.hop, count)
    if trend is not None:
        frames = trend(frames)
    dtype = np.result_type(of.dtype(x), np.complex64)
    if cut.taps.dtype.kind != "c":
        dtype = np.empty(0, dtype).real.dtype
    frames = frames * of.constant(cut.taps.astype(dtype))
    if is_onesided:
        return rfft(frames.real if of.dtype(frames).kind == "c" else frames, cut.nfft)
    return fft(frames, cut.nfft)


def _scale(taps, fs, scaling, mode):
    if scaling == "density":
        scale = 1.0 / (fs * (taps * taps).sum())
    elif scaling == "spectrum":
        scale = 1.0 / taps.sum() ** 2
    else:
        raise ValueError(f"Unknown scaling: {scaling!r}")
    return np.sqrt(scale) if mode == "stft" else scale


def _scaled(of, spectra, scale, mode, onesided_nfft):
    """The segments' spectra, or powers, in their units."""
    scale = complex(scale) if np.iscomplexobj(scale) else float(scale)
    if mode == "stft":
        spectra[0] *= scale
        return spectra[0]
    if len(spectra) == 1:
        powers = spectra[0].real ** 2 + spectra[0].imag ** 2
    else:
        powers = of.conjugate(spectra[0]) * spectra[1]
    powers *= scale
    if onesided_nfft is not None:
        # The last bin of an even number of points has no other side.
        powers[..., 1:None if onesided_nfft % 2 else -1] *= 2
    return powers


def istft(Zxx, fs=1.0, window="hann", nperseg=None, noverlap=None, nfft=None,
          input_onesided=True, boundary=True, time_axis=-1, freq_axis=-2,
          scaling="spectrum"):
    """Inverse of stft(), as scipy.signal.istft: (t, x)."""
    of = module_of(Zxx)
    Zxx = of.array(Zxx)
    Zxx = of.cast(Zxx, np.result_type(of.dtype(Zxx), np.complex64))
    if Zxx.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    freq_axis, time_axis = int(freq_axis), int(time_axis)
    if freq_axis == time_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    bins, count = Zxx.shape[freq_axis], Zxx.shape[time_axis]
    usual = 2 * (bins - 1) if input_onesided else bins
    nperseg = usual if nperseg is None else int(nperseg)
    if nperseg < 1:
        raise ValueError("nperseg must be a positive integer")
    is_odd = input_onesided and nperseg == usual + 1
    hop, nfft = hop_and_nfft(nperseg, noverlap, nfft, nperseg if is_odd else usual)
    taps = _istft_window(window, nperseg)
    # (..., segments, bins): what lies next to each other is transformed.
    freq_axis, time_axis = freq_axis % Zxx.ndim, time_axis % Zxx.ndim
    Zxx = of.moved(Zxx, (time_axis, freq_axis), (-2, -1))
    frames = (irfft if input_onesided else ifft)(Zxx, nfft)[..., :nperseg]
    if scaling == "spectrum":
        gain = taps.sum()
    elif scaling == "psd":
        gain = np.sqrt(fs * sum(taps**2))
    else:
        raise ValueError(f"Parameter {scaling=} not in ['spectrum', 'psd']!")
    kind = of.dtype(frames)
    frames = frames * of.constant((gain * taps).astype(kind))
    x = added_frames(of, frames, hop)
    norm = added_frames(_HOST, np.broadcast_to(taps.astype(kind) ** 2, (count, nperseg)), hop)
    if boundary:
        kept = slice(nperseg // 2, -(nperseg // 2))
        x, norm = x[..., kept], norm[..., kept]
    if np.sum(norm > 1e-10) != len(norm):
        warn_caller("NOLA condition failed, STFT may not be invertible")
    x = x / of.constant(np.where(norm > 1e-10, norm, 1.0).astype(kind))
    if x.ndim > 1 and time_axis != Zxx.ndim - 1:
        x = of.moved(x, -1, time_axis - (freq_axis < time_axis))
    return of.constant(np.arange(x.shape[0]) / float(fs)), x


_HOST = module_of(np.empty(0))


def _istft_window(window, nperseg):
    if isinstance(window, (str, tuple)):
        return named_window(window, nperseg)
    taps = np.asarray(window)
    if taps.ndim != 1:
        raise ValueError("window must be 1-D")
    if taps.shape[0] != nperseg:
        raise ValueError(f"window must have length of {nperseg}")
    return taps


def added_frames(of, frames, hop):
    """The sum of frames (..., count, length) that begin `hop` apart: (..., points).

    As many additions as frames that overlap at a point, each of all frames at once.
    """
    count, length = frames.shape[-2:]
    parts = -(-length // hop)
    blocks = of.zeros((*frames.shape[:-2], count + parts - 1, hop), of.dtype(frames))
    for part in range(parts):
        piece = frames[..., part * hop:(part + 1) * hop]
        blocks[..., part:part + count, :piece.shape[-1]] += piece
    whole = blocks.reshape(*blocks.shape[:-2], (count + parts - 1) * hop)
    return whole[..., :length + (count - 1) * hop]
