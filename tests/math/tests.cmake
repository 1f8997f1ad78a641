# SPDX-License-Identifier: GPL-3.0-or-later
qa(math chirp)
qa(math factor)
qa(math roots)
qa(math modular)
qa(math host_fft)
qa_timed(math host_fft)
qa(math host_dft)
