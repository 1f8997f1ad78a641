# SPDX-License-Identifier: GPL-3.0-or-later
# install_package(NAME TARGETS NAMESPACE COMPONENT): what find_package(NAME) reads, from
# NAMEConfig.cmake.in and the exported TARGETS.
include(CMakePackageConfigHelpers)

function(install_package name targets namespace component)
    set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/${name})
    install(
        EXPORT ${targets}
        NAMESPACE ${namespace}
        DESTINATION ${folder}
        COMPONENT ${component})
    configure_package_config_file(
        ${PROJECT_SOURCE_DIR}/cmake/${name}Config.cmake.in
        ${CMAKE_CURRENT_BINARY_DIR}/${name}Config.cmake INSTALL_DESTINATION ${folder})
    write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/${name}ConfigVersion.cmake
                                     COMPATIBILITY SameMajorVersion)
    install(
        FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}Config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/${name}ConfigVersion.cmake
        DESTINATION ${folder}
        COMPONENT ${component})
endfunction()
