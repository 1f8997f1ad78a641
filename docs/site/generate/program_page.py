# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands and options of the program, from the help texts that its tests compare."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
ORDER = ["gpufft", "devices", "plan", "dump", "bench", "tune", "wisdom", "cache", "spectrogram",
         "process", "show", "psd"]


def sort_key(path):
    first = path.stem.partition("_")[0]
    return (ORDER.index(first) if first in ORDER else len(ORDER), path.stem)


def title_of(path):
    if path.stem == "gpufft":
        return "gpufft"
    return "gpufft " + path.stem.replace("bench_", "bench, ").replace("_", " ")


def write_all(folder):
    lines = ["# The program", "", "What `gpufft help COMMAND` prints.", ""]
    for path in sorted((ROOT / "tests/apps/help").glob("*.txt"), key=sort_key):
        lines += [f"## {title_of(path)}", "", "```text",
                  path.read_text(encoding="utf-8").rstrip("\n"), "```", ""]
    target = pathlib.Path(folder) / "reference"
    target.mkdir(parents=True, exist_ok=True)
    (target / "program.md").write_text("\n".join(lines), encoding="utf-8")
