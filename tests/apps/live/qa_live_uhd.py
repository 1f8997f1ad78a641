#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""USRPs in gpufft live: which functions of gr-uhd are called, since there is no USRP here."""
import types
import unittest
from unittest import mock

from gnuradio import uhd

from gnuradio.gpufft.live import plugged_in, uhd_radio
from gnuradio.gpufft.live.radio import RadioError, Span


class qa_live_uhd(unittest.TestCase):
    def setUp(self):
        # Names that usrp_source does not have are refused.
        self.block = mock.create_autospec(uhd.usrp_source, instance=True)
        block = self.block
        block.get_freq_range.return_value = uhd.freq_range_t(50e6, 6e9, 0)
        block.get_gain_range.return_value = uhd.gain_range_t(0, 76, 1)
        block.get_samp_rates.return_value = uhd.meta_range_t(200e3, 56e6, 0)
        block.get_samp_rate.side_effect = lambda *_: block.set_samp_rate.call_args.args[0]
        block.get_center_freq.side_effect = lambda *_: (
            block.set_center_freq.call_args.args[0] + 1 if block.set_center_freq.called else 0)
        self.made = mock.Mock(return_value=block)
        fake = types.SimpleNamespace(usrp_source=self.made, stream_args=uhd.stream_args)
        patch = mock.patch.object(uhd_radio, "load_uhd", lambda: fake)
        patch.start()
        self.addCleanup(patch.stop)

    def test_what_it_can_do(self):
        radio = uhd_radio.UhdRadio("type=b200,serial=7")
        self.assertEqual(self.made.call_args.args[0], "type=b200,serial=7")
        self.assertEqual(self.made.call_args.args[1].cpu_format, "fc32")
        self.assertEqual((radio.name, radio.samp_rate), ("uhd=type=b200,serial=7", 2e6))
        self.assertEqual((radio.freq_span, radio.gain_span, radio.rate_span),
                         (Span(50e6, 6e9), Span(0, 76), Span(200e3, 56e6)))
        self.assertTrue(radio.tags_retunes and radio.can_come_back and radio.loses_samples)

    def test_what_is_set(self):
        radio = uhd_radio.UhdRadio("")
        self.assertEqual(radio.tune(100e6), 100e6 + 1)  # what the radio says
        radio.set_rate(20e6)
        self.assertEqual(radio.samp_rate, 20e6)
        radio.set_gain(30)
        self.block.set_gain.assert_called_once_with(30, 0)
        self.block.set_rx_agc.assert_not_called()  # which few USRPs have
        radio.set_gain("auto")
        self.block.set_rx_agc.assert_called_once_with(True, 0)
        radio.set_gain(20)
        self.assertEqual(self.block.set_rx_agc.call_args.args, (False, 0))
        with self.assertRaisesRegex(RadioError, "^uhd= does not reach 7 GHz; 50 MHz to 6 GHz "
                                                "work$"):
            radio.tune(7e9)

    def test_what_is_refused(self):
        radio = uhd_radio.UhdRadio("")
        self.block.set_rx_agc.side_effect = RuntimeError("NotImplementedError: x")
        with self.assertRaisesRegex(RadioError, "^uhd= has no automatic gain; 0 to 76 dB work"):
            radio.set_gain("auto")
        self.block.set_samp_rate.side_effect = RuntimeError("ValueError: no\nsuch rate.")
        with self.assertRaisesRegex(RadioError, "^uhd= refuses to do 3 MS/s, which is in its "
                                                "range: ValueError: no such rate; another value "
                                                "may work$"):
            radio.set_rate(3e6)
        for error, line in (
                ("LookupError: KeyError: No devices found for ----->\nDevice Address:",
                 "uhd=: no USRP answers to that; is it plugged in? uhd_find_devices (Debian: "
                 "uhd-host) lists what there is; gpufft live sim needs no radio"),
                ("RuntimeError: expected FPGA 16,\ngot 14.",
                 "uhd=: UHD cannot open it: RuntimeError: expected FPGA 16, got 14; "
                 "uhd_usrp_probe says more")):
            self.made.side_effect = RuntimeError(error)
            with self.assertRaises(RadioError) as refused:
                uhd_radio.UhdRadio("")
            self.assertEqual(str(refused.exception), line)

    def test_found(self):
        found = [mock.Mock(to_string=lambda: "type=b200,name=x,serial=30B56D6"),
                 mock.Mock(to_string=lambda: "type=x300,addr=192.168.10.2")]
        with mock.patch.object(plugged_in, "load_uhd",
                               lambda: types.SimpleNamespace(find=lambda _: found)), \
                mock.patch.object(plugged_in, "_soapy_devices", lambda: [
                    "soapy=driver=uhd,serial=30B56D6", "soapy=driver=rtlsdr,serial=1"]):
            self.assertEqual(plugged_in.plugged_in(), [
                "uhd=serial=30B56D6", "uhd=addr=192.168.10.2", "soapy=driver=rtlsdr,serial=1"])


if __name__ == "__main__":
    unittest.main()
