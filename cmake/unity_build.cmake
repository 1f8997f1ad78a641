# SPDX-License-Identifier: GPL-3.0-or-later
# unity_build(TARGET...) compiles the files of these targets a dozen at a time: the headers
# of this project, which no precompiled header holds, are parsed once for all twelve. The
# library builds in a third of the time.
#
# -DENABLE_UNITY_BUILD=OFF compiles each file alone, which shows missing includes and which
# compiles less after a change of one file.
option(ENABLE_UNITY_BUILD "Compile several files of the library at a time" ON)

function(unity_build)
    if(ENABLE_UNITY_BUILD AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
    endif()
endfunction()
