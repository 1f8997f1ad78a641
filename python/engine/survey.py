# SPDX-License-Identifier: GPL-3.0-or-later
"""Surveys that ``gpufft process`` made, as arrays of xarray."""

import json
import os


def open_survey(path, group=None):
    """A survey, or one group of it, as an ``xarray.Dataset`` whose values are read as needed.

    path     the folder that ``gpufft process --out`` named
    group    the recording of several, as ``survey_groups()`` names them

    Rows that are not done yet are NaN. Raises ValueError where ``path`` is no survey, or
    there are several groups and none, or no such one, is named; ImportError where xarray or
    zarr is missing.
    """
    names = survey_groups(path)
    if group is None and names and len(names) == 1:
        group = names[0]
    if names is not None and group not in names:
        raise ValueError(f"{os.fspath(path)}: group must be one of {', '.join(names)}, "
                         f"got {group}")
    if names is None and group is not None:
        raise ValueError(f"{os.fspath(path)}: is of one recording, and has no group {group}")
    import xarray

    # Each group has an index of its own, which is there as soon as the group is.
    folder = os.path.join(path, group) if group else path
    return xarray.open_zarr(os.fspath(folder), consolidated=True)


def survey_groups(path):
    """Names of the groups of a survey of several recordings or channels; None of one alone."""
    file = os.path.join(path, "survey.json")
    try:
        with open(file, encoding="utf-8") as text:
            about = json.load(text)
        is_single = about["is_single"]
        about["gpufft_survey"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{os.fspath(path)}: is no survey; gpufft process makes one, and a "
                         f"file survey.json in it") from None
    if is_single:
        return None
    return sorted(name for name in os.listdir(path)
                  if os.path.exists(os.path.join(path, name, ".zmetadata")))
