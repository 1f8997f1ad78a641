# SPDX-License-Identifier: GPL-3.0-or-later
qa(display axis gpufft-display)
qa(display traces gpufft-display)
qa(display history gpufft-display)
qa(display measure gpufft-display)
