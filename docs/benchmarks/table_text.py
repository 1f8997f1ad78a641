# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers and tables as the page shows them."""
import math


def geometric(values):
    """Geometric mean; None of nothing."""
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def shown(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def spread(values):
    values = [v for v in values if v is not None]
    if not values:
        return "–"
    low, high = f"{min(values):.3g}", f"{max(values):.3g}"
    return low if low == high else f"{low} … {high}"


def rows(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |",
                      "|---" * len(head) + "|",
                      *("| " + " | ".join(line) + " |" for line in lines)])


def case_size(case):
    """Lengths, and what else there is to say of a case's transform: "64×64, windowed"."""
    form = case.get("form")
    return case["size"].replace("x", "×") + (f", {form}" if form else "")
