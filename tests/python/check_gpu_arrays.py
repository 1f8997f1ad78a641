#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of CuPy and PyTorch on a GPU: values, streams, captures; and speed beside CuPy's.

usage: check_gpu_arrays.py [--speed FILE.json]

Needs a GPU, and CuPy or PyTorch. With --speed, times CuPy arrays of 2^26 complex64 points
with lengths 64 to 65536 in turns with cupyx.scipy.fft, and writes the medians.
"""
import json
import statistics
import sys

import numpy as np
import scipy.signal

import gpufft
from array_calls import all_calls, expect_close, wanted
from cupy_times import conditions, medians_in_turns
from unittest import TestCase

POINTS = 1 << 26


class Cupy:
    def __init__(self):
        import cupy

        self.module = cupy

    def to_gpu(self, x):
        return self.module.asarray(x)

    def to_host(self, x):
        return x.get()

    def is_own(self, x):
        return isinstance(x, self.module.ndarray)

    def on_busy_stream(self, x):
        """fft() of what a stream of its own has just been told to write."""
        cupy = self.module
        stream = cupy.cuda.Stream(non_blocking=True)
        given, a = cupy.zeros_like(x), cupy.ones((4096, 4096), np.float32)
        cupy.cuda.Device().synchronize()
        with stream:
            for _ in range(20):
                a = a @ a * np.float32(1 / 4096)
            given[...] = x
            y = gpufft.fft(given)
        stream.synchronize()
        return y

    def captured(self, x):
        """fft() from a graph that was captured, which no copy or wait may be in."""
        cupy = self.module
        y = cupy.zeros_like(x)
        cupy.cuda.Device().synchronize()
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            gpufft.fft(x, out=y)
            stream.synchronize()
            y[...] = 0
            stream.begin_capture()
            gpufft.fft(x, out=y)
            graph = stream.end_capture()
            graph.launch(stream)
            stream.synchronize()
        return y


class Torch:
    def __init__(self):
        import torch

        self.module = torch
        torch.zeros(1, device="cuda")

    def to_gpu(self, x):
        return self.module.from_numpy(np.ascontiguousarray(x)).cuda()

    def to_host(self, x):
        return x.cpu().resolve_conj().numpy()

    def is_own(self, x):
        return isinstance(x, self.module.Tensor) and x.is_cuda

    def on_busy_stream(self, x):
        torch = self.module
        stream = torch.cuda.Stream()
        given, a = torch.zeros_like(x), torch.ones(4096, 4096, device="cuda")
        torch.cuda.synchronize()
        with torch.cuda.stream(stream):
            for _ in range(20):
                a = a @ a / 4096
            given.copy_(x)
            y = gpufft.fft(given)
        stream.synchronize()
        return y

    def captured(self, x):
        torch = self.module
        y = torch.zeros_like(x)
        gpufft.fft(x, out=y)
        torch.cuda.synchronize()
        y.zero_()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            gpufft.fft(x, out=y)
        graph.replay()
        torch.cuda.synchronize()
        return y


def check_values(library):
    test, count = TestCase(), 0
    for why, name, x, made, arguments in all_calls():
        if why == "backwards" and isinstance(library, Torch):
            continue  # PyTorch has no such tensors
        given = library.to_gpu(x)
        given, x = (made(given), made(x)) if made else (given, x)
        want = wanted(name, x, arguments)
        got = getattr(gpufft, name)(given, **arguments)
        test.assertTrue(library.is_own(got), why)
        expect_close(test, library.to_host(got), want, why)
        count += 1
    return count


def check_streams(library):
    rng = np.random.default_rng(1)
    for points in (4096, 1 << 20):  # one pass, and several, with a workspace
        shape = (max(1, (1 << 20) // points), points)
        x = (rng.standard_normal((*shape, 2), np.float32) @ (1, 1j)).astype(np.complex64)
        want = np.fft.fft(x)
        for way in (library.on_busy_stream, library.captured):
            got = library.to_host(way(library.to_gpu(x)))
            error = np.linalg.norm(got - want) / np.linalg.norm(want)
            if not error < 1e-6:
                raise AssertionError(f"{way.__name__} of {points} points: error {error}")


def check_signals(library):
    """gpufft.signal in double precision beside scipy.signal."""
    rng = np.random.default_rng(1)
    x, y, taps = (rng.standard_normal(shape) for shape in ((3, 4000), (3, 4000), (1, 31)))
    z = scipy.signal.stft(x, nperseg=64)[2]
    calls = [("stft", (x,), {"nperseg": 64}), ("istft", (z,), {"nperseg": 64}),
             ("stft", (x,), {"nperseg": 64, "boundary": "odd", "return_onesided": False}),
             ("spectrogram", (x,), {"nperseg": 64}),
             ("spectrogram", (x,), {"nperseg": 64, "mode": "phase"}),
             ("welch", (x,), {"nperseg": 63, "detrend": "linear"}),
             ("welch", (x,), {"nperseg": 64, "detrend": False, "average": "median"}),
             ("csd", (x, y), {"nperseg": 64}), ("coherence", (x, y), {"nperseg": 64}),
             ("czt", (x,), {"m": 100}), ("zoom_fft", (x, [0.1, 0.2]), {}),
             ("fftconvolve", (x, taps), {}), ("oaconvolve", (x, taps), {"mode": "same"}),
             ("correlate", (x, taps), {"mode": "valid", "method": "fft"}),
             ("lfilter", (taps[0], 2.0, x), {}), ("upfirdn", (taps[0], x), {"down": 4}),
             ("lfilter", (taps[0], 2.0, x), {"zi": np.ones((3, 30))}),
             ("upfirdn", (taps[0], x, 3, 2), {"mode": "antireflect"}),
             ("resample_poly", (x, 3, 2), {"axis": 1, "padtype": "median"})]
    for name, given, arguments in calls:
        on_gpu = [library.to_gpu(each) if isinstance(each, np.ndarray) else each
                  for each in given]
        got = getattr(gpufft.signal, name)(*on_gpu, **arguments)
        want = getattr(scipy.signal, name)(*given, **arguments)
        pairs = zip(got, want) if isinstance(want, tuple) else [(got, want)]
        for mine, theirs in pairs:
            assert library.is_own(mine), name
            np.testing.assert_allclose(library.to_host(mine), theirs, rtol=1e-9,
                                       atol=1e-11 * np.abs(theirs).max(), err_msg=name)
    return len(calls)


def check_filters(library):
    """gpufft.filter and the filter banks beside the same functions of NumPy's arrays."""
    rng = np.random.default_rng(2)
    x = rng.standard_normal((3, 4096, 2)) @ (1, 1j)
    taps, bank = rng.standard_normal(31), scipy.signal.firwin(16 * 8, 1 / 16)
    y = gpufft.channelize(x[0], bank, 16, 2.0)
    calls = [("filter", (x, taps), {}), ("filter", (x.real, taps, 4), {}),
             ("filter", (x, taps * 1j, 3), {"axis": 0}),
             ("channelize", (x, bank, 16), {}), ("channelize", (x.real, bank * 1j, 16, 2.0), {}),
             ("channelize_poly", (x[0], bank, 16), {}),
             ("synthesize", (y, bank, 2.0), {})]
    for name, (first, *others), arguments in calls:
        got = getattr(gpufft, name)(library.to_gpu(np.ascontiguousarray(first)), *others,
                                    **arguments)
        want = getattr(gpufft, name)(first, *others, **arguments)
        assert library.is_own(got), name
        np.testing.assert_allclose(library.to_host(got), want, rtol=1e-9,
                                   atol=1e-11 * np.abs(want).max(), err_msg=name)
    return len(calls)


def check_others():
    """Arrays that are known by __cuda_array_interface__: Numba's, on its streams."""
    try:
        from numba import cuda
    except ImportError:
        return
    x = (np.arange(4096).reshape(4, 1024) % 7).astype(np.complex128)
    stream = cuda.stream()
    given = cuda.to_device(x, stream=stream)
    out = cuda.device_array(x.shape, x.dtype, stream=stream)
    assert gpufft.fft(given, out=out) is out
    stream.synchronize()
    np.testing.assert_allclose(out.copy_to_host(), np.fft.fft(x), atol=1e-9)
    print("Numba: values are right")


def check_refusals(library):
    x = library.to_gpu(np.ones((4, 8), np.complex64))
    for words, call in (("overlap", lambda: gpufft.fft(x, out=x)),
                        ("and device is", lambda: gpufft.fft(x, device="opencl:7"))):
        try:
            call()
        except ValueError as error:
            assert words in str(error), error
        else:
            raise AssertionError(f"not refused: {words}")


def time_lengths(file):
    import cupy
    import cupyx.scipy.fft as theirs

    rows = []
    for exponent in range(6, 17):
        length = 1 << exponent
        x = cupy.ones((POINTS // length, length), np.complex64)
        calls = {"gpufft": lambda: gpufft.fft(x), "cupyx": lambda: theirs.fft(x)}
        calls["copy"] = lambda: x.copy()
        times = medians_in_turns(calls)
        row = {"length": length, **{f"{name}_ms": round(t, 4) for name, t in times.items()}}
        row["over_cupyx"] = round(row["cupyx_ms"] / row["gpufft_ms"], 3)
        rows.append(row)
        print(row, flush=True)
    mean = statistics.geometric_mean(row["over_cupyx"] for row in rows)
    with open(file, "w", encoding="utf-8") as out:
        json.dump({**conditions(), "points": POINTS, "geometric_mean": round(mean, 3),
                   "rows": rows}, out, indent=1)
    print(f"geometric mean over cupyx.scipy.fft {mean:.3f}")


def main(arguments):
    print(gpufft.devices())
    for kind in (Cupy, Torch):
        try:
            library = kind()
        except ImportError as error:
            print(f"{kind.__name__}: skipped, {error}")
            continue
        print(f"{kind.__name__}: {check_values(library)} calls have the right values")
        check_streams(library)
        print(f"{kind.__name__}: streams and captures are kept")
        print(f"{kind.__name__}: {check_signals(library)} calls of gpufft.signal")
        print(f"{kind.__name__}: {check_filters(library)} calls of filters and filter banks")
        check_refusals(library)
    check_others()
    if arguments[:1] == ["--speed"]:
        time_lengths(arguments[1])


if __name__ == "__main__":
    main(sys.argv[1:])
