# SPDX-License-Identifier: GPL-3.0-or-later
# GNU Radio's modules belong to one interpreter, which need not be the python3 that
# stands first on PATH. Take the first that can import them.
if(NOT PYTHON_EXECUTABLE)
    foreach(candidate /usr/bin/python3 python3)
        find_program(CANDIDATE_${candidate} ${candidate})
        if(NOT CANDIDATE_${candidate})
            continue()
        endif()
        execute_process(
            COMMAND ${CANDIDATE_${candidate}} -c "import gnuradio.gr"
            RESULT_VARIABLE failed
            OUTPUT_QUIET ERROR_QUIET)
        if(NOT failed)
            set(PYTHON_EXECUTABLE
                ${CANDIDATE_${candidate}}
                CACHE FILEPATH "The interpreter that can import gnuradio")
            break()
        endif()
    endforeach()
    if(NOT PYTHON_EXECUTABLE)
        message(
            FATAL_ERROR
                "No python3 can import gnuradio.gr. Install GNU Radio 3.10 (Debian: gnuradio), "
                "or name its interpreter with -DPYTHON_EXECUTABLE=..., "
                "or build the engine alone with -DENABLE_GNURADIO=OFF.")
    endif()
endif()
set(Python_EXECUTABLE ${PYTHON_EXECUTABLE})
set(Python3_EXECUTABLE ${PYTHON_EXECUTABLE})
