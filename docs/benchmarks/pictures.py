# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of benchmark results, as SVG."""
import math

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "gpufft"  # the same results give the same file
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text, and the file small
from matplotlib import pyplot  # noqa: E402
from cpu_tables import peer_of, points_text, targets_of  # noqa: E402
from table_text import case_size  # noqa: E402

OURS, CUFFT, VKFFT = "#1b6ca8", "#76b900", "#b0b0b0"
WIDTH = 9  # inches


def draw_all(peers, small, cpus, folder):
    """\\p cpus: name of a machine's results -> them, or None"""
    if peers:
        draw_lengths(peers, folder / "lengths.svg")
        draw_groups(peers, folder / "classes.svg")
    if small:
        draw_small(small, folder / "small.svg")
    for name, results in cpus.items():
        if results:
            draw_cpu(results, folder / f"{name}.svg")


def points(case):
    return math.prod(map(int, case["size"].split("x")))


def save(figure, path):
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def draw_lengths(results, path):
    """GB/s over length: complex transforms of one dimension, primes apart."""
    figure, axes = pyplot.subplots(2, 1, figsize=(WIDTH, 8), sharex=True,
                                   layout="constrained")
    copy = results["copy_gb_s"]
    one = [c for c in results["cases"] if "ms" in c and c["kind"] == "c2c"
           and "x" not in c["size"] and not c.get("form") and c["group"] != "alone"]
    for axis, title, are_primes in ((axes[0], "composite lengths", False),
                                    (axes[1], "prime lengths", True)):
        cases = sorted((c for c in one if (c["group"] == "primes") == are_primes), key=points)
        lengths = [points(c) for c in cases]
        for name, key, colour, mark in (("VkFFT 1.3.4", "vkfft", VKFFT, "v"),
                                        ("cuFFT", "cufft", CUFFT, "s"),
                                        ("gr-gpufft", "fraction_of_copy", OURS, "o")):
            if any(c[key] for c in cases):
                axis.plot(lengths, [c[key] * copy if c[key] else math.nan for c in cases],
                          marker=mark, color=colour, label=name)
        axis.axhline(copy, color="black", linewidth=0.8, linestyle="--")
        axis.annotate("a copy", (lengths[0], copy), (0, 5), textcoords="offset points")
        axis.set(xscale="log", ylabel="GB/s read and written", title=title,
                 ylim=(0, 1.15 * copy))
        axis.set_xscale("log", base=2)
        axis.grid(alpha=0.3)
        axis.legend(loc="lower left")
    axes[1].set_xlabel("points")
    figure.suptitle(f"Complex transforms of one dimension, about 1 GiB, {results['device']}")
    save(figure, path)


def tick_names(cases):
    """Sizes, with what the cases of a group differ in."""
    kinds = {c["kind"] for c in cases}
    forms = {c.get("form", "") for c in cases}
    return [" ".join(filter(None, [c["kind"] if len(kinds) > 1 else "",
                                   case_size(c) if len(forms) > 1
                                   else c["size"].replace("x", "×")]))
            for c in cases]


def draw_groups(results, path):
    """How many times as fast as the better peer, a bar a case, a panel a group."""
    groups = {}
    for case in results["cases"]:
        if case.get("ratio"):
            groups.setdefault(case["group"], []).append(case)
    columns = 2
    lines = -(-len(groups) // columns)
    figure, axes = pyplot.subplots(lines, columns, figsize=(WIDTH, 2.4 * lines),
                                   squeeze=False, layout="constrained")
    for axis in list(axes.flat)[len(groups):]:
        axis.remove()
    for axis, (name, cases) in zip(axes.flat, groups.items()):
        ratios = [c["ratio"] for c in cases]
        axis.bar(range(len(cases)), ratios,
                 color=[OURS if r >= 1 else "#c05020" for r in ratios])
        axis.axhline(1, color="black", linewidth=0.8)
        axis.set_xticks(range(len(cases)), tick_names(cases),
                        rotation=60, ha="right", fontsize=6)
        axis.set_title(name, fontsize=9)
        axis.set_ylim(0, max(1.2, 1.05 * max(ratios)))
        axis.grid(axis="y", alpha=0.3)
    figure.suptitle(f"Times as fast as the better of cuFFT and VkFFT, {results['device']}")
    save(figure, path)


def draw_small(results, path):
    """Time over size, ours beside cuFFT's: of the device, and of a call."""
    figure, axes = pyplot.subplots(2, 1, figsize=(WIDTH, 8), sharex=True,
                                   layout="constrained")
    for axis, ours, theirs, title in (
            (axes[0], "ms", "cufft_ms", "on the device"),
            (axes[1], "wall_ms", "cufft_wall_ms", "of a call, launch included")):
        for shade, batch in ((1.0, 1), (0.65, 10), (0.35, 100)):
            cases = sorted((c for c in results["cases"] if "ms" in c
                            and c["group"] == "1d" and c["batch"] == batch), key=points)
            for key, colour, name in ((ours, OURS, "gr-gpufft"), (theirs, CUFFT, "cuFFT")):
                if any(c.get(key) for c in cases):
                    axis.plot([points(c) for c in cases],
                              [1e3 * c[key] if c.get(key) else math.nan for c in cases],
                              color=colour, alpha=shade, marker=".",
                              label=f"{name}, {batch}")
        axis.set(xscale="log", yscale="log", ylabel="µs", title=title)
        axis.set_xscale("log", base=2)
        axis.grid(alpha=0.3)
        axis.legend(fontsize=7)
    axes[1].set_xlabel("points of one transform")
    figure.suptitle(f"One transform, 10 and 100 at a time, {results['device']}")
    save(figure, path)


def draw_cpu(results, path):
    """How many times as fast as the peer on as many threads: a panel a class and points in all.

    Dashed: the mean that is aimed at with all threads.
    """
    most = max(results["threads"])
    sets = list(dict.fromkeys((c["class"], c["points"]) for c in results["cases"]))
    figure, axes = pyplot.subplots(-(-len(sets) // 2), 2, figsize=(WIDTH, 1.2 * len(sets)),
                                   squeeze=False, layout="constrained")
    for axis, (group, points_in_all) in zip(axes.flat, sets):
        cases = [c for c in results["cases"] if "ms" in c
                 and (c["class"], c["points"]) == (group, points_in_all)]
        sizes = list(dict.fromkeys(c["size"] for c in cases))
        for threads, colour, mark in ((min(results["threads"]), VKFFT, "v"), (most, OURS, "o")):
            some = {c["size"]: c["ratio"] for c in cases if c["threads"] == threads}
            axis.plot(range(len(sizes)), [some.get(size, math.nan) for size in sizes],
                      color=colour, marker=mark, markersize=3, linewidth=0.8,
                      label=f"{threads} thread{'s' * (threads > 1)}")
        axis.axhline(1, color="black", linewidth=0.8)
        target = targets_of(group, results).get(points_in_all)
        if target:
            axis.axhline(target, color=OURS, linewidth=0.8, linestyle="--")
        axis.set_xticks(range(len(sizes)), [s.replace("x", "×") for s in sizes],
                        rotation=60, ha="right", fontsize=6)
        axis.set_title(f"{group}, {points_text(points_in_all)} points in all", fontsize=9)
        axis.set_ylim(0, max(1.2, 1.05 * max([c["ratio"] for c in cases] + [target or 0])))
        axis.grid(axis="y", alpha=0.3)
        axis.legend(fontsize=6)
    for axis in list(axes.flat)[len(sets):]:
        axis.remove()
    figure.suptitle(f"Times as fast as {peer_of(results)} on as many threads, {results['cpu']}")
    save(figure, path)
