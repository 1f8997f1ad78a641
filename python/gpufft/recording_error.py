# SPDX-License-Identifier: GPL-3.0-or-later
"""The one kind of failure of everything that reads recordings."""


class RecordingError(ValueError):
    """A recording cannot be read. The text is one line: what, why, what would work."""
