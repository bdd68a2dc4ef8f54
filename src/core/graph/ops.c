// SPDX-License-Identifier: MIT
//
// Which functions belong to which type of node.

#include "core/graph/data.h"

#define OPS(upper, lower) &mieni_##lower##_ops,

const MieniNodeOps *mieni_node_ops(unsigned type)
{
    static const MieniNodeOps *const ops[MIENI_NODE_TYPES] = {NULL, MIENI_NODES(OPS)};
    return type < MIENI_NODE_TYPES ? ops[type] : NULL;
}
