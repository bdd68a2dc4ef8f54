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
                --transparent --yaw 0 --pitch 2 --curve mouthSmileLeft=0.8 --curve mouthSmileRight=0.8
                --curve jawOpen=0.12 --curve browInnerUp=0.2
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
