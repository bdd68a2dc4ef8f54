// SPDX-License-Identifier: MIT
//
// Which functions belong to which type of node.

#include "core/graph/data.h"

const MieniNodeOps *mieni_node_ops(unsigned type)
{
    static const MieniNodeOps *const ops[MIENI_NODE_TYPES] = {
        [0] = NULL, // C++ wants every place
        [MIENI_NODE_CLIP] = &mieni_clip_ops,
        [MIENI_NODE_REFERENCE] = &mieni_reference_ops,
        [MIENI_NODE_POSES] = &mieni_poses_ops,
        [MIENI_NODE_POSE] = &mieni_pose_ops,
        [MIENI_NODE_DRIVER] = &mieni_driver_ops,
        [MIENI_NODE_APPLY] = &mieni_apply_ops,
        [MIENI_NODE_BLEND] = &mieni_blend_ops,
        [MIENI_NODE_LAYER] = &mieni_layer_ops,
        [MIENI_NODE_MODIFY] = &mieni_modify_ops,
        [MIENI_NODE_MAP] = &mieni_map_ops,
        [MIENI_NODE_SOURCE] = &mieni_source_ops,
        [MIENI_NODE_SELECT] = &mieni_select_ops,
        [MIENI_NODE_SLOT] = &mieni_slot_ops,
        [MIENI_NODE_MACHINE] = &mieni_machine_ops,
        [MIENI_NODE_OUTPUT] = &mieni_output_ops,
    };
    return type < MIENI_NODE_TYPES ? ops[type] : NULL;
}
