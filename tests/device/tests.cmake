# SPDX-License-Identifier: GPL-3.0-or-later
qa(device kernels/built_kernels)
qa(device kernels/compiler_call)
qa(device interface/device_choice)
qa(device fake/fake)
qa(device kernels/kernel_cache)
qa(device kernels/kernel_files) # writes them where it may
set_property(TEST device.kernel_files APPEND
             PROPERTY ENVIRONMENT "GPUFFT_DUMP_DIR=${PROJECT_BINARY_DIR}/test_cache/refused")
qa(device fake/pass_interpreter)
qa(device fake/plain_io)
target_sources(qa_device_plain_io PRIVATE support/transforms/io_cases.cc)
qa(device interface/next_device)
qa(device interface/registry)
qa(device interface/thread_limit)
qa(device interface/unused_gpus)
qa(device threads/thread_pool)
if(TARGET gpufft-opencl)
    # Each with a cache that no other test looks at: some empty it. Then the same with
    # PoCL's own threads, which GPUFFT_POCL leaves the kernels to.
    foreach(name opencl opencl_queues opencl_kernels opencl_faults)
        qa(device opencl/${name})
        set_property(TEST device.${name} APPEND
                     PROPERTY ENVIRONMENT
                              "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_${name}")
        add_test(NAME device.${name}_driver_threads COMMAND qa_device_${name})
        set_tests_properties(
            device.${name}_driver_threads
            PROPERTIES
                TIMEOUT 1200
                ENVIRONMENT
                "${TEST_ENVIRONMENT};GPUFFT_POCL=driver;XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_${name}_driver"
        )
    endforeach()
    # PoCL's device without threads, which PyOpenCL's users may choose, beside queues of
    # two threads: it stood still. Under either name that PoCL has for it.
    add_test(NAME device.opencl_queues_calling_thread COMMAND qa_device_opencl_queues)
    set_tests_properties(
        device.opencl_queues_calling_thread
        PROPERTIES
            TIMEOUT 300
            ENVIRONMENT
            "${TEST_ENVIRONMENT};POCL_DEVICES=basic cpu-minimal;XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_opencl_queues_calling"
    )
    # By calls, and by PoCL's queues alone.
    qa(device opencl/pocl_calls)
    add_test(NAME device.pocl_calls_queues COMMAND qa_device_pocl_calls)
    foreach(way "" queues)
        string(REGEX REPLACE "(.+)" "_\\1" suffix "${way}")
        set_tests_properties(
            device.pocl_calls${suffix}
            PROPERTIES
                TIMEOUT 300
                ENVIRONMENT
                "${TEST_ENVIRONMENT};GPUFFT_POCL=${way};XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_pocl_calls${suffix}"
        )
    endforeach()
    # What the backend's module calls is looked for in the program first.
    foreach(name opencl_faults pocl_calls)
        target_sources(qa_device_${name} PRIVATE support/faults/failing_opencl.cc)
        target_include_directories(qa_device_${name} SYSTEM PRIVATE ${OpenCL_INCLUDE_DIRS})
        target_link_libraries(qa_device_${name} PRIVATE ${CMAKE_DL_LIBS})
        set_target_properties(qa_device_${name} PROPERTIES ENABLE_EXPORTS ON)
    endforeach()
    qa(device opencl/processor)
    target_sources(qa_device_processor
                   PRIVATE ${PROJECT_SOURCE_DIR}/lib/device/opencl/processor.cc)
    qa(device opencl/pocl_builtins)
    qa(device opencl/pocl_version)
    foreach(name pocl_builtins pocl_version)
        target_include_directories(
            qa_device_${name} SYSTEM PRIVATE ${OpenCL_INCLUDE_DIRS} ${OPENCL_CLHPP_INCLUDE_DIR})
        target_link_libraries(qa_device_${name} PRIVATE OpenCL::OpenCL)
    endforeach()
    qa(device interface/no_platform)
    set_property(TEST device.no_platform APPEND PROPERTY ENVIRONMENT
                                                         "OCL_ICD_VENDORS=/nonexistent")
endif()
if(TARGET gpufft-cuda)
    # What the backend declares of NVIDIA's interfaces, beside their headers.
    foreach(interface driver nvrtc)
        add_executable(check_${interface}_api device/cuda/check_${interface}_api.cc)
        target_include_directories(check_${interface}_api PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                                                                  ${PROJECT_SOURCE_DIR}/lib)
        add_test(NAME device.${interface}_api COMMAND check_${interface}_api)
        set_tests_properties(device.${interface}_api PROPERTIES SKIP_RETURN_CODE 77)
    endforeach()
    if(CUDA_HEADER_DIR)
        target_include_directories(check_driver_api SYSTEM PRIVATE ${CUDA_HEADER_DIR})
    endif()
    if(NVRTC_HEADER_DIR)
        target_include_directories(check_nvrtc_api SYSTEM PRIVATE ${NVRTC_HEADER_DIR})
    endif()

    # A driver without a GPU, so that all but the kernels is tested anywhere.
    add_library(
        fake-libcuda MODULE
        device/cuda/fake_driver/fake_captures.cc
        device/cuda/fake_driver/fake_devices.cc
        device/cuda/fake_driver/fake_faults.cc
        device/cuda/fake_driver/fake_kernels.cc
        device/cuda/fake_driver/fake_memory.cc
        device/cuda/fake_driver/fake_streams.cc
        reference/ptx/ptx_actions.cc
        reference/ptx/ptx_group.cc
        reference/ptx/ptx_program.cc)
    target_include_directories(fake-libcuda PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}
                                                    ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(fake-libcuda PRIVATE fmt::fmt)
    # Each function that the backend calls is there.
    target_link_options(fake-libcuda PRIVATE -Wl,--no-undefined)
    # A folder for $LD_LIBRARY_PATH, where it has the driver's name.
    set(FAKE_CUDA_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/fake_cuda)
    file(MAKE_DIRECTORY ${FAKE_CUDA_FOLDER})
    add_custom_command(
        TARGET fake-libcuda
        POST_BUILD
        COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:fake-libcuda>
                ${FAKE_CUDA_FOLDER}/libcuda.so.1)

    qa(device cuda/cuda_libraries gpufft-cuda-objects)
    add_dependencies(qa_device_cuda_libraries fake-libcuda)
    set_property(TEST device.cuda_libraries APPEND
                 PROPERTY ENVIRONMENT "FAKE_CUDA_DRIVER=$<TARGET_FILE:fake-libcuda>")
    with_nvrtc(device.cuda_libraries)

    # Compilers of several versions, and what each looks for by name.
    set(FAKE_NVRTC_FOLDER ${CMAKE_CURRENT_BINARY_DIR}/fake_nvrtc)
    # fake_nvrtc(VERSION ARCHITECTURES)
    function(fake_nvrtc version architectures)
        string(REGEX MATCH "^([0-9]+)[.]([0-9]+)$" matched ${version})
        set(major ${CMAKE_MATCH_1})
        set(minor ${CMAKE_MATCH_2})
        add_library(fake-nvrtc-${version} MODULE device/cuda/fake_nvrtc.cc)
        target_compile_definitions(
            fake-nvrtc-${version} PRIVATE FAKE_MAJOR=${major} FAKE_MINOR=${minor}
                                          "FAKE_ARCHITECTURES=${architectures}")
        target_include_directories(fake-nvrtc-${version} PRIVATE ${PROJECT_SOURCE_DIR}/lib)
        target_link_libraries(fake-nvrtc-${version} PRIVATE ${CMAKE_DL_LIBS})
        # As wheels of NVRTC 11 and 12 have it: libraries are looked for in the working
        # directory, too.
        set_target_properties(fake-nvrtc-${version} PROPERTIES BUILD_RPATH "$ORIGIN:")
        target_link_options(fake-nvrtc-${version} PRIVATE LINKER:--no-as-needed,-l:librt.so.1)
        add_library(fake-nvrtc-builtins-${version} MODULE device/cuda/fake_nvrtc_builtins.cc)
        foreach(library nvrtc nvrtc-builtins)
            set_target_properties(
                fake-${library}-${version}
                PROPERTIES OUTPUT_NAME ${library} SUFFIX .so.${version}
                           LIBRARY_OUTPUT_DIRECTORY ${FAKE_NVRTC_FOLDER})
            target_link_options(
                fake-${library}-${version} PRIVATE
                LINKER:-soname,lib${library}.so.$<IF:$<STREQUAL:${library},nvrtc>,${major},${version}>
            )
            add_dependencies(qa_device_cuda_compilers fake-${library}-${version})
        endforeach()
    endfunction()
    # The name of what NVRTC needs, in a folder of its own.
    add_library(hostile-library MODULE device/cuda/hostile_library.cc)
    set_target_properties(hostile-library PROPERTIES LIBRARY_OUTPUT_DIRECTORY
                                                     ${FAKE_NVRTC_FOLDER}/hostile)
    qa(device cuda/cuda_compilers gpufft-cuda-objects)
    add_dependencies(qa_device_cuda_compilers fake-libcuda)
    fake_nvrtc(12.94 "50,70,80,90")
    fake_nvrtc(12.96 "50,70,80,90")
    fake_nvrtc(13.90 "75,80,90,100")
    fake_nvrtc(13.92 "75,80,90,100,120")
    set_property(
        TEST device.cuda_compilers APPEND
        PROPERTY ENVIRONMENT "FAKE_CUDA_DRIVER=$<TARGET_FILE:fake-libcuda>"
                 "FAKE_NVRTC=${FAKE_NVRTC_FOLDER}")
    with_nvrtc(device.cuda_compilers)

    if(NVRTC_LIBRARY)
        qa(device cuda/cuda_faults gpufft-cuda-objects)
        add_dependencies(qa_device_cuda_faults fake-libcuda)
        set_property(
            TEST device.cuda_faults APPEND
            PROPERTY ENVIRONMENT
                     "FAKE_CUDA_DRIVER=$<TARGET_FILE:fake-libcuda>"
                     "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_cuda_faults")
        with_nvrtc(device.cuda_faults)
    endif()

    # On a GPU, and with the fake driver where there is a compiler to go with it.
    foreach(name cuda cuda_queues)
        qa(device cuda/${name} gpufft-cuda-objects)
        add_dependencies(qa_device_${name} fake-libcuda)
        set_property(TEST device.${name} APPEND
                     PROPERTY ENVIRONMENT
                              "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_${name}")
        if(NVRTC_LIBRARY)
            add_test(NAME device.${name}_fake_driver COMMAND qa_device_${name})
            set_tests_properties(
                device.${name}_fake_driver
                PROPERTIES
                    TIMEOUT 1200
                    ENVIRONMENT
                    "${TEST_ENVIRONMENT};FAKE_CUDA_DRIVER=$<TARGET_FILE:fake-libcuda>;XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache/qa_${name}_fake"
            )
            with_nvrtc(device.${name}_fake_driver)
        endif()
    endforeach()
endif()
