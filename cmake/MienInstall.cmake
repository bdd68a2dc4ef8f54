# SPDX-License-Identifier: MIT
#
# Installs headers, libmien, the mien program with its man pages and completion, what draws, the
# editor with what desktops ask for, the CMake package, mien.pc and mien.cps. All of it can be moved
# afterwards: no file contains the prefix. Components are what MienPackages.cmake makes packages of.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(mien_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mien)

install(
    TARGETS mien EXPORT mien-targets
    RUNTIME COMPONENT library
    LIBRARY COMPONENT library NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development)
if(TARGET mien_static)
    install(TARGETS mien_static EXPORT mien-targets ARCHIVE COMPONENT development)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/mien DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(EXPORT mien-targets NAMESPACE mien:: DESTINATION ${mien_package_dir} COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/mien-config.cmake.in
                              ${PROJECT_BINARY_DIR}/mien-config.cmake INSTALL_DESTINATION ${mien_package_dir})
# Before 1.0 every minor version may break.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/mien-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mien-config.cmake ${PROJECT_BINARY_DIR}/mien-config-version.cmake
        DESTINATION ${mien_package_dir} COMPONENT development)

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
install(FILES ${PROJECT_BINARY_DIR}/mien.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

set(prefix "@prefix@") # is what it says in the file, too
if(BUILD_SHARED_LIBS)
    set(mien_cps_type dylib)
    set(mien_cps_file ${CMAKE_SHARED_LIBRARY_PREFIX}mien${CMAKE_SHARED_LIBRARY_SUFFIX})
    set(mien_cps_defines "")
else()
    set(mien_cps_type archive)
    set(mien_cps_file ${CMAKE_STATIC_LIBRARY_PREFIX}mien${CMAKE_STATIC_LIBRARY_SUFFIX})
    set(mien_cps_defines "\"MIEN_STATIC\": null")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/mien.cps.in ${PROJECT_BINARY_DIR}/mien.cps @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/mien.cps DESTINATION ${CMAKE_INSTALL_LIBDIR}/cps/mien COMPONENT development)

if(MIEN_BUILD_CLI)
    install(TARGETS mien-cli COMPONENT program)
    if(MIEN_DRAW_MODULE) # where the program looks for it, see src/cli/CMakeLists.txt
        install(TARGETS mien-draw LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/mien COMPONENT drawing)
    endif()
    if(MIEN_SERVE)
        install(TARGETS mien-serve LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/mien COMPONENT program)
    endif()
    if(MIEN_SPEECH)
        install(TARGETS mien-speech LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/mien COMPONENT speech)
    endif()
    if(NOT CMAKE_CROSSCOMPILING) # the program prints them itself
        set(mien_pages ${PROJECT_BINARY_DIR}/pages)
        add_custom_command(
            OUTPUT ${mien_pages}/stamp
            COMMAND ${CMAKE_COMMAND} -D program=$<TARGET_FILE:mien-cli> -D folder=${mien_pages} -P
                    ${CMAKE_CURRENT_LIST_DIR}/make-pages.cmake
            DEPENDS mien-cli ${CMAKE_CURRENT_LIST_DIR}/make-pages.cmake
            COMMENT "Writing man pages and completion" VERBATIM)
        add_custom_target(mien-pages ALL DEPENDS ${mien_pages}/stamp)
        install(DIRECTORY ${mien_pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
        install(FILES ${mien_pages}/mien DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
                COMPONENT program)
        install(FILES ${mien_pages}/_mien DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
                COMPONENT program)
        install(FILES ${mien_pages}/mien.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
                COMPONENT program)
    endif()
endif()

if(MIEN_STUDIO)
    include(${CMAKE_CURRENT_LIST_DIR}/MienDate.cmake)
    set(studio ${PROJECT_SOURCE_DIR}/packaging/studio)
    set(made ${PROJECT_BINARY_DIR}/studio)
    configure_file(${studio}/org.mien.Studio.metainfo.xml.in ${made}/org.mien.Studio.metainfo.xml @ONLY)
    configure_file(${studio}/mien-studio.1.in ${made}/mien-studio.1 @ONLY)
    set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
    install(TARGETS mien-studio COMPONENT editor)
    install(FILES ${made}/mien-studio.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT editor)
    install(FILES ${made}/org.mien.Studio.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo
            COMPONENT editor)
    install(FILES ${studio}/org.mien.Studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications
            COMPONENT editor)
    install(FILES ${studio}/org.mien.Studio.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages
            RENAME org.mien.Studio.xml COMPONENT editor)
    install(FILES ${studio}/org.mien.Studio.svg DESTINATION ${icons}/scalable/apps COMPONENT editor)
    install(FILES ${studio}/org.mien.Studio-symbolic.svg DESTINATION ${icons}/symbolic/apps COMPONENT editor)
endif()
