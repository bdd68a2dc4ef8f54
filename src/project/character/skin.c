// SPDX-License-Identifier: MIT
//
// The skin of a face while it plays, and distances between two.

#include "core/float_rules.h"

#include "project/character/skin.h"

#include "asset/view.h"

#include <math.h>
#include <string.h>

enum { SIZE_SHIFT = 17 };

double mieni_distance(MienVec3 a, MienVec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

void mieni_distances_add(MieniDistances *distances, double distance)
{
    const float number = (float)distance;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    ++distances->sizes[bits >> SIZE_SHIFT];
    ++distances->count;
    distances->most = distance > distances->most ? distance : distances->most;
}

/// The largest number of a size.
static double size_value(int size)
{
    const uint32_t bits = ((uint32_t)size << SIZE_SHIFT) | ((1u << SIZE_SHIFT) - 1);
    float number;
    memcpy(&number, &bits, sizeof number);
    return (double)number;
}

double mieni_distances_but_one_in(const MieniDistances *distances, int parts)
{
    uint64_t above = 0;
    for (int s = MIENI_DISTANCE_SIZES - 1; s >= 0; --s) {
        above += distances->sizes[s];
        if (above > distances->count / (uint64_t)parts)
            return size_value(s) < distances->most ? size_value(s) : distances->most;
    }
    return 0.0;
}

MienStatus mieni_skin_parts(const MieniProject *project, const char *poses, MieniArena *arena,
                            MieniCharacterParts *out_parts, MieniProblem *problem)
{
    MieniAsset asset;
    const MienStatus status = mieni_project_load(project, poses, MIENI_ASSET_POSES, &asset, problem);
    if (status != MIEN_OK)
        return status;
    const char *skeleton = mieni_asset_skeleton(&asset), *mesh = mieni_asset_mesh(&asset);
    *out_parts = (MieniCharacterParts){
        .skeleton = skeleton != NULL ? mieni_arena_text(arena, skeleton, strlen(skeleton)) : NULL,
        .mesh = mesh != NULL ? mieni_arena_text(arena, mesh, strlen(mesh)) : NULL};
    mieni_asset_release(&asset);
    return mesh != NULL ? MIEN_OK
                        : mieni_problem_set(problem, poses, MIEN_ERROR_DATA, mieni_nowhere(),
                                            "The pose asset names no mesh: set its mesh to compare on it.");
}

bool mieni_skin_prepare(MieniSkin *skin, MieniArena *arena)
{
    const MienMesh *mesh = skin->character.mesh;
    skin->vertex_count = mien_mesh_info(mesh).vertex_count;
    skin->scratch_size = mien_skin_job_scratch_size(mesh);
    skin->scratch = mieni_arena_take(arena, skin->scratch_size, 1);
    skin->positions = mieni_arena_take(arena, (size_t)skin->vertex_count, sizeof *skin->positions);
    return !arena->is_out_of_memory;
}

MienStatus mieni_skin_show(MieniSkin *skin)
{
    const MieniCharacter *character = &skin->character;
    return mien_skin_job_run(&(MienSkinJob){.mesh = character->mesh,
                                            .joint_count = mien_mesh_info(character->mesh).joint_count,
                                            .palette = mien_actor_palette(character->actor),
                                            .morph_count = character->morph_count,
                                            .weights = character->morphs,
                                            .vertex_count = skin->vertex_count,
                                            .out_positions = skin->positions,
                                            .scratch = skin->scratch,
                                            .scratch_size = skin->scratch_size});
}
