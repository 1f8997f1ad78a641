# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the sources themselves. They need Python and nothing that was built.
if(NOT PYTHON_EXECUTABLE)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    set(PYTHON_EXECUTABLE ${Python3_EXECUTABLE})
endif()
if(SANITIZE) # sources are the same in every build
    return()
endif()

# hygiene(NAME FILE): tests/FILE.py; 77 says that a tool it needs is not there.
function(hygiene name file)
    add_test(NAME hygiene.${name}
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/${file}.py)
    set_tests_properties(hygiene.${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1200)
endfunction()

hygiene(layers check_layers)
hygiene(layers_are_checked qa_check_layers)
hygiene(words check_words)
hygiene(words_are_checked qa_check_words)
hygiene(where check_where)
hygiene(where_is_checked qa_check_where)
hygiene(forms check_forms)
hygiene(forms_are_checked qa_check_forms)
hygiene(licences check_licences)
hygiene(licences_are_checked qa_check_licences)
hygiene(statics check_statics)
hygiene(statics_are_checked qa_check_statics)
hygiene(format check_format)
hygiene(benchmarks_page qa_benchmarks_page)
hygiene(papers_page qa_papers_page)
