# SPDX-License-Identifier: GPL-3.0-or-later
"""Old names that still work, and warn: docs/deprecations.md."""

import functools
import warnings


def _warn(old, new, since):
    # 3: the caller of the wrapper that calls this.
    warnings.warn(f"{old} is deprecated since gpufft {since}; use {new}", DeprecationWarning,
                  stacklevel=3)


def renamed(function, old_name, since):
    """function under its old name.

    since: the first version that warns, "1.2". Each call warns and returns what function
    returns.
    """

    @functools.wraps(function)
    def old(*args, **kwargs):
        _warn(old_name, function.__name__, since)
        return function(*args, **kwargs)

    old.__name__ = old_name
    old.__qualname__ = old_name
    return old


def renamed_argument(since, **old_to_new):
    """Decorator of a function whose keyword arguments old_to_new had the names of its keys.

    since: the first version that warns, "1.2". TypeError where a call has both names.
    """

    def decorate(function):
        @functools.wraps(function)
        def accepting(*args, **kwargs):
            for old, new in old_to_new.items():
                if old not in kwargs:
                    continue
                if new in kwargs:
                    raise TypeError(f"{function.__name__}() got {new} twice: its old name "
                                    f"{old} was given as well")
                _warn(f"argument {old} of {function.__name__}()", new, since)
                kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return accepting

    return decorate
