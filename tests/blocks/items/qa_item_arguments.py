#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The small blocks from Python: numbers, tags, and what is refused."""

import numpy as np
import pmt
from flowgraphs import noise, run
from gnuradio import blocks, gpufft, gr, gr_unittest

# why, a block that cannot be, what the message says
REFUSED = [
    ("no samples in an item", lambda: gpufft.mag_squared(0), "vlen is 0"),
    ("nothing kept", lambda: gpufft.keep_m_in_n(8, 0, 3), "0 items of 3 cannot be kept"),
    ("more than there are", lambda: gpufft.keep_m_in_n(8, 4, 3), "4 items of 3"),
    ("behind the last", lambda: gpufft.keep_m_in_n(8, 2, 3, 2), "offset is 2"),
    ("before the first", lambda: gpufft.keep_m_in_n(8, 2, 3, -1), "offset is -1"),
    ("no bytes to keep", lambda: gpufft.keep_m_in_n(0, 1, 3), "items of 0 bytes"),
    ("too many bytes", lambda: gpufft.keep_m_in_n(2**30, 1, 3), "together they have"),
    ("no items in a vector", lambda: gpufft.stream_to_vector(8, 0), "nitems_per_block is 0"),
    ("no bytes in a vector", lambda: gpufft.vector_to_stream(0, 4), "items of 0 bytes"),
    ("too long a vector", lambda: gpufft.vector_to_stream(2**20, 2**12), "together they have"),
    ("no bytes to take", lambda: gpufft.null_sink(0), "items of 0 bytes"),
    ("no samples", lambda: gpufft.vector_source_c([]), "0 samples"),
    ("half an item", lambda: gpufft.vector_source_f([1.0] * 3, True, 2), "3 samples"),
]


class qa_item_arguments(gr_unittest.TestCase):
    def test_squares_are_those_of_the_magnitudes(self):
        for vlen in (1, 3, 100):
            with self.subTest(vlen):
                items = noise((5000, vlen))
                got = run(gpufft.mag_squared(vlen), items, dtype=np.float32)
                want = np.abs(items.astype(complex)) ** 2
                self.assertEqual(got.shape, want.shape)
                np.testing.assert_allclose(got, want, rtol=1e-6)

    def test_items_are_kept_as_in_tree(self):
        for m, n, offset in ((1, 1, 0), (1, 2, 1), (3, 7, 2), (5, 5, 0)):
            for item in (np.complex64, np.int16, np.int8):
                with self.subTest(f"{m} of {n} from {offset}, {item.__name__}"):
                    size = np.dtype(item).itemsize
                    items = np.arange(10000).astype(item).reshape(-1, 1)
                    got = run(gpufft.keep_m_in_n(size, m, n, offset), items, dtype=item)
                    whole = items[: len(items) // n * n].reshape(-1, n)
                    want = whole[:, offset : offset + m].reshape(-1, 1)
                    self.assertEqual(got.shape, want.shape)
                    np.testing.assert_array_equal(got, want)

    def test_vectors_are_their_items(self):
        for item, count in ((np.complex64, 7), (np.int16, 3), (np.float32, 1)):
            with self.subTest(f"{count} {item.__name__}"):
                size = np.dtype(item).itemsize
                items = np.arange(10000).astype(item).reshape(-1, 1)
                whole = items[: len(items) // count * count].reshape(-1, count)
                vectors = run(gpufft.stream_to_vector(size, count), items, dtype=item)
                np.testing.assert_array_equal(vectors, whole)
                got = run(gpufft.vector_to_stream(size, count), whole, dtype=item)
                np.testing.assert_array_equal(got, whole.reshape(-1, 1))

    def test_tags_go_to_vectors_as_in_tree(self):
        for name, vlen_in, vlen in (("stream_to_vector", 1, 4), ("vector_to_stream", 4, 1)):
            tags = []
            for offset in range(0, 100, 7):
                tag = gr.tag_t()
                tag.offset, tag.key, tag.value = offset, pmt.intern("n"), pmt.from_long(offset)
                tags.append(tag)
            came = []
            for module in (blocks, gpufft):
                graph = gr.top_block()
                samples = noise(100 * vlen_in).tolist()
                source = blocks.vector_source_c(samples, False, vlen_in, tags)
                sink = blocks.vector_sink_c(vlen)
                graph.connect(source, getattr(module, name)(8, 4), sink)
                graph.run()
                came.append(sorted((tag.offset, pmt.to_long(tag.value)) for tag in sink.tags()))
            with self.subTest(name):
                self.assertEqual(came[0], came[1])
                self.assertGreater(len(came[1]), 10)

    def test_a_source_gives_its_samples_once_or_again_and_again(self):
        data = noise(60)
        for repeat in (False, True):
            graph = gr.top_block()
            source = gpufft.vector_source_c(data.tolist(), repeat, 4)
            sink = blocks.vector_sink_c(4)
            head = blocks.head(32, 1000)
            graph.connect(source, head, sink)
            graph.run()
            want = np.tile(data, 67)[:4000] if repeat else data
            np.testing.assert_array_equal(np.array(sink.data(), np.complex64), want)

    def test_a_sink_takes_all(self):
        graph = gr.top_block()
        sink = gpufft.null_sink(8)
        graph.connect(blocks.vector_source_c(noise(12345).tolist()), sink)
        graph.run()
        self.assertEqual(sink.nitems_read(0), 12345)

    def test_tags_go_with_their_items(self):
        tags = []
        for offset in range(0, 600, 7):
            tag = gr.tag_t()
            tag.offset, tag.key, tag.value = offset, pmt.intern("n"), pmt.from_long(offset)
            tags.append(tag)
        graph = gr.top_block()
        source = blocks.vector_source_c(noise(600).tolist(), False, 1, tags)
        sink = blocks.vector_sink_f()
        graph.connect(source, gpufft.mag_squared(), sink)
        graph.run()
        came = sorted((tag.offset, pmt.to_long(tag.value)) for tag in sink.tags())
        self.assertEqual(came, [(n, n) for n in range(0, 600, 7)])

    def test_what_cannot_be_is_refused(self):
        for why, make, says in REFUSED:
            with self.subTest(why):
                with self.assertRaises(ValueError) as caught:
                    make()
                self.assertIn(says, str(caught.exception))


if __name__ == "__main__":
    gr_unittest.run(qa_item_arguments)
