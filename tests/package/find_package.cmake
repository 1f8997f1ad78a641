# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the engine, then configures, builds and runs the example project against what
# was installed, as a stranger would.
# cmake -DBUILD=... -DEXAMPLE=... -DFOLDER=... -DCXX=... -DGENERATOR=... [-DFLAGS=...] -P find_package.cmake
function(run)
    execute_process(
        COMMAND ${ARGN}
        RESULT_VARIABLE failed
        OUTPUT_VARIABLE text
        ERROR_VARIABLE text)
    message("${text}")
    if(failed)
        message(FATAL_ERROR "failed: ${ARGN}")
    endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} --install ${BUILD} --component engine --prefix ${FOLDER}/prefix)
run(${CMAKE_COMMAND} -G "${GENERATOR}" -S ${EXAMPLE} -B ${FOLDER}/build
    -DCMAKE_PREFIX_PATH=${FOLDER}/prefix
    -DCMAKE_CXX_COMPILER=${CXX} "-DCMAKE_CXX_FLAGS=${FLAGS}" "-DCMAKE_C_FLAGS=${FLAGS}")
file(STRINGS ${FOLDER}/build/CMakeCache.txt found REGEX "^gpufft_DIR")
if(NOT found MATCHES "${FOLDER}/prefix")
    message(FATAL_ERROR "found another gpufft: ${found}")
endif()
run(${CMAKE_COMMAND} --build ${FOLDER}/build)
# The backends of the prefix, not those that this build's tests run with.
unset(ENV{GPUFFT_BACKEND_DIR})
run(${FOLDER}/build/find_tone)
if(EXISTS ${FOLDER}/build/matched_filter) # the project in C has one program
    run(${FOLDER}/build/matched_filter)
endif()
