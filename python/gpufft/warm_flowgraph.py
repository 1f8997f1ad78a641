# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft cache warm FLOWGRAPH.grc: its blocks are made, and with them their kernels."""
import importlib.util
import inspect
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = "gpufft cache"
OK, BAD_INPUT, DEVICE_FAILED = 0, 1, 2


def _reason(text):
    """What grcc complains of, in one line: it tells its paths and draws lines first."""
    complaint = text.partition("errors from flowgraph:")[2] or text.partition(">>>")[2] or text
    return " ".join(complaint.replace("*", " ").replace(">>>", " ").split())


def _generate(flowgraph, folder):
    """The Python program that GNU Radio's compiler makes of a .grc file."""
    if not os.path.isfile(flowgraph):
        raise ValueError(f"{flowgraph} is no file")
    compiler = shutil.which("grcc")
    if compiler is None:
        raise ValueError("grcc, which generates flowgraphs, is not installed: it comes with "
                         "GNU Radio")
    done = subprocess.run([compiler, "-o", folder, flowgraph], capture_output=True, text=True,
                          errors="replace", check=False)
    made = sorted(pathlib.Path(folder).glob("*.py"))
    if done.returncode != 0 or not made:
        raise ValueError(f"{flowgraph}: grcc generates no Python of it: "
                         f"{_reason(done.stdout) or _reason(done.stderr)}")
    return made


def _class_of(path):
    """The flowgraph's class in a generated program; None: it is a block's module."""
    from gnuradio import gr

    name = f"gpufft_warm_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return next((thing for thing in vars(module).values()
                 if inspect.isclass(thing) and issubclass(thing, gr.top_block)
                 and thing.__module__ == name), None)


def _application():
    """What the widgets of a flowgraph need before they are made, without a screen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PyQt5 import Qt

    return Qt.QApplication.instance() or Qt.QApplication([PROGRAM])


def _make(path):
    made = _class_of(path)
    if made is None:
        return False
    application = "Qt" in path.read_text(encoding="utf-8") and _application()
    flowgraph = made()
    del flowgraph, application
    return True


def warm(flowgraph):
    """Makes the flowgraph of a .grc file and returns the seconds that took.

    Raises ValueError where it cannot be generated, RuntimeError where it cannot be made."""
    with tempfile.TemporaryDirectory() as folder:
        programs = _generate(flowgraph, folder)
        sys.path.insert(0, folder)
        try:
            began = time.monotonic()
            if not any([_make(path) for path in programs]):
                raise ValueError("it has no blocks of its own to run: a hier block is "
                                 "compiled with the flowgraph that uses it")
            return time.monotonic() - began
        except (Exception, SystemExit) as error:  # whatever its blocks raise
            raise RuntimeError(f"{flowgraph} cannot be made: {error}") from error
        finally:
            sys.path.remove(folder)


def main(argv=None):
    """Runs the program and returns its exit status."""
    os.environ["GPUFFT_BEGIN"] = "compiled"  # a block is there when its kernels are
    from ._program import quiet_gnuradio

    for flowgraph in sys.argv[1:] if argv is None else argv:
        try:
            with quiet_gnuradio():
                seconds = warm(flowgraph)
            print(f"{flowgraph}: {1000 * seconds:.0f} ms", flush=True)
        except (ValueError, OSError) as error:
            print(f"{PROGRAM}: {error}", file=sys.stderr)
            return BAD_INPUT
        except RuntimeError as error:
            print(f"{PROGRAM}: {error}".replace("\n", " "), file=sys.stderr)
            return DEVICE_FAILED
    return OK


if __name__ == "__main__":
    sys.exit(main())
