# SPDX-License-Identifier: MIT
#
# mien_epoch: when these sources were made, in seconds, the same wherever they are built:
# SOURCE_DATE_EPOCH, else the last commit, else, in an unpacked archive, the time of a file.
# mien_date and mien_date_rfc are the same as text.

set(mien_epoch "$ENV{SOURCE_DATE_EPOCH}")
if(mien_epoch STREQUAL "" AND EXISTS ${PROJECT_SOURCE_DIR}/.git)
    execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE mien_epoch
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(mien_epoch STREQUAL "")
    file(TIMESTAMP ${PROJECT_SOURCE_DIR}/CHANGELOG.md mien_epoch "%s" UTC)
endif()
set(ENV{SOURCE_DATE_EPOCH} ${mien_epoch})
string(TIMESTAMP mien_date "%Y-%m-%d" UTC)
string(TIMESTAMP mien_date_rfc "%a, %d %b %Y %H:%M:%S +0000" UTC)
