#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture's size, colours, scale, and that it appears whole or not at all."""
import errno
import io
import os
import resource
import stat
import tempfile
import unittest
from unittest import mock

import numpy as np
from matplotlib.image import imread

from gnuradio.gpufft import atomic_file, picture


def scene(power, **fields):
    return picture.Spectrogram(np.asarray(power, np.float32), times_s=(0, 10), end_s=10,
                               frequencies_hz=(-5e5, 5e5), title="title",
                               subtitle="subtitle", **fields)


def pixels(png):
    """Red, green, blue of 0 .. 255, top row first."""
    return np.round(imread(io.BytesIO(png))[..., :3] * 255).astype(int)


def pixel_at(image, column_share, row_share):
    """The pixel at shares of the axes' width and height, from the lower left."""
    left, bottom, width, height = picture.AXES
    return tuple(image[picture.HEIGHT - 1 - int(bottom + row_share * height),
                       int(left + column_share * width)])


VIRIDIS_LOW, VIRIDIS_HIGH, WHITE = (68, 1, 84), (253, 231, 36), (255, 255, 255)


class qa_picture(unittest.TestCase):
    def test_cells_lie_where_the_axes_say(self):
        # low frequency at the bottom, early at the left
        power = [[1, 1e-6, 1e-6], [1e-6, 1e-6, np.nan]]
        image = pixels(picture.draw(scene(power), dynamic_range_db=50))
        self.assertEqual(image.shape, (picture.HEIGHT, picture.WIDTH, 3))
        self.assertEqual(pixel_at(image, 1 / 6, 0.25), VIRIDIS_HIGH)
        self.assertEqual(pixel_at(image, 3 / 6, 0.25), VIRIDIS_LOW)
        self.assertEqual(pixel_at(image, 1 / 6, 0.75), VIRIDIS_LOW)
        self.assertEqual(pixel_at(image, 5 / 6, 0.75), WHITE)

    def test_one_row_and_column_a_pixel_are_all_there(self):
        columns, rows = picture.AXES[2:]
        bright = np.random.default_rng(1).integers(0, 2, (rows, columns)).astype(bool)
        image = pixels(picture.draw(scene(np.where(bright, 1, 1e-6)), 50))
        left, above = picture.AXES[0], picture.HEIGHT - picture.AXES[1] - rows
        inside = image[above:above + rows, left:left + columns][::-1]
        drawn = (inside == VIRIDIS_HIGH).all(axis=2)
        # The frame's line covers what lies at the edge.
        np.testing.assert_array_equal(drawn[2:-2, 2:-2], bright[2:-2, 2:-2])

    def test_odd_values_draw(self):
        for why, power in [("silence", np.zeros((3, 4))), ("one cell", [[1]]),
                           ("nothing known", np.full((2, 2), np.nan)),
                           ("largest floats", [[3e38, 1e-38]])]:
            with self.subTest(why):
                self.assertEqual(picture.draw(scene(power))[:8], b"\x89PNG\r\n\x1a\n")

    def test_levels(self):
        noise = picture.to_db(np.random.default_rng(1).exponential(1e-9, (300, 300)))
        bottom, top = picture.choose_levels(noise)
        # 99.9 % of exponential noise lie below 6.9 times its mean; 20 dB are the least.
        self.assertEqual((bottom, top), (-101, -81))
        self.assertEqual(picture.choose_levels(noise, 60), (top - 60, top))
        # Silence, which has no level, must not stretch the scale.
        silence = picture.to_db(np.zeros((300, 300)))
        both = np.hstack([noise, silence])
        self.assertEqual(picture.choose_levels(both), (bottom, top))

    def test_strange_titles_draw(self):
        for title in ["a$b_{$", "x" * 500, "\x1b[31m\nred", "\udcff.cu8"]:
            made = scene([[1]])
            made.title = made.subtitle = title
            picture.draw(made)

    def test_boxes_are_drawn(self):
        power = np.full((100, 100), 1e-6)
        power[:, -1] = 1  # so that all else is dark
        box = picture.Box(start_s=2, end_s=4, lower_hz=-1e5, upper_hz=2e5, label="burst")
        image = pixels(picture.draw(scene(power, boxes=(box,)), 50))
        for share in [(0.2, 0.5), (0.4, 0.5), (0.3, 0.4), (0.3, 0.7)]:
            near = [max(abs(np.subtract(pixel_at(image, share[0] + dx / 970,
                                                 share[1] + dy / 555), VIRIDIS_LOW)))
                    for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            self.assertGreater(max(near), 60, share)
        self.assertEqual(pixel_at(image, 0.3, 0.5), VIRIDIS_LOW)


class qa_atomic_file(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "out.png")
        self.folder = folder.name

    def test_replaces_what_was_there(self):
        for contents in (b"old", b"newer"):
            atomic_file.write_file(self.path, contents)
            with open(self.path, "rb") as file:
                self.assertEqual(file.read(), contents)
        self.assertEqual(os.listdir(self.folder), ["out.png"])
        mask = os.umask(0)
        os.umask(mask)
        self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o666 & ~mask)

    def test_a_full_disk_leaves_the_old_file(self):
        atomic_file.write_file(self.path, b"old")
        # A limit on the size of files stands for the disk: write() fails half way.
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            with self.assertRaises(OSError) as caught:
                atomic_file.write_file(self.path, bytes(5000))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual((caught.exception.errno, caught.exception.filename),
                         (errno.EFBIG, self.path))
        self.check_only_the_old_file_is_there()

    def test_a_failing_step_leaves_the_old_file(self):
        atomic_file.write_file(self.path, b"old")
        for step in ("os.fsync", "os.replace", "os.fchmod"):
            with self.subTest(step):
                full = OSError(errno.ENOSPC, "No space left on device")
                with mock.patch(step, side_effect=full), \
                        self.assertRaises(OSError) as got:
                    atomic_file.write_file(self.path, b"new")
                self.assertEqual(got.exception.filename, self.path)
                self.check_only_the_old_file_is_there()

    def test_a_fifo_takes_it_and_stays_one(self):
        os.mkfifo(self.path)
        reader = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        atomic_file.check_writable(self.path)
        atomic_file.write_file(self.path, b"text")
        self.assertEqual(os.read(reader, 8), b"text")
        self.assertTrue(stat.S_ISFIFO(os.stat(self.path).st_mode))

    def test_a_device_takes_it_and_stays_one(self):
        os.symlink("/dev/full", self.path)  # root could replace the device itself
        with self.assertRaises(OSError) as caught:
            atomic_file.write_file(self.path, b"text")
        self.assertEqual((caught.exception.errno, caught.exception.filename),
                         (errno.ENOSPC, self.path))
        self.assertEqual(os.readlink(self.path), "/dev/full")

    def test_what_is_open_takes_it(self):
        with open(self.path, "wb", buffering=0) as file:
            for text in (b"some", b" more"):
                atomic_file.write_file(f"/dev/fd/{file.fileno()}", text)
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), b"some more")

    def check_only_the_old_file_is_there(self):
        self.assertEqual(os.listdir(self.folder), ["out.png"])
        with open(self.path, "rb") as file:
            self.assertEqual(file.read(), b"old")

    def test_what_cannot_be_written_is_known_before(self):
        for path, words in [
            (self.folder, "is a folder; name a file in it"),
            (self.folder + "/none/out.png", "the folder to write to does not exist"),
            ("/proc/out.png", ""),
        ]:
            with self.subTest(path), self.assertRaisesRegex(OSError, words):
                atomic_file.check_writable(path)
        atomic_file.check_writable(self.path)
        self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main()
