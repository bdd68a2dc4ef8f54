# SPDX-License-Identifier: MIT
#
# Draws the faces of the welcome page: MIEN is the program, CAST a folder for the sample
# cast, PICTURES where they go.

file(REMOVE_RECURSE ${CAST})
file(MAKE_DIRECTORY ${PICTURES})
execute_process(COMMAND ${MIEN} sample cast ${CAST} --quiet OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(face ada pip bruno moss)
    execute_process(
        COMMAND ${MIEN} render ${face} --project ${CAST} --output ${PICTURES}/${face}.png --size 480x560
                --transparent --yaw 0 --pitch 2 --set mouthSmileLeft=0.8 --set mouthSmileRight=0.8
                --set jawOpen=0.12 --set browInnerUp=0.2
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
