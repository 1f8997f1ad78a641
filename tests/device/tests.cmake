# SPDX-License-Identifier: GPL-3.0-or-later
if(TARGET gpufft-opencl)
    qa(device opencl)
endif()
