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

# A static library shares inline functions with the objects of programs it is linked into,
# and the linker may take theirs: suites of these libraries are compiled here.
set(compiled_here "gpufft-(survey|display|widgets)")

get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER targets INCLUDE REGEX "^qa_")
foreach(target ${targets})
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(libraries MATCHES "${compiled_here}")
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
