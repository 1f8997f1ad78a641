#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""PoCL that a wheel has brought is named to the OpenCL loader, where nothing else is."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from gpufft import _opencl_vendors as vendors


class qa_opencl_vendors(unittest.TestCase):

    def setUp(self):
        top = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(top.cleanup)
        self.top = pathlib.Path(top.name)
        self.packages = self.top / "a[b]/site-packages"  # no pattern of glob
        self.library = self.packages / "pyopencl/.libs/libpocl-1a2b.so"
        self.library.parent.mkdir(parents=True)
        self.library.write_bytes(b"")
        self.system = self.top / "vendors"
        self.system.mkdir()

    def named(self, **variables):
        with mock.patch.dict(os.environ, variables, clear=True):
            vendors.name_vendor(["/nonexistent", str(self.packages)], str(self.system))
            return os.environ.get("OCL_ICD_VENDORS")

    def test_001_is_found(self):
        self.assertEqual(vendors.vendor_of([str(self.packages)]), str(self.library))
        self.assertIsNone(vendors.vendor_of([str(self.top)]))
        self.assertEqual(self.named(), str(self.library))

    def test_002_what_somebody_set_stays(self):
        self.assertEqual(self.named(OCL_ICD_VENDORS="/x"), "/x")
        self.assertIsNone(self.named(OPENCL_VENDOR_PATH="/x"))

    def test_003_drivers_of_the_system_stay(self):
        (self.system / "nvidia.icd").write_text("libnvidia-opencl.so.1\n")
        self.assertIsNone(self.named())

    def test_004_the_program_of_a_wheel(self):
        """Without one the message says where it may be."""
        done = subprocess.run([sys.executable, "-c", "from gpufft._program import main; main()"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^gpufft: .*/bin/gpufft is not there; this installation "
                         "has the program elsewhere")


if __name__ == "__main__":
    unittest.main()
