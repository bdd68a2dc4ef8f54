# SPDX-License-Identifier: MIT
#
# Debian packages by cpack: libmien0, libmien-dev, mien, mien-draw and mien-studio. See
# docs/packaging.md; scripts/packages makes and checks them.

find_program(MIEN_DPKG_DEB dpkg-deb)
if(NOT MIEN_DPKG_DEB OR NOT BUILD_SHARED_LIBS OR NOT MIEN_BUILD_CLI OR NOT MIEN_DRAW_MODULE OR NOT MIEN_STUDIO)
    return()
endif()

include(${CMAKE_CURRENT_LIST_DIR}/MienDate.cmake)
set(MIEN_MAINTAINER "The Mien authors <mien@example.org>" CACHE STRING "Who answers for the packages")
set(mien_maintainer ${MIEN_MAINTAINER})
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)
configure_file(${debian}/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_BINARY_DIR}/debian/changelog COPYONLY)

get_target_property(mien_abi mien SOVERSION)
set(version ${PROJECT_VERSION}-1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libmien${mien_abi})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmien-dev)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME mien)
set(CPACK_DEBIAN_DRAWING_PACKAGE_NAME mien-draw)
set(CPACK_DEBIAN_EDITOR_PACKAGE_NAME mien-studio)
set(CPACK_COMPONENTS_ALL library development program drawing editor)
set(CPACK_DEBIAN_SPEECH_PACKAGE_NAME mien-speech)
if(MIEN_SPEECH)
    list(APPEND CPACK_COMPONENTS_ALL speech)
endif()
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    install(FILES ${debian}/copyright ${PROJECT_BINARY_DIR}/debian/changelog.Debian
                  ${PROJECT_BINARY_DIR}/debian/changelog
            DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME} COMPONENT ${component}
            EXCLUDE_FROM_ALL)
endforeach()

set(about "Mien shares facial animation: you author the poses of each face once, record
a performance once as curves, and play it on every character, whatever its
proportions.")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "pose assets and shared facial animation - runtime library
${about}
.
This package contains the runtime, a C library without dependencies.")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "pose assets and shared facial animation - development files
${about}
.
This package contains headers, and files for CMake and pkg-config.")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "pose assets and shared facial animation - command line
${about}
.
This package contains the program that imports, edits, checks and builds
assets.")
set(CPACK_DEBIAN_DRAWING_DESCRIPTION "pose assets and shared facial animation - images
${about}
.
This package contains the renderer of the program, for images and videos.")
set(CPACK_DEBIAN_EDITOR_DESCRIPTION "pose assets and shared facial animation - editor
${about}
.
This package contains the editor: pose sliders, curves on a timeline, graphs,
and a viewport with animated faces.")

set(CPACK_DEBIAN_SPEECH_DESCRIPTION "pose assets and shared facial animation - speech
${about}
.
This package contains the aligner of the program, which finds the sounds of a
recorded line.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_DRAWING_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_SPEECH_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_EDITOR_PACKAGE_SECTION graphics)
# Other packages that link the library depend on this one; the cache of the linker follows.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${debian}/triggers ${PROJECT_BINARY_DIR}/debian/shlibs)
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libmien ${mien_abi} libmien${mien_abi} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libmien${mien_abi} (= ${version})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "mien-draw")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "mien-speech, mien-studio")
# What is found at run time, so that linking does not tell: libepoxy looks for EGL and OpenGL. The
# program refuses a module of another version.
set(CPACK_DEBIAN_DRAWING_PACKAGE_DEPENDS "libegl1, libopengl0, mien (= ${version})")
# A font, so that the letters of pictures are the same everywhere.
set(CPACK_DEBIAN_DRAWING_PACKAGE_RECOMMENDS "fonts-cantarell, libgl1-mesa-dri")
set(CPACK_DEBIAN_DRAWING_PACKAGE_SUGGESTS "ffmpeg")
set(CPACK_DEBIAN_SPEECH_PACKAGE_DEPENDS "mien (= ${version}), pocketsphinx-en-us")
set(CPACK_DEBIAN_EDITOR_PACKAGE_DEPENDS "libegl1, libopengl0, adwaita-icon-theme, librsvg2-common")
set(CPACK_DEBIAN_EDITOR_PACKAGE_RECOMMENDS "fonts-cantarell, libgl1-mesa-dri, mien")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mien)
set(CPACK_PACKAGE_VENDOR "The Mien authors")
set(CPACK_PACKAGE_CONTACT ${MIEN_MAINTAINER})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip) # for a moment

# The same bytes wherever and whenever they are made.
set(CPACK_MIEN_EPOCH ${mien_epoch})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package-begin.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package-staged.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package-packed.cmake)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # cpack must not build the tests
include(CPack)

add_custom_target(
    mien-packages
    COMMAND ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR}
    COMMENT "Making Debian packages" VERBATIM USES_TERMINAL)
add_dependencies(mien-packages mien mien-cli mien-draw mien-pages mien-studio)
