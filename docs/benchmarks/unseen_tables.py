# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of gpufft bench --suite unseen."""
import math

from table_text import case_size, geometric, rows, shown

#: Groups of what is drawn, and what is in them.
GROUPS = {"c2c": "c2c", "r2c": "r2c", "c2r": "c2r", "dct-dst": "DCT and DST"}


def unseen_about(results):
    peer = results["peer"] or "no peer"
    return (f"{results['device']}, {results['platform']}, driver {results['driver']}; {peer}; "
            f"{len(results['cases'])} transforms of seed {results['seed']}, of at most "
            f"{results['most_points']} points, searches of {results['search_s']:g} s; copies "
            f"{results['copy_gb_s']:.0f} GB/s")


def quantile(values, part):
    """The value that \\p part of all are at most; None of nothing."""
    values = sorted(values)
    return values[max(math.ceil(part * len(values)), 1) - 1] if values else None


def per_cent(value):
    return "–" if value is None else f"{100 * value:.1f} %"


def line(title, cases):
    ratios = [c["times_peer"] for c in cases if c["times_peer"]]
    behind = [c["behind"] for c in cases if c["behind"] is not None]
    return [title, str(len(cases)), shown(geometric(ratios)), shown(min(ratios, default=None)),
            per_cent(quantile(behind, 0.5)), per_cent(quantile(behind, 0.9)),
            per_cent(max(behind, default=None))]


def unseen_table(results):
    done = [c for c in results["cases"] if "ms" in c]
    lines = []
    for group, title in GROUPS.items():
        some = [c for c in done if c["group"] == group]
        if some:
            lines.append(line(title, some))
    lines.append(line("all", done))
    return rows(["kinds", "cases", "times as fast as the peer", "least", "behind the search",
                 "nine in ten", "most"], lines)


def unseen_cases_table(results):
    lines = []
    for case in results["cases"]:
        name = [case["kind"], case_size(case), str(case["batch"])]
        if "ms" not in case:
            lines.append(name + [case["failure"], "", "", "", ""])
            continue
        lines.append(name + [shown(case["ms"], 3), shown(case["fraction_of_copy"], 3),
                             shown(case["times_peer"]), per_cent(case["behind"]),
                             shown(case["plan_ms"], 1)])
    return rows(["kind", "size", "batch", "ms", "of copy", "times as fast", "behind",
                 "to plan, ms"], lines)
