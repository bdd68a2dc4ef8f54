# SPDX-License-Identifier: MIT
#
# What cpack runs between installing and packing: pages and changelogs are compressed, as
# Debian wants them, and everything gets the time of the sources.

file(GLOB_RECURSE texts ${CPACK_TEMPORARY_DIRECTORY}/*)
list(FILTER texts INCLUDE REGEX "/man/man1/[^/]+[.]1$|/doc/[^/]+/changelog([.]Debian)?$")
if(texts)
    execute_process(COMMAND gzip -9nf ${texts} COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -hd @${CPACK_MIEN_EPOCH} {} +
                COMMAND_ERROR_IS_FATAL ANY)
