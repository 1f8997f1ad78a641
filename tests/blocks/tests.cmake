# SPDX-License-Identifier: GPL-3.0-or-later
qa_python(blocks fft_blocks)
qa_python(blocks fft_running)
qa_python(blocks fft_arguments)
qa_python(blocks rfft_blocks)
qa_python(blocks dct_blocks)
qa_python(blocks fftn_block)
qa_python(blocks transform_running)
qa_python(blocks messages)
qa_python(blocks controlport)
set_property(TEST blocks.controlport APPEND PROPERTY ENVIRONMENT
                                                     "GR_CONF_CONTROLPORT_ON=True")
qa_python(blocks transform_arguments)
qa_python(blocks drop_in)
qa_python(blocks examples)
qa_python(blocks grc)
qa_python(blocks grc_transforms)
qa(blocks aligned_rows gnuradio-gpufft)

# Fake devices alone: what is to fail would else go on with a device of this machine.
qa(blocks fft_failure gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks fallback gnuradio-gpufft gnuradio::gnuradio-blocks)
qa(blocks reconfigure gnuradio-gpufft gnuradio::gnuradio-blocks)
foreach(test fft_failure fallback reconfigure)
    set_property(TEST blocks.${test} APPEND
                 PROPERTY ENVIRONMENT "GPUFFT_BACKEND_DIR=/nonexistent")
endforeach()
