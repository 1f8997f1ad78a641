# SPDX-License-Identifier: GPL-3.0-or-later
"""Polyphase channelizers and synthesizers of arrays, on a device.

x is an array of NumPy, CuPy, PyTorch or (of a channelizer) PyOpenCL, and the result is of
its module, where x is. Taps are numbers of the host; those of a device are copied from it.
"""

import operator
from math import prod

import numpy as np

from .._arguments import complex_type, computed_type
from ..fft_functions import ifft
from ._fir import checked_taps
from ._frames import request_of, run_frames, run_frames_among_zeros
from ._modules import module_of
from .filters import axis_of

MOST_CHANNELS = 1 << 16


def channelize(x, taps, channels, oversample_rate=1, *, axis=-1):
    """x in `channels` channels as wide as each other, by a polyphase filter bank.

    With N channels and an oversampling rate N / i, output o of channel c is

        y[o, c] = sum over l of taps[l] x[t - l] exp(-2 pi j (t - l + i + 1) c / N)
        t = (o + 1) i - 1,    x[n] = 0 for n < 0

    as the block pfb_channelizer_ccf computes it: a mixer at c / N of the sample rate, the
    prototype filter, and every i-th sample. Channels from N / 2 on are negative frequencies.
    Of n points along the axis come n // i outputs; channels are a new last axis. The
    precision is x's (integers are double).

    taps              of the prototype filter, real or complex, any number
    oversample_rate   N / i for an i from 1 to N; 1 is critical sampling

    One call of the engine reads rows of x where they overlap, folds them by the taps and
    transforms them; complex taps take two, and other rates than 1 a pass of the array's module.

    ValueError: channels below 1 or above 65536, a rate that is no N / i, no taps, or some
    that are not finite.
    """
    of = module_of(x, of_engine=True)
    x = of.array(x)
    taps = checked_taps(of, taps)
    channels = _checked_channels(channels)
    hop = _hop_of(channels, oversample_rate)
    axis = axis_of(x, axis)
    x = of.moved(of.cast(x, computed_type(of.dtype(x))), axis, -1)
    y = _channelized(of, x, taps, channels, hop)
    return of.contiguous(of.moved(y, -2, axis))


def channelize_poly(x, h, n_chans):
    """x in channels as wide as each other, critically sampled: (n_chans, len(x) // n_chans).

    The signature and values of cuSignal's (and cupyx.signal's) function of this name:

        y[k, i] = sum over j of h[j] x[(i + 1) M - 1 - j] exp(2 pi j k / M),    M = n_chans

    x, h     1-D; the result is complex, in the precision of both. The taps h are a multiple
             of n_chans, of any number a channel
    """
    of = module_of(x, of_engine=True)
    x = of.array(x)
    host = of.on_host(h)
    taps = checked_taps(of, host, "h")
    channels = _checked_channels(n_chans, "n_chans")
    if x.ndim != 1:
        raise ValueError(f"x must be 1-D, got {x.ndim} dimensions; channelize() takes any")
    if len(taps) % channels:
        raise ValueError(f"h has {len(taps)} taps, no multiple of the {channels} channels; "
                         f"add {-len(taps) % channels} zeros")
    dtype = computed_type(np.promote_types(host.dtype, of.dtype(x)))
    x = of.cast(x, dtype if of.dtype(x).kind == "c" else np.empty(0, dtype).real.dtype)
    y = _channelized(of, x, taps, channels, channels)
    return of.contiguous(of.moved(y, -1, -2))


def _channelized(of, x, taps, channels, hop):
    """(..., outputs, channels) of the last axis of x."""
    if taps.dtype.kind == "c":
        parts = [_channelized(of, x, part, channels, hop)
                 for part in (np.ascontiguousarray(taps.real), np.ascontiguousarray(taps.imag))]
        return parts[0] + 1j * parts[1]
    count = x.shape[-1] // hop
    if 0 in x.shape or count == 0:
        return of.zeros((*x.shape[:-1], count, channels), complex_type(of.dtype(x)))
    branch = -(-max(len(taps), hop) // channels)
    row = branch * channels
    x = of.contiguous(x[..., :count * hop])
    window = np.zeros(row)
    window[row - len(taps):] = taps[::-1]
    is_critical = hop == channels
    # Rows are read from their last point on, which makes the mixers' phases; taps are of points.
    rotation = channels - 1 if is_critical else 0
    window = np.roll(window.reshape(branch, channels), -rotation, -1)
    request = request_of(
        of.dtype(x), channels, hop, channels, window=window.tobytes(), taps_per_branch=branch,
        input_rotation=rotation)
    # A row ends with the newest sample of its output, and begins among zeros. Reals are
    # read several at once, from where they are a multiple of that in memory.
    if prod(x.shape[:-1]) == 1 and of.dtype(x).kind == "c":
        y = run_frames_among_zeros(of, x.reshape(x.shape[-1]), row - hop, row, count, request)
        y = y.reshape(*x.shape[:-1], count, channels)
    else:
        y = run_frames(of, of.with_zeros(x, row - hop, 0), count, request)
    if is_critical:
        return y
    # Row o begins (o + 2) i + 1 points, modulo N, behind where the mixers' phase is 0.
    shifts = (np.arange(2, count + 2) * hop + 1) % channels
    y = of.contiguous(y)
    return y * of.constant(_roots(shifts, channels, -1, complex_type(of.dtype(x)),
                                  None if of.broadcasts else y.shape))


def synthesize(y, taps, oversample_rate=1, *, axis=-1):
    """The signal whose channels are given: the other way round than channelize().

    With N channels, those of the last axis, and a rate N / i, from outputs o along the axis
    (counted without the last one):

        x[n] = sum over o and c of y[o, c] taps[n - o i] exp(2 pi j n c / N)

    Each channel is upsampled by i, goes through the prototype filter, and is moved to c / N of
    the sample rate. Of m outputs of each channel come m i points; the tail of the filter is
    left out, as a stream's is. The result is complex, in the precision of y.

    After a channelize() with the same taps at a rate of 2 this is the signal again, times
    2 sum of taps**2, where the taps are a root-Nyquist filter: convolved with themselves they
    are 0 at every N-th but the middle one, and they stop what is beyond 1 / N of the sample
    rate. There are b N + 1 of them; the delay is b N + 1 - i.

    ValueError: as channelize().
    """
    of = module_of(y)
    y = of.array(y)
    taps = checked_taps(of, taps)
    if y.ndim < 2:
        raise ValueError("y must have an axis of outputs and a last one of channels, got "
                         f"{y.ndim} dimensions")
    channels = _checked_channels(y.shape[-1], "the last axis of y")
    hop = _hop_of(channels, oversample_rate)
    dtype = complex_type(computed_type(of.dtype(y)))
    rest = axis_of(y[..., 0], axis)
    y = of.moved(of.cast(y, dtype), rest, -2)
    count = y.shape[-2]
    if 0 in y.shape:
        return of.moved(of.zeros((*y.shape[:-2], count * hop), dtype), -1, rest)
    if hop != channels:
        # Points of a row are counted from where it is added.
        y = y * of.constant(_roots(np.arange(count) * hop % channels, channels, 1, dtype, None))
    rows = ifft(of.contiguous(y), norm="forward")
    parts = -(-len(taps) // hop)
    padded = np.zeros(parts * hop, taps.dtype)
    padded[:len(taps)] = taps
    x = of.zeros((*y.shape[:-2], count, hop), dtype)
    for part in range(min(parts, count)):
        places = np.arange(part * hop, (part + 1) * hop)
        own = padded[places].astype(dtype if taps.dtype.kind == "c" else np.empty(
            0, dtype).real.dtype)
        piece = rows[..., :count - part, :]
        piece = piece if hop == channels else of.taken(piece, places % channels)
        x[..., part:, :] += piece * of.constant(own)
    return of.moved(x.reshape(*y.shape[:-2], count * hop), -1, rest)


def _roots(shifts, channels, sign, dtype, shape):
    """exp(sign 2 pi j shift c / N) for each shift and channel c; as many as shape says."""
    turns = np.exp(sign * 2j * np.pi * np.arange(channels) / channels).astype(dtype)
    roots = turns[shifts[:, None] * np.arange(channels) % channels]
    return roots if shape is None else np.broadcast_to(roots, shape)


def _checked_channels(channels, name="channels"):
    channels = operator.index(channels)
    if not 1 <= channels <= MOST_CHANNELS:
        raise ValueError(f"{name} must be 1 .. {MOST_CHANNELS} (2^16), got {channels}")
    return channels


def _hop_of(channels, rate):
    """The i of a rate N / i."""
    hop = channels / rate if rate > 0 else 0
    if not 1 - 1e-9 <= hop <= channels or abs(hop - round(hop)) > 1e-6 * max(1, hop / 100):
        raise ValueError(f"the oversampling rate must be {channels} / i for an i from 1 to "
                         f"{channels}, the channels; got {rate}")
    return round(hop)
