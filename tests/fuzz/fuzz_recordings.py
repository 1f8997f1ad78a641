#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens recordings whose metadata and headers were changed at random.

Usage: fuzz_recordings.py SECONDS [SEED]

A recording is opened and read, or refused with RecordingError or OSError. Whatever else
happens is a fault; the last line then repeats it. Exit status: 0 no fault, 1 a fault."""
import copy
import json
import os
import pathlib
import random
import sys
import tempfile
import time
import traceback

import numpy as np
import soundfile

from gnuradio.gpufft.recording import open_recording
from gnuradio.gpufft.recording_error import RecordingError

VALUES = [0, 1, -1, 2, 255, 65536, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -2**63, 10**400,
          0.5, -0.0, 1e308, float("inf"), float("nan"), None, True, False, "", "0", "ci16_le",
          "cf32_be", "rf64_le", "x" * 5000, "\0", "\ud800", "../x", "/", [], {}, [[]], [0],
          {"a": 0}]
FIELDS = ["core:datatype", "core:sample_rate", "core:num_channels", "core:offset",
          "core:trailing_bytes", "core:dataset", "core:metadata_only", "core:sample_start",
          "core:sample_count", "core:header_bytes", "core:frequency", "core:datetime",
          "core:global_index", "core:freq_lower_edge", "core:freq_upper_edge"]
METADATA = {
    "global": {"core:datatype": "ci16_le", "core:sample_rate": 48000, "core:version": "1.0.0",
               "core:num_channels": 1, "core:offset": 0},
    "captures": [{"core:sample_start": 0, "core:frequency": 1e8,
                  "core:datetime": "2024-02-03T04:05:06.7Z"},
                 {"core:sample_start": 300, "core:header_bytes": 8}],
    "annotations": [{"core:sample_start": 10, "core:sample_count": 20,
                     "core:freq_lower_edge": 1e8, "core:freq_upper_edge": 1.1e8}],
}
MOST_READ = 5000


def places_in(value):
    """Each container in a tree of JSON."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from places_in(each)
    elif isinstance(value, list):
        yield value
        for each in value:
            yield from places_in(each)


def change_tree(dice, tree):
    place = dice.choice(list(places_in(tree)))
    if isinstance(place, dict):
        key = dice.choice(list(place) + FIELDS)
        if key in place and dice.random() < 0.2:
            del place[key]
        else:
            place[key] = copy.deepcopy(dice.choice(VALUES))
    elif place and dice.random() < 0.7:
        place[dice.randrange(len(place))] = copy.deepcopy(dice.choice(VALUES))
    else:
        # Containers once: thousands of them in each other do not fit in memory.
        added = copy.deepcopy(dice.choice([*VALUES, *place]))
        times = 1 if isinstance(added, (dict, list)) else dice.choice([1, 3, 3000])
        place.extend([added] * times)


def changed_bytes(dice, data):
    data = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 8])):
        at = dice.randrange(min(len(data), 100))
        how = dice.randrange(4)
        if how == 0:
            data[at:at + 4] = dice.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\0\0\0\x80",
                                           b"\xff\xff\xff\x7f", b"\x01\0\0\0"])
        elif how == 1:
            data[at] = dice.randrange(256)
        elif how == 2:
            del data[dice.randrange(len(data)):]
            data += b"\0"
        else:
            data[at:at] = data[:dice.randrange(60)]
    return bytes(data)


def sigmf(dice, folder):
    tree = copy.deepcopy(METADATA)
    for _ in range(dice.choice([0, 1, 1, 2, 5])):
        change_tree(dice, tree)
    text = json.dumps(tree).encode()
    if dice.random() < 0.2:
        text = changed_bytes(dice, text)
    elif dice.random() < 0.02:
        text = b"[" * 60000
    (folder / "a.sigmf-meta").write_bytes(text)
    (folder / "a.sigmf-data").write_bytes(bytes(dice.choice([0, 1, 3, 2000, 2008, 4001])))
    return folder / "a.sigmf-meta"


def sound(dice, folder):
    kind, subtype = dice.choice([("wav", "PCM_16"), ("wav", "FLOAT"), ("wav", "PCM_24"),
                                 ("flac", "PCM_16"), ("aiff", "PCM_16")])
    path = folder / f"a.{kind}"
    soundfile.write(path, np.zeros((500, dice.choice([1, 2]))), 48000, subtype=subtype)
    path.write_bytes(changed_bytes(dice, path.read_bytes()))
    return path


def raw(dice, folder):
    path = folder / ("a." + dice.choice(["cu8", "cs16", "cf32", "c64", "f32", "rf64_be", "x", ""]))
    path.write_bytes(dice.randbytes(dice.choice([0, 1, 2, 7, 8, 1001, 4096])))
    return path


def read_all(path, dice):
    """\\return whether it was taken"""
    options = {"samp_rate": dice.choice([None, None, 1e6]),
               "format": dice.choice([None, None, None, "ci16_le", "cf16_be", "ri8"]),
               "channel": dice.choice([None, None, 0, 1]),
               "iq_channels": dice.random() < 0.1, "allow_damaged": dice.random() < 0.5}
    try:
        with open_recording(os.fspath(path), **options) as r:
            for start in {0, max(0, r.samples - 10)}:
                count = min(MOST_READ, r.samples - start)
                got = r.read(start, count)
                if len(got) != count:
                    raise AssertionError(f"{len(got)} samples instead of {count} from {start}")
                r.captures_in(start, count)
        return True
    except (RecordingError, OSError) as error:
        if "\n" in str(error):
            raise AssertionError(f"a message of several lines: {error}") from None
        return False


def main():
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**6)
    until = time.monotonic() + seconds
    inputs = taken = 0
    with tempfile.TemporaryDirectory() as name:
        while time.monotonic() < until:
            dice = random.Random(f"{seed} {inputs}")
            folder = pathlib.Path(name)
            try:
                taken += read_all(dice.choice([sigmf, sound, raw])(dice, folder), dice)
            except Exception:  # pylint: disable=broad-except
                traceback.print_exc()
                kept = [(p.name, p.read_bytes()[:2000]) for p in folder.iterdir()]
                print(kept, f"input {inputs} of seed {seed}", sep="\n")
                return 1
            for each in folder.iterdir():
                each.unlink()
            inputs += 1
    print(f"recordings: {inputs} inputs, {taken} taken, seed {seed}")
    return 0 if taken else 1


if __name__ == "__main__":
    sys.exit(main())
