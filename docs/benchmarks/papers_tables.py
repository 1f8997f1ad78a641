# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of the suite `papers`, a function an experiment."""
from table_text import geometric, rows, shown

#: Percent that HBPL's model loses at most.
HBPL_MOST = 6.2


def cases_of(results, paper):
    return [c for c in results["cases"] if c["paper"] == paper]


def size_text(case):
    return case["size"].replace("x", "×")


def time_text(time):
    """Microseconds of a call, or a word for why there are none."""
    return "failed" if "failure" in time else f"{time['us']:.0f}"


def rate_text(time):
    return "failed" if "failure" in time else f"{time['gflops']:.1f}"


def has_choice(case):
    return "lost" in case


def percent(part):
    return f"{100 * part:.1f} %".replace("-0.0", "0.0")




def choice_table(results):
    """A line a size, a column a kind."""
    cases = [c for c in cases_of(results, "hbpl")]
    kinds = list(dict.fromkeys(c["kind"] for c in cases))
    sizes = {}
    for c in cases:
        sizes.setdefault(c["size"], {})[c["kind"]] = c
    lines = []
    for size, some in sizes.items():
        line = [size.replace("x", "×")]
        for kind in kinds:
            c = some.get(kind)
            if c is None or not has_choice(c):
                line += ["–" if c is None else "failed", "–", "–"]
            else:
                line += [time_text(c["model"]), time_text(c["best"]), percent(c["lost"])]
        lines.append(line)
    head = ["points"]
    for kind in kinds:
        head += [f"{kind}: model, us", "best", "lost"]
    return rows(head, lines)


def choice_summary(results):
    timed = [c for c in cases_of(results, "hbpl") if has_choice(c)]
    if not timed:
        return "No transform has been timed."
    same = sum(c["model"]["plan"] == c["best"]["plan"] for c in timed)
    within = sum(100 * c["lost"] <= HBPL_MOST for c in timed)
    worst = max(timed, key=lambda c: c["lost"])
    mean = 1 - geometric([1 - c["lost"] for c in timed])
    counts = sorted(c["timed"] for c in timed)
    noise = sorted(max(c["model"]["spread"], c["best"]["spread"]) for c in timed)
    return (f"Of {len(timed)} transforms the search keeps the model's plan for {same}; it times "
            f"{counts[0]} to {counts[-1]} plans of each, {counts[len(counts) // 2]} at the "
            "median. "
            f"{within} are within {HBPL_MOST} % of the best; the mean loss is {percent(mean)}, "
            f"the most {percent(worst['lost'])} ({worst['kind']} {size_text(worst)}). "
            f"The median of a time's rounds is {percent(noise[len(noise) // 2])} above it "
            "(median over the transforms).")


def gain_of(order):
    """Time without padding over that with it; None where either is missing."""
    if "padded" not in order or "failure" in order["plain"] or "failure" in order["padded"]:
        return None
    return order["plain"]["us"] / order["padded"]["us"]


def orders_table(case):
    lines = []
    for order in case["orders"]:
        conflicts = [shown(turns) for turns in order["conflicts"]] + ["–"]
        gain = gain_of(order)
        lines.append(["·".join(map(str, order["radices"])), *conflicts[:2],
                      rate_text(order["plain"]),
                      rate_text(order["padded"]) if "padded" in order else "–", shown(gain)])
    return rows(["radices", "turns", "padded", "GFLOP/s", "padded", "times as fast"], lines)


def orders_summary(case):
    orders = case["orders"]
    timed = [(order[how], order, how) for order in orders for how in ("plain", "padded")
             if how in order and "failure" not in order[how]]
    if not timed:
        return "No order has been timed."
    best = max(timed, key=lambda t: t[0]["gflops"])
    worst = min(timed, key=lambda t: t[0]["gflops"])
    gains = [g for g in map(gain_of, orders) if g]

    def name(which):
        words = "·".join(map(str, which[1]["radices"]))
        return f"{words}{', padded' if which[2] == 'padded' else ''}"

    text = (f"{len(orders)} orders. The fastest ({name(best)}, {best[0]['gflops']:.1f} GFLOP/s) "
            f"is {best[0]['gflops'] / worst[0]['gflops']:.1f} times as fast as the slowest "
            f"({name(worst)}).")
    if gains:
        faster = sum(g > 1 for g in gains)
        text += (f" Padding would be chosen for {len(gains)} of them, and is faster for "
                 f"{faster}: {shown(geometric(gains))} times as fast on average, "
                 f"{shown(min(gains))} to {shown(max(gains))}.")
    return text


def tuned_table(results):
    lines = []
    for c in cases_of(results, "mpfft"):
        if not has_choice(c):
            lines.append([size_text(c), "failed", "–", "–", "–"])
            continue
        lines.append([size_text(c), rate_text(c["model"]), rate_text(c["best"]),
                      shown(1 / (1 - c["lost"])), str(c["timed"])])
    return rows(["points", "untuned, GFLOP/s", "tuned", "times as fast", "plans timed"], lines)


def tuned_summary(results):
    timed = [c for c in cases_of(results, "mpfft") if has_choice(c)]
    if not timed:
        return "No transform has been timed."
    gains = [1 / (1 - c["lost"]) for c in timed]
    most = max(timed, key=lambda c: c["lost"])
    return (f"Tuning makes {len(timed)} transforms {shown(geometric(gains))} times as fast on "
            f"average, {shown(max(gains))} at most ({size_text(most)}).")


def passes_table(results):
    lines = []
    for c in cases_of(results, "gu"):
        if "failure" in c:
            lines.append([size_text(c), c["failure"], "–", "–", "–", "–"])
            continue
        for i, p in enumerate(c["plans"]):
            lines.append([size_text(c) if i == 0 else "", p["form"] + (", chosen" if i == 0 else ""),
                          str(len(p["split"])), " · ".join(map(str, p["split"])),
                          time_text(p), "–" if "failure" in p else shown(p["of_copy"], 3)])
    return rows(["points", "form", "passes", "points of each", "us", "of copy"], lines)


def passes_summary(results):
    """Of the plans with work-items, what a pass more costs."""
    ratios = {}
    for c in cases_of(results, "gu"):
        by_count = {}
        for p in c.get("plans", ()):
            if p["form"] == "work-items" and "failure" not in p:
                count = len(p["split"])
                by_count[count] = min(by_count.get(count, p["us"]), p["us"])
        for count, us in by_count.items():
            if count + 1 in by_count:
                ratios.setdefault(count, []).append(by_count[count + 1] / us)
    if not ratios:
        return "No transform was cut into different numbers of passes."
    parts = [f"{count + 1} passes instead of {count} take {shown(geometric(some))} times as long "
             f"({len(some)} transforms)" for count, some in sorted(ratios.items())]
    return "Of the plans with work-items, the fastest of each number of passes: " + \
        "; ".join(parts) + "."


def is_constant(way):
    """Older results have no other geometry than direct."""
    return way.get("geometry", "direct") == "constant"


def groups_table(case):
    points = sorted({way["points"] for way in case["ways"]})
    lines = []
    for radix, constant in sorted({(way["radix"], is_constant(way)) for way in case["ways"]}):
        known = {way["points"]: way for way in case["ways"]
                 if (way["radix"], is_constant(way)) == (radix, constant)}
        ways = [known.get(held) for held in points]
        lines.append([f"{radix}, constant" if constant else str(radix),
                      *(rate_text(way["time"]) if way else "–" for way in ways)])
    n = int(case["size"])
    return rows(["radix", *(f"{held} points × {n // held}" for held in points)], lines)


def way_text(way):
    held = f"with {way['points']} points a work-item"
    return f"radix {way['radix']} {held}" + (" by constant geometry" if is_constant(way) else "")


def geometry_text(timed):
    """How constant geometry does against direct, of ways that differ in nothing else."""
    direct = {(way["radix"], way["points"]): way for way in timed if not is_constant(way)}
    ratios = [way["time"]["gflops"] / direct[way["radix"], way["points"]]["time"]["gflops"]
              for way in timed
              if is_constant(way) and (way["radix"], way["points"]) in direct]
    if not ratios:
        return ""
    return (f" Constant geometry is {geometric(ratios):.2f} times as fast as direct on average, "
            f"{shown(min(ratios), 2)} to {shown(max(ratios), 2)}.")


def groups_summary(case):
    timed = [way for way in case["ways"] if "failure" not in way["time"]]
    if not timed:
        return "No way has been timed."
    best = max(timed, key=lambda way: way["time"]["gflops"])
    worst = min(timed, key=lambda way: way["time"]["gflops"])
    return (f"The fastest is {way_text(best)}, "
            f"{best['time']['gflops'] / worst['time']['gflops']:.1f} times as fast as "
            f"radix {worst['radix']} with {worst['points']}"
            f"{' by constant geometry' if is_constant(worst) else ''}.{geometry_text(timed)}")
