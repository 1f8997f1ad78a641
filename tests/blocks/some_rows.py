# SPDX-License-Identifier: GPL-3.0-or-later
"""A random part of a table, another one on every run: each row is a kernel to compile.

$GPUFFT_ROWS is `all`, or the seed of an earlier run, which takes the same part again.
"""

import collections
import os
import random


def some_of(rows, kind=lambda row: None, of=2):
    """Of the rows of each kind, kind(row), one in ``of``, and one at least; in order."""
    given = os.environ.get("GPUFFT_ROWS", "")
    rows = list(rows)
    if given == "all":
        return rows
    seed = int(given) if given else random.SystemRandom().randrange(10**9)
    dice = random.Random(seed)
    places = collections.defaultdict(list)
    for place, row in enumerate(rows):
        places[kind(row)].append(place)
    taken = set()
    for of_kind in places.values():
        taken.update(dice.sample(of_kind, -(-len(of_kind) // of)))
    print(f"{len(taken)} of {len(rows)} rows; the same with GPUFFT_ROWS={seed}", flush=True)
    return [row for place, row in enumerate(rows) if place in taken]
