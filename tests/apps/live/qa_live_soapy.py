#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live on a radio of SoapySDR: soapy_radio.cc, a driver that the tests bring along."""
import os
import pathlib
import tempfile
import time
import unittest

import numpy as np

from live_program import level_at, moments, run, start, table

CARRIER_HZ, CARRIER_DBFS = 100.25e6, -20.0  # of soapy_radio.cc
RADIO = "soapy=driver=gpufft-test"


class qa_live_soapy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.plug = self.folder / "plugged in"
        self.plug.touch()
        os.environ["GPUFFT_TEST_RADIO"] = str(self.plug)

    def refused(self, *arguments):
        done = run(*arguments, "--headless", "--json", "--for", 20, text=True)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        return done.stderr

    def last(self, *arguments):
        done = run(*arguments, "--headless", "--json", "--csv", self.folder, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        moment = moments(done.stdout)[-1]
        return moment, table(moment["table"])

    def test_what_is_plugged_in_is_taken(self):
        moment, rows = self.last("--for", 1.5, "--freq", "100.1M", "-s", "2M", "--gain", 10,
                                 "--length", 2000, "--max-hold")
        self.assertEqual(moment["source"], f"{RADIO},serial=7")
        self.assertEqual((moment["centre_hz"], moment["samp_rate"]), (100.1e6, 2e6))
        self.assertEqual(moment["peak_hz"], CARRIER_HZ)
        self.assertAlmostEqual(level_at(rows, CARRIER_HZ), CARRIER_DBFS + 10, delta=0.02)
        self.assertEqual(moment["overload"], 0)
        # While the radio settled it gave a loud carrier, which is in nothing that is shown.
        others = np.abs(rows["frequency_hz"] - CARRIER_HZ) > 5e3
        self.assertLess(rows["max_dbfs"][others].max(), -60)

    def test_overload(self):
        moment, _ = self.last(RADIO, "--for", 1, "--gain", 30)
        self.assertGreater(moment["overload"], 0.9)

    def test_a_sweep_has_nothing_of_the_time_in_between(self):
        moment, rows = self.last(RADIO, "--sweep", "98M:103M", "--for", 6, "--fps", "0.5",
                                 "--length", 1000)
        self.assertGreaterEqual(moment["sweeps"], 2)
        self.assertEqual((moment["peak_hz"], len(rows)), (CARRIER_HZ, 5001))
        self.assertAlmostEqual(level_at(rows, CARRIER_HZ), CARRIER_DBFS, delta=0.02)
        levels = rows["level_dbfs"][~np.isnan(rows["level_dbfs"])]
        # Nothing but the carrier: what has not settled would be at -1 dBFS, and samples of
        # the station before a second carrier.
        self.assertEqual(np.sum(levels > -60), np.sum(np.abs(
            rows["frequency_hz"] - CARRIER_HZ) < 3.5e3))

    def test_refused(self):
        self.assertIn(f"{RADIO} does not reach 50 MHz; 60 MHz to 1.2 GHz work",
                      self.refused(RADIO, "--freq", "50M"))
        self.assertIn(f"--sweep 80 MHz to 2 GHz is beyond what {RADIO} reaches, 60 MHz to "
                      f"1.2 GHz; --sweep 80M:1200M works",
                      self.refused(RADIO, "--sweep", "80M:2G"))
        self.assertIn(f"{RADIO} has no gain of 50 dB; 0 to 40 dB work",
                      self.refused(RADIO, "--gain", "50"))
        self.assertIn(f"{RADIO} does not do 5 MS/s; 500 kS/s to 4 MS/s work",
                      self.refused(RADIO, "-s", "5M"))
        self.assertIn(f"{RADIO},serial=8: SoapySDR cannot open it: no such device; is it "
                      f"plugged in,",
                      self.refused(f"{RADIO},serial=8"))
        self.plug.unlink()
        self.assertIn("no such device; is it plugged in", self.refused(RADIO))

    def test_pulled_out_and_plugged_in_again(self):
        kept = ("--headless", "--json", "--settings", self.folder / "live.json")
        self.assertEqual(run(RADIO, *kept, "--for", 0.5, "--freq", "100.2M").returncode, 0)
        program = start(RADIO, *kept, "--fps", 4)

        def moment(wanted):
            end = time.monotonic() + 60
            while time.monotonic() < end:
                found = moments(program.stdout.readline())[0]
                if wanted(found):
                    return found
            self.fail("what was waited for did not come")

        try:
            moment(lambda m: m["spectra"])
            self.plug.unlink()
            self.assertEqual(moment(lambda m: not m["receiving"])["interruptions"], 1)
            self.plug.touch()
            back = moment(lambda m: m["receiving"] and m["spectra"])
            # The radio is tuned again to where it was, by settings that were kept.
            self.assertEqual(back["centre_hz"], 100.2e6)
            self.assertAlmostEqual(back["peak_hz"], CARRIER_HZ, delta=125)  # half a bin
        finally:
            program.terminate()
            _, complaints = program.communicate(timeout=60)
        self.assertEqual(complaints, (
            f"gpufft live: {RADIO} is away: no samples for 2 s; tries again every second\n"
            f"gpufft live: {RADIO} is back\n"))


if __name__ == "__main__":
    unittest.main()
