# SPDX-License-Identifier: GPL-3.0-or-later
# engine_exports(TARGET NAME PATTERN...): TARGET is an engine of this version that exports
# what is public, and of the engine's own C++ what the patterns match. NAME is the file of
# these symbols, from lib/api/exports.map.in.
function(engine_exports target name)
    set(PRIVATE_SYMBOLS)
    foreach(pattern ${ARGN})
        string(APPEND PRIVATE_SYMBOLS "        ${pattern};\n")
    endforeach()
    set(exports ${CMAKE_CURRENT_BINARY_DIR}/${name})
    configure_file(${PROJECT_SOURCE_DIR}/lib/api/exports.map.in ${exports} @ONLY)
    set_target_properties(
        ${target} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                             LINK_DEPENDS ${exports})
    target_link_options(${target} PRIVATE -Wl,--version-script=${exports})
endfunction()

# What static libraries name as the engine: programs with the property WHOLE_ENGINE, those of
# tests and benchmarks of parts, get the one that exports all of its symbols.
set(ENGINE "$<IF:$<BOOL:$<TARGET_PROPERTY:WHOLE_ENGINE>>,gpufft_whole,gpufft>")
