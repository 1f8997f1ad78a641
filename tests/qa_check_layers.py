#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_layers.py finds every kind of fault, and nothing where there is none."""
import pathlib
import tempfile
import unittest

from check_layers import faults

# why, file, its only line, the fault ("" where there is none)
CASES = [
    ("downward", "lib/exec/rows/a.cc", '#include "plan/ir/plan.h"', ""),
    ("its own", "lib/plan/check/a.cc", '#include "plan/ir/plan.h"', ""),
    ("upward", "lib/plan/check/a.cc", '#include "codegen/generate/generate.h"',
     "plan/ must not include codegen/generate/generate.h, which is of codegen/"),
    ("spaces do not hide it", "lib/base/a.h", ' #  include "exec/rows/slot.h"',
     "base/ must not include exec/rows/slot.h, which is of exec/"),
    ("deeper folders belong to the layer", "lib/device/threads/a.cc",
     '#include "exec/rows/slot.h"', "device/ must not include exec/rows/slot.h, which is of exec/"),
    ("a lower room", "lib/plan/simd/a.cc", '#include "plan/ir/plan.h"', ""),
    ("a room above", "lib/plan/ir/a.cc", '#include "plan/simd/nt_stores.h"',
     "lib/plan: ir must not include plan/simd/nt_stores.h, which is of simd"),
    ("a room inside, above", "lib/codegen/simd/rows/a.h", '#include "codegen/simd/reals/b.h"',
     "lib/codegen: simd/rows must not include codegen/simd/reals/b.h, which is of simd/reals"),
    ("a room of the program, above", "apps/files/a.cc", '#include "apps/commands/a.h"',
     "top: apps/files must not include apps/commands/a.h, which is of apps/commands"),
    ("the program's benchmarks", "bench/suites/a.cc", '#include "apps/options/a.h"', ""),
    ("the engine's users", "lib/exec/rows/a.cc", '#include "bench/measure/noise.h"',
     "the library must not include bench/measure/noise.h"),
    ("one backend in another", "lib/device/cuda/a.cc", '#include "device/opencl/queue.h"',
     "device/cuda must not include device/opencl/queue.h"),
    ("plans know no device", "lib/codegen/text/a.cc", "#include <gpufft/devices.h>",
     "codegen/ must not include gpufft/devices.h, which is of device/"),
    ("limits are plain numbers", "lib/plan/check/a.cc", "#include <gpufft/device_limits.h>", ""),
    ("public headers have layers", "include/gpufft/error.h", "#include <gpufft/fft.h>",
     "base/ must not include gpufft/fft.h, which is of api/"),
    ("engine", "lib/exec/rows/a.cc", "#include <gnuradio/block.h>",
     "the engine must not include gnuradio/block.h: it knows no GNU Radio"),
    ("program", "apps/files/a.cc", "#include <pmt/pmt.h>",
     "the engine must not include pmt/pmt.h: it knows no GNU Radio"),
    ("benchmarks of flowgraphs may", "bench/programs/a.cc", "#include <gnuradio/block.h>", ""),
    ("blocks may", "lib/blocks/spectra/a.cc", "#include <gnuradio/block.h>", ""),
    ("bindings may", "python/gpufft/bindings/a.cc", "#include <gnuradio/block.h>", ""),
    ("OpenCL at home", "lib/device/opencl/a.cc", "#include <CL/opencl.hpp>", ""),
    ("OpenCL abroad", "lib/exec/rows/a.cc", "#include <CL/cl.h>",
     "CL/cl.h is included in lib/device/opencl/ alone"),
    ("CUDA abroad", "lib/device/opencl/a.cc", "#include <cuda.h>",
     "cuda.h is included nowhere: the toolkit is not needed to build"),
    ("CUDA at home", "lib/device/cuda/nvrtc/a.cc", "#include <nvrtc.h>",
     "nvrtc.h is included nowhere: the toolkit is not needed to build"),
    ("its declarations", "lib/device/cuda/nvrtc/a.cc",
     '#include "device/cuda/library/nvrtc_api.h"', ""),
    ("a room of a backend in another", "lib/device/cuda/nvrtc/a.cc",
     '#include "device/opencl/queue.h"', "device/cuda must not include device/opencl/queue.h"),
    ("the one place", "lib/base/env.cc", 'std::getenv("HOME");', ""),
    ("environment", "apps/files/a.cc", 'std::getenv("HOME");',
     "environment variables are read in lib/base/env.cc"),
    ("environment, safer", "lib/base/text.cc", 'secure_getenv("HOME");',
     "environment variables are read in lib/base/env.cc"),
    ("not a source", "lib/plan/check/a.md", '#include "exec/rows/slot.h"', ""),
]


class qa_check_layers(unittest.TestCase):
    def found(self, name, line):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True)
            path.write_text("// a comment\n" + line + "\n")
            path.with_name("README.md").write_text("what it is for\n")
            return list(faults(pathlib.Path(folder)))

    def test_cases(self):
        for why, name, line, fault in CASES:
            with self.subTest(why):
                self.assertEqual(self.found(name, line),
                                 [f"{name}:2: {fault}"] if fault else [])

    def test_unknown_layer(self):
        self.assertEqual(self.found("lib/misc/a.cc", '#include "exec/rows/slot.h"'),
                         ["lib/misc: no such layer; there are base math codelet plan "
                          "codegen device exec tune api recordings survey fftw3 display widgets blocks"])

    def test_devices_know_no_plans(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, line in (("lib/device/interface/a.cc", '#include "codegen/text/b.h"'),
                               ("lib/device/interface/c.cc", "int x;"),
                               ("lib/codegen/text/b.h", '#include "plan/ir/pass.h"'),
                               ("lib/plan/ir/pass.h", "struct pass;")):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(line + "\n")
                (root / name).with_name("README.md").write_text("what it is for\n")
            self.assertEqual(list(faults(root)),
                             ["lib/device/interface/a.cc: a device must not know plans, and "
                              "reaches lib/plan/ir/pass.h"])

    def test_folders(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for room, count in (("plan/ir", 31), ("plan/misc", 1), ("plan", 1), ("math", 30)):
                (root / "lib" / room).mkdir(parents=True, exist_ok=True)
                for number in range(count):
                    (root / "lib" / room / f"a{number}.cc").write_text("int a;\n")
                if room != "math":
                    (root / "lib" / room / "README.md").write_text("what it is for\n")
            self.assertEqual(sorted(faults(root)), [
                "lib/math: has no README.md that says what it is for",
                "lib/plan/ir: 31 files of code; a folder holds at most 30",
                "lib/plan/misc: no such room; say in ROOMS where it stands",
                "lib/plan: no such room; say in ROOMS where it stands"])

    def test_unknown_public_header(self):
        self.assertEqual(self.found("include/gpufft/new.h", "int a;"),
                         ["include/gpufft/new.h: say in PUBLIC whose contract it is"])


if __name__ == "__main__":
    unittest.main()
