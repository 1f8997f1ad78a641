# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of gpufft live, kept for each source from one run to the next."""
import json
import math
import os

from ..atomic_file import write_file

FORMAT = 1  #: of the file
_MOST_SOURCES = 100
_MOST_BYTES = 1 << 20


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) \
        and math.isfinite(value)


#: name: whether a value that a file holds may be taken
KEPT = {
    "freq": lambda value: _is_number(value) and value >= 0,
    "gain": lambda value: value == "auto" or _is_number(value),
    "samp_rate": lambda value: _is_number(value) and value > 0,
    "length": lambda value: isinstance(value, int) and not isinstance(value, bool)
    and value >= 2,
    "rbw": lambda value: _is_number(value) and value > 0,
    "window": lambda value: isinstance(value, str) and value.isprintable()
    and len(value) < 60,
    "average": lambda value: value in ("mean", "exponential", "max", "min"),
    "seconds": lambda value: _is_number(value) and value > 0,
    "max_hold": lambda value: isinstance(value, bool),
}


def default_path():
    """live.json in the user's folder for settings, by the XDG rules."""
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(folder):  # those rules say that another one is not taken
        folder = os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(folder, "gpufft", "live.json")


class Settings:
    """Those of every source, in the file ``path``. A file that is damaged counts as none,
    of which ``say`` is told."""

    def __init__(self, path, say):
        self._path, self._say = path, say
        self._sources = self._read()

    def _read(self):
        try:
            with open(self._path, encoding="utf-8") as file:
                text = file.read(_MOST_BYTES + 1)
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeError) as error:
            return self._ignore(getattr(error, "strerror", None) or "it is not text")
        if len(text) > _MOST_BYTES:
            return self._ignore(f"it has more than {_MOST_BYTES} bytes")
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            return self._ignore(f"not JSON: {error}")
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            return self._ignore(f"its format is not {FORMAT}")
        sources = document.get("sources")
        if not isinstance(sources, dict):
            return self._ignore("it has no sources")
        return {name: values for name, values in sources.items() if isinstance(values, dict)}

    def _ignore(self, reason):
        self._say(f"settings in {self._path} are not taken: {reason}; they will be replaced "
                  f"when this ends")
        return {}

    def apply(self, source, options):
        """Takes what was kept of ``source`` into ``options``, except what the command line
        said."""
        given = set(options.given)
        if given & {"length", "rbw"}:  # they say the same thing
            given |= {"length", "rbw"}
        if "sweep" in given:
            # A sweep averages by mean, and its length follows from how wide it is: what was
            # kept of one band may be too long for it.
            given |= {"freq", "average", "max_hold", "length", "rbw"}
        for name, value in self._sources.get(source, {}).items():
            if name not in KEPT or name in given:
                continue
            if KEPT[name](value):
                setattr(options, name, value)
            else:
                self._say(f"settings in {self._path}: {name} of {source} is "
                          f"{json.dumps(value)[:40]}, and is not taken")
        if options.length is not None and options.rbw is not None:
            options.rbw = None

    def keep(self, source, options):
        """Writes the settings of ``source``, whole or not at all; says so where it cannot."""
        values = {name: getattr(options, name) for name in KEPT
                  if getattr(options, name) is not None}
        self._sources.pop(source, None)
        self._sources[source] = values  # the last one was used last
        for name in list(self._sources)[:-_MOST_SOURCES]:
            del self._sources[name]
        document = {"format": FORMAT, "sources": self._sources}
        try:
            os.makedirs(os.path.dirname(self._path) or ".", mode=0o700, exist_ok=True)
            write_file(self._path, (json.dumps(document, indent=1) + "\n").encode())
        except OSError as error:
            self._say(f"settings are not kept: {error.filename or self._path}: "
                      f"{error.strerror}")
