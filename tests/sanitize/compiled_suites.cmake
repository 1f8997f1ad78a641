# SPDX-License-Identifier: GPL-3.0-or-later
# A build with the address sanitizer links the suites as the ordinary build has compiled
# them: what it looks for is in the engine, in fake devices and judges, and in memory that
# either gave out, which it watches whoever compiled the code that asks for it. Compiling the
# suites again would take a third of the build. The thread sanitizer must see all code.
set(COMPILED_SUITES
    ""
    CACHE PATH "An up-to-date ordinary build whose test objects a build with the address \
sanitizer links")
if(NOT COMPILED_SUITES OR NOT SANITIZE MATCHES address)
    return()
endif()

# What is linked into programs from a static library shares inline functions with their
# objects, and the linker may take those of the objects: these libraries' own suites are
# compiled.
set(compiled_here gpufft-survey gpufft-display gpufft-widgets)

get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER targets INCLUDE REGEX "^qa_")
foreach(target ${targets})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    set(own FALSE)
    foreach(library ${compiled_here})
        if("${library}" IN_LIST libraries)
            set(own TRUE)
        endif()
    endforeach()
    if(own)
        continue()
    endif()
    get_target_property(sources ${target} SOURCES)
    set(linked)
    foreach(source ${sources})
        set(object ${COMPILED_SUITES}/tests/CMakeFiles/${target}.dir/${source}.o)
        if(NOT IS_ABSOLUTE "${source}" AND EXISTS ${object})
            list(APPEND linked ${object})
        else()
            list(APPEND linked ${source})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES SOURCES "${linked}" LINKER_LANGUAGE CXX)
endforeach()
