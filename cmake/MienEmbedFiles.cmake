# SPDX-License-Identifier: MIT
#
# mien_embed: adds the C source that MienEmbed.cmake makes of data files.

function(mien_embed output folder suffix)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*${suffix})
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DSUFFIX=${suffix} -DOUTPUT=${output} ${ARGN} -P
                ${PROJECT_SOURCE_DIR}/cmake/MienEmbed.cmake
        DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/MienEmbed.cmake
        COMMENT "Embedding ${folder}"
        VERBATIM)
endfunction()
