# SPDX-License-Identifier: GPL-3.0-or-later
"""FFTs on a GPU or CPU device, with kernels generated for it at run time.

Blocks:    fft_vcc, fft_vfc       drop-in for those of gnuradio.fft
           fftn_vcc               in 1 to 4 dimensions
           rfft_vfc, irfft_vcf    real frames and the half spectra they have
           dct_vff, dst_vff       types 1 to 4 and their inverses
           spectrum_c, _s, _b, _f averaged power spectra of a stream, with right levels
           persistence_c          how often each bin had each level, fading, for display
           display, display_c     traces, persistence and waterfall in a window, of
                                  spectra and of samples
           logpwrfft_c, _f        drop-in for those of gnuradio.fft.logpwrfft
           fft_filter_ccc, _ccf, _fff
                                  drop-in for those of gnuradio.filter
           fft_filter_scc, _bcc   the same of shorts and bytes
           freq_xlating_fft_filter_ccc
                                  drop-in for that of gnuradio.filter
           expression             a formula of the samples of any number of streams
           mag_squared, keep_m_in_n, stream_to_vector, vector_to_stream, null_sink,
           vector_source_c, _f
                                  keep a chain of blocks on the device
           pfb_channelizer_ccf    drop-in for that of gnuradio.filter
           pfb_channelizer_vccf   vectors of the wanted channels
           pfb_synthesizer_ccf    drop-in for that of gnuradio.filter
           pfb_synthesizer_vccf   from vectors of the channels
           channels               many receivers, of any frequency, width and rate
           polyphase_window       taps for spectra with flat bins
           matched_filter         finds known signals by sliding correlation
           xcorr                  circular correlation of vectors
           zoom_c                 a stream narrowed to what a display has zoomed into
           survey_sink            records spectra in files that xarray opens
           tuner                  finds faster plans while the flowgraph runs
Functions: those of the package gpufft, which needs no GNU Radio
           fft, rfft, dct, ...    all of scipy.fft's transforms, with its signatures
           signal                 stft, welch, fftconvolve, lfilter, ... of scipy.signal
           filter, channelize, synthesize
                                  filters and filter banks of arrays
           scipy_backend          sends SciPy's own calls here: scipy.fft.set_backend()
           devices                what there is, and what was not found, and why
           clear_cache            gives back the memory that the functions keep
           next_fast_length       lengths that are fastest
"""

import importlib

from . import _functions
from ._functions import *
from ._functions import filter
from .gpufft_python import (
    channels,
    dct_vff,
    dst_vff,
    fft_filter_bcc,
    expression,
    fft_filter_ccc,
    fft_filter_ccf,
    fft_filter_fff,
    fft_filter_scc,
    fft_vcc,
    fft_vfc,
    fftn_vcc,
    freq_xlating_fft_filter_ccc,
    irfft_vcf,
    keep_m_in_n,
    mag_squared,
    matched_filter,
    null_sink,
    persistence_c,
    pfb_channelizer_ccf,
    pfb_channelizer_vccf,
    pfb_synthesizer_ccf,
    pfb_synthesizer_vccf,
    polyphase_window,
    rfft_vfc,
    spectrum_b,
    spectrum_c,
    spectrum_f,
    spectrum_s,
    stream_to_vector,
    survey_sink,
    tuner,
    vector_source_c,
    vector_source_f,
    vector_to_stream,
    zoom_c,
)

__all__ = [
    *_functions.__all__,
    "channels",
    "dct_vff",
    "dst_vff",
    "fft_filter_bcc",
    "expression",
    "fft_filter_ccc",
    "fft_filter_ccf",
    "fft_filter_fff",
    "fft_filter_scc",
    "fft_vcc",
    "fft_vfc",
    "fftn_vcc",
    "freq_xlating_fft_filter_ccc",
    "irfft_vcf",
    "keep_m_in_n",
    "logpwrfft_c",
    "logpwrfft_f",
    "mag_squared",
    "matched_filter",
    "null_sink",
    "persistence_c",
    "pfb_channelizer_ccf",
    "pfb_channelizer_vccf",
    "pfb_synthesizer_ccf",
    "pfb_synthesizer_vccf",
    "polyphase_window",
    "rfft_vfc",
    "spectrum_b",
    "spectrum_c",
    "spectrum_f",
    "spectrum_s",
    "stream_to_vector",
    "survey_sink",
    "tuner",
    "vector_source_c",
    "vector_source_f",
    "vector_to_stream",
    "zoom_c",
]


def _display(name):
    """A block that needs Qt, which programs without a window should not load."""
    try:
        return getattr(importlib.import_module(".display_python", __name__), name)
    except ImportError as error:
        raise AttributeError(
            f"gpufft.{name} needs Qt 5 and the library libgnuradio-gpufft-display, which were "
            f"not there when this was built, or are not there now: {error}"
        ) from error


def __getattr__(name):
    if name in ("display", "display_c"):
        return _display(name)
    # Made when they are first asked for: they take GNU Radio's blocks and filters, which
    # take a while to import.
    if name == "xcorr":
        return importlib.import_module(".circular_correlation", __name__).xcorr
    if name not in ("logpwrfft", "logpwrfft_c", "logpwrfft_f"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(".logpwrfft", __name__)
    return module if name == "logpwrfft" else getattr(module, name)
