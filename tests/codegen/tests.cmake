# SPDX-License-Identifier: GPL-3.0-or-later
qa(codegen golden)
qa(codegen fold)
foreach(name golden fold)
    target_sources(qa_codegen_${name} PRIVATE codegen/fold_codelets.cc codegen/fold_runs.cc)
endforeach()
qa(codegen one_line)
qa(codegen part_launches)

# The text of load and store operations is CUDA C++, and so C++ once a header explains a
# few words.
add_executable(print_io codegen/print_io.cc support/transforms/io_cases.cc)
target_link_libraries(print_io PRIVATE test_reference)
quickly_compiled(print_io)
add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/io_texts.cc
    COMMAND print_io > ${CMAKE_CURRENT_BINARY_DIR}/io_texts.cc
    DEPENDS print_io)
qa(codegen io_texts)
target_sources(qa_codegen_io_texts
               PRIVATE support/transforms/io_cases.cc ${CMAKE_CURRENT_BINARY_DIR}/io_texts.cc)

# The text of whole kernels is C++, too, where fibers stand for work-items.
add_executable(print_clusters codegen/print_clusters.cc)
target_link_libraries(print_clusters PRIVATE test_reference)
quickly_compiled(print_clusters)
add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/cluster_text.cc
    COMMAND print_clusters > ${CMAKE_CURRENT_BINARY_DIR}/cluster_text.cc
    DEPENDS print_clusters)
qa(codegen cluster_text)
target_sources(qa_codegen_cluster_text
               PRIVATE support/devices/fenced_memory.cc support/devices/host_cluster.cc
                       ${CMAKE_CURRENT_BINARY_DIR}/cluster_text.cc)
# Kernels name more than each of them uses.
set_source_files_properties(
    ${CMAKE_CURRENT_BINARY_DIR}/cluster_text.cc
    PROPERTIES COMPILE_OPTIONS "-Wno-unused-parameter;-Wno-unused-variable;-Wno-unknown-pragmas")

if(NVRTC_LIBRARY AND TARGET gpufft-cuda)
    qa_rows(codegen nvrtc gpufft-cuda-objects)

    # Each plan for one architecture; with the label soak for all of them.
    add_executable(qa_codegen_cuda_plans codegen/qa_cuda_plans.cc)
    target_link_libraries(qa_codegen_cuda_plans PRIVATE test_reference gpufft-cuda-objects)
    quickly_compiled(qa_codegen_cuda_plans)
    add_test(NAME codegen.cuda_plans COMMAND qa_codegen_cuda_plans)
    add_test(NAME codegen.cuda_plans_all COMMAND qa_codegen_cuda_plans sm_80 sm_90 newest)
    set_tests_properties(codegen.cuda_plans PROPERTIES TIMEOUT 1200)
    set_tests_properties(codegen.cuda_plans_all PROPERTIES LABELS soak TIMEOUT 3600)
    with_nvrtc(codegen.nvrtc codegen.nvrtc_all codegen.cuda_plans codegen.cuda_plans_all)
    set_property(TEST codegen.cuda_plans_all APPEND PROPERTY ENVIRONMENT "GPUFFT_ROWS=all")
else()
    message(STATUS "No NVRTC: the CUDA text of kernels is generated but not compiled")
endif()
