# SPDX-License-Identifier: GPL-3.0-or-later
# Real windows on a screen of Xvfb's, driven by events of mouse and keys.
find_package(Qt5 5.15 REQUIRED COMPONENTS Test)

# qa_window(FILE): tests/widgets/qa_FILE.cc as widgets.FILE, and on a screen whose pixels are
# half as wide as widgets.FILE_fine.
function(qa_window name)
    add_executable(qa_widgets_${name} widgets/qa_${name}.cc)
    if(SANITIZE)
        target_sources(qa_widgets_${name} PRIVATE widgets/keep_libraries.cc)
    endif()
    target_link_libraries(qa_widgets_${name} PRIVATE test_support test_options gpufft-widgets
                                                     nlohmann_json::nlohmann_json Qt5::Test)
    add_test(NAME widgets.${name} COMMAND qa_widgets_${name})
    add_test(NAME widgets.${name}_fine COMMAND qa_widgets_${name})
    set_tests_properties(
        widgets.${name} widgets.${name}_fine
        PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT};QT_QPA_PLATFORM=xcb" TIMEOUT 600)
    set_property(TEST widgets.${name}_fine APPEND PROPERTY ENVIRONMENT "QT_SCALE_FACTOR=2")
endfunction()

qa_window(panes)
qa_window(readings)
qa_window(windows)
qa_window(window_events)
qa_window(random_use)
add_test(NAME widgets.random_use_all COMMAND qa_widgets_random_use)
set_tests_properties(
    widgets.random_use_all
    PROPERTIES ENVIRONMENT "${TEST_ENVIRONMENT};QT_QPA_PLATFORM=xcb;GPUFFT_ROWS=all" TIMEOUT 1200
               LABELS soak)
