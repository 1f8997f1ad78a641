# SPDX-License-Identifier: GPL-3.0-or-later
qa(device device_choice)
qa(device fake)
qa(device kernel_cache)
qa(device pass_interpreter)
qa(device plain_ends)
target_sources(qa_device_plain_ends PRIVATE support/end_cases.cc)
qa(device registry)
if(TARGET gpufft-opencl)
    # A cache that no other test looks at: this one empties it.
    qa(device opencl)
    set_property(TEST device.opencl APPEND
                 PROPERTY ENVIRONMENT
                          "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_opencl")
    qa(device no_platform)
    set_property(TEST device.no_platform APPEND PROPERTY ENVIRONMENT
                                                         "OCL_ICD_VENDORS=/nonexistent")
endif()
