# SPDX-License-Identifier: GPL-3.0-or-later
"""PoCL that pip has installed is an OpenCL device, where the system has no driver."""

import glob
import os

SYSTEM = "/etc/OpenCL/vendors"
VARIABLES = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH")
# Where pocl-binary-distribution has its library, below a folder of packages.
PLACES = ("pyopencl/.libs/libpocl*.so*", "pocl_binary_distribution/.libs/libpocl*.so*")


def vendor_of(folders):
    """The library of PoCL below the first of `folders` that has one, or None."""
    for folder in folders:
        for place in PLACES:
            found = sorted(glob.glob(os.path.join(glob.escape(folder), place)))
            if found:
                return found[0]
    return None


def name_vendor(folders, system=SYSTEM):
    """Has the OpenCL loader take PoCL of `folders`, by its variable OCL_ICD_VENDORS.

    Nothing is done where that or OPENCL_VENDOR_PATH is set, or where `system` names a
    driver: the variable would hide it. Counts for what loads OpenCL after this.
    """
    if any(os.environ.get(name) for name in VARIABLES):
        return
    if glob.glob(os.path.join(system, "*.icd")):
        return
    library = vendor_of(folders)
    if library:
        os.environ[VARIABLES[0]] = library
