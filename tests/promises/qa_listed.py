#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each list of tests/promises sees an entry that is removed, one that is changed and one
that is new; and so do what reads headers, block files and bindings."""
import pathlib
import sys
import tempfile
import unittest

import blocks_list
import listed
import python_list

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/site/generate"))

from headers import declarations_of  # noqa: E402

HEADER = """\
#define INCLUDED_A_H
namespace gpufft {
//! What for.
enum class way { in, //!< first
                 out };
/*!
 * \\brief A class
 * of two lines
 */
class GPUFFT_API thing : virtual public other
{
public:
    explicit thing(int n) : d_n{ n } {}
    virtual void set(const std::vector<int>& values = {}) = 0; //!< all at once
    virtual int get() const { return d_n; }
    static constexpr std::size_t MOST = std::size_t(4); //!< things

private:
    int d_n;
    virtual void hidden() = 0;
};
} // namespace gpufft
"""


class qa_listed(unittest.TestCase):

    def test_001_every_list_is_there(self):
        names = sorted(path.stem for path in listed.LISTS.glob("*.txt"))
        self.assertEqual(names, sorted(["blocks", "headers", "layouts", "program", "python",
                                        "symbols"]))
        for name in names:
            with self.subTest(list=name):
                self.assertGreater(len(listed.read(name)), 20)

    def test_002_changes_are_seen_in_each(self):
        for path in listed.LISTS.glob("*.txt"):
            promised = listed.read(path.stem)
            with self.subTest(list=path.stem):
                self.assertEqual(list(listed.breaks(promised, dict(promised))), [])
                self.assertEqual(list(listed.additions(promised, dict(promised))), [])
                key = list(promised)[len(promised) // 2]
                without = {k: v for k, v in promised.items() if k != key}
                self.assertEqual(len(list(listed.breaks(promised, without))), 1)
                self.assertEqual(list(listed.additions(without, promised)),
                                 [f"new: {key}" + (f" = {promised[key]}" if promised[key]
                                                   else "")])
                changed = list(listed.breaks(promised, {**promised, key: "another"}))
                self.assertEqual(len(changed), 1)
                self.assertTrue(changed[0].startswith("changed: "), changed)

    def test_003_accepting_keeps_what_was_promised(self):
        self.assertEqual(listed.accepted({"a": "1", "b": "2"}, {"a": "3", "c": "4"}),
                         {"a": "1", "b": "2", "c": "4"})

    def test_004_written_lists_are_read_again(self):
        kept = listed.LISTS
        with tempfile.TemporaryDirectory() as folder:
            listed.LISTS = pathlib.Path(folder)
            try:
                entries = {"f(int) = default": "", "g": "x = 1", "h": ""}
                listed.write("some", {k: v for k, v in entries.items() if " = " not in k})
                self.assertEqual(listed.read("some"), {"g": "x = 1", "h": ""})
                self.assertEqual(listed.read("other"), {})
            finally:
                listed.LISTS = kept

    def test_005_declarations(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.h"
            path.write_text(HEADER)
            found = {each.path: each for each in declarations_of(path)}
        texts = {
            "gpufft::way": "enum class way",
            "gpufft::way::in": "in",
            "gpufft::way::out": "out",
            "gpufft::thing": "class thing : virtual public other",
            "gpufft::thing::thing": "explicit thing(int n)",
            "gpufft::thing::set":
                "virtual void set(const std::vector<int>& values = {}) = 0",
            "gpufft::thing::get": "virtual int get() const",
            "gpufft::thing::MOST": "static constexpr std::size_t MOST = std::size_t(4)",
        }
        self.assertEqual({path: each.text for path, each in found.items()}, texts)
        self.assertEqual(found["gpufft::way::in"].comment, "first")
        self.assertEqual(found["gpufft::thing"].comment, "\\brief A class\nof two lines")
        self.assertEqual(found["gpufft::thing::set"].comment, "all at once")

    def test_006_blocks(self):
        found = blocks_list.entries_of({
            "id": "a", "flags": ["python"],
            "parameters": [{"id": "n", "dtype": "int", "default": 3},
                           {"id": "e", "dtype": "enum", "options": ["x", "y"]}],
            "inputs": [{"domain": "stream", "dtype": "float", "vlen": 2}],
            "outputs": [{"domain": "message", "id": "out"}]})
        self.assertEqual(found, {
            "block a": "python", "block a: parameter n": "int default 3",
            "block a: parameter e": "enum of x, y", "block a: input 0": "stream float vlen 2",
            "block a: output out": "message"})

    def test_007_bindings(self):
        doc = ("make(self: m.b, n: int, taps: List[float] = [1, 2], w: "
               "std::vector<float> = FloatVector[], shift: bool = False) -> None\n\nHelp.")
        self.assertEqual(python_list.signature_of_bindings(doc),
                         "(n, taps=[1, 2], w=[], shift=False)")
        self.assertEqual(python_list.signature_of_bindings(doc + "\n\n2. make() -> None"),
                         "(n, taps=[1, 2], w=[], shift=False) or ()")


if __name__ == "__main__":
    unittest.main()
