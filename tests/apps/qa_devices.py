#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft devices, with the devices of this machine and with none."""
import json
import os
import tempfile
import unittest

from program import run

NO_DEVICE = ("gpufft devices: there is no device; install an OpenCL driver: "
             "pocl-opencl-icd for the CPU, or the one of your GPU's maker\n")
FIELDS = {"name", "product", "platform", "driver", "type", "compute_units",
          "local_memory_bytes", "global_memory_bytes", "max_work_items", "float64",
          "is_auto"}


class qa_devices(unittest.TestCase):
    def listed(self, **environment):
        done = run("devices", "--json", **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1)
        return json.loads(done.stdout)["devices"], done.stderr

    def test_json(self):
        devices, said = self.listed()
        self.assertEqual(said, "")
        for device in devices:
            self.assertEqual(set(device), FIELDS)
            self.assertIn(device["type"], ("gpu", "cpu", "other"))
            self.assertGreater(device["compute_units"], 0)
            self.assertGreater(device["local_memory_bytes"], 1000)
            self.assertGreater(device["global_memory_bytes"], 1 << 20)
        self.assertEqual([d["is_auto"] for d in devices], [True] + [False] * (len(devices) - 1))
        order = [("gpu", "other", "cpu").index(d["type"]) for d in devices]
        self.assertEqual(order, sorted(order))

    def test_probe(self):
        with tempfile.TemporaryDirectory() as cache:
            def probed():
                done = run("devices", "--probe", "--json", XDG_CACHE_HOME=cache)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                return [d["probe"] for d in json.loads(done.stdout)["devices"]]
            for _ in range(20):  # a machine that is busy with other things cuts some short
                first = probed()
                if all("fast_register_bytes" in numbers and
                       ("issue_bits" in numbers or "local_memory_banks" in numbers)
                       for numbers in first):
                    break
            else:
                self.skipTest("the machine is too busy for a whole probe")
            for numbers in first:
                self.assertGreater(numbers["copy_gb_per_s"], 0)
                self.assertGreater(numbers["launch_us"], 0)
                self.assertGreaterEqual(numbers["fast_register_bytes"], 32)
                self.assertEqual(numbers["fast_register_bytes"] % 4, 0)
            # Another time they are what was kept, not what is measured again.
            self.assertEqual(probed(), first)
            text = run("devices", "--probe", XDG_CACHE_HOME=cache).stdout
            self.assertRegex(text, r"\n  launch_us +[0-9.e+-]+\n")
            self.assertRegex(text, r"\n  fast_register_bytes +\d+\n")

    def test_table(self):
        devices, _ = self.listed()
        done = run("devices")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split(), "NAME TYPE UNITS LOCAL GLOBAL FLOAT64 PRODUCT "
                                           "PLATFORM DRIVER".split())
        product = lines[0].index("PRODUCT")
        for device, line in zip(devices, lines[1:]):
            self.assertEqual(line[0], "*" if device["is_auto"] else " ")
            self.assertTrue(line[2:].startswith(device["name"] + " "), line)
            self.assertTrue(line[product:].startswith(device["product"] + " "), line)
        for line in lines[1 + len(devices):]:
            self.assertRegex(line, r"^not found: [\w-]+: .+")

    def test_what_computes_for_a_device_is_no_device(self):
        def products(**environment):
            return [d["product"] for d in self.listed(**environment)[0]]

        usual = products(POCL_DEVICES=None, GPUFFT_POCL=None)
        self.assertEqual(usual, products(POCL_DEVICES=None, GPUFFT_POCL="driver"))
        # Who names it wants to see it.
        of_pocl = [product for product in usual if product.startswith(("pthread", "cpu"))]
        if of_pocl:
            named = products(POCL_DEVICES="pthread basic cpu cpu-minimal", GPUFFT_POCL=None)
            self.assertEqual(len(named), len(usual) + 1)
            self.assertLess(set(usual), set(named))

    def test_unknown_words_of_the_environment_are_said(self):
        devices, said = self.listed(GPUFFT_POCL="drvier", POCL_DEVICES=None)
        self.assertRegex(said, r'^(\[.+\] )+GPUFFT_POCL is "drvier", which is taken as not '
                               r'set; it may be "driver" or "queues"\n$')
        self.assertEqual(devices, self.listed(GPUFFT_POCL=None, POCL_DEVICES=None)[0])

    def test_star_follows_the_environment(self):
        last = self.listed()[0][-1]["name"]
        chosen = [d["name"] for d in self.listed(GPUFFT_DEVICE=last)[0] if d["is_auto"]]
        self.assertEqual(chosen, [last])

    def test_wrong_environment_does_not_hide_the_list(self):
        devices, said = self.listed(GPUFFT_DEVICE="no such thing")
        self.assertRegex(said, r'^gpufft devices: device "no such thing" \(from '
                               r'\$GPUFFT_DEVICE\): nothing matches; there is .+\n$')
        self.assertFalse(any(device["is_auto"] for device in devices))

    def test_no_backend(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("devices", GPUFFT_BACKEND_DIR=folder)
            self.assertEqual((done.returncode, done.stderr), (2, NO_DEVICE))
            self.assertIn("not found: opencl: libgpufft-opencl.so is not in " + folder,
                          done.stdout)
            done = run("devices", "--json", GPUFFT_BACKEND_DIR=folder)
            self.assertEqual((done.returncode, done.stderr), (2, NO_DEVICE))
            listed = json.loads(done.stdout)
            self.assertEqual(listed["devices"], [])
            self.assertIn("opencl", [absent["name"] for absent in listed["absent"]])

    def test_no_platform(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("devices", OCL_ICD_VENDORS=folder)
            self.assertEqual((done.returncode, done.stderr), (2, NO_DEVICE))
            self.assertIn("not found: opencl: no OpenCL platform", done.stdout)

    def test_pocl_without_a_folder_of_its_own_has_a_device(self):
        """It has none where it cannot write, and is given a folder that goes as we end."""
        usual = self.listed()[0]
        with tempfile.TemporaryDirectory() as folder:
            for environment in ({"XDG_CACHE_HOME": "/dev/null/cache"},
                                {"XDG_CACHE_HOME": None, "HOME": "/dev/null"},
                                {"XDG_CACHE_HOME": None, "HOME": None}):
                devices, said = self.listed(TMPDIR=folder, POCL_CACHE_DIR=None, **environment)
                self.assertEqual((devices, said), (usual, ""), environment)
                self.assertEqual(os.listdir(folder), [])

    def test_a_relative_cache_home_is_as_not_set(self):
        usual = self.listed()[0]
        with tempfile.TemporaryDirectory() as folder:
            before = set(os.listdir("."))
            devices = self.listed(XDG_CACHE_HOME="some/cache", HOME=folder,
                                  POCL_CACHE_DIR=None)[0]
            self.assertEqual(devices, usual)
            self.assertEqual(set(os.listdir(".")), before)

    def test_says_why_pocl_has_no_device(self):
        if not any("Portable" in d["platform"] for d in self.listed()[0]):
            self.skipTest("skipped: there is no PoCL")
        for environment, why in (({"POCL_DEVICES": "garbage"},
                                  'PoCL has none of the devices that $POCL_DEVICES names, '
                                  '"garbage"; unset it\n'),
                                 ({"POCL_CACHE_DIR": "/dev/null/x", "POCL_DEVICES": None},
                                  "PoCL needs a folder to compile in, and /dev/null/x ")):
            done = run("devices", OCL_ICD_VENDORS=None, **environment)
            self.assertIn("not found: opencl: " + why, done.stdout)
            if "*" not in done.stdout:
                self.assertEqual(done.stderr, "gpufft devices: there is no device, for the "
                                              "reasons above\n")

    def test_modules_that_anybody_may_write_are_not_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            done = run("devices", GPUFFT_BACKEND_DIR=folder)
            self.assertIn("is not looked into: anybody may write it (mode 0777)", done.stderr)
            self.assertNotIn("is not in " + folder, done.stdout)


if __name__ == "__main__":
    unittest.main()
