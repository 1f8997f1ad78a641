# SPDX-License-Identifier: GPL-3.0-or-later
"""Writers of recordings of telescopes, from the formats' documents, byte by byte."""
import pathlib
import struct

import numpy as np

#: Outer level of 2 bits over the inner one.
OUTER = 3.3359


def pairs_of(samples):
    """I and Q of complex samples, one after the other."""
    return np.stack([samples.real, samples.imag], -1).ravel()


def packed(codes, bits):
    """Numbers below 2^bits in bytes, from the lowest bit up."""
    codes = np.asarray(codes, np.uint64)
    if bits >= 8:
        return codes.astype({8: "<u1", 16: "<u2", 32: "<u4"}[bits]).tobytes()
    each = 8 // bits
    rows = codes.reshape(-1, each)
    return sum(rows[:, i] << np.uint64(i * bits) for i in range(each)).astype(np.uint8).tobytes()


def quantized(numbers, bits):
    """Codes of real numbers of full scale 1, and the levels that these stand for."""
    count = 2**bits
    if bits == 2:
        levels = np.array([-0.75, -0.75 / OUTER, 0.75 / OUTER, 0.75])
        codes = np.digitize(numbers, [-0.4, 0.0, 0.4])
        return codes, levels[codes]
    codes = np.clip(np.round(numbers * (count / 2) + (count - 1) / 2), 0, count - 1)
    return codes.astype(np.uint64), (codes - (count - 1) / 2) / (count / 2)


def vdif_frame(second, number, payload, bits, channels=1, thread=0, is_complex=True,
               epoch=53, invalid=False, rate_khz=None, legacy=False):
    header = [second | int(legacy) << 30 | int(invalid) << 31, number | epoch << 24,
              (len(payload) + (16 if legacy else 32)) // 8
              | int(np.log2(channels)) << 24 | 1 << 29,
              0x5858 | thread << 16 | (bits - 1) << 26 | int(is_complex) << 31]
    if not legacy:
        header += [0 if rate_khz is None else rate_khz | 1 << 24, 0, 0, 0]
    return struct.pack(f"<{len(header)}I", *header) + payload


def guppi_card(name, value):
    text = f"'{value:<8}'" if isinstance(value, str) else f"{value:>20}"
    return f"{name:<8}= {text}".ljust(80).encode()


def guppi_block(cards, data, direct_io=False, pads_data=False):
    """``data`` is int8 or int16[channel][sample][polarization][2]."""
    cards = {"BACKEND": "GUPPI", **cards, "BLOCSIZE": data.nbytes,
             "DIRECTIO": int(direct_io)}
    header = b"".join(guppi_card(*each) for each in cards.items()) + b"END".ljust(80)
    if direct_io:
        header += bytes(-len(header) % 512)
    return header + data.tobytes() + bytes(-data.nbytes % 512 if pads_data else 0)


def write_digital_rf(folder, blocks, rate, samples_a_file, numerator=None, denominator=1,
                     **dataset):
    """A channel of Digital RF, written by h5py.

    ``blocks`` are pairs of the index of a first sample, counted from 1970 on, and
    samples[n] or samples[n][subchannels], of a dtype with r and i or of numbers."""
    import h5py
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    first = blocks[0][1]
    with h5py.File(folder / "drf_properties.h5", "w") as file:
        file.attrs["sample_rate_numerator"] = np.uint64(numerator or rate)
        file.attrs["sample_rate_denominator"] = np.uint64(denominator)
        file.attrs["num_subchannels"] = np.int32(1 if first.ndim == 1 else first.shape[1])
        file.attrs["is_complex"] = np.int32(first.dtype.names is not None)
        file.attrs["epoch"] = "1970-01-01T00:00:00Z"
    parts = {}  # of each file: pairs as in blocks
    for start, samples in blocks:
        while len(samples):
            number = start // samples_a_file
            count = min(len(samples), (number + 1) * samples_a_file - start)
            parts.setdefault(number, []).append((start, samples[:count]))
            start += count
            samples = samples[count:]
    for number, inside in parts.items():
        day = folder / f"2026-11-26T{number % 24:02}-00-00"
        day.mkdir(exist_ok=True)
        ms = number * samples_a_file * 1000 * denominator // (numerator or rate)
        with h5py.File(day / f"rf@{ms // 1000}.{ms % 1000:03}.h5", "w") as file:
            data = np.concatenate([each for _, each in inside])
            file.create_dataset("rf_data", data=data if data.ndim == 2 else data[:, None],
                                **dataset)
            rows = np.cumsum([0] + [len(each) for _, each in inside[:-1]])
            file["rf_data_index"] = np.array(
                [[start, row] for (start, _), row in zip(inside, rows)], np.uint64)


def write_digital_metadata(folder, tunings, numerator, denominator=1):
    """Digital Metadata, written by h5py: ``tunings`` are pairs of a sample's index, counted
    from 1970 on, and center_frequencies."""
    import h5py
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    with h5py.File(folder / "dmd_properties.h5", "w") as file:
        file.attrs["sample_rate_numerator"] = np.uint64(numerator)
        file.attrs["sample_rate_denominator"] = np.uint64(denominator)
        file.attrs["file_name"] = "metadata"
    for index, centres in tunings:
        day = folder / "2026-11-26T00-00-00"
        day.mkdir(exist_ok=True)
        with h5py.File(day / f"metadata@{index * denominator // numerator}.h5", "a") as file:
            group = file.create_group(str(index))
            group["center_frequencies"] = np.array(centres, np.float64)
            group["receiver/description"] = "a receiver"
