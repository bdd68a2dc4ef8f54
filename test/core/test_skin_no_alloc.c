// SPDX-License-Identifier: MIT
//
// From a pose to a skinned mesh nothing allocates, nor does asking a mesh anything.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/skinning.h"

TEST(skinning_does_not_allocate)
{
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    for (int influences = 1; influences <= MIEN_MAX_INFLUENCES; ++influences) {
        MienSampleMeshOptions options = small_mesh;
        options.vertex_count = 700;
        options.influence_count = influences;
        BoundMesh b = bound_mesh(&small_body, &options, MIEN_ISA_BEST);
        Skinned s = skinned_open(&b, (uint64_t)influences);
        begin_counting();
        const MienStatus status = skinned_run(&s);
        mien_mesh_info(b.mesh);
        mien_mesh_find_morph(b.mesh, "morph_3");
        mien_mesh_find_bone(b.mesh, "bone_001");
        mien_mesh_morph(b.mesh, 2);
        mien_mesh_joint(b.mesh, 2);
        CHECK_INT(end_counting(), 0);
        CHECK_STATUS(status, MIEN_OK);
        skinned_close(&s);
        bound_mesh_free(&b);
    }
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(skinning_does_not_allocate);
}
