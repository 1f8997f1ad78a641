#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Comments that cannot be read alone, and names that have a better word.

usage: check_words.py [FOLDER]

A comment is read by whoever searched for the line below it. It begins with what it speaks
of: not with "Likewise", "The same", "Those", "It", "Of" or "That of". This holds for C++,
Python, CMake and the lists of plans.

A name uses the word of docs/glossary.md, which engineers know from other FFT libraries. The
words that this project had of its own before are refused, each with the one to take.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("include", "lib", "apps", "bench", "tests", "examples", "python")
REFUSED = re.compile(r"(Likewise|The same|Those|It|Of|That of)\b")
LINE = re.compile(r"^\s*//!?<?\s?(.*)$")
BEHIND = re.compile(r"^[^\"']*\S.*?\s//!?<?\s(.*)$")  # behind code, on its line
TRIPLE = re.compile(r'""".*?"""', re.DOTALL)  # of Python
RAW = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)  # text of kernels, and of files in tests


# Names, or parts of names between underscores, and what they are called today.
FORMER = {
    "few_rows": "small_batch", "core_request": "dft_problem", "core_side": "dft_view",
    "core_length": "dft_length", "end_operation": "io_operation", "end_tables": "io_tables",
    "vector_images": "vector_nd_rows", "has_images": "has_nd_rows",
    "trip_cost": "memory_cost", "residency": "occupancy", "employment": "occupancy_limits",
    "points_held": "points_per_item", "held_points": "points_per_item",
    "nesting": "exchange_order", "low_columns": "columns_fastest",
    "known_plan": "builtin_plan", "known_plans": "builtin_plans",
    "wisdom_book": "wisdom_index", "wise_plan": "wisdom_entry", "wise_probe": "probe_record",
    "measured_on": "device_key", "shared_dimension": "split_dimension",
    "row_overlap": "row_pipeline", "thread_rows": "row_per_thread",
    "stream_rows": "nt_store_rows", "streamed_input": "evict_first_input",
    "streamed_output": "evict_first_output", "fetch_ahead": "prefetch_distance",
    "fetching": "prefetching", "gathers_stores": "combines_stores",
    "row_squares": "transpose_blocks", "inner_columns": "inner_batch",
    "is_mirrored": "needs_pairs", "opposite": "conjugate", "scratch": "workspace or buffer",
    "stage_beginnings": "stage_prefixes", "default_beginning": "default_startup",
    "change_over": "plan_switch", "flying": "in_flight",
    "make_tested": "build_with_fallback", "take_chosen": "first_that_builds",
    "packed_ends": "copy_passes", "pointwise_ends": "separate_io_passes",
    "pass_side": "pass_io_view", "host_line": "host_dft_1d", "made_from": "computed_pass",
    "usual": "default", "emit_mirrored": "emit_pair or emit_conjugate",
    "few_reals": "small_batch_of_reals", "MOST_CHAINS": "MOST_CONCURRENT_SLICES",
}
# Whole names, which say nothing of what they name: the transform that is asked for, a kernel
# that is launched; what a function gives back.
WHOLE = {"what": "request, or what it is", "made": "result, or what it is"}
NAMED_IN = ("include/gpufft", "lib", "apps", "bench")
NAME = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(FORMER) + r")(?![A-Za-z0-9])")
WHOLE_NAME = re.compile(r"(?<![.>\w])(?:" + "|".join(WHOLE) + r")\b(?!\(\))|"
                        r"(?:\.|->)(?:" + "|".join(WHOLE) + r")\b(?!\()")
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def blank(found):
    """As many lines, and nothing in them."""
    return '""' + "\n" * found[0].count("\n")


def comments(text):
    """The first line of each comment, and its number."""
    was_comment = in_block = False
    column = None  # of a comment behind code, which lines below go on with
    for number, line in enumerate(RAW.sub(blank, text).splitlines(), 1):
        if in_block:
            if not was_comment and line.strip(" *") and not line.strip().startswith("*/"):
                yield number, line.strip(" *").replace("\\brief ", "")
                was_comment = True
            in_block = "*/" not in line
            if not in_block:
                was_comment = False
            continue
        if found := LINE.match(line):
            if not was_comment and line.index("//") != column:
                yield number, found[1]
                column = None
            was_comment = column is None
            continue
        was_comment, column = False, None
        if found := BEHIND.match(line):
            yield number, found[1]
            column = line.rindex("//")
        elif line.lstrip().startswith("/*"):
            first = line.strip().lstrip("/*! ").replace("\\brief ", "")
            in_block = "*/" not in line
            if first.strip(" */"):
                yield number, first
                was_comment = True


def hash_comments(text):
    """The first line of each comment of Python, CMake or a list, and its number."""
    was_comment = False
    for number, line in enumerate(TRIPLE.sub(blank, text).splitlines(), 1):
        found = re.match(r"\s*#\s?(.*)$", line)
        if found and not was_comment:
            yield number, found[1]
        was_comment = found is not None


def commented_files(root):
    """Files whose comments are looked at, and the function that finds them."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                yield path, comments
            elif (path.suffix in (".py", ".cmake") or path.name == "CMakeLists.txt"
                  or path.parent.name == "builtin" and path.suffix == ".txt"):
                yield path, hash_comments


def former_names(text):
    """Names of former words outside of comments and strings, and the lines they are in."""
    code = TEXT.sub(blank, RAW.sub(blank, text))
    for number, line in enumerate(code.splitlines(), 1):
        for found in [*NAME.finditer(line), *WHOLE_NAME.finditer(line)]:
            yield number, found[0].lstrip(".->")


def faults_of_names(root):
    for folder in NAMED_IN:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                for number, name in former_names(path.read_text()):
                    yield (f"{path.relative_to(root)}:{number}: {name} is called "
                           f"{FORMER.get(name) or WHOLE[name]}, see docs/glossary.md")


def main(root=ROOT):
    faults = list(faults_of_names(root))
    names = len(faults)
    for path, comments_of in commented_files(root):
        for number, first in comments_of(path.read_text()):
            if REFUSED.match(first):
                faults.append(f"{path.relative_to(root)}:{number}: {first}")
    for fault in faults:
        print(fault)
    if len(faults) > names:
        print(f"{len(faults) - names} comments begin with a word that points elsewhere: name what "
              "they speak of")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
