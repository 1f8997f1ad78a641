# SPDX-License-Identifier: GPL-3.0-or-later
# What docs/stability.md promises is there. Each list is compared with what was built.
foreach(name headers blocks program layouts symbols python)
    add_test(NAME promises.${name}
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/promises/qa_promises.py
                     ${name} ${PROJECT_BINARY_DIR})
    set_tests_properties(promises.${name} PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}"
                                                     SKIP_RETURN_CODE 77 TIMEOUT 1200)
endforeach()
foreach(name listed versions)
    add_test(NAME promises.${name}
             COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/promises/qa_${name}.py)
    set_tests_properties(promises.${name} PROPERTIES TIMEOUT 1200)
endforeach()
add_test(NAME promises.deprecated
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/promises/qa_deprecated.py
                 ${CMAKE_CXX_COMPILER})
add_test(NAME promises.plan_lines
         COMMAND ${PYTHON_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/promises/qa_plan_lines.py
                 $<TARGET_FILE:gpufft_program>)
set_tests_properties(promises.deprecated promises.plan_lines
                     PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT}" TIMEOUT 1200)
