# SPDX-License-Identifier: GPL-3.0-or-later
qa(device device_choice)
qa(device fake)
qa(device pass_interpreter)
if(TARGET gpufft-opencl)
    qa(device opencl)
endif()
