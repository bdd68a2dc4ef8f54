// SPDX-License-Identifier: MIT
//
// Validating a job agrees with running it, and says why a job is refused.

#include "support/actors.h"

/// A job that differs from a good one in one field is refused, by both functions, and the
/// reason names the field.
#define REFUSED(type, name, good, change, words)                                                             \
    do {                                                                                                     \
        type job = good;                                                                                     \
        MienError error = {0};                                                                               \
        change;                                                                                              \
        CHECK_STATUS(mien_##name##_job_validate(&job, &error), MIEN_ERROR_ARGUMENT);                         \
        CHECK_STATUS(error.status, MIEN_ERROR_ARGUMENT);                                                     \
        if (strstr(error.message, words) == NULL)                                                            \
            CHECK_STR(error.message, words);                                                                 \
        CHECK_STATUS(mien_##name##_job_validate(&job, NULL), MIEN_ERROR_ARGUMENT);                           \
        CHECK_STATUS(mien_##name##_job_run(&job), MIEN_ERROR_ARGUMENT);                                      \
    } while (0)

/// A good job passes both, and leaves the error alone.
#define ACCEPTED(name, good)                                                                                 \
    do {                                                                                                     \
        MienError error = {.message = "untouched"};                                                          \
        CHECK_STATUS(mien_##name##_job_validate(&(good), &error), MIEN_OK);                                  \
        CHECK_STR(error.message, "untouched");                                                               \
        CHECK_STATUS(mien_##name##_job_run(&(good)), MIEN_OK);                                               \
        CHECK_STATUS(mien_##name##_job_validate(NULL, &error), MIEN_ERROR_ARGUMENT);                         \
        CHECK(strstr(error.message, "NULL") != NULL);                                                        \
    } while (0)

TEST(poses)
{
    Parts p;
    ByHand h;
    parts_begin(&p);
    by_hand_begin(&h, &p, mien_pose_job_scratch_size(p.poses));
    MienPoseBinding *binding = NULL, *other = NULL;
    MienPoseAsset *asset = NULL;
    CHECK_STATUS(mien_pose_asset_load(p.packs[2].data, p.packs[2].size, NULL, &asset, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_binding_create(p.poses, p.skeleton, NULL, &binding, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_binding_create(asset, p.skeleton, NULL, &other, NULL), MIEN_OK);
    static const MienPoseWeight beyond[] = {{1 << 20, 1.0f}};
    const MienPoseJob good = {.asset = p.poses,
                              .binding = binding,
                              .bone_count = p.bone_count,
                              .input = h.rest,
                              .out_bones = h.bones,
                              .curves = h.inputs,
                              .out_curves = h.curves,
                              .scratch = h.scratch,
                              .scratch_size = h.scratch_size};
    ACCEPTED(pose, good);
    REFUSED(MienPoseJob, pose, good, job.asset = NULL, "asset");
    REFUSED(MienPoseJob, pose, good, job.binding = other, "another pose asset");
    REFUSED(MienPoseJob, pose, good, job.lod = -1, "level");
    REFUSED(MienPoseJob, pose, good, job.bone_count += 1, "bone_count");
    REFUSED(MienPoseJob, pose, good, job.bone_count = -1, "bone_count");
    REFUSED(MienPoseJob, pose, good, job.input = NULL, "input");
    REFUSED(MienPoseJob, pose, good, job.out_bones = NULL, "out_bones");
    REFUSED(MienPoseJob, pose, good, job.scratch = (uint8_t *)h.scratch + 1, "scratch");
    REFUSED(MienPoseJob, pose, good, job.scratch_size -= 1, "scratch_size");
    REFUSED(MienPoseJob, pose, good, job.layout = (MienPoseLayout)7, "layout");
    REFUSED(MienPoseJob, pose, good, (job.weights = beyond, job.weight_count = 1), "pose");
    REFUSED(MienPoseJob, pose, good, (job.weights = beyond, job.weight_count = -1), "weight_count");
    REFUSED(MienPoseJob, pose, good, job.curves.count -= 1, "curves.count");
    REFUSED(MienPoseJob, pose, good, job.curves.values = NULL, "curves.values");
    REFUSED(MienPoseJob, pose, good, job.out_curves.count += 1, "out_curves.count");
    REFUSED(MienPoseJob, pose, good, job.out_curves.values = NULL, "out_curves.values");
    mien_pose_binding_destroy(binding);
    mien_pose_binding_destroy(other);
    mien_pose_asset_destroy(asset);
    by_hand_end(&h);
    parts_end(&p);
}

TEST(crowds)
{
    Parts p;
    parts_begin(&p);
    const MienPoseAssetInfo info = mien_pose_asset_info(p.poses);
    const int curves = info.driven_pose_count + info.curve_count;
    const size_t size = mien_crowd_job_scratch_size(p.poses);
    const size_t tile = mien_tile_size(info.bone_count) * sizeof(float);
    float *bones = aligned_take(tile), *values = aligned_take((size_t)curves * MIEN_TILE * sizeof(float));
    void *scratch = aligned_take(size);
    memset(values, 0, (size_t)curves * MIEN_TILE * sizeof(float));
    for (int k = 0; k < MIEN_TILE; ++k)
        mien_tile_write(bones, info.bone_count, k, mien_pose_asset_base(p.poses));
    const MienCrowdJob good = {.asset = p.poses,
                               .character_count = MIEN_TILE,
                               .bone_count = info.bone_count,
                               .input = bones,
                               .out_bones = bones,
                               .curve_count = curves,
                               .curves = values,
                               .scratch = scratch,
                               .scratch_size = size};
    ACCEPTED(crowd, good);
    REFUSED(MienCrowdJob, crowd, good, job.asset = NULL, "asset");
    REFUSED(MienCrowdJob, crowd, good, job.lod = -1, "level");
    REFUSED(MienCrowdJob, crowd, good, job.character_count = -1, "character_count");
    REFUSED(MienCrowdJob, crowd, good, job.bone_count += 1, "bone_count");
    REFUSED(MienCrowdJob, crowd, good, job.curve_count -= 1, "curve_count");
    REFUSED(MienCrowdJob, crowd, good, job.input = bones + 1, "input");
    REFUSED(MienCrowdJob, crowd, good, job.curves = NULL, "curves");
    REFUSED(MienCrowdJob, crowd, good, job.out_curves = values + 1, "out_curves");
    REFUSED(MienCrowdJob, crowd, good, job.scratch = NULL, "scratch");
    REFUSED(MienCrowdJob, crowd, good, job.scratch_size -= 1, "scratch_size");
    aligned_free(bones);
    aligned_free(values);
    aligned_free(scratch);
    parts_end(&p);
}

TEST(clips)
{
    Parts p;
    parts_begin(&p);
    MienClip *another = NULL;
    MienClipBinding *binding = NULL;
    CHECK_STATUS(mien_clip_load(p.packs[3].data, p.packs[3].size, NULL, &another, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(another, p.skeleton, NULL, &binding, NULL), MIEN_OK);
    const size_t size = mien_clip_cursor_size(another);
    void *memory = aligned_take(size);
    MienClipCursor *cursor = mien_clip_cursor_init(another, memory, size);
    const MienClipJob good = {.clip = p.clip};
    ACCEPTED(clip, good);
    REFUSED(MienClipJob, clip, good, job.clip = NULL, "clip");
    REFUSED(MienClipJob, clip, good, job.binding = binding, "binding");
    REFUSED(MienClipJob, clip, good, job.cursor = cursor, "cursor");
    REFUSED(MienClipJob, clip, good, job.out_curves.count = 3, "out_curves");
    REFUSED(MienClipJob, clip, good, job.bone_count = -1, "bone_count");
    aligned_free(memory);
    mien_clip_binding_destroy(binding);
    mien_clip_destroy(another);
    parts_end(&p);
}

TEST(meshes)
{
    Parts p;
    ByHand h;
    parts_begin(&p);
    const MienMeshInfo info = mien_mesh_info(p.mesh);
    by_hand_begin(&h, &p, mien_skin_job_scratch_size(p.mesh));
    MienVec3 *vertices = stage_array(info.vertex_count, sizeof *vertices);
    const MienModelJob model = {.skeleton = p.skeleton,
                                .bone_count = p.bone_count,
                                .local_count = p.bone_count,
                                .local = h.bones,
                                .out_model = h.model};
    ACCEPTED(model, model);
    REFUSED(MienModelJob, model, model, job.skeleton = NULL, "skeleton");
    REFUSED(MienModelJob, model, model, job.bone_count += 1, "bone_count");
    REFUSED(MienModelJob, model, model, job.local_count += 1, "local_count");
    REFUSED(MienModelJob, model, model, job.local = NULL, "local");
    REFUSED(MienModelJob, model, model, job.out_model = NULL, "out_model");
    const MienPaletteJob palette = {.binding = h.mesh_binding,
                                    .bone_count = p.bone_count,
                                    .model = h.model,
                                    .joint_count = info.joint_count,
                                    .out_palette = h.palette};
    ACCEPTED(palette, palette);
    REFUSED(MienPaletteJob, palette, palette, job.binding = NULL, "binding");
    REFUSED(MienPaletteJob, palette, palette, job.bone_count -= 1, "bone_count");
    REFUSED(MienPaletteJob, palette, palette, job.joint_count -= 1, "joint_count");
    REFUSED(MienPaletteJob, palette, palette, job.model = NULL, "model");
    REFUSED(MienPaletteJob, palette, palette, job.out_palette = NULL, "out_palette");
    const MienMorphJob morph = {.binding = h.mesh_binding,
                                .curves = h.curves,
                                .morph_count = info.morph_count,
                                .out_weights = h.morphs};
    ACCEPTED(morph, morph);
    REFUSED(MienMorphJob, morph, morph, job.binding = NULL, "binding");
    REFUSED(MienMorphJob, morph, morph, job.lod = -1, "level");
    REFUSED(MienMorphJob, morph, morph, job.morph_count += 1, "morph_count");
    REFUSED(MienMorphJob, morph, morph, job.curves.count -= 1, "curves.count");
    REFUSED(MienMorphJob, morph, morph, job.curves.values = NULL, "curves.values");
    REFUSED(MienMorphJob, morph, morph, job.out_weights = NULL, "out_weights");
    const MienSkinJob skin = {.mesh = p.mesh,
                              .joint_count = info.joint_count,
                              .palette = h.palette,
                              .morph_count = info.morph_count,
                              .weights = h.morphs,
                              .vertex_count = info.vertex_count,
                              .out_positions = vertices,
                              .scratch = h.scratch,
                              .scratch_size = h.scratch_size};
    ACCEPTED(skin, skin);
    REFUSED(MienSkinJob, skin, skin, job.mesh = NULL, "mesh");
    REFUSED(MienSkinJob, skin, skin, job.joint_count -= 1, "joint_count");
    REFUSED(MienSkinJob, skin, skin, job.palette = NULL, "palette");
    REFUSED(MienSkinJob, skin, skin, job.morph_count -= 1, "morph_count");
    REFUSED(MienSkinJob, skin, skin, job.first_vertex = 1, "first_vertex");
    REFUSED(MienSkinJob, skin, skin, job.vertex_count = -1, "vertex_count");
    REFUSED(MienSkinJob, skin, skin, job.out_positions = NULL, "out_positions");
    REFUSED(MienSkinJob, skin, skin, job.scratch = (uint8_t *)h.scratch + 1, "scratch");
    REFUSED(MienSkinJob, skin, skin, job.scratch_size -= 1, "scratch_size");
    free(vertices);
    by_hand_end(&h);
    parts_end(&p);
}

TEST(graphs)
{
    Parts p;
    GraphRig g, other;
    parts_begin(&p);
    graph_begin(&g, p.made.skeleton);
    graph_begin(&other, p.made.skeleton);
    graph_make(
        &g, GRAPH("{'id': 'live', 'node': 'live_input'}, {'id': 'out', 'node': 'output', 'input': 'live'}"));
    graph_make(
        &other,
        GRAPH("{'id': 'live', 'node': 'live_input'}, {'id': 'out', 'node': 'output', 'input': 'live'}"));
    graph_trace(&other);
    const MienGraphJob good = g.job;
    ACCEPTED(graph, good);
    REFUSED(MienGraphJob, graph, good, job.binding = NULL, "binding");
    REFUSED(MienGraphJob, graph, good, job.instance = NULL, "instance");
    REFUSED(MienGraphJob, graph, good, job.instance = other.instance, "instance");
    REFUSED(MienGraphJob, graph, good, job.lod = -1, "level");
    REFUSED(MienGraphJob, graph, good, job.bone_count += 1, "bone_count");
    REFUSED(MienGraphJob, graph, good, job.out_bones = NULL, "out_bones");
    REFUSED(MienGraphJob, graph, good, job.out_curves.count -= 1, "out_curves.count");
    REFUSED(MienGraphJob, graph, good, job.out_curves.values = NULL, "out_curves.values");
    REFUSED(MienGraphJob, graph, good, job.event_capacity = -1, "event_capacity");
    REFUSED(MienGraphJob, graph, good, job.trace = other.trace, "trace");
    REFUSED(MienGraphJob, graph, good, job.scratch = NULL, "scratch");
    REFUSED(MienGraphJob, graph, good, job.scratch_size -= 1, "scratch_size");
    const size_t size = mien_graph_batch_job_scratch_size(g.binding);
    void *scratch = aligned_take(size);
    float *bones = aligned_take(mien_tile_size(g.bone_count) * sizeof(float));
    MienGraphInstance *instances[] = {g.instance}, *wrong[] = {other.instance};
    const MienGraphBatchJob batch = {.binding = g.binding,
                                     .instance_count = 1,
                                     .instances = instances,
                                     .bone_count = g.bone_count,
                                     .out_bones = bones,
                                     .scratch = scratch,
                                     .scratch_size = size};
    ACCEPTED(graph_batch, batch);
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.binding = NULL, "binding");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.lod = -1, "level");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.instance_count = -1, "instance_count");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.instances = NULL, "instances");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.instances = wrong, "instance");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.bone_count += 1, "bone_count");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.out_bones = bones + 1, "out_bones");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.curve_count = 1, "curve_count");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.curve_count = g.curve_count, "out_curves");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.event_capacity = -1, "event_capacity");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.scratch = NULL, "scratch");
    REFUSED(MienGraphBatchJob, graph_batch, batch, job.scratch_size -= 1, "scratch_size");
    aligned_free(bones);
    aligned_free(scratch);
    graph_end(&g);
    graph_end(&other);
    parts_end(&p);
}

CHECK_MAIN
{
    RUN(poses);
    RUN(crowds);
    RUN(clips);
    RUN(meshes);
    RUN(graphs);
}
