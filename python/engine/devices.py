# SPDX-License-Identifier: GPL-3.0-or-later
"""The devices there are, and what was looked for and not found."""

from typing import NamedTuple

from . import _engine
from ._executors import expect_drivers


class Device(NamedTuple):
    """A device that `device=` arguments can name."""

    name: str  # "opencl:0": backend and number
    product: str  # what its maker calls it
    platform: str  # the runtime that drives it, and its version
    driver: str  # driver version
    type: str  # "gpu", "cpu" or "other"
    global_memory_bytes: int
    local_memory_bytes: int  # of one workgroup
    compute_units: int
    has_float64: bool  # double precision

    def __str__(self):
        return f"{self.name}  {self.product} ({self.type}, {self.platform})"


class Absent(NamedTuple):
    """A backend or runtime that gave no device, and why."""

    name: str
    reason: str

    def __str__(self):
        return f"{self.name}  not found: {self.reason}"


class DeviceList(list):
    """The devices, best first, with what was not found in `absent`.

    `advice` has a line for each GPU that is not used, or that could be faster, and says
    what to install. Printed, all is a line each.
    """

    def __init__(self, devices=(), absent=(), advice=()):
        super().__init__(devices)
        self.absent = list(absent)
        self.advice = list(advice)

    def __str__(self):
        return "\n".join(str(entry) for entry in [*self, *self.absent, *self.advice])


def devices():
    """What there is, best first (a GPU before a CPU), and what was not found.

    Returns a list of Device; its attribute `absent` is a list of Absent, `advice` of lines
    that say what to install. A runtime that
    fails is listed there with its reason: nothing is raised, but a RuntimeError in a
    process forked from one that had loaded drivers, where they do not work.
    """
    expect_drivers()
    found, absent, advice = _engine.list_devices()
    return DeviceList(
        (Device(**fields) for fields in found),
        (Absent(*pair) for pair in absent),
        advice,
    )
