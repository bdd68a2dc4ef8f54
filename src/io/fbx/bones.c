// SPDX-License-Identifier: MIT
//
// Which models are bones, what they are called and where they rest: limbs, what clusters
// bind to, what takes move, what carries a mesh of its own, and the parents of all these.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "io/fbx/reading.h"

#include <stdio.h>
#include <string.h>

/// What makes a model a bone.
enum { JOINT = 1, CARRIES = 4, NEEDED = 8, LEFT_OUT = 16 };

size_t mieni_fbx_size(const MieniFbxNode *node)
{
    if (node == NULL || node->value_count == 0)
        return 0;
    return node->values[0].type == MIENI_FBX_ARRAY ? node->values[0].size : (size_t)node->value_count;
}

/// Marks the models that the clusters of a skin bind to, and the points that they bind.
static MienStatus mark_clusters(MieniFbxReader *reader, int skin, uint8_t *marks, bool *is_bound,
                                size_t points)
{
    const MieniFbxScene *scene = &reader->scene;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    int cursor = 0, cluster;
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK &&
           (cluster = mieni_fbx_next_child(scene, skin, MIENI_FBX_CLUSTER, &cursor, NULL)) >= 0) {
        int link = 0;
        const int object = mieni_fbx_next_child(scene, cluster, MIENI_FBX_MODEL, &link, NULL);
        if (object < 0)
            continue;
        int64_t *indexes;
        size_t count;
        marks[scene->objects[object].model] |= JOINT;
        status = mieni_fbx_integers(scene->file, mieni_fbx_child(scene->objects[cluster].node, "Indexes"),
                                    &temp, &indexes, &count, reader->error);
        if (status == MIEN_OK)
            status = mieni_fbx_work(reader, count + 1);
        for (size_t i = 0; status == MIEN_OK && i < count; ++i)
            if (indexes[i] >= 0 && (uint64_t)indexes[i] < points)
                is_bound[indexes[i]] = true;
        mieni_arena_release(&temp);
    }
    return status;
}

/// Whether points of a mesh are left that no cluster binds.
static MienStatus find_unbound(MieniFbxReader *reader, int mesh, uint8_t *marks, bool *out_is)
{
    const MieniFbxScene *scene = &reader->scene;
    const size_t points = mieni_fbx_size(mieni_fbx_child(scene->objects[mesh].node, "Vertices")) / 3;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    bool *is_bound = mieni_arena_take(&temp, points, sizeof *is_bound);
    MienStatus status = is_bound != NULL ? MIEN_OK : mieni_fbx_read_no_memory(reader);
    int cursor = 0, skin;
    while (status == MIEN_OK &&
           (skin = mieni_fbx_next_child(scene, mesh, MIENI_FBX_SKIN, &cursor, NULL)) >= 0)
        status = mark_clusters(reader, skin, marks, is_bound, points);
    *out_is = false;
    for (size_t i = 0; status == MIEN_OK && i < points; ++i)
        *out_is = *out_is || !is_bound[i];
    mieni_arena_release(&temp);
    return status;
}

static MienStatus mark_meshes(MieniFbxReader *reader, uint8_t *marks)
{
    const MieniFbxScene *scene = &reader->scene;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < scene->object_count; ++i) {
        int cursor = 0, object;
        bool is_unbound = false;
        if (scene->objects[i].kind != MIENI_FBX_MESH)
            continue;
        status = find_unbound(reader, i, marks, &is_unbound);
        while (is_unbound && (object = mieni_fbx_next_parent(scene, i, MIENI_FBX_MODEL, &cursor, NULL)) >= 0)
            marks[scene->objects[object].model] |= CARRIES;
    }
    return status;
}

static bool is_limb(const MieniFbxObject *object)
{
    static const char *const types[] = {"LimbNode", "Limb", "Root"};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(object->type, types[i]) == 0)
            return true;
    return false;
}

static bool is_identity(const MieniFbxModel *model)
{
    const MieniFbxLocal local = mieni_fbx_local(model, model->translation, model->rotation, model->scaling);
    bool is = true;
    for (int k = 0; k < 3; ++k)
        is = is && local.t[k] == 0.0 && local.q[k] == 0.0 && local.s[k] == 1.0;
    return is;
}

static MienStatus mark_models(MieniFbxReader *reader, uint8_t *marks)
{
    const MieniFbxScene *scene = &reader->scene;
    const MienStatus status = mark_meshes(reader, marks);
    for (int m = scene->model_count - 1; m >= 0; --m) {
        const MieniFbxModel *model = &scene->models[m];
        if (is_limb(&scene->objects[model->object]))
            marks[m] |= JOINT;
        if (marks[m] != 0 || reader->is_moving[m])
            marks[m] |= NEEDED;
        if ((marks[m] & NEEDED) != 0 && model->parent >= 0)
            marks[model->parent] |= NEEDED;
    }
    for (int m = 0; m < scene->model_count; ++m) {
        const int parent = scene->models[m].parent;
        if (marks[m] == NEEDED && !reader->is_moving[m] && (parent < 0 || (marks[parent] & LEFT_OUT) != 0) &&
            is_identity(&scene->models[m]))
            marks[m] |= LEFT_OUT;
    }
    return status;
}

/// Takes the scale out of groups above all joints, which is how programs change units: what
/// is below has its lengths multiplied instead.
static MienStatus take_scales(MieniFbxReader *reader, const uint8_t *marks)
{
    const MieniFbxScene *scene = &reader->scene;
    const size_t count = (size_t)scene->model_count;
    bool *is_below = mieni_arena_take(reader->scratch, count, sizeof *is_below);
    double *own = mieni_arena_take(reader->scratch, count, sizeof *own);
    reader->taken = mieni_arena_take(reader->scratch, count, sizeof *reader->taken);
    if (is_below == NULL || own == NULL || reader->taken == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        const int parent = model->parent;
        is_below[m] = (marks[m] & JOINT) != 0 || (parent >= 0 && is_below[parent]);
        own[m] =
            !reader->options->keep_axes && !is_below[m] && !reader->is_uneven[m] ? model->scaling[0] : 1.0;
        reader->taken[m] = own[m];
        if (parent >= 0)
            reader->taken[m] *= reader->taken[parent] / (model->inherit == 2 ? own[parent] : 1.0);
        if (!(reader->taken[m] >= 1e-6 && reader->taken[m] <= 1e6)) // it would not be lengths any more
            return mieni_fbx_fail(scene->file, scene->objects[model->object].node, MIEN_ERROR_LIMIT,
                                  "Scales of groups keep between a millionth and a million.", reader->error);
    }
    return MIEN_OK;
}

MienTransform mieni_fbx_bone_transform(const MieniFbxReader *reader, int bone, const MieniFbxLocal *local,
                                       const double scale[3], const double parent_scale[3])
{
    const MieniFbxBone *from = &reader->bones.from[bone];
    const int parent = reader->scene.models[from->model].parent;
    const bool is_spared = mieni_fbx_is_spared(reader, from->model);
    const bool has_frame = is_spared && reader->has_frame[parent];
    const double above = parent >= 0 ? reader->taken[parent] : 1.0;
    double t[3], q[4], s[3];
    memcpy(q, local->q, sizeof q);
    for (int k = 0; k < 3; ++k) {
        t[k] = reader->scale * (has_frame ? parent_scale[k] * local->t[k] : local->t[k]);
        s[k] = from->is_frame ? 1.0 : is_spared ? scale[k] : local->s[k];
        if (is_spared && !has_frame)
            s[k] = parent_scale[k] != 0.0 ? s[k] / parent_scale[k] : 0.0;
        t[k] *= above;
        s[k] *= above / reader->taken[from->model];
    }
    if (reader->bones.bones[bone].parent < 0) {
        const MieniFbxLocal turn = {.q = {reader->turn[0], reader->turn[1], reader->turn[2], reader->turn[3]},
                                    .s = {1.0, 1.0, 1.0}};
        double matrix[12];
        mieni_fbx_matrix(&turn, matrix);
        mieni_fbx_matrix_apply(matrix, t, t);
        mieni_multiply4(reader->turn, q, q);
        mieni_normalize4(q);
    }
    return (MienTransform){.rotation = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]},
                           .translation = {(float)t[0] + 0.0f, (float)t[1] + 0.0f, (float)t[2] + 0.0f},
                           .scale = {(float)s[0], (float)s[1], (float)s[2]}};
}

static bool is_sane(const MienTransform *transform)
{
    float f[sizeof *transform / sizeof(float)];
    memcpy(f, transform, sizeof f);
    for (size_t k = 0; k < sizeof f / sizeof *f; ++k)
        if (!(f[k] >= -MIEN_MAX_LENGTH && f[k] <= MIEN_MAX_LENGTH))
            return false;
    return true;
}

/// Where bones rest; scales of models along the way.
static MienStatus place_bones(MieniFbxReader *reader, MienAuthorBone *bones)
{
    static const double ones[3] = {1.0, 1.0, 1.0};
    const MieniFbxScene *scene = &reader->scene;
    double(*scales)[3] = mieni_arena_take(reader->scratch, (size_t)scene->model_count, sizeof *scales);
    if (scales == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        for (int k = 0; k < 3; ++k)
            scales[m][k] = model->scaling[k] *
                           (model->inherit == 0 && model->parent >= 0 ? scales[model->parent][k] : 1.0);
    }
    for (int b = 0; b < reader->bones.count; ++b) {
        const int m = reader->bones.from[b].model;
        const MieniFbxModel *model = &scene->models[m];
        const MieniFbxLocal local =
            mieni_fbx_local(model, model->translation, model->rotation, model->scaling);
        bones[b].rest = mieni_fbx_bone_transform(reader, b, &local, scales[m],
                                                 model->parent >= 0 ? scales[model->parent] : ones);
        if (!is_sane(&bones[b].rest))
            return mieni_fbx_fail(scene->file, scene->objects[model->object].node, MIEN_ERROR_LIMIT,
                                  "Bones keep within 1000000 metres and scales.", reader->error);
    }
    return MIEN_OK;
}

/// Adds the bone of a model, or of its frame.
static bool add_bone(MieniFbxReader *reader, MienAuthorBone *bones, MieniFbxBone *from, const int *of_model,
                     const int *of_frame, int model, bool is_frame, MieniFileNames *names)
{
    const MieniFbxScene *scene = &reader->scene;
    const MieniFbxModel *own = &scene->models[model];
    const char *name = scene->objects[own->object].name;
    char fallback[32], frame[MIEN_MAX_NAME + 32];
    const int b = reader->bones.count++;
    snprintf(fallback, sizeof fallback, "node_%d", model);
    if (is_frame) {
        snprintf(frame, sizeof frame, "%.200s.unscaled", name);
        name = frame;
    }
    const bool hangs_from_frame = mieni_fbx_is_spared(reader, model) && reader->has_frame[own->parent];
    from[b] = (MieniFbxBone){model, is_frame};
    bones[b] = (MienAuthorBone){.name = mieni_file_names_add(names, name, fallback, b),
                                .parent = own->parent < 0    ? -1
                                          : hangs_from_frame ? of_frame[own->parent]
                                                             : of_model[own->parent],
                                .max_lod = MIEN_ALL_LODS};
    return bones[b].name != NULL;
}

static MienStatus make_bones(MieniFbxReader *reader, const uint8_t *marks)
{
    const MieniFbxScene *scene = &reader->scene;
    int count = 0;
    for (int m = 0; m < scene->model_count; ++m)
        if ((marks[m] & (NEEDED | LEFT_OUT)) == NEEDED)
            count += 1 + reader->has_frame[m];
    if (count > MIEN_MAX_BONES)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Objects"),
                          "A skeleton has at most 65535 bones.");
    MienAuthorBone *bones = mieni_arena_take(reader->arena, (size_t)count, sizeof *bones);
    MieniFbxBone *from = mieni_arena_take(reader->scratch, (size_t)count, sizeof *from);
    int *of_model = mieni_arena_take(reader->scratch, (size_t)scene->model_count, sizeof *of_model);
    int *of_frame = mieni_arena_take(reader->scratch, (size_t)scene->model_count, sizeof *of_frame);
    MieniFileNames names = {.arena = reader->arena};
    if (bones == NULL || from == NULL || of_model == NULL || of_frame == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const bool is_bone = (marks[m] & (NEEDED | LEFT_OUT)) == NEEDED;
        of_model[m] = of_frame[m] = -1;
        if (!is_bone)
            continue;
        of_model[m] = reader->bones.count;
        if (!add_bone(reader, bones, from, of_model, of_frame, m, false, &names))
            return mieni_fbx_read_no_memory(reader);
        if (!reader->has_frame[m])
            continue;
        of_frame[m] = reader->bones.count;
        if (!add_bone(reader, bones, from, of_model, of_frame, m, true, &names))
            return mieni_fbx_read_no_memory(reader);
    }
    reader->bones.bones = bones;
    reader->bones.from = from;
    reader->bones.of_model = of_model;
    reader->bones.renamed_count = names.renamed_count;
    return place_bones(reader, bones);
}

MienStatus mieni_fbx_find_bones(MieniFbxReader *reader)
{
    uint8_t *marks = mieni_arena_take(reader->scratch, (size_t)reader->scene.model_count, sizeof *marks);
    if (marks == NULL)
        return mieni_fbx_read_no_memory(reader);
    MienStatus status = mark_models(reader, marks);
    if (status == MIEN_OK)
        status = take_scales(reader, marks);
    return status == MIEN_OK ? make_bones(reader, marks) : status;
}
