# SPDX-License-Identifier: MIT
#
# What cpack reads first: archives get the time of the sources, and every package describes
# itself, from the first line on.

set(ENV{SOURCE_DATE_EPOCH} ${CPACK_MIEN_EPOCH})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
