# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that have PoCL compile many kernels: it takes two thirds of the time where it gives
# no binaries for our cache. What it compiled is in its own cache, which they share, and
# the runs with sanitizers after them; there a kernel takes 40 ms longer to find.
get_property(tests DIRECTORY PROPERTY TESTS)
list(FILTER tests INCLUDE REGEX "^(blocks|exec|python)[.]")
set_property(TEST ${tests} APPEND PROPERTY ENVIRONMENT "GPUFFT_KERNEL_CACHE=driver")
