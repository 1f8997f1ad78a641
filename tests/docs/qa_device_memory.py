#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of docs/device_memory.md run as they stand: its first block of C++ and its
block of C become functions of small programs, which give them two rows in memory of a GPU
and look at what comes out. The driver is whichever libcuda.so.1 the loader finds.

Usage: qa_device_memory.py BUILD [FOLDER], which keeps the programs in FOLDER"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
KEPT = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None
PAGE = ROOT / "docs/device_memory.md"

# Rows of an impulse at point 0 and at point 1: spectra of ones, and of a circle.
AROUND = r"""
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
enum { LENGTH = 4096, ROWS = 2 };
static float host[2 * ROWS * LENGTH];

static void* function(const char* name)
{
    static void* driver;
    if (!driver)
        driver = dlopen("libcuda.so.1", RTLD_NOW);
    void* const found = driver ? dlsym(driver, name) : NULL;
    if (!found) {
        fprintf(stderr, "no %s\n", name);
        exit(77);
    }
    return found;
}
#define CALL(name, types, arguments)                                     \
    do {                                                                 \
        const int status = ((int (*) types)function(name)) arguments;    \
        if (status) {                                                    \
            fprintf(stderr, "%s: %d\n", name, status);                   \
            exit(status == 100 ? 77 : 1);                                \
        }                                                                \
    } while (0)

static int run(void* in, void* out, void* stream, size_t rows)
{
@BLOCK@
return 0;
}

int main(void)
{
    void *context = NULL, *stream = NULL;
    unsigned long long in = 0, out = 0;
    CALL("cuInit", (unsigned), (0));
    CALL("cuDevicePrimaryCtxRetain", (void**, int), (&context, 0));
    CALL("cuCtxPushCurrent_v2", (void*), (context));
    CALL("cuStreamCreate", (void**, unsigned), (&stream, 1));
    CALL("cuMemAlloc_v2", (unsigned long long*, size_t), (&in, sizeof(host)));
    CALL("cuMemAlloc_v2", (unsigned long long*, size_t), (&out, sizeof(host)));
    host[0] = host[2 * LENGTH + 2] = 1;
    CALL("cuMemcpyHtoDAsync_v2", (unsigned long long, const void*, size_t, void*),
         (in, host, sizeof(host), stream));
    const int failed = run((void*)(size_t)in, (void*)(size_t)out, stream, ROWS);
    CALL("cuMemcpyDtoHAsync_v2", (void*, unsigned long long, size_t, void*),
         (host, out, sizeof(host), stream));
    CALL("cuStreamSynchronize", (void*), (stream));
    for (int k = 0; k < LENGTH; ++k) {
        const double angle = -2 * 3.14159265358979323846 * k / LENGTH;
        const double wanted[4] = { 1, 0, cos(angle), sin(angle) };
        const float got[4] = { host[2 * k], host[2 * k + 1], host[2 * (LENGTH + k)],
                               host[2 * (LENGTH + k) + 1] };
        for (int i = 0; i < 4; ++i)
            if (!(fabs(got[i] - wanted[i]) < 1e-5)) {
                fprintf(stderr, "bin %d: %g and not %g\n", k, got[i], wanted[i]);
                return 1;
            }
    }
    return failed;
}
"""


def first_block(language):
    return re.search(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"),
                     re.S | re.M).group(1)


def done(*command):
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if ran.returncode == 77:
        raise unittest.SkipTest(ran.stderr)
    if ran.returncode:
        raise AssertionError(f"{command}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran


class qa_device_memory(unittest.TestCase):
    def run_program(self, name, suffix, text, *compiler):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / f"{name}{suffix}"
            program = (KEPT or pathlib.Path(folder)) / name
            source.write_text(text, encoding="utf-8")
            done(*compiler, "-Wall", "-Werror", f"-I{ROOT}/include", str(source), "-o",
                 str(program), f"-L{BUILD}/lib", "-lgpufft", f"-Wl,-rpath,{BUILD}/lib",
                 "-ldl", "-lm")
            self.assertEqual(done(str(program)).stderr, "")

    def test_c(self):
        self.run_program("page_c", ".c", "#include <gpufft/gpufft.h>\n" + AROUND.replace(
            "@BLOCK@", first_block("c")), "cc", "-std=gnu99")

    def test_cpp(self):
        include, block = first_block("cpp").split("\n", 1)
        # The transform is made in there, and must not go before its work has ended.
        block += 'CALL("cuStreamSynchronize", (void*), (stream));\n'
        self.run_program("page_cpp", ".cc", include + AROUND.replace("@BLOCK@", block),
                         "c++", "-std=c++17")


if __name__ == "__main__":
    unittest.main()
