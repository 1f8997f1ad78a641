# SPDX-License-Identifier: GPL-3.0-or-later
# unity_build(TARGET...) compiles the files of each folder of these targets at once: the
# headers of this project, which no precompiled header holds, are parsed once for all of
# them. The library builds in a third of the time. Files of one folder cannot give one name
# to two things in unnamed namespaces.
#
# -DENABLE_UNITY_BUILD=OFF compiles each file alone, which shows missing includes and
# compiles less after a change of one file.
option(ENABLE_UNITY_BUILD "Compile the files of a folder of the library at once" ON)

# Call these when the targets have all of their sources.
#
# unity_folders(TARGET FOLDER...) does so with these folders of a target, named from the
# root of the project; its other files are compiled alone.
function(unity_folders target)
    if(NOT ENABLE_UNITY_BUILD OR CMAKE_CXX_COMPILER_LAUNCHER)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    foreach(source ${sources})
        get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
        get_filename_component(group ${path} DIRECTORY)
        file(RELATIVE_PATH group ${PROJECT_SOURCE_DIR} ${group})
        if(NOT ARGN OR group IN_LIST ARGN)
            string(MAKE_C_IDENTIFIER "${group}" group)
            set_source_files_properties(${path} TARGET_DIRECTORY ${target}
                                        PROPERTIES UNITY_GROUP ${group})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(unity_build)
    foreach(target ${ARGN})
        unity_folders(${target})
    endforeach()
endfunction()
