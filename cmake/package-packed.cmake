# SPDX-License-Identifier: MIT
#
# What cpack runs last: dpkg-deb packs again what cpack packed, because cpack writes the time
# of day into archives, and scripts that call ldconfig, which a trigger does.

set(folder ${CPACK_TEMPORARY_DIRECTORY}/unpacked)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND dpkg-deb -R ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${CPACK_MIEN_EPOCH} dpkg-deb -Zxz --root-owner-group -b
                ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
