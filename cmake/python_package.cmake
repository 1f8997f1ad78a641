# SPDX-License-Identifier: GPL-3.0-or-later
# For which Python the packages are, and where they are installed.
#
# PYTHON_EXECUTABLE: with GNU Radio the interpreter that its modules belong to
# (gnuradio_python.cmake found it), else the one named so, else the first found.
# PYTHON_PACKAGES_DIR: its folder of packages, relative to the prefix or absolute.
if(ENABLE_GNURADIO)
    set(PYTHON_PACKAGES_DIR ${GR_PYTHON_DIR})
    # GrPython.cmake finds Debian's /usr/local folder but not its /usr one, where it names
    # a folder that the interpreter does not search.
    if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
        execute_process(
            COMMAND ${PYTHON_EXECUTABLE} -c
                    "import gnuradio, os; print(os.path.dirname(gnuradio.__path__[0]))"
            OUTPUT_VARIABLE PYTHON_PACKAGES_DIR
            OUTPUT_STRIP_TRAILING_WHITESPACE)
        file(RELATIVE_PATH PYTHON_PACKAGES_DIR /usr ${PYTHON_PACKAGES_DIR})
    endif()
elseif(ENABLE_WHEEL)
    # The frontend that makes the wheel says which Python it is for.
    find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
    set(PYTHON_EXECUTABLE ${Python_EXECUTABLE})
    set(PYTHON_PACKAGES_DIR .)
else()
    if(NOT Python_EXECUTABLE AND PYTHON_EXECUTABLE)
        set(Python_EXECUTABLE ${PYTHON_EXECUTABLE})
    endif()
    find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
    set(PYTHON_EXECUTABLE ${Python_EXECUTABLE})
    # The scheme that Debian's Python has for /usr is not its default one.
    execute_process(
        COMMAND
            ${PYTHON_EXECUTABLE} -c "import sys, sysconfig
names = sysconfig.get_scheme_names()
prefix = sys.argv[1]
scheme = 'deb_system' if prefix == '/usr' and 'deb_system' in names else \
    'posix_prefix' if prefix != '/usr/local' or 'posix_local' not in names else 'posix_local'
base = '/usr' if scheme == 'posix_local' else prefix
print(sysconfig.get_path('platlib', scheme, {'base': base, 'platbase': base}))"
            ${CMAKE_INSTALL_PREFIX}
        OUTPUT_VARIABLE PYTHON_PACKAGES_DIR
        OUTPUT_STRIP_TRAILING_WHITESPACE)
    file(RELATIVE_PATH PYTHON_PACKAGES_DIR ${CMAKE_INSTALL_PREFIX} ${PYTHON_PACKAGES_DIR})
endif()
find_package(pybind11 REQUIRED)

# Packages are put together in ${PROJECT_BINARY_DIR}/test_modules as they will be installed,
# so that PYTHONPATH=<build>/test_modules is all that tests need.

# python_module(TARGET FOLDER COMPONENT): an extension module of the package in FOLDER. The
# installed one finds the libraries from where it lies, with or without ldconfig.
function(python_module target folder component)
    set(installed ${PYTHON_PACKAGES_DIR}/${folder})
    get_filename_component(from ${installed} ABSOLUTE BASE_DIR ${CMAKE_INSTALL_PREFIX})
    file(RELATIVE_PATH to_libraries ${from} ${CMAKE_INSTALL_FULL_LIBDIR})
    set_target_properties(
        ${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                             ${PROJECT_BINARY_DIR}/test_modules/${folder}
                             INSTALL_RPATH "$ORIGIN/${to_libraries}")
    # pybind11 2.11 and later says where Python's objects are touched without its lock. Builds
    # without NDEBUG, as of Debian's packages, end the process there.
    if(ENABLE_TESTING)
        target_compile_definitions(${target} PRIVATE PYBIND11_ASSERT_GIL_HELD_INCREF_DECREF)
    endif()
    install(
        TARGETS ${target}
        DESTINATION ${installed}
        COMPONENT ${component})
endfunction()

# python_sources(TARGET FOLDER COMPONENT): the *.py files of this folder as the package in
# FOLDER, copied by TARGET.
function(python_sources target folder component)
    set(package ${PROJECT_BINARY_DIR}/test_modules/${folder})
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.py)
    set(copies)
    foreach(source ${sources})
        get_filename_component(name ${source} NAME)
        add_custom_command(
            OUTPUT ${package}/${name}
            COMMAND ${CMAKE_COMMAND} -E copy ${source} ${package}/${name}
            DEPENDS ${source}
            COMMENT "Copying ${folder}/${name}")
        list(APPEND copies ${package}/${name})
    endforeach()
    add_custom_target(${target} ALL DEPENDS ${copies})
    install(
        FILES ${sources}
        DESTINATION ${PYTHON_PACKAGES_DIR}/${folder}
        COMPONENT ${component})
endfunction()
