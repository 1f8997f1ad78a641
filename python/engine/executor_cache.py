# SPDX-License-Identifier: GPL-3.0-or-later
"""Executors that were used last, kept because making one compiles kernels."""

import threading
from collections import OrderedDict


class ExecutorCache:
    """Results of make(key), the least recently used dropped first.

    Keeps at most `capacity` of them, whose sizes, size_of(key), add up to at most
    `capacity_bytes`; the last one used stays whatever its size.

    Safe from several threads. One that is dropped while in use lives until its call
    ends. Two threads that miss the same key at once both make it; one of the two is
    kept. Making is not done under the lock, so a slow compilation delays nobody else.
    """

    def __init__(self, make, capacity, size_of=lambda key: 0, capacity_bytes=0):
        self._make = make
        self._capacity = capacity
        self._size_of = size_of
        self._capacity_bytes = capacity_bytes
        self._lock = threading.Lock()
        self._kept = OrderedDict()
        self._bytes = 0

    def get(self, key):
        """The executor for `key`, made now where it is not kept."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                return kept
        made = self._make(key)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._bytes += self._size_of(key)
            self._kept.move_to_end(key)
            kept = self._kept[key]
            self._drop_oldest()
        return kept

    def drop(self, key):
        """Has the next get() make it anew; whoever uses it now goes on."""
        with self._lock:
            if self._kept.pop(key, None) is not None:
                self._bytes -= self._size_of(key)

    def clear(self):
        """Drops all; who uses one now goes on."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def _drop_oldest(self):
        while len(self._kept) > 1 and (len(self._kept) > self._capacity
                                       or self._bytes > self._capacity_bytes):
            key, _ = self._kept.popitem(last=False)
            self._bytes -= self._size_of(key)

    def __len__(self):
        return len(self._kept)
