# SPDX-License-Identifier: MIT
#
# Lets the mien program write its man pages and completion:
# cmake -D program=PATH -D folder=PATH -P make-pages.cmake

function(ask output)
    execute_process(COMMAND ${program} help --output ${folder}/${output} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder}/man1)
execute_process(COMMAND ${program} help --list OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" commands "${commands}")
string(REPLACE "\n" ";" commands "${commands}")
ask(man1/mien.1 --man)
foreach(command IN LISTS commands)
    string(REPLACE " " "-" name "${command}")
    separate_arguments(words UNIX_COMMAND "${command}")
    ask(man1/mien-${name}.1 --man ${words})
endforeach()
foreach(file IN ITEMS mien:bash _mien:zsh mien.fish:fish)
    string(REPLACE ":" ";" file "${file}")
    list(GET file 0 output)
    list(GET file 1 shell)
    execute_process(COMMAND ${program} completion ${shell} --output ${folder}/${output} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(TOUCH ${folder}/stamp)
