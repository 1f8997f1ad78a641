#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft with a full disk where PoCL compiles: 64 KiB of memory, mounted for it alone."""
import json
import os
import subprocess
import sys
import tempfile

from program import PROGRAM, run

SKIPPED = 77
ON_A_SMALL_DISK = ["unshare", "-rm", "sh", "-c",
                   'mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"']


def on_a_full_disk(folder, *command, **environment):
    variables = {name: value for name, value in os.environ.items()
                 if name not in ("GPUFFT_BACKEND_DIR", "GPUFFT_DEVICE", "POCL_CACHE_DIR",
                                 "GPUFFT_KERNEL_CACHE")}
    return subprocess.run(ON_A_SMALL_DISK + [folder, *command], env={**variables, **environment},
                          timeout=1500, capture_output=True, text=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        try:
            can_mount = on_a_full_disk(folder, "true").returncode == 0
        except FileNotFoundError:
            can_mount = False
        if not can_mount or "Portable" not in run("devices").stdout:
            print("skipped: no disk can be mounted here, or there is no PoCL")
            return SKIPPED
        # Its own folder is full: it compiles in another.
        done = on_a_full_disk(folder, PROGRAM, "devices", "--probe", "--json",
                              XDG_CACHE_HOME=folder)
        assert done.returncode == 0, (done.returncode, done.stderr)
        probes = [device["probe"] for device in json.loads(done.stdout)["devices"]]
        assert any("copy_gb_per_s" in probe for probe in probes), (probes, done.stderr)
        # So is the one that the user named: that is said, and nothing hangs or dies.
        # A probe on a slow machine may end before it compiles; tuning compiles at once.
        done = on_a_full_disk(folder, PROGRAM, "tune", "64", "--budget", "1",
                              POCL_CACHE_DIR=folder, XDG_CACHE_HOME=folder)
        assert done.returncode >= 0, done.returncode
        assert f"{folder} is full; make room there" in done.stdout + done.stderr, done
    return 0


if __name__ == "__main__":
    sys.exit(main())
