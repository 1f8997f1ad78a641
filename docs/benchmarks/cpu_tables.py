# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of the suite `cpu`: ours beside FFTW, or MKL, on as many threads."""
from table_text import geometric, rows, shown

#: Class -> what is in it, and the mean that is aimed at with all threads, by points in all,
#: beside FFTW.
CLASSES = {
    "powers": ("c2c 16 … 2^20", {1 << 22: 2.3, 1 << 16: 1.2}),
    "smooth": ("c2c, other products of 2, 3 and 5, 12 … 48000", {1 << 22: 2.0, 1 << 16: 1.0}),
    "primes": ("c2c of primes, 17 … 65537", {1 << 22: 1.5, 1 << 16: 1.0}),
    "real": ("r2c 16 … 2^20", {1 << 22: 1.8, 1 << 16: 1.0}),
    "2d-3d": ("c2c 16² … 1024², 16³ … 128³", {1 << 22: 1.8, 1 << 16: 1.0}),
    "dct": ("DCT-II 8 … 4096, 8², 64², 512²", {1 << 22: 2.0, 1 << 16: 1.0}),
}

#: The means beside MKL.
MKL_TARGETS = {
    group: {1 << 22: 1.5 if group == "powers" else 1.3, 1 << 16: 1.0} for group in CLASSES}

#: That no case is to fall short of.
LEAST = 0.9


def points_text(points):
    return f"{points >> 20} Mi" if points % (1 << 20) == 0 else f"{points >> 10} Ki"


def peer_of(results):
    return results.get("peer", "FFTW")


def targets_of(group, results):
    return MKL_TARGETS[group] if peer_of(results) == "MKL" else CLASSES[group][1]


def ratio_text(case):
    """With a question mark where FFTW had not measured all of its plans."""
    return shown(case["ratio"]) + "?" * case["fftw_cut_short"]


def cpu_about(results):
    cut = sum(c.get("fftw_cut_short", False) for c in results["cases"])
    copies = ", ".join(f"{rate:.1f} GB/s on {threads}"
                       for threads, rate in results["copy_gb_s"].items())
    text = (f"{results['cpu']}, {results['platform']}, driver {results['driver']}; "
            f"{results['fftw']}, planned with FFTW_MEASURE; threads: "
            f"{', '.join(map(str, results['threads']))}; copies {copies}")
    if cut:
        text += (f"; in {cut} of {len(results['cases'])} cases {peer_of(results)} had not "
                 f"measured all after {results['fftw_limit_s']:g} s")
    return text


def cpu_line(group, points, results):
    title, targets = CLASSES[group][0], targets_of(group, results)
    timed = [c for c in results["cases"] if "ms" in c
             and (c["class"], c["points"]) == (group, points)]
    most = [c for c in timed if c["threads"] == max(results["threads"])]
    one = [c for c in timed if c["threads"] == 1]
    worst = min(most, key=lambda c: c["ratio"], default=None)
    below = sum(c["ratio"] < LEAST for c in most)
    return [title, points_text(points), str(len(most)), shown(targets.get(points), 1),
            shown(geometric([c["ratio"] for c in most])),
            worst and f"{shown(worst['ratio'])} ({worst['kind']} "
                      f"{worst['size'].replace('x', '×')})" or "–",
            str(below), shown(geometric([c["ratio"] for c in one]))]


def cpu_table(results):
    sets = dict.fromkeys((c["class"], c["points"]) for c in results["cases"])
    lines = [cpu_line(group, points, results)
             for points in sorted({p for _, p in sets}, reverse=True)
             for group in CLASSES if (group, points) in sets]
    most = max(results["threads"])
    return rows(["class", "points in all", "cases", "target", f"{most} threads", "least",
                 f"below {LEAST}", "1 thread"], lines)


def cpu_cases_table(results):
    """A line a size: milliseconds and ratios by points in all and threads."""
    sets = sorted({(c["points"], c["threads"]) for c in results["cases"]}, reverse=True)
    sizes = {}
    for c in results["cases"]:
        sizes.setdefault((c["kind"], c["size"]), {})[c["points"], c["threads"]] = c
    lines = []
    for (kind, size), some in sizes.items():
        line = [kind, size.replace("x", "×")]
        for key in sets:
            c = some.get(key)
            if c and "ms" not in c:
                line.append(c["failure"])
            else:
                line.append(f"{c['ms']:.3f} ({ratio_text(c)})" if c else "–")
        lines.append(line)
    return rows(["kind", "size", *(f"{points_text(points)}, threads {threads}"
                                   for points, threads in sets)], lines)
