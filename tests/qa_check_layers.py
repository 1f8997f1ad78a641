#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_layers.py finds every kind of fault, and nothing where there is none."""
import pathlib
import tempfile
import unittest

from check_layers import faults

# why, file, its only line, the fault ("" where there is none)
CASES = [
    ("downward", "lib/exec/a.cc", '#include "plan/plan.h"', ""),
    ("its own", "lib/plan/a.cc", '#include "plan/plan.h"', ""),
    ("upward", "lib/plan/a.cc", '#include "codegen/generate.h"',
     "plan/ must not include codegen/generate.h, which is of codegen/"),
    ("spaces do not hide it", "lib/base/a.h", ' #  include "exec/slot.h"',
     "base/ must not include exec/slot.h, which is of exec/"),
    ("deeper folders belong to the layer", "lib/device/fake/a.cc",
     '#include "exec/slot.h"', "device/ must not include exec/slot.h, which is of exec/"),
    ("plans know no device", "lib/codegen/a.cc", "#include <gpufft/devices.h>",
     "codegen/ must not include gpufft/devices.h, which is of device/"),
    ("limits are plain numbers", "lib/plan/a.cc", "#include <gpufft/device_limits.h>", ""),
    ("public headers have layers", "include/gpufft/error.h", "#include <gpufft/fft.h>",
     "base/ must not include gpufft/fft.h, which is of tune/"),
    ("engine", "lib/exec/a.cc", "#include <gnuradio/block.h>",
     "the engine must not include gnuradio/block.h: it knows no GNU Radio"),
    ("program", "apps/a.cc", "#include <pmt/pmt.h>",
     "the engine must not include pmt/pmt.h: it knows no GNU Radio"),
    ("blocks may", "lib/blocks/a.cc", "#include <gnuradio/block.h>", ""),
    ("bindings may", "python/gpufft/bindings/a.cc", "#include <gnuradio/block.h>", ""),
    ("OpenCL at home", "lib/device/opencl/a.cc", "#include <CL/opencl.hpp>", ""),
    ("OpenCL abroad", "lib/exec/a.cc", "#include <CL/cl.h>",
     "CL/cl.h is included in lib/device/opencl/ alone"),
    ("CUDA abroad", "lib/device/opencl/a.cc", "#include <cuda.h>",
     "cuda.h is included in lib/device/cuda/ alone"),
    ("the one place", "lib/base/env.cc", 'std::getenv("HOME");', ""),
    ("environment", "apps/a.cc", 'std::getenv("HOME");',
     "environment variables are read in lib/base/env.cc"),
    ("environment, safer", "lib/base/text.cc", 'secure_getenv("HOME");',
     "environment variables are read in lib/base/env.cc"),
    ("not a source", "lib/plan/a.md", '#include "exec/slot.h"', ""),
]


class qa_check_layers(unittest.TestCase):
    def found(self, name, line):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text("// a comment\n" + line + "\n")
            return list(faults(pathlib.Path(folder)))

    def test_cases(self):
        for why, name, line, fault in CASES:
            with self.subTest(why):
                self.assertEqual(self.found(name, line),
                                 [f"{name}:2: {fault}"] if fault else [])

    def test_unknown_layer(self):
        self.assertEqual(self.found("lib/misc/a.cc", '#include "exec/slot.h"'),
                         ["lib/misc: no such layer; there are base math codelet plan "
                          "codegen device exec tune blocks"])

    def test_unknown_public_header(self):
        self.assertEqual(self.found("include/gpufft/new.h", "int a;"),
                         ["include/gpufft/new.h: say in PUBLIC whose contract it is"])


if __name__ == "__main__":
    unittest.main()
