#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/papers.md, from what gpufft bench --suite papers --json wrote.

usage: papers_page.py [--check | RESULTS.json]

Without arguments the page is written from the papers-*.json beside this file. --check
writes nothing; exit status 1 where the page is not what the results say. With a file, the
page of that alone goes to standard output.
"""
import json
import pathlib
import sys

import papers_tables as tables
from table_text import rows

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "papers.md"

HEAD = """# The papers' experiments, again

The engine builds upon five papers ([architecture](architecture.md)). Here are the experiments
that each of them rests on, done again with this engine's plans on the devices named. All
tables are made by `docs/benchmarks/papers_page.py` from what a program measured, never by
hand. One command measures, and writes the page, on any device:

    script/papers            # or: script/papers cuda:0 h200

Every plan passed the self test before it was timed. The plans of an experiment are timed in
turns, in one process, on data that stay on the device; a time is the fastest of the rounds,
since others that use the machine only ever add to it. GFLOP/s count 5 N log2 N operations for
N complex points, and half of that for real ones, however they are computed. *Of copy* is the
part of a copy's rate that inputs and outputs come to.

"""

#: (paper, title, what is shown); the tables of each device follow.
PAPERS = [
    ("hbpl", "HBPL, tables 5 to 8: the model's choice",
     """Vázquez, Amor and Fraguela (2019) choose parameters from the limits of the device alone,
and lose at most 6.2 % to the best that they find by timing all. Here the model's plan
(`estimate` without known plans) is beside the best that a search of some seconds finds; both
are then timed once more in turns, since of many plans that were timed the fastest is partly
the luckiest. So a loss may come out below zero: the noise of the two times. The space is
larger than theirs, and *best* is what the search found in its time, not all that there is."""),
    ("nukada", "Nukada and Matsuoka, figures 7 to 9: orders of radices, and padding",
     """Nukada and Matsuoka (2009) try every order of the radices, and pad local memory against
bank conflicts. Here every order of at most three radices of up to 16, in the form with
work-items, with the points a work-item holds that look best for it. *Turns* are
those that the banks take for an access, on average, counted from the layout for 32 banks (1:
no conflict). Where no padding would be chosen, there is none to time. The local memory of CPU
devices is ordinary memory without banks: there padding can only cost."""),
    ("mpfft", "MPFFT, figure 12: tuned and untuned",
     """Li, Zhang, Liu, Long and Jia (2013) tune transforms of any size. Untuned is the model's
plan, tuned the best of a search of some seconds, timed again in turns as above."""),
    ("gu", "Gu, Li and Siegel, table 2: passes",
     """Gu, Li and Siegel (2010) count trips through global memory, group dimensions into one, and
decompose long ones. First the plan that is chosen here, then those that the model makes in
the form with work-items for the device's local memory and for less and less of it, as far as
lengths are split otherwise. A copy is one trip: two passes reach at most 0.5 of it where
nothing stays in a cache between them."""),
    ("ambuluri", "Ambuluri, table 5.1: radices, word groups and geometry",
     """Ambuluri (2012) varies how many points a work-item holds, how many work-items are busy with
a transform, and whether all stages exchange between the same places (constant geometry).
GFLOP/s by the radix of all stages but perhaps the last, and by points a work-item × work-items
a transform. Rows of constant geometry are there for lengths that are a power of the radix, where
they have been timed; padding suits each, and what they store is put in order in local memory.

Two axes of such a table are not in this engine's plan space, and are not imitated here:

- *Several work-items on one butterfly.* A butterfly is straight-line code in the registers of a
  work-item; shared by several it would exchange between them what a smaller radix exchanges between
  its stages, so it is that smaller radix, and points times work-items is the length.
- *More butterflies of a small radix than the next stage has points.* What a work-item holds besides
  its butterfly comes from one neighbouring stage: radix 2 holds at most 4 points. Larger
  radices compute the same from registers."""),
]


def device_name(results):
    """"NVIDIA H200 (CUDA 13.0)\""""
    return f"{results['device']} ({results['platform']})"


def clocks_text(results):
    clocks = results["clocks"]
    return f"{clocks['cores_mhz']} MHz" if clocks["cores_mhz"] else "not told"


def devices_table(all_results):
    return rows(["device", "driver", "compute units", "clock", "copy, GB/s", "a call's input",
                 "search", "rounds"],
                [[device_name(r), r["driver"], str(r["compute_units"]), clocks_text(r),
                  f"{r['copy_gb_s']:.1f}", f"{r['input_mib']:g} MiB", f"{r['search_s']:g} s",
                  str(r["rounds"])] for r in all_results])


def experiment(paper, results):
    """Tables of a paper for a device, and a sentence before each."""
    whole = {"hbpl": (tables.choice_summary, tables.choice_table),
             "mpfft": (tables.tuned_summary, tables.tuned_table),
             "gu": (tables.passes_summary, tables.passes_table)}
    each = {"nukada": (tables.orders_summary, tables.orders_table, "orders"),
            "ambuluri": (tables.groups_summary, tables.groups_table, "ways")}
    if paper in whole:
        summary, table = whole[paper]
        return f"{summary(results)}\n\n{table(results)}"
    summary, table, key = each[paper]
    parts = []
    for case in tables.cases_of(results, paper):
        text = f"{summary(case)}\n\n{table(case)}" if key in case else case["failure"]
        parts.append(f"**{case['size']} points.** {text}")
    return "\n\n".join(parts)


def page_of(all_results):
    parts = [HEAD + devices_table(all_results)]
    for paper, title, text in PAPERS:
        parts.append(f"## {title}\n\n{text}")
        for results in all_results:
            if tables.cases_of(results, paper):
                parts.append(f"### {paper}: {device_name(results)}")
                parts.append(experiment(paper, results))
    return "\n\n".join(parts) + "\n"


def committed():
    return [json.loads(path.read_text()) for path in sorted(HERE.glob("papers-*.json"))]


def main(argv):
    if len(argv) == 1 and argv[0] != "--check" and not argv[0].startswith("-"):
        print(page_of([json.loads(pathlib.Path(argv[0]).read_text())]), end="")
        return 0
    if argv not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 1
    wanted = page_of(committed())
    if argv:
        if PAGE.read_text() != wanted:
            print(f"{PAGE}: not what the results say; run {HERE / 'papers_page.py'}")
            return 1
        return 0
    PAGE.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
