# SPDX-License-Identifier: GPL-3.0-or-later
# What reads recordings and writes surveys, of others: targets of pkg-config, since not all of
# these come with files for CMake.
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBARCHIVE REQUIRED IMPORTED_TARGET libarchive) # .sigmf archives
pkg_check_modules(SNDFILE REQUIRED IMPORTED_TARGET sndfile) # WAV, RF64, FLAC, ...
pkg_check_modules(BLOSC REQUIRED IMPORTED_TARGET blosc) # chunks of Zarr arrays
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib) # the same
# Digital RF and tables of HDF5, where it is there: Debian calls the library hdf5-serial.
pkg_search_module(HDF5 IMPORTED_TARGET hdf5-serial hdf5)
if(HDF5_FOUND)
    find_library(HDF5_HL_LIBRARY hdf5_hl HINTS ${HDF5_LIBRARY_DIRS}) # dimension scales
endif()
if(NOT HDF5_HL_LIBRARY)
    set(HDF5_FOUND FALSE)
endif()
