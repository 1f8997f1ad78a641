#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What gpufft live cannot do is one line that says what would work."""
import contextlib
import io
import json
import os
import pathlib
import tempfile
import unittest
from unittest import mock

import gnuradio
from gnuradio import gpufft

from gnuradio.gpufft.live import plugged_in, source_choice
from gnuradio.gpufft.live.arguments import USAGE
from gnuradio.gpufft.live.program import main

from live_program import run

SEE = "; see gpufft live --help"

# why, arguments, what stderr says ({d} is a folder)
COMMAND_LINES = [
    ("two sources", "a b", "one SOURCE is taken, got a b" + SEE),
    ("nothing to show", "sim --headless", "--headless shows nothing by itself; give --png DIR, "
     "--csv DIR, --json or --record SURVEY, too" + SEE),
    ("a survey of a sweep", "sim --sweep 80M:1G --record x --headless",
     "--record is of one band; leave it or --sweep out" + SEE),
    ("a survey where a file is", "sim --headless --record {d}/x.cf32",
     "--record: cannot write {d}/x.cf32: "),
    ("a survey of other settings", "sim --headless --record {d}/s.zarr --for 1 -l 1024",
     "--record: {d}/s.zarr was begun with length 512, and 1024 is asked for now; "),
    ("a survey in a folder of others", "sim --headless --record {d}",
     "--record: {d} holds other files and no survey; "),
    ("an RTL-SDR that is not there", "rtl=00000001 --headless --json",
     "soapy=driver=rtlsdr,serial=00000001: no radio answers to that; is it plugged in?"),
    ("pictures of a window", "sim --png x", "--png is of --headless; give that, too" + SEE),
    ("lengths", "sim -l 64 --rbw 10", "--length and --rbw say the same; one is enough" + SEE),
    ("two ways to tune", "sim --freq 1M --sweep 1M:2M",
     "--sweep and --freq both say where the radio is tuned; one is enough" + SEE),
    ("sweep backwards", "sim --sweep 2M:1M", "--sweep: must be two frequencies in Hz, the lower "
     "one first, e.g. 80M:1G, got 2M:1M" + SEE),
    ("sweep of one", "sim --sweep 2M", "--sweep: must be two frequencies in Hz, the lower one "
     "first, e.g. 80M:1G, got 2M" + SEE),
    ("average of a sweep", "sim --sweep 1M:2M --average max",
     "a sweep averages by mean, got --average max" + SEE),
    ("settle", "sim --settle 1", "--settle is of a sweep; give --sweep LOW:HIGH, too" + SEE),
    ("average", "sim -a median", "-a/--average: must be mean, exponential, max or min, got "
     "median" + SEE),
    ("gain", "sim -g loud", "-g/--gain: must be a number of dB, e.g. 30, or auto, got loud"
     + SEE),
    ("fps", "sim --fps 100 --headless", "--fps: must be a number of pictures a second, above 0, "
     "up to 60, e.g. 2 or 0.5, got 100" + SEE),
    ("length", "sim -l 1", "-l/--length: must be a whole number of at least 2, got 1" + SEE),
    ("tuned too far", "sim --freq 3G --headless --json", "simulation does not reach 3 GHz; 50 "
     "MHz to 2 GHz work"),
    ("too much gain", "sim --gain 61 --headless --json", "simulation has no gain of 61 dB; -20 "
     "to 60 dB work"),
    ("too fast", "sim -s 51M --headless --json", "simulation does not do 51 MS/s; 100 kS/s to "
     "50 MS/s work"),
    ("sweep too low", "sim --sweep 10M:1G --headless --json", "--sweep 10 MHz to 1 GHz is "
     "beyond what simulation reaches, 50 MHz to 2 GHz; --sweep 50M:1000M works"),
    ("sweep outside", "sim --sweep 3G:4G --headless --json", "--sweep 3 GHz to 4 GHz is "
     "beyond what simulation reaches, 50 MHz to 2 GHz; it reaches 50 MHz to 2 GHz"),
    ("a recording swept", "{d}/x.cf32 -s 1M --sweep 80M:1G --headless --json",
     "{d}/x.cf32 cannot be tuned, so it cannot sweep; leave out --sweep, or take a radio or "
     "sim"),
    ("a recording tuned", "{d}/x.sigmf-meta --freq 80M --headless --json",
     "{d}/x.sigmf-meta cannot be tuned; leave out --freq and --sweep"),
    ("a real recording tuned", "{d}/x.rf32 -s 1M --freq 80M --headless --json",
     "{d}/x.rf32 cannot be tuned; leave out --freq and --sweep"),
    ("a recording with gain", "{d}/x.cf32 -s 1M --gain 3 --headless --json",
     "{d}/x.cf32 has no gain to set; leave out --gain"),
    ("no such recording", "/none.cf32 -s 1M --headless --json", "/none.cf32: no such file"),
    ("no rate", "{d}/x.cf32 --headless --json", "{d}/x.cf32: nothing says its sampling rate; "
     "give --samp-rate, e.g. --samp-rate 2M"),
    ("resolution", "sim --rbw 0.001 --headless --json", "--rbw 0.001 Hz at 2e+06 S/s needs "
     "frames of 4.01e+09 samples, above the limit of 134217728 (2^27); --rbw 1 works"),
    ("window", "sim -w hanning -l 16 --headless --json", "--window hanning is none that SciPy "
     "makes of 16 taps"),
    ("device", "sim -d opencl:99 --headless --json", 'device "opencl:99": nothing matches; there is '),
    ("no folder", "sim --headless --png /dev/null/x", "/dev/null/x: Not a directory"),
    ("a pipe without a rate", "- --headless --json", "standard input: nothing says its sampling "
     "rate; give --samp-rate, e.g. --samp-rate 2M"),
    ("format of a pipe", "- -s 1M --format xx --headless --json", "--format: sample format 'xx' "
     "is not known; known are "),
    ("a socket without a rate", "zmq=tcp://127.0.0.1:1 --headless --json",
     "zmq=tcp://127.0.0.1:1: nothing says its sampling rate; give --samp-rate, e.g. --samp-rate "
     "2M"),
    ("address", "zmq=nonsense -s 1M --headless --json", "zmq=nonsense: ZeroMQ cannot connect to "
     "it ("),
    ("the null device", "soapy=driver=null --headless --json", "soapy=driver=null: this device "
     "has no receiver; SoapySDRUtil --find lists others, and gpufft live sim needs no radio"),
    ("no radio", "soapy=driver=nosuch --headless --json", "soapy=driver=nosuch: no radio "
     "answers to that; is it plugged in? Its driver is in Debian's soapysdr-module-nosuch, and "
     "SoapySDRUtil --find lists what there is; gpufft live sim needs no radio"),
    ("no USRP", "uhd=type=x300,addr=127.0.0.1 --headless --json", "uhd=type=x300,addr=127.0.0.1:"
     " no USRP answers to that; is it plugged in? uhd_find_devices (Debian: uhd-host) lists what "
     "there is; gpufft live sim needs no radio"),
]

# a module that GNU Radio was built without, a source that needs it, what is said
MODULES = [
    ("soapy", "soapy=driver=x", "soapy=driver=x: GNU Radio has no module soapy; on Debian: apt "
     "install gnuradio soapysdr-module-all ("),
    ("uhd", "uhd=type=x", "uhd=type=x: GNU Radio has no module uhd; on Debian: apt install "
     "gnuradio uhd-host ("),
    ("zeromq", "zmq=tcp://127.0.0.1:1", "zmq=tcp://127.0.0.1:1: GNU Radio has no module zeromq; "
     "on Debian: apt install gnuradio ("),
]


class qa_live_refused(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("x.cf32", "x.rf32", "x.sigmf-data"):
            pathlib.Path(self.folder, name).write_bytes(bytes(80000))
        pathlib.Path(self.folder, "x.sigmf-meta").write_text(json.dumps({
            "global": {"core:datatype": "cf32_le", "core:sample_rate": 1e6,
                       "core:version": "1.0.0"},
            "captures": [{"core:sample_start": 0, "core:frequency": 90e6}],
            "annotations": []}))
        gpufft.survey_sink(os.path.join(self.folder, "s.zarr"), 512, 2e6)

    def run_program(self, *argv):
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            status = main(list(argv))
        return status, err.getvalue()

    def test_one_line_each(self):
        for why, words, line in COMMAND_LINES:
            with self.subTest(why):
                line = line.replace("{d}", self.folder)
                status, said = self.run_program(*words.replace("{d}", self.folder).split())
                self.assertEqual(said.count("\n"), 1, said)
                self.assertTrue(said.startswith("gpufft live: "), said)
                self.assertIn(line, said)
                self.assertEqual(status, 2 if why == "device" else 1)

    def test_modules_that_are_not_there(self):
        for module, source, line in MODULES:
            attributes = dict(vars(gnuradio))
            attributes.pop(module, None)
            with self.subTest(module), \
                    mock.patch.dict("sys.modules", {f"gnuradio.{module}": None}), \
                    mock.patch.dict(vars(gnuradio), attributes, clear=True):
                status, said = self.run_program(source, "-s", "1M", "--headless", "--json")
                self.assertEqual((status, said.count("\n")), (1, 1), said)
                self.assertIn(line, said)

    def test_sources_by_their_names(self):
        say = mock.Mock()
        for source, meant in (("rtl", "soapy=driver=rtlsdr"), ("rtl=0", "soapy=driver=rtlsdr,rtl=0"),
                              ("rtl=00000001", "soapy=driver=rtlsdr,serial=00000001"),
                              ("rtl=serial=7,biastee=1", "soapy=driver=rtlsdr,serial=7,biastee=1"),
                              ("sim", "sim"), ("-", "-"), ("a=b.cf32", "a=b.cf32")):
            self.assertEqual(source_choice.resolve(source, say), meant)
        say.assert_not_called()

    def test_what_is_plugged_in(self):
        self.assertEqual(plugged_in.address_of({"driver": "rtlsdr", "label": "x", "serial": "7",
                                                "tuner": "R820T"}),
                         "soapy=driver=rtlsdr,serial=7")
        found = ["uhd=serial=1", "soapy=driver=rtlsdr"]
        for radios, meant, words in ((found, found[0], "takes uhd=serial=1; plugged in as well: "
                                      "soapy=driver=rtlsdr"),
                                     (found[1:], found[1], None),
                                     ([], "sim", "no radio is plugged in: this is a simulation; "
                                      "sources are " + source_choice.EXAMPLES)):
            say = mock.Mock()
            with mock.patch.object(plugged_in, "plugged_in", lambda: radios):
                self.assertEqual(source_choice.resolve(None, say), meant)
            self.assertEqual([call.args[0] for call in say.call_args_list],
                             [words] if words else [])
        self.assertIsInstance(plugged_in.plugged_in(), list)  # asks the real libraries

    def test_a_terminal_is_no_samples(self):
        own, other = os.openpty()
        try:
            done = run("-", "-s", "1M", "--headless", "--json", stdin=other)
        finally:
            os.close(own)
            os.close(other)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.decode(), (
            "gpufft live: standard input is a terminal; pipe samples into it, e.g. rtl_sdr -f "
            "100M -s 2M - | gpufft live - --format cu8 --samp-rate 2M\n"))

    def test_help(self):
        for words in (["--help"], ["-h"]):
            done = run(*words, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, USAGE, ""))
        golden = pathlib.Path(__file__).parents[1] / "help" / "live.txt"
        self.assertEqual(golden.read_text(), USAGE)
        self.assertLessEqual(max(map(len, USAGE.splitlines())), 90)


if __name__ == "__main__":
    unittest.main()
