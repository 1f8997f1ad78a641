# SPDX-License-Identifier: GPL-3.0-or-later
# Tests that have PoCL compile many kernels and that the runs with sanitizers leave out:
# nobody finds the binaries of these kernels in our cache, and without them PoCL compiles in
# half the time. What it compiled is in its own cache, which they share.
get_property(tests DIRECTORY PROPERTY TESTS)
list(FILTER tests INCLUDE REGEX
     "^(blocks|python)[.]|^exec[.](lengths_|random_kernels)")
set_property(TEST ${tests} APPEND PROPERTY ENVIRONMENT "GPUFFT_KERNEL_CACHE=driver")
