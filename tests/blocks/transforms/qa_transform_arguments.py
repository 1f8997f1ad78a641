#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real and N-dimensional blocks refuse, and what they say."""

from gnuradio import gpufft, gr_unittest

OF_ONE_LENGTH = (gpufft.rfft_vfc, gpufft.irfft_vcf, gpufft.dct_vff, gpufft.dst_vff)
TRIGONOMETRIC = (gpufft.dct_vff, gpufft.dst_vff)
ALL = (*OF_ONE_LENGTH, gpufft.fftn_vcc)

# why: blocks, arguments, words that the message has
REFUSED = {
    "no points": (OF_ONE_LENGTH, (0,), {}, ["length must be at least 1, got 0"]),
    "negative": (OF_ONE_LENGTH, (-8,), {}, ["length must be at least 1, got -8"]),
    "too long": (OF_ONE_LENGTH, (2**27 + 1,), {}, [str(2**27 + 1), "limit", str(2**27)]),
    "window too short": (
        (gpufft.rfft_vfc,),
        (8, [1.0] * 7),
        {},
        ["window has 7 taps and length is 8; give 8 taps, or none for no window"],
    ),
    "window of the bins": ((gpufft.rfft_vfc,), (8, [1.0] * 5), {}, ["5 taps", "8"]),
    "no such normalization": (
        OF_ONE_LENGTH,
        (8,),
        {"normalization": "ortho"},
        ['normalization "ortho" is not one of none, by_length, orthonormal'],
    ),
    "type 0": (TRIGONOMETRIC, (8, 0), {}, ["type must be 1, 2, 3 or 4, got 0"]),
    "type 5": (TRIGONOMETRIC, (8, 5), {}, ["type must be 1, 2, 3 or 4, got 5"]),
    "DCT-I of a point": ((gpufft.dct_vff,), (1, 1), {}, ["dct1", "at least 2", "got 1"]),
    "no dimensions": ((gpufft.fftn_vcc,), ([],), {}, ["1 to 4 dimensions, got 0"]),
    "five dimensions": (
        (gpufft.fftn_vcc,),
        ([2] * 5,),
        {},
        ["1 to 4 dimensions, got 5", "then the others"],
    ),
    "an empty dimension": ((gpufft.fftn_vcc,), ([4, 0],), {}, ["at least 1, got 0"]),
    "a long dimension": ((gpufft.fftn_vcc,), ([2**27 + 1],), {}, ["limit", "2^27"]),
    "N-D normalization": (
        (gpufft.fftn_vcc,),
        ([4, 4],),
        {"normalization": ""},
        ['normalization "" is not one of'],
    ),
    "items beyond GNU Radio's": (
        (gpufft.fftn_vcc,),
        ([2**14, 2**14],),
        {},
        ["16384x16384", str(2**31), f"at most {2**31 - 1}", "fewer points"],
    ),
    "more points than can be counted": (
        (gpufft.fftn_vcc,),
        ([2**27] * 4,),
        {},
        ["above the limit"],
    ),
}


def smallest(block):
    return block([2, 2]) if block is gpufft.fftn_vcc else block(8)


class qa_transform_arguments(gr_unittest.TestCase):
    def test_refuses_with_a_message_that_helps(self):
        for why, (blocks, positional, named, said) in REFUSED.items():
            for block in blocks:
                with self.subTest(f"{block.__name__}: {why}"):
                    with self.assertRaises(ValueError) as caught:
                        block(*positional, **named)
                    for words in said:
                        self.assertIn(words, str(caught.exception))

    def test_unknown_device_lists_what_there_is(self):
        for block in ALL:
            arguments = ([8, 8],) if block is gpufft.fftn_vcc else (8,)
            with self.assertRaises(RuntimeError) as caught:
                block(*arguments, device="no such thing")
            self.assertIn("no such thing", str(caught.exception))
            self.assertIn(gpufft.devices()[0].name, str(caught.exception))

    def test_takes_all_arguments_by_place_and_by_name(self):
        device = gpufft.devices()[0].name
        gpufft.rfft_vfc(8, (1,) * 8, "none", device)
        gpufft.rfft_vfc(length=8, window=[], normalization="none", device=device)
        gpufft.irfft_vcf(8, "none", device)
        gpufft.irfft_vcf(length=8, normalization="none", device=device)
        for block in TRIGONOMETRIC:
            block(8, 2, False, "none", False, device)
            block(
                length=8,
                type=2,
                inverse=False,
                normalization="none",
                orthogonalize=False,
                device=device,
            )
        gpufft.fftn_vcc((2, 2), True, False, "none", device)
        gpufft.fftn_vcc(
            shape=[2, 2], forward=True, shift=False, normalization="none", device=device
        )

    def test_only_blocks_with_a_window_can_set_one(self):
        for block in ALL:
            self.assertIs(hasattr(block, "set_window"), block is gpufft.rfft_vfc)

    def test_set_window_says_whether_the_length_is_right(self):
        made = gpufft.rfft_vfc(8)
        for taps, is_right in ((8, True), (7, False), (5, False), (0, True)):
            self.assertIs(made.set_window([1.0] * taps), is_right)

    def test_item_sizes(self):
        for made, takes, gives in (
            (gpufft.rfft_vfc(8), 4 * 8, 8 * 5),
            (gpufft.rfft_vfc(15), 4 * 15, 8 * 8),
            (gpufft.irfft_vcf(8), 8 * 5, 4 * 8),
            (gpufft.irfft_vcf(15), 8 * 8, 4 * 15),
            (gpufft.dct_vff(8), 4 * 8, 4 * 8),
            (gpufft.dst_vff(8), 4 * 8, 4 * 8),
            (gpufft.fftn_vcc([2, 2]), 8 * 4, 8 * 4),
        ):
            with self.subTest(made.name()):
                self.assertEqual(made.input_signature().sizeof_stream_item(0), takes)
                self.assertEqual(made.output_signature().sizeof_stream_item(0), gives)

    def test_says_where_and_how_it_runs(self):
        for block in ALL:
            made = smallest(block)
            self.assertEqual(made.name(), block.__name__)
            self.assertIn(gpufft.devices()[0].name, made.device_name())
            self.assertNotIn("\n", made.plan_line())
            self.assertIn("2x2" if block is gpufft.fftn_vcc else "8", made.plan_line())

    def test_everything_is_documented(self):
        for block in ALL:
            for name in ("", "__init__", "device_name", "plan_line"):
                what = getattr(block, name) if name else block
                self.assertGreater(len(what.__doc__), 30, name)
            for words in ("normalization", "device", "Input:", "Output:", "ValueError"):
                self.assertIn(words, block.__doc__)


if __name__ == "__main__":
    gr_unittest.run(qa_transform_arguments)
