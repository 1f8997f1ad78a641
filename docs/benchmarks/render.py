#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables and pictures of docs/benchmarks.md, from what gpufft bench --json wrote.

usage: render.py [--check]

Reads the *.json beside this file, puts their tables between the markers in
../benchmarks.md, and draws *.svg. --check writes nothing; exit status 1 where a table is
not what the results say.
"""
import json
import pathlib
import re
import sys

from cpu_tables import cpu_about, cpu_cases_table, cpu_table
from table_text import case_size, geometric, rows, shown, spread
from unseen_tables import unseen_about, unseen_cases_table, unseen_table

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "benchmarks.md"

#: Groups of the suite `peers`, and what is in them.
GROUPS = {
    "1d-short": "c2c 2 … 8192, smooth to 6000",
    "1d-16k": "c2c 10000, 16384",
    "1d-128k": "c2c 2^15 … 2^17, 30000, 48000",
    "1d-1m": "c2c 2^18 … 2^20, 10^5, 10^6",
    "1d-16m": "c2c 2^21 … 2^24",
    "primes": "c2c of primes, 7 … 1000003",
    "2d": "c2c 2D, 16² … 4096²",
    "3d": "c2c 3D, 16³ … 512³",
    "r2c": "r2c 64 … 2^20",
    "dct2": "DCT-II 8 … 16384, 8² … 1024²",
    "c2r": "c2r 64 … 2^20",
    "inverse": "c2c inverse, 1024 … 2^20, 512², 128³",
    "windowed": "windowed c2c and r2c, 64 … 2^20",
    "rotated": "output rotated, 1024 … 2^20, 512²",
    "real-nd": "r2c and c2r 2D and 3D, 64² … 1024², 128³",
    "dct": "DCT-I, III and IV, 64 … 16384, 512²",
    "dst": "DST-I to IV, 64 … 16384, 512²",
    "float64": "float64, every kind, 64 … 2^20, 128², 64³",
    "float16": "float16, c2c and r2c, 64 … 65536",
    "planar": "planar c2c, 1024 … 2^20, 512²",
    "in-place": "in place, 1024 … 2^20, 512², 128³",
    "alone": "one transform alone, of each kind and form",
    "1d": "1D, 16 … 2^24",
}


#: Results of the suite `cpu`, a machine each.
CPU = ("cpu", "cpu-zen4", "cpu-avx2", "cpu-16", "cpu-mkl")

#: Results of the suite `unseen`, a machine each.
UNSEEN = ("unseen-h200", "unseen-h100", "unseen-pocl")


def best_peer(case):
    return max((case[peer] for peer in ("cufft", "vkfft") if case.get(peer)), default=None)


def groups_of(results):
    """Group -> cases that have a time, in the order of the suite."""
    groups = {}
    for case in results["cases"]:
        if "ms" in case:
            groups.setdefault(case["group"], []).append(case)
    return groups


def peers_line(title, cases):
    aimed = [c for c in cases if c["target"]]
    reached = sum(c["fraction_of_copy"] >= c["target"] for c in aimed)
    return [title, str(len(cases)), spread([c["target"] for c in cases]),
            spread([c["fraction_of_copy"] for c in cases]),
            f"{reached} of {len(aimed)}" if aimed else "–",
            spread([best_peer(c) for c in cases]),
            shown(geometric([c["ratio"] for c in cases])),
            shown(min((c["ratio"] for c in cases if c["ratio"]), default=None))]


def peers_table(results):
    groups = groups_of(results)
    lines = [peers_line(GROUPS.get(name, name), cases) for name, cases in groups.items()]
    lines.append(peers_line("all", [c for cases in groups.values() for c in cases]))
    return rows(["class", "cases", "target", "reached", "at target", "better peer",
                 "times as fast", "least"], lines)


def cases_table(results):
    lines = []
    for case in results["cases"]:
        name = [case["kind"], case_size(case), str(case["batch"])]
        if "ms" not in case:
            lines.append(name + [case["failure"], "", "", "", "", "", "", ""])
            continue
        lines.append(name + [
            shown(case["ms"], 3), shown(case["fraction_of_copy"], 3), spread([case["target"]]),
            shown(case["cufft"]), shown(case["vkfft"]), shown(case["ratio"]),
            shown(case["cold_ms"], 0), shown(case["warm_ms"], 1)])
    return rows(["kind", "size", "batch", "ms", "of copy", "target", "cuFFT", "VkFFT",
                 "times as fast", "cold ms", "warm ms"], lines)


def cost_table(results):
    lines = []
    for key, title, bound in (("cold_ms", "cold", 400), ("warm_ms", "warm", 10)):
        cases = sorted((c for c in results["cases"] if "ms" in c), key=lambda c: c[key])
        values = [c[key] for c in cases]
        within = sum(value < bound for value in values)
        last = cases[-1]
        # Warm ones are measured one after another.
        if key == "cold_ms" and results.get("jobs", 1) > 1:
            title += f", {results['jobs']} cases compiled at a time"
        if key == "cold_ms" and results.get("first_uses", 1) > 1:
            title += f", median of {results['first_uses']}"
        lines.append([title, f"{bound} ms", f"{within} of {len(cases)}",
                      f"{values[len(values) // 2]:.4g} ms",
                      f"{values[-1]:.4g} ms ({last['kind']} {case_size(last)})"])
    return rows(["first use", "bound", "cases within", "median", "most"], lines)


def small_line(title, cases):
    device = [1 / c["ratio"] for c in cases if c["ratio"]]
    wall = [1 / c["wall_ratio"] for c in cases if c.get("wall_ratio")]
    return [title, str(len(cases)), shown(geometric(device)), shown(max(device, default=None)),
            shown(geometric(wall)), shown(max(wall, default=None))]


def small_table(results):
    lines = []
    cases = [c for group in groups_of(results).values() for c in group]
    for group in groups_of(results):
        for batch in sorted({c["batch"] for c in cases}):
            some = [c for c in cases if (c["group"], c["batch"]) == (group, batch)]
            lines.append(small_line(f"{group} × {batch}", some))
    lines.append(small_line("all", cases))
    return rows(["class × batch", "cases", "device time of cuFFT's", "most",
                 "wall time of cuFFT's", "most"], lines)


def transform(case):
    return case["kind"], case["size"], case.get("form", ""), case["group"] == "alone"


def compared_table(results, reference):
    """Fractions of the same cases' rates in \\p reference, by group."""
    known = {transform(c): c for c in reference["cases"] if "ms" in c}
    shares, short = {}, []
    for name, cases in groups_of(results).items():
        for case in cases:
            other = known.get(transform(case))
            if other is None:
                continue
            share = other["ms"] / case["ms"] * case["batch"] / other["batch"]
            shares.setdefault(name, []).append(share)
            if max(map(int, case["size"].split("x"))) <= 4096 and "x" not in case["size"]:
                short.append(share)
    lines = [[GROUPS.get(name, name), str(len(some)), shown(geometric(some)),
              shown(min(some))] for name, some in shares.items()]
    lines.append(["1D of at most 4096 points", str(len(short)), shown(geometric(short)),
                  shown(min(short, default=None))])
    return rows(["class", "cases", "rate of the CUDA backend's", "least"], lines)


def about(results):
    clocks = results["clocks"]
    text = f"{results['device']}, {results['platform']}, driver {results['driver']}; "
    if clocks["cores_mhz"]:  # a driver of OpenCL does not say
        text += (f"cores at {clocks['cores_mhz']} MHz (at most {clocks['most_cores_mhz']}), "
                 f"memory at {clocks['memory_mhz']} MHz; ")
    return text + f"copies {results['copy_gb_s']:.0f} GB/s"


def load(name):
    path = HERE / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def parts():
    """Name of a marker -> text that belongs there."""
    peers, small, opencl = (load(name) for name in ("peers", "small", "peers-opencl"))
    made = {}
    if peers:
        made["peers-about"] = about(peers)
        made["peers"] = peers_table(peers)
        made["cost"] = cost_table(peers)
        made["peers-cases"] = cases_table(peers)
    if small:
        made["small-about"] = about(small)
        made["small"] = small_table(small)
    if opencl and peers:
        made["opencl-about"] = about(opencl)
        made["opencl"] = compared_table(opencl, peers)
    for name in CPU:
        cpu = load(name)
        if cpu:
            made[f"{name}-about"] = cpu_about(cpu)
            made[name] = cpu_table(cpu)
            made[f"{name}-cases"] = cpu_cases_table(cpu)
    for name in UNSEEN:
        unseen = load(name)
        if unseen:
            made[f"{name}-about"] = unseen_about(unseen)
            made[name] = unseen_table(unseen)
            made[f"{name}-cases"] = unseen_cases_table(unseen)
    return made


def filled(page, texts):
    """\\p page with each text between its markers.

    Raises ValueError where the page has a marker that no results belong to, or lacks one.
    """
    found = re.findall(r"^<!-- begin (\S+) -->$", page, re.M)
    if sorted(found) != sorted(texts):
        raise ValueError(f"the page has {sorted(found)}, the results {sorted(texts)}")
    for name, text in texts.items():
        page = re.sub(rf"(<!-- begin {name} -->\n).*?(<!-- end {name} -->)",
                      lambda m: f"{m[1]}{text}\n{m[2]}", page, flags=re.S)
    return page


def main(argv):
    page = PAGE.read_text()
    wanted = filled(page, parts())
    if argv == ["--check"]:
        if page != wanted:
            print(f"{PAGE}: not what the results say; run {HERE / 'render.py'}")
        return int(page != wanted)
    if argv:
        print(__doc__, file=sys.stderr)
        return 1
    PAGE.write_text(wanted)
    from pictures import draw_all  # matplotlib is slow to load, and --check needs none

    draw_all(load("peers"), load("small"), {name: load(name) for name in CPU}, HERE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
