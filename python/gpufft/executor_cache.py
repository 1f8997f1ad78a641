# SPDX-License-Identifier: GPL-3.0-or-later
"""Executors that were used last, kept because making one compiles kernels."""

import threading
from collections import OrderedDict


class ExecutorCache:
    """At most `capacity` results of make(*key), the least recently used dropped first.

    Safe from several threads. One that is dropped while in use lives until its call
    ends. Two threads that miss the same key at once both make it; one of the two is
    kept. Making is not done under the lock, so a slow compilation delays nobody else.
    """

    def __init__(self, make, capacity):
        self._make = make
        self._capacity = capacity
        self._lock = threading.Lock()
        self._kept = OrderedDict()

    def get(self, *key):
        """The executor for `key`, made now where it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = self._make(*key)
        with self._lock:
            kept = self._kept.setdefault(key, made)
            self._kept.move_to_end(key)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
        return kept

    def __len__(self):
        return len(self._kept)
