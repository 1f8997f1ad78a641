#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Channels that come, move and go while samples flow: none is lost, phases go on, memory
stays. CHANNEL_CHANGES says how many changes, and CHANNEL_SECONDS of how long a stream they
are spread over, which passes as fast as it can."""

import os
import random
import resource
import time

import numpy as np
import pmt
from flowgraphs import EndlessSource
from gnuradio import blocks, gpufft, gr, gr_unittest
from patience import wait_until
from receivers import Pdus, channel_of, tags_named

SAMP_RATE = 240e3
RATES = [12e3, 48e3]
CHANGES = int(os.environ.get("CHANNEL_CHANGES", 300))
SECONDS = float(os.environ.get("CHANNEL_SECONDS", 0))
# What a channel has given is compared as a whole where memory holds it.
KEEPS_ALL = CHANGES <= 1000 and SECONDS <= 100
# Others may keep the processors for long while hours of samples pass.
PATIENCE = 60 if SECONDS <= 100 else 1800


def noise_at(first, count):
    """Samples first to first + count - 1 of a noise that is the same whenever asked."""
    seed = np.arange(first, first + count, dtype=np.uint64)
    parts = []
    for salt in (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03):
        x = (seed + np.uint64(salt)) * np.uint64(0xBF58476D1CE4E5B9)
        x ^= x >> np.uint64(29)
        x *= np.uint64(0x94D049BB133111EB)
        x ^= x >> np.uint64(32)
        parts.append(x.astype(np.float64) / 2**63 - 1)
    return (parts[0] + 1j * parts[1]).astype(np.complex64)


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class HeldSource(EndlessSource):
    """One that gives nothing while it is held."""

    is_held = False

    def work(self, input_items, output_items):
        if self.is_held:
            time.sleep(0.001)
            return 0
        return super().work(input_items, output_items)


class Listener(gr.basic_block):
    """Checks PDUs as they come: none is missing, and each is what its metadata say."""

    LISTENERS = []

    def __init__(self, block, every):
        super().__init__("listener", None, None)
        self.block, self.every = block, every
        self.next, self.pdus, self.faults, self.compared = {}, 0, [], 0
        self.newest = 0  #: sample behind the outputs that came, of which many may be in a PDU
        self.message_port_register_in(pmt.intern("in"))
        self.set_msg_handler(pmt.intern("in"), self.take)
        self.LISTENERS.append(self)

    def take(self, message):
        meta = pmt.to_python(pmt.car(message))
        y = np.array(pmt.c32vector_elements(pmt.cdr(message)))
        name = meta["channel"]
        number, sample = self.next.get(name, (0, meta["sample"]))
        if meta["number"] == 0:  # one that was dropped, and another of its name added
            number, sample = 0, meta["sample"]
        if meta["number"] != number or abs(meta["sample"] - sample) > 1e-6:
            self.faults.append(f"{meta}: number {number} at sample {sample} comes next")
        seconds = len(y) / meta["rate"]
        self.next[name] = (number + len(y), sample + seconds * SAMP_RATE)
        self.newest = max(self.newest, self.next[name][1])
        self.pdus += 1
        if self.pdus % self.every == 0:
            self.compare(meta, y)

    def compare(self, meta, y):
        """Beside the filter in double precision, but for the oscillator's phase, which
        where it was moved nobody else knows. Edges are a quarter of the rate."""
        step = round(SAMP_RATE / meta["rate"])
        reach = self.block.most_taps()
        newest = round(meta["sample"] + (reach - 1) / 2)
        begin = newest - (reach - 1)
        if begin < 0:
            return
        x = noise_at(begin, reach - 1 + len(y) * step)
        info = {
            "freq": meta["frequency"],
            "rate": meta["rate"],
            "low": -meta["rate"] / 4,
            "high": meta["rate"] / 4,
            "beta": 11,
        }
        want = channel_of(self.block, x, dict(info, rate=SAMP_RATE))
        want = want[reach - 1 :: step][: len(y)]
        turn = np.vdot(want, y)
        error = np.linalg.norm(y - want * turn / abs(turn)) / np.linalg.norm(want)
        self.compared += 1
        if not error < 1e-4:
            self.faults.append(f"{meta}: off by {error:.1e}")


class qa_channels_running(gr_unittest.TestCase):
    def setUp(self):
        seed = random.randrange(1 << 30)
        print("seed", seed)
        self.rng = random.Random(seed)

    def start(self, graph, *written_here):
        """A test that fails ends its flowgraph. Threads of one that goes away while it runs,
        and blocks written in Python that go before, would wait forever, and crash."""
        self.kept = written_here
        self.addCleanup(graph.wait)
        self.addCleanup(graph.stop)
        graph.start()

    def test_a_tone_stays_where_its_channel_moves(self):
        """A tone's phase goes on at each move, and its frequency changes by the move."""
        tone = 20123.25
        block = gpufft.channels(SAMP_RATE, 0, 4, 1, RATES)
        block.add_channel("moved", tone, 12e3, -4500, 4500, stream=0)
        source = EndlessSource(
            lambda first, count: np.exp(
                2j * np.pi * (tone / SAMP_RATE * np.arange(first, first + count) % 1)
            ),
            at_once=2000,
        )
        graph = gr.top_block()
        sink = blocks.vector_sink_c()
        graph.connect(source, block, sink)
        self.start(graph, source)
        for _ in range(20):
            before = len(sink.data())
            self.assertTrue(wait_until(lambda: len(sink.data()) > before, 60))
            block.move_channel("moved", tone + self.rng.uniform(-3000, 3000))
        source.end_after(3 * block.block_samples())
        graph.wait()
        y = np.array(sink.data())
        self.assertEqual(len(y), source.given // block.block_samples() * 256)
        moves = tags_named(sink.tags(), "rx_freq")
        self.assertGreater(len(moves), 5)
        freqs = np.zeros(len(y))
        for offset, freq in moves:
            freqs[offset:] = freq
        inside = slice(200, None)  # the first outputs are of a tone that begins
        np.testing.assert_allclose(np.abs(y[inside]), 1, atol=2e-5)
        turns = np.angle(y[1:] * y[:-1].conj()) / (2 * np.pi)
        # To the first output at a frequency the oscillator turned at the one before.
        want = (tone - freqs[:-1]) / 12e3
        self.assertLess(np.abs(turns - want)[inside].max(), 1e-5)

    def let_flow(self, source, listener, until, has_pdus=True):
        """Lets samples pass to number `until`, and the listener take what they have made."""
        self.assertTrue(wait_until(lambda: source.given > until, PATIENCE))
        source.is_held = True
        behind = source.given - 3 * listener.block.block_samples()
        if has_pdus:
            self.assertTrue(wait_until(lambda: listener.newest > behind, PATIENCE))
        source.is_held = False

    def test_nothing_is_lost_in_many_changes(self):
        block = gpufft.channels(SAMP_RATE, 0, 30, 2, RATES)
        source = HeldSource(noise_at, at_once=3000)
        graph = gr.top_block()
        steady = blocks.vector_sink_c() if KEEPS_ALL else blocks.null_sink(8)
        assigned = blocks.null_sink(8)
        listener = Listener(block, 7)
        graph.connect(source, block, steady)
        graph.connect((block, 1), assigned)
        graph.msg_connect(block, "pdus", listener, "in")
        block.add_channel("steady", 33333.3, 48e3, stream=0)
        self.start(graph, source, listener)
        names, count, early = [], 0, 0
        for change in range(CHANGES):
            what = self.rng.random()
            rate = self.rng.choice(RATES)
            freq = self.rng.uniform(-1, 1) * (SAMP_RATE / 2 - rate / 2)
            if not names or (what < 0.4 and len(names) < 29):
                # PMT keeps each name for as long as the process lives.
                unused = {f"{i}" for i in range(40)} - set(names)
                names.append(self.rng.choice(sorted(unused)))
                count += 1
                block.add_channel(names[-1], freq, rate, -rate / 4, rate / 4)
            elif what < 0.6:
                block.drop_channel(names.pop(self.rng.randrange(len(names))))
            elif what < 0.65:
                with self.assertRaises(ValueError):  # and the stream goes on
                    block.move_channel(self.rng.choice(names), 1e6)
            else:
                name = self.rng.choice(names)
                room = SAMP_RATE / 2 - block.channel(name)["rate"] / 2
                block.move_channel(name, self.rng.uniform(-room, room))
            when = change / CHANGES * SECONDS * SAMP_RATE
            while source.given < when:
                until = min(when, source.given + SAMP_RATE)
                self.let_flow(source, listener, until, len(names) > 1)
            if change % 10 == 0:
                # Changes fall into different blocks; and PDUs, which have no flow control,
                # are taken before there are many.
                self.let_flow(
                    source, listener, source.given + 2 * block.block_samples(), len(names) > 1
                )
            if change == CHANGES // 2:
                early = resident_bytes()
        late = resident_bytes()
        source.end_after(2 * block.block_samples())
        graph.wait()
        seen = [-1]

        def all_are_taken():
            before, seen[0] = seen[0], listener.pdus
            time.sleep(0.1)
            return before == listener.pdus

        self.assertTrue(wait_until(all_are_taken))
        self.assertEqual(listener.faults[:3], [])
        self.assertGreater(listener.compared, min(20, CHANGES // 20))
        blocks_done = source.given // block.block_samples()
        self.assertEqual(block.nitems_written(0), blocks_done * 1024)
        if KEEPS_ALL:
            y = np.array(steady.data())
            x = noise_at(0, blocks_done * block.block_samples())
            want = channel_of(block, x, block.channel("steady"))
            self.assertEqual(len(y), len(want))
            self.assertLess(np.linalg.norm(y - want) / np.linalg.norm(want), 1e-5)
        # Lists of what was kept for the comparison grow by themselves.
        growth = late - early - (8 * 2 * 4 * source.given / 5 if KEEPS_ALL else 0)
        print(f"{count} channels, {listener.pdus} PDUs, memory {early} to {late}")
        self.assertLess(growth, 8 << 20)

    def test_messages_change_channels(self):
        block = gpufft.channels(SAMP_RATE, 100e6, 3, 1, RATES)
        source = EndlessSource(noise_at, at_once=3000)
        graph = gr.top_block()
        heard, pdus = blocks.message_debug(False), Pdus()
        Pdus.LISTENERS.append(heard)
        graph.connect(source, block, blocks.null_sink(8))
        graph.msg_connect(block, "status", heard, "store")
        graph.msg_connect(block, "pdus", pdus, "in")
        self.start(graph, source, pdus)

        def events():
            got = []
            for i in range(heard.num_messages()):
                message = pmt.to_python(heard.get_message(i))
                got.append((message["event"], message.get("channel"), message.get("channels")))
            return got

        def command(name, value):
            block.to_basic_block()._post(
                pmt.intern("command"), pmt.cons(pmt.intern(name), pmt.to_pmt(value))
            )

        command("add", {"channel": "a", "freq": 100.01e6, "rate": 12e3, "stream": 0})
        command("add", {"channel": "b", "freq": 99.99e6, "rate": 48e3, "low": -5e3, "high": 6e3})
        self.assertTrue(wait_until(lambda: ("added", "b", None) in events(), 60))
        heard_at = lambda freq: any(meta["frequency"] == freq for meta, _ in pdus.kept)
        self.assertTrue(wait_until(lambda: heard_at(99.99e6)))
        command("move", {"channel": "a", "freq": 100.02e6})
        command("move", {"channel": "b", "low": -1e3, "high": 2e3, "freq": 99.98e6})
        self.assertTrue(wait_until(lambda: heard_at(99.98e6)))
        # Each is refused, the log says so, and the stream goes on.
        for name, value in (
            ("move", {"channel": "a", "freq": 200e6}),
            ("move", {"channel": "nobody", "freq": 100e6}),
            ("move", {"channel": "a", "rate": 48e3}),
            ("move", 5),
            ("add", {"channel": "c", "freq": 100e6}),
            ("add", {"channel": "a", "freq": 100e6, "rate": 12e3}),
            ("add", {"channel": "c", "freq": 100e6, "rate": 12345.0}),
            ("add", {"channel": "c", "freq": float("nan"), "rate": 12e3}),
            ("add", {"channel": "c", "freq": "there", "rate": 12e3}),
            ("add", {"channel": "c", "freq": 100e6, "rate": 12e3, "volume": 1}),
            ("add", {"channel": "c", "freq": 100e6, "rate": 12e3, "taps": []}),
            ("move", {"channel": "b", "taps": np.zeros(0, np.complex64)}),
            # All entries of a list count, or none.
            ("add", [{"channel": "c", "freq": 100e6, "rate": 12e3},
                     {"channel": "d", "freq": 200e6, "rate": 12e3}]),
            ("move", [{"channel": "a", "freq": 100e6}, {"channel": "nobody", "freq": 100e6}]),
            ("drop", ["a", "nobody"]),
            ("drop", "nobody"),
            ("drop", {"channel": "a"}),
            ("listen", 1),
        ):
            command(name, value)
        command("drop", "b")
        command("center_freq", 100.005e6)
        # Edges that nobody gave are those of the window.
        command("move", {"channel": "a", "beta": 5.0})
        command("status", True)
        self.assertTrue(wait_until(lambda: any(e[0] == "status" for e in events()), 60))
        got = events()
        self.assertEqual(
            [e[:2] for e in got if e[1]],
            [("added", "a"), ("added", "b"), ("moved", "a"), ("moved", "b"), ("dropped", "b"),
             ("moved", "a")],
        )
        (listed,) = [e[2] for e in got if e[0] == "status"]
        self.assertEqual([c["channel"] for c in listed], ["a"])
        self.assertEqual(listed[0]["freq"], 100.02e6)
        self.assertEqual(listed[0]["stream"], 0)
        other = gpufft.channels(SAMP_RATE, 100e6, 1, 0, RATES)
        other.add_channel("a", 100.02e6, 12e3, 0, 0, 5.0)
        self.assertEqual(listed[0]["high"], other.channel("a")["high"])
        self.assertEqual(block.center_freq(), 100.005e6)
        before = source.given
        self.assertTrue(wait_until(lambda: source.given > before + 30000, 60))
        # A setter of a running flowgraph says in the log what it refuses.
        block.set_center_freq(5.0)
        block.set_streams([5.0], 12e3)
        block.set_streams("x", 12e3)
        self.assertEqual(block.center_freq(), 100.005e6)
        command("drop", True)
        self.assertTrue(wait_until(lambda: not list(block.channel_names()), 60))
        source.end_after(0)
        graph.wait()


if __name__ == "__main__":
    gr_unittest.run(qa_channels_running)
