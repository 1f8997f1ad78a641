#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs SciPy's own tests of scipy.fft with gpufft.scipy_backend as its backend.

usage: run_scipy_tests.py [--soak | --all | --some] [--stand-in] SUITE [PYTEST OPTION]...

SUITE is fft (scipy.fft.tests) or pocketfft (scipy.fft._pocketfft.tests). The second
imports SciPy's own transforms by name; while its modules are imported, those names mean
scipy.fft's functions, which go to the backend.

The calls that the backend answers are counted for every test. One that never asks it
fails, unless scipy_SUITE.txt says why; so does one that is said not to ask and does, and
a line of that file that speaks of no test. Its lines: what, which tests, why. Behind what
may be which SciPy it is said of, as in skipped<1.15 or elsewhere>=1.15<1.16. What is

  elsewhere  runs, and asks nothing of the backend
  differs    runs, asks the backend, and fails: this SciPy computes something else
  skipped    does not run
  soak       runs with --soak alone: the others do not then

--all runs those and the others, --some a random quarter of the others (blocks/some_rows.py),
some of each function. --stand-in computes in NumPy, in place of the engine: which
axes, norms and types become what is tested so in seconds, as nothing is compiled.
"""
import contextlib
import fnmatch
import importlib
import os
import pathlib
import re
import sys
from typing import NamedTuple

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # what else is installed
HERE = pathlib.Path(__file__).parent
SUITES = {"fft": "scipy.fft.tests", "pocketfft": "scipy.fft._pocketfft.tests"}

try:
    import pytest
    import scipy.fft
    from scipy.fft import _pocketfft
    for name in SUITES.values():
        importlib.import_module(name)
except ImportError as error:
    print(f"skipped: {error}; script/setup --tests installs what is needed")
    sys.exit(77)


class Entry(NamedTuple):
    """A line of scipy_SUITE.txt: tests that are not like the others."""

    what: str
    tests: str  # as the shell's patterns, but [ is itself and <ab> is a or b
    why: str

    def covers(self, test):
        pattern = self.tests.replace("[", "[[]").replace("<", "[").replace(">", "]")
        return fnmatch.fnmatchcase(test, pattern)


def version(text):
    return tuple(map(int, text.split(".")[:2]))


def read_entries(path):
    """What is said of this SciPy."""
    found = []
    for line in path.open():
        if words := line.split("#")[0].split(maxsplit=2):
            what, bounds = re.fullmatch(
                r"(elsewhere|differs|skipped|soak)((?:(?:<|>=)\d+\.\d+)*)",
                words[0]).groups()
            if all((version(scipy.__version__) < version(other)) == (than == "<")
                   for than, other in re.findall(r"(<|>=)(\d+\.\d+)", bounds)):
                found.append(Entry(what, *words[1:]))
    return found


class Counter:
    """The backend, with the calls counted that it answered: computed, or refused."""

    def __init__(self, backend):
        self.__ua_domain__ = backend.__ua_domain__
        self._backend = backend
        self.answered = 0

    def __ua_function__(self, method, args, kwargs):
        result = None
        try:
            result = self._backend.__ua_function__(method, args, kwargs)
        finally:
            self.answered += result is not NotImplemented
        return result


@contextlib.contextmanager
def pocketfft_means_the_backend():
    """Names of SciPy's own transforms mean the functions that look for a backend."""
    modules = _pocketfft, _pocketfft.basic, _pocketfft.realtransforms
    own = [dict(vars(module)) for module in modules]
    for module in modules:
        for name in set(vars(module)) & set(scipy.fft.__all__):
            setattr(module, name, getattr(scipy.fft, name))
    yield
    for module, names in zip(modules, own):
        vars(module).update(names)


class Plugin:
    def __init__(self, entries, runs_soak, counter, choose=lambda items: items):
        self.entries = entries
        self.choose = choose  # those of the tests to run that do run
        self.runs_soak = runs_soak  # or not, of each test: those values that run
        self.counter = counter
        self.answered = {}  # calls, of each test

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        with pocketfft_means_the_backend():
            yield

    def said_of(self, item):
        # The parameter `numpy` stands last up to SciPy 1.15, first from 1.16 on.
        test = re.sub(r"(?<=\[)numpy-|-numpy(?=\])", "", item.nodeid.rpartition("/")[2])
        return [line for line in self.entries if line.covers(test)]

    def runs(self, item):
        said = {line.what for line in self.said_of(item)}
        return "skipped" not in said and ("soak" in said) in self.runs_soak

    def pytest_collection_modifyitems(self, config, items):
        idle = set(self.entries).difference(*map(self.said_of, items))
        if idle and not config.option.keyword:
            raise pytest.UsageError("of no test: " + ", ".join(line.tests for line in idle))
        found = items[:]
        items[:] = self.choose([item for item in found if self.runs(item)])
        left_out = set(found).difference(items)
        config.hook.pytest_deselected(items=[item for item in found if item in left_out])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        before = self.counter.answered
        outcome = yield
        answered = self.answered[item.nodeid] = self.counter.answered - before
        said = {line.what for line in self.said_of(item)}
        if "differs" in said and answered:
            if not outcome.excinfo:
                pytest.fail("passed, and is listed as a difference", pytrace=False)
            if outcome.excinfo[0] is AssertionError:
                outcome.force_result(None)
        if outcome.excinfo:
            return
        elsewhere = "elsewhere" in said
        if elsewhere and answered:
            pytest.fail(f"the backend answered {answered} calls, and the test is listed as "
                        "one that never asks it", pytrace=False)
        if not elsewhere and not answered:
            pytest.fail("never asked the backend; if that is right, list it with the "
                        "reason", pytrace=False)

    def pytest_terminal_summary(self, terminalreporter):
        asked = sum(count > 0 for count in self.answered.values())
        terminalreporter.write_line(
            f"the backend answered {sum(self.answered.values())} calls, from {asked} of "
            f"{len(self.answered)} tests")


def load_backend(stand_in):
    if stand_in:
        import stand_in
        return stand_in.load_package().scipy_backend
    import gpufft
    return gpufft.scipy_backend


def some_of_each_function(items):
    from some_rows import some_of
    return some_of(items, lambda item: item.nodeid.partition("[")[0], of=4)


def main(arguments):
    flags = {"--soak", "--all", "--some", "--stand-in"}
    given = flags.intersection(arguments)
    suite, *options = [argument for argument in arguments if argument not in flags]
    counter = Counter(load_backend("--stand-in" in given))
    scipy.fft.set_global_backend(counter)
    scipy.fft.register_backend("scipy")  # for what the backend leaves to others
    runs_soak = {False, True} if "--all" in given else {"--soak" in given}
    chosen = {"choose": some_of_each_function} if "--some" in given else {}
    plugin = Plugin(read_entries(HERE / f"scipy_{suite}.txt"), runs_soak, counter, **chosen)
    return pytest.main(["-q", "-p", "no:cacheprovider", "--durations=10",
                        "--pyargs", SUITES[suite], *options], plugins=[plugin])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
