# SPDX-License-Identifier: GPL-3.0-or-later
"""What ``gpufft process --dask`` becomes."""

import sys

from gpufft._survey_dask import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
