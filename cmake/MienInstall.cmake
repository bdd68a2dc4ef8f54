# SPDX-License-Identifier: MIT
#
# Installs headers, libmien, the mien program with its man pages and completion, the
# CMake package and mien.pc. All of it can be
# moved afterwards: no file contains the prefix.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(mien_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mien)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mien DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS mien EXPORT mien-targets)
install(EXPORT mien-targets NAMESPACE mien:: DESTINATION ${mien_package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/mien-config.cmake.in
                              ${PROJECT_BINARY_DIR}/mien-config.cmake INSTALL_DESTINATION ${mien_package_dir})
# Before 1.0 every minor version may break.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mien-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mien-config.cmake ${PROJECT_BINARY_DIR}/mien-config-version.cmake
        DESTINATION ${mien_package_dir})

# How far up the prefix is from the folder of mien.pc; two levels unless the
# library folder is nested, as on Debian.
file(RELATIVE_PATH mien_pc_up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" mien_pc_up "${mien_pc_up}")
if(BUILD_SHARED_LIBS)
    set(mien_pc_cflags "")
else()
    set(mien_pc_cflags " -DMIEN_STATIC")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/mien.pc.in ${PROJECT_BINARY_DIR}/mien.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mien.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(MIEN_BUILD_CLI)
    install(TARGETS mien-cli)
    if(NOT CMAKE_CROSSCOMPILING) # the program prints them itself
        set(mien_pages ${PROJECT_BINARY_DIR}/pages)
        add_custom_command(
            OUTPUT ${mien_pages}/stamp
            COMMAND ${CMAKE_COMMAND} -D program=$<TARGET_FILE:mien-cli> -D folder=${mien_pages} -P
                    ${CMAKE_CURRENT_LIST_DIR}/make-pages.cmake
            DEPENDS mien-cli ${CMAKE_CURRENT_LIST_DIR}/make-pages.cmake
            COMMENT "Writing man pages and completion" VERBATIM)
        add_custom_target(mien-pages ALL DEPENDS ${mien_pages}/stamp)
        install(DIRECTORY ${mien_pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
        install(FILES ${mien_pages}/mien DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
        install(FILES ${mien_pages}/_mien DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
        install(FILES ${mien_pages}/mien.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    endif()
endif()
