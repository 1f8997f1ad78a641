# SPDX-License-Identifier: GPL-3.0-or-later
"""What the libraries export for programs. Takes the files libgpufft.so,
libgnuradio-gpufft.so and libgpufft_fftw3.so, where they were built."""
import re
import subprocess

# Compilers differ in which functions of headers they emit, which are weak (W). What they
# emit to know types by (V) is needed where a program derives from them or catches them.
LEFT_OUT = "W"
FFTW_NAME = re.compile(r"(fftwf?|dfftw|sfftw)_")
BLOCK_NAME = re.compile(r"((typeinfo|typeinfo name|vtable|VTT) for )?gr::gpufft::")
PRIVATE = re.compile(r"_impl\b|_base\b")


def exported(library):
    """Triples of type, name and version of every symbol."""
    shown = subprocess.run(["nm", "--dynamic", "--defined-only", "--demangle", library],
                           check=True, text=True, capture_output=True).stdout
    found = re.findall(r"^\w+ (\w) (.*?)(?:@@?(\w+))?$", shown, re.M)
    return [symbol for symbol in found if symbol[0] != "A"]  # the versions' own names


def soname_of(library):
    shown = subprocess.run(["readelf", "--dynamic", "--wide", library], check=True, text=True,
                           capture_output=True).stdout
    return re.search(r"\(SONAME\).*\[(.*)\]", shown)[1]


def is_public(soname, name, version):
    if soname.startswith("libgpufft_fftw3.so"):
        return FFTW_NAME.match(name) is not None
    # Tests and programs of this version use more, as GPUFFT_PRIVATE.
    if not re.fullmatch(r"GPUFFT_\d+", version):
        return False
    if soname.startswith("libgpufft.so"):
        return True
    return BLOCK_NAME.match(name) is not None and not PRIVATE.search(name)


def entries(libraries):
    found = {}
    for library in libraries:
        soname = soname_of(library)
        for kind, name, version in exported(library):
            if kind not in LEFT_OUT and is_public(soname, name, version):
                found[f"{soname}: {name}"] = version
    return found
