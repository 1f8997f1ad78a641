#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that are linked with FFTW run on the engine, by LD_PRELOAD.

usage: qa_preload.py LIBRARY gnuradio|wisdom

Who computed is what the library counted. 77: what a test runs is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
COUNTS = re.compile(r"plans: (\d+) on the device, (\d+) of FFTW, (\d+) refused; "
                    r"calls: (\d+) on the device, (\d+) by FFTW, (\d+) by the host")
NAMES = ("plans_on_device", "plans_of_fftw", "plans_refused", "calls_on_device",
         "calls_by_fftw", "calls_by_host")


def run_all(library, command, **environment):
    """Output, errors, and the sums of all counts of the processes."""
    done = subprocess.run(command, text=True, capture_output=True, timeout=1800, check=False,
                          env={**os.environ, "LD_PRELOAD": library, "GPUFFT_FFTW_REPORT": "1",
                               **environment})
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    found = [[int(number) for number in match] for match in COUNTS.findall(done.stderr)]
    sums = [sum(column) for column in zip(*found)] or [0] * len(NAMES)
    return done.stdout, done.stderr, dict(zip(NAMES, sums))


def run(library, command, **environment):
    """Output and counts."""
    text, _, counts = run_all(library, command, **environment)
    return text, counts


def check_gnuradio(library):
    flowgraphs = str(pathlib.Path(__file__).with_name("gnuradio_blocks.py"))
    text, counts = run(library, [sys.executable, flowgraphs], GPUFFT_FFTW_POINTS="0")
    assert "all right" in text
    assert counts["plans_on_device"] >= 15 and counts["plans_of_fftw"] == 0, counts
    assert counts["calls_on_device"] >= 100 and counts["calls_by_fftw"] == 0, counts
    # By themselves calls so small are left to FFTW.
    text, counts = run(library, [sys.executable, flowgraphs], GPUFFT_FFTW_POINTS="")
    assert "all right" in text
    assert counts["plans_on_device"] == 0 and counts["plans_of_fftw"] >= 15, counts
    assert counts["calls_on_device"] == 0 and counts["calls_by_fftw"] >= 100, counts


def check_wisdom(library):
    programs = {"fftwf-wisdom": "fftwf_wisdom", "fftw-wisdom": "fftw_wisdom"}
    if not all(map(shutil.which, programs)):
        print("skipped: no fftw-wisdom (libfftw3-bin)")
        return SKIPPED
    for program, word in programs.items():
        check_wisdom_program(library, program, word)
        check_no_device(library, program)
    return 0


def check_no_device(library, program):
    """All goes to FFTW, and that is said once."""
    sizes = ["cof64", "rob60", "rif32"]
    _, errors, counts = run_all(library, [program, "-n", "-e", *sizes],
                                GPUFFT_FFTW_POINTS="0", GPUFFT_DEVICE="nonesuch")
    assert counts["plans_on_device"] == 0 and counts["plans_of_fftw"] >= 3, counts
    assert errors.count("does without a device: ") == 1, errors
    assert "nonesuch" in errors, errors


def check_wisdom_program(library, program, word):
    """Sizes for the device and, halfcomplex, for FFTW; then FFTW's wisdom is read again."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "wisdom")
        sizes = ["cof64", "rob60", "kof30"]
        _, counts = run(library, [program, "-n", "-m", "-o", file, *sizes],
                        GPUFFT_FFTW_POINTS="0")
        assert counts["plans_on_device"] >= 2 and counts["plans_of_fftw"] >= 1, counts
        text = pathlib.Path(file).read_text()
        assert text.startswith("(fftw-") and word in text.splitlines()[0], text
        assert len(text.splitlines()) > 2, text
        again, _ = run(library, [program, "-n", "-m", "-w", file, "kof30"],
                       GPUFFT_FFTW_POINTS="0")
        assert len(again.splitlines()) > 2, again


def main(argv):
    library, what = argv[1:]
    if what == "gnuradio":
        return check_gnuradio(library) or 0
    return check_wisdom(library)


if __name__ == "__main__":
    sys.exit(main(sys.argv))
