# SPDX-License-Identifier: MIT
#
# Makes a C source of JSON files, so that libraries carry them on platforms without
# files: the bytes as they are, and a table of what lists of them show.
#
#     cmake -DFOLDER=data/maps -DSUFFIX=.map.json -DTABLE=mieni_maps
#           "-DFIELDS=from to" -DOUTPUT=maps.c -P MienEmbed.cmake
#
# With NAMES the table also has the names that each file lists; with ONLY it has one file, by its id.

function(quote out text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

separate_arguments(FIELDS)
file(GLOB files ${FOLDER}/${ONLY}*${SUFFIX})
list(SORT files)
set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    file(READ ${file} text)
    file(READ ${file} hex HEX)
    file(SIZE ${file} size)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
    string(APPEND arrays "static const uint8_t bytes_${count}[] = {${hex}};\n")

    get_filename_component(id ${file} NAME)
    string(REPLACE "${SUFFIX}" "" id ${id})
    set(fields "")
    foreach(field IN LISTS FIELDS)
        string(JSON value GET "${text}" ${field})
        quote(value "${value}")
        list(APPEND fields "${value}")
    endforeach()
    list(JOIN fields ", " fields)

    set(names "NULL")
    set(name_count 0)
    if(NAMES)
        string(JSON name_count LENGTH "${text}" names)
        math(EXPR last "${name_count} - 1")
        string(APPEND arrays "static const char *const names_${count}[] = {")
        foreach(i RANGE ${last})
            string(JSON name GET "${text}" names ${i} name)
            quote(name "${name}")
            string(APPEND arrays "${name}, ")
        endforeach()
        string(APPEND arrays "};\n")
        set(names "names_${count}")
    endif()
    string(APPEND rows "    {\"${id}\", {${fields}}, ${name_count}, ${names}, bytes_${count}, ${size}},\n")
    math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Made by cmake/MienEmbed.cmake.\n\n#include \"asset/names/embedded.h\"\n\n${arrays}\n"
                     "const MieniEmbedded ${TABLE}[] = {\n${rows}};\n"
                     "const int ${TABLE}_count = ${count};\n")
