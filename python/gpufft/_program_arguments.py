# SPDX-License-Identifier: GPL-3.0-or-later
"""How programs take arguments: long options in full, one line about what is wrong."""
import argparse
import math

from .spectrogram_plan import ArgumentError

SUFFIXES = {"k": 1e3, "M": 1e6, "G": 1e9, "m": 1e-3, "u": 1e-6}
_EXAMPLES = {"Hz": "2M or 48e3", "seconds": "1.5 or 20m", "dB": "60",
             "pictures a second": "2 or 0.5"}


class Parser(argparse.ArgumentParser):
    """Knows --help and --version; raises ArgumentError."""

    def __init__(self, program):
        super().__init__(add_help=False, allow_abbrev=False)
        self._program = program
        self.add_argument("-h", "--help", action="store_true")
        self.add_argument("--version", action="store_true")

    def error(self, message):
        if message.startswith("unrecognized arguments: "):
            first = message.split(": ", 1)[1].split()[0]
            message = f"unknown option {first}"
        message = message.removeprefix("argument ")
        raise ArgumentError(f"{message}; see {self._program} --help")

    def parse(self, argv, positional):
        """Options as a namespace; what follows "--" is none, and comes last in the list
        ``positional``."""
        end = argv.index("--") if "--" in argv else len(argv)
        options = self.parse_intermixed_args(argv[:end])
        words = [self._converted(positional, word) for word in argv[end + 1:]]
        setattr(options, positional, [*getattr(options, positional), *words])
        return options

    def _converted(self, name, word):
        convert = next(each.type for each in self._actions if each.dest == name)
        try:
            return convert(word) if convert else word
        except argparse.ArgumentTypeError as error:
            self.error(f"{name}: {error}")

    @staticmethod
    def answer(options, usage):
        """Prints help or version where asked for; True: there is nothing else to do."""
        if options.help:
            print(usage, end="")
        elif options.version:
            from .version import __version__

            print(f"gpufft {__version__}")
        else:
            return False
        return True


def whole(least):
    """Converts to a whole number of at least ``least``."""

    def convert(text):
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(
                f"must be a whole number of at least {least}, got {text}")
        return value

    return convert


def number(unit, least=None, above=None, most=math.inf):
    """Converts to a number of ``unit``, which may end in k, M, G, m or u."""
    bound = f"at least {least}" if least is not None else f"above {above}"
    if most < math.inf:
        bound += f", up to {most}"

    def convert(text):
        factor = SUFFIXES.get(text[-1:], 1)
        try:
            value = float(text[:-1] if text[-1:] in SUFFIXES else text) * factor
        except ValueError:
            value = math.nan
        good = math.isfinite(value) and value <= most and (
            value >= least if least is not None else value > above)
        if not good:
            raise argparse.ArgumentTypeError(
                f"must be a number of {unit}, {bound}, e.g. {_EXAMPLES[unit]}, got "
                f"{text}")
        return value

    return convert
