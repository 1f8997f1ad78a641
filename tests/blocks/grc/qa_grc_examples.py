#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The flowgraphs in examples/ compile; those without a window run and are right."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import wave

import numpy as np
import yaml
from gnuradio import gr_unittest
from grc_examples import EXAMPLES, compile_examples, environment
from scipy.signal import welch

# Radios of radio_spectrum.grc, which stand beside its simulated source.
RADIOS = ("rtl_sdr", "usrp", "other_radio")


def sound(path):
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)


class qa_grc_examples(gr_unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def run_script(self, *words, **variables):
        done = subprocess.run(
            [sys.executable, *map(str, words)],
            cwd=self.folder,
            env=environment(self.folder, **variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=1500,
        )
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_each_says_what_it_is(self):
        for path in EXAMPLES.glob("*.grc"):
            said = yaml.safe_load(path.read_text())["options"]["parameters"]
            self.assertEqual(said["id"], path.stem)
            for name in ("title", "description", "comment", "author", "copyright"):
                self.assertTrue(said[name].strip(), f"{path.name}: {name}")
            # What was written here must not be where it was written.
            self.assertNotIn("/home/", path.read_text())

    def test_recordings(self):
        compile_examples(self.folder, EXAMPLES.glob("*.grc"))
        made = {path.stem for path in self.folder.glob("*.py")}
        for path in EXAMPLES.glob("*.grc"):
            self.assertIn(path.stem, made)
        self.run_script(EXAMPLES / "make_recordings.py")
        self.check_sound()
        self.check_psd()
        self.check_stations()
        # Wisdom of its own: with that of a search, tests beside it would plan otherwise.
        said = self.run_script("tuned_spectrum.py", "--seconds", 2, "--budget", 0.1,
                               XDG_CACHE_HOME=str(self.folder))
        self.assertRegex(said, r"event \. (result|stopped|known)")
        self.check_peaks()
        self.check_delay()

    def check_delay(self):
        """Each vector has its peak at the delay, however long that is."""
        for delay in (37, 5):
            self.run_script("time_delay.py", "--delay", delay, "--result", "delay.f32")
            powers = np.fromfile(self.folder / "delay.f32", np.float32).reshape(-1, 1024)
            self.assertEqual(len(powers), 100)
            # The first vector begins with zeros, where the delay has nothing yet.
            self.assertEqual(set(np.argmax(powers[1:], axis=1)), {delay})

    def check_peaks(self):
        """A preamble at sample 1000 of each 5000, its level by the noise's power."""
        said = self.run_script("matched_filter.py", "--noise-power", 2)
        offsets = sorted(map(int, re.findall(r"offset \. (\d+)", said)))
        self.assertEqual(offsets, list(range(1000, 100000, 5000)))
        levels = list(map(float, re.findall(r"level \. ([\d.]+)", said)))
        self.assertLess(max(abs(level - 3**-0.5) for level in levels), 0.1)

    def check_sound(self):
        """A chord needs few coefficients, and more of them are better."""
        chord = sound(self.folder / "chord.wav")
        for kept, at_most_db in ((32, -25), (256, -45), (1024, -80)):
            self.run_script("dct_audio.py", "--kept", kept, "--result", "out.wav")
            got = sound(self.folder / "out.wav")
            self.assertEqual(len(got), len(chord) // 1024 * 1024)
            lost = np.sum((got - chord[: len(got)]) ** 2) / np.sum(chord**2)
            self.assertLess(10 * np.log10(lost), at_most_db, f"{kept} coefficients")

    def check_psd(self):
        """As SciPy computes it: the same frames and window, means of linear power."""
        self.run_script("sigmf_psd.py", "--result", "psd.csv")
        hertz, got = np.loadtxt(self.folder / "psd.csv", delimiter=",").T
        shorts = np.fromfile(self.folder / "demo.sigmf-data", "<i2")
        samples = (shorts.astype(np.float32) / 32768).view(np.complex64)
        want_hertz, want = welch(
            samples,
            2e6,
            "blackmanharris",
            4096,
            detrend=False,
            return_onesided=False,
        )
        want_hertz, want = np.fft.fftshift([want_hertz, 10 * np.log10(want)], axes=1)
        self.assertLess(np.max(abs(hertz - 433.92e6 - want_hertz)), 0.001)
        self.assertLess(np.max(abs(got - want)), 0.002)  # three digits are written

    def check_stations(self):
        """Each station's tone is in the WAV of its frequency, and no other's."""
        self.run_script("fm_stations.py", "--capture", "fm_band.ci16")
        for number in range(8):
            heard = sound(self.folder / f"{88.45 + 0.25 * number:.2f}.wav")
            self.assertGreater(len(heard), 1.9 * 48000)
            # Half a second, after the receivers' filters have come to rest.
            power = abs(np.fft.rfft(heard[24000:48000] * np.blackman(24000))) ** 2
            tone = (500 + 300 * number) // 2  # bins are 2 Hz wide
            self.assertEqual(np.argmax(power), tone)
            others = [(500 + 300 * n) // 2 for n in range(8) if n != number]
            in_tone = power[tone - 3 : tone + 4].sum()
            for other in others:
                # Harmonics of the lowest are among them.
                leak = power[other - 3 : other + 4].sum() / in_tone
                self.assertLess(10 * np.log10(leak), -70, f"{number}: {2 * other} Hz")

    def test_each_radio_can_take_the_place_of_the_simulation(self):
        example = yaml.safe_load((EXAMPLES / "radio_spectrum.grc").read_text())
        states = {block["name"]: block["states"] for block in example["blocks"]}
        simulated = [n for n in states if n.startswith("simulated_")]
        self.assertGreater(len(simulated), 1)
        files = []
        for radio in RADIOS:
            for name in (*RADIOS, *simulated):
                states[name]["state"] = "enabled" if name == radio else "disabled"
            example["options"]["parameters"]["id"] = f"with_{radio}"
            files.append(self.folder / f"with_{radio}.grc")
            files[-1].write_text(yaml.safe_dump(example))
        compile_examples(self.folder, files)
        for radio in RADIOS:
            script = (self.folder / f"with_{radio}.py").read_text()
            self.assertIn(f"self.connect((self.{radio}, 0), (self.spectrum, 0))", script)
            self.assertIn(f"self.{radio}.set_", script)  # it follows the controls
            compile(script, radio, "exec")


if __name__ == "__main__":
    gr_unittest.run(qa_grc_examples)
