#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of FORMS tables without the emitter that they are for, and emitters without a row.

usage: check_forms.py [ROOT]

A row of a table `const form FORMS[] = { ... }` in tests/ begins with why it is there and the
file below lib/codegen that it is for. Each emitter, lib/codegen/**/emit_*.cc, has a row, or a
test in TESTED_ELSEWHERE. So `grep -rn emit_bins.cc tests` finds who tests emit_bins.cc.
"""
import pathlib
import re
import sys

# What plan lines on any device don't reach, or what has a table of its own: the test.
TESTED_ELSEWHERE = {
    "io/emit_io.cc": "tests/codegen/qa_io_texts.cc",
    "io/emit_load.cc": "tests/codegen/qa_io_texts.cc",
    "io/emit_value_function.cc": "tests/exec/kernels/qa_expressions.cc",
    "simd/emit_vector_value.cc": "tests/exec/kernels/qa_expressions.cc",
    "simt/features/emit_bulk.cc": "tests/codegen/qa_nvrtc.cc",
    "simt/features/emit_cluster.cc": "tests/codegen/qa_cluster_text.cc",
    "simt/features/emit_tiles.cc": "tests/codegen/qa_cluster_text.cc",
    "simt/frames/emit_filters.cc": "tests/codegen/qa_cluster_text.cc",
    "simt/features/emit_fold.cc": "tests/exec/kernels/qa_folds.cc",
    "simd/emit_kept_store.cc": "tests/exec/kernels/qa_convolved.cc",
    "simd/points/emit_convolved_points.cc": "tests/exec/kernels/qa_convolved.cc",
    "simt/paired/emit_paired.cc": "tests/exec/kernels/qa_paired.cc",
    "simt/paired/emit_paired_bins.cc": "tests/exec/kernels/qa_paired.cc",
    "simt/paired/emit_paired_dct4.cc": "tests/exec/kernels/qa_paired.cc",
    "simt/paired/emit_paired_reals.cc": "tests/exec/kernels/qa_paired.cc",
    "simt/paired/emit_paired_rows.cc": "tests/exec/kernels/qa_paired.cc",
    "simt/paired/emit_paired_store.cc": "tests/exec/kernels/qa_paired.cc",
    "simd/emit_powers.cc": "tests/exec/frames/spectra/qa_power_passes.cc",
    "simt/kernel/emit_power.cc": "tests/exec/frames/spectra/qa_power_passes.cc",
    "simt/kernel/emit_simt.cc": "tests/exec/kernels/qa_kernels.cc",
}

TABLE = re.compile(r"\bform FORMS\[\] = \{\n(.*?)\n\};", re.DOTALL)
STRING = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(rf"^    \{{ (?P<why>{STRING}(?:\s*{STRING})*),\s*(?P<second>{STRING})?",
                 re.MULTILINE)


def rows(root):
    """Path of the table, number of the line, and second string of each row."""
    for path in sorted((root / "tests").rglob("*")):
        if path.suffix not in {".h", ".cc"}:
            continue
        text = path.read_text()
        for table in TABLE.finditer(text):
            for row in ROW.finditer(table[1]):
                number = text.count("\n", 0, table.start(1) + row.start()) + 1
                yield path.relative_to(root).as_posix(), number, (row["second"] or "")[1:-1]


def faults(root):
    emitters = root / "lib" / "codegen"
    named = set()
    for path, number, emitter in rows(root):
        named.add(emitter)
        if not emitter.endswith(".cc"):
            yield f"{path}:{number}: the row names no emitter"
        elif not (emitters / emitter).is_file():
            yield f"{path}:{number}: no file lib/codegen/{emitter}"
    if not named:
        yield "tests: no table FORMS"
    for emitter, test in TESTED_ELSEWHERE.items():
        for name in ("lib/codegen/" + emitter, test):
            if not (root / name).is_file():
                yield f"tests/check_forms.py: no file {name}"
        if emitter in named:
            yield f"tests/check_forms.py: {emitter} has a row"
    for path in sorted(emitters.rglob("emit_*.cc")):
        emitter = path.relative_to(emitters).as_posix()
        if emitter not in named and emitter not in TESTED_ELSEWHERE:
            yield f"lib/codegen/{emitter}: no row of a table FORMS is for it"


def main(root=pathlib.Path(__file__).resolve().parents[1]):
    found = list(faults(root))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
