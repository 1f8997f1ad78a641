# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, as a table; and read back from a file."""
import json

ENDS = {"untouched": "source and sink touch no memory",
        "file": "source reads a file, sink reads its items"}


def read(path):
    """What --json printed into the file ``path``.

    Raises OSError, and ValueError where it holds something else.
    """
    with open(path, encoding="utf-8") as file:
        try:
            measured = json.load(file)
            table(measured)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ValueError(f"{path}: not what gpufft bench --flowgraph --json prints") \
                from None
    return measured


def table(measured):
    """The table as a text of several lines, without the last line break."""
    machine = measured["machine"]
    lines = [
        f"device   {machine['device']}",
        f"cpu      {machine['cpu']}, {machine['cores']} cores",
        f"software GNU Radio {machine['gnuradio']}, gr-gpufft {machine['gpufft']}",
        f"run      {machine['date']}, median of {measured['rounds']} rounds of "
        f"{measured['seconds']:g} s in turn, in-tree FFTs with "
        f"{_count(measured['threads'], 'thread')}",
    ]
    seen = None
    for rate in measured["rates"]:
        group = rate["length"], rate["ends"]
        if group != seen:
            lines += ["", f"{rate['length']} points, {ENDS[rate['ends']]}",
                      f"  {'flowgraph':<20} {'buffers':>8} {'MS/s':>8} {'spread':>15} "
                      f"{'of in-tree':>10}"]
            seen = group
        lines.append("  " + _line(rate))
    return "\n".join(lines)


def _line(rate):
    mib = rate["buffer_bytes"] >> 20
    median, lowest, highest = (_mega(rate["samples_per_s"][name])
                               for name in ("median", "lowest", "highest"))
    line = (f"{rate['chain']:<20} {f'{mib} MiB' if mib else 'default':>8} {median:>8} "
            f"{f'{lowest} .. {highest}':>15}")
    return line + (f" {rate['of_in_tree']:>9.2f}x" if "of_in_tree" in rate else "")


def _mega(samples_per_s):
    value = samples_per_s / 1e6
    return f"{value:.0f}" if value >= 1000 else f"{value:.4g}"


def _count(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"
