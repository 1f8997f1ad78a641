#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Filters and filter banks of CuPy's arrays beside cupyx's functions of these names.

usage: time_gpu_filters.py FILE.json

Needs a GPU and CuPy. 2^26 complex64 points through FIR filters of 31 to 65535 taps, beside
cupyx.scipy.signal.oaconvolve and a copy; and through banks of 64 and 1024 channels with 12 taps
each, beside cupyx.signal.channelize_poly. The times are compared in turns; the values too.
"""
import json
import sys

import cupy
import numpy as np
import scipy.signal
from cupyx.scipy.signal import oaconvolve

import gpufft
from cupy_times import conditions, medians_in_turns

POINTS = 1 << 26
TAPS = (31, 127, 255, 1023, 4095, 16383, 65535)
BRANCH_TAPS = 12


def noise(count):
    rng = cupy.random.default_rng(1)
    return (rng.standard_normal(count, np.float32)
            + 1j * rng.standard_normal(count, np.float32)).astype(np.complex64)


def difference(got, want):
    return float(cupy.linalg.norm(got - want) / cupy.linalg.norm(want))


def row_of(calls, **what):
    times = medians_in_turns(calls)
    row = {**what, **{f"{name}_ms": round(each, 4) for name, each in times.items()}}
    row["of_a_copy"] = round(times["copy"] / times["gpufft"], 3)
    if "cupyx" in times:
        row["over_cupyx"] = round(times["cupyx"] / times["gpufft"], 3)
    print(row, flush=True)
    return row


def filter_rows(x):
    for count in TAPS:
        taps = scipy.signal.firwin(count, 0.25).astype(np.float32)
        on_gpu = cupy.asarray(taps.astype(np.complex64))
        error = difference(gpufft.filter(x[:1 << 20], taps),
                           oaconvolve(x[:1 << 20], on_gpu)[:1 << 20])
        assert error < 1e-5, (count, error)
        yield row_of({"gpufft": lambda: gpufft.filter(x, taps),
                      "cupyx": lambda: oaconvolve(x, on_gpu), "copy": x.copy}, taps=count)


def bank_rows(x):
    try:
        from cupyx.signal import channelize_poly
    except ImportError:
        channelize_poly = None
        print("cupyx.signal.channelize_poly: not in this CuPy")
    for channels in (64, 1024):
        taps = scipy.signal.firwin(channels * BRANCH_TAPS, 1 / channels).astype(np.float32)
        on_gpu = cupy.asarray(taps)
        calls = {"gpufft": lambda: gpufft.channelize_poly(x, taps, channels), "copy": x.copy,
                 "channels last": lambda: gpufft.channelize(x, taps, channels)}
        if channelize_poly is not None:
            short = x[:channels << 8]
            error = difference(gpufft.channelize_poly(short, taps, channels),
                               channelize_poly(short, on_gpu, channels))
            print(f"{channels} channels: difference to cupyx {error:.1e}")
            calls["cupyx"] = lambda: channelize_poly(x, on_gpu, channels)
        yield row_of(calls, channels=channels)


def main(file):
    x = noise(POINTS)
    found = {**conditions(), "points": POINTS, "filters": list(filter_rows(x)),
             "filter_banks": list(bank_rows(x))}
    with open(file, "w", encoding="utf-8") as out:
        json.dump(found, out, indent=1)


if __name__ == "__main__":
    main(*sys.argv[1:])
