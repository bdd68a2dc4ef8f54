# SPDX-License-Identifier: MIT
#
# Syntax-checked only: never run by vcpkg. MIEN_ARCHIVE is the source archive that
# scripts/release makes; put its place and hash here when it is published.

vcpkg_extract_source_archive(source ARCHIVE "$ENV{MIEN_ARCHIVE}")
vcpkg_cmake_configure(
    SOURCE_PATH "${source}"
    OPTIONS -DMIEN_BUILD_AUTHOR=OFF -DMIEN_BUILD_IO=OFF -DMIEN_BUILD_PROJECT=OFF -DMIEN_BUILD_SAMPLE=OFF
            -DMIEN_BUILD_CLI=OFF -DMIEN_BUILD_STUDIO=OFF -DMIEN_BUILD_TESTS=OFF -DMIEN_BUILD_BENCHMARKS=OFF
            -DMIEN_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME mien CONFIG_PATH lib/cmake/mien)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
