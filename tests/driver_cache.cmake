# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that have PoCL compile many kernels: it takes two thirds of the time where it gives
# no binaries for our cache. What it compiled is in its own cache, which they share, and
# the runs with sanitizers after them; there a kernel takes 40 ms longer to find. Tests of
# our cache, of full disks and of what programs keep and print about it are left out.
get_property(tests DIRECTORY PROPERTY TESTS)
list(FILTER tests INCLUDE REGEX "^(api|apps|blocks|docs|exec|fftw3|python|survey)[.]")
list(FILTER tests EXCLUDE REGEX "^apps[.](cache|full_disk|program|program_python|tune)$")
set_property(TEST ${tests} APPEND PROPERTY ENVIRONMENT "GPUFFT_KERNEL_CACHE=driver")
