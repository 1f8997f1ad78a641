# SPDX-License-Identifier: GPL-3.0-or-later
qa_python(blocks fft_blocks)
qa_python(blocks fft_running)
qa_python(blocks fft_arguments)
qa_python(blocks fft_functions)
qa_python(blocks drop_in)
qa_python(blocks grc)
qa(blocks fft_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
