# SPDX-License-Identifier: GPL-3.0-or-later
"""gpufft live: a spectrum analyzer on a radio, a recording, a socket or a pipe."""
