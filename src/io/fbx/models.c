// SPDX-License-Identifier: MIT
//
// Models: the nodes of an FBX scene, parents first, and where they are at rest.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "io/fbx/scene.h"

#include <stdio.h>
#include <string.h>

/// Numbers beyond this are no places, and would make others that are not finite.
static const double most = 1e12;

static void vector_of(const MieniFbxObject *object, const char *name, double fallback, double out[3])
{
    mieni_fbx_vector(object, name, fallback, out);
    for (int k = 0; k < 3; ++k)
        out[k] = out[k] >= -most && out[k] <= most ? out[k] : fallback;
}

/// What the oldest files have instead of properties.
static void read_channels(const MieniFbxNode *node, MieniFbxModel *model)
{
    static const char *const words[3] = {"T", "R", "S"}, *const axes[3] = {"X", "Y", "Z"};
    double *values[3] = {model->translation, model->rotation, model->scaling};
    for (int v = 0; v < 3; ++v)
        for (int k = 0; k < 3; ++k) {
            const char *const path[] = {"Transform", words[v], axes[k], NULL};
            values[v][k] = mieni_fbx_channel_default(node, path, values[v][k]);
        }
}

static void read_transform(const MieniFbxObject *object, MieniFbxModel *model)
{
    double pre[3], post[3], q[4];
    MieniFbxLocal geometry = {.q = {0.0, 0.0, 0.0, 1.0}};
    vector_of(object, "Lcl Translation", 0.0, model->translation);
    vector_of(object, "Lcl Rotation", 0.0, model->rotation);
    vector_of(object, "Lcl Scaling", 1.0, model->scaling);
    if (object->properties == NULL)
        read_channels(object->node, model);
    vector_of(object, "RotationOffset", 0.0, model->rotation_offset);
    vector_of(object, "RotationPivot", 0.0, model->rotation_pivot);
    vector_of(object, "ScalingOffset", 0.0, model->scaling_offset);
    vector_of(object, "ScalingPivot", 0.0, model->scaling_pivot);
    vector_of(object, "PreRotation", 0.0, pre);
    vector_of(object, "PostRotation", 0.0, post);
    const double order = mieni_fbx_number(object, "RotationOrder", 0.0);
    const double inherit = mieni_fbx_number(object, "InheritType", 0.0);
    const bool is_active = mieni_fbx_number(object, "RotationActive", 0.0) != 0.0;
    // Without it neither the order nor the other rotations count. The spheric order, 6, is XYZ.
    model->order = is_active && order >= 1.0 && order < 6.0 ? (int)order : 0;
    model->inherit = inherit == 1.0 || object->properties == NULL ? 1 : inherit == 2.0 ? 2 : 0;
    mieni_fbx_rotation(pre, 0, model->before);
    mieni_fbx_rotation(post, 0, q);
    if (!is_active) {
        const double none[3] = {0.0, 0.0, 0.0};
        mieni_fbx_rotation(none, 0, model->before);
        mieni_fbx_rotation(none, 0, q);
    }
    for (int k = 0; k < 4; ++k)
        model->after[k] = k < 3 ? -q[k] : q[k];
    vector_of(object, "GeometricTranslation", 0.0, geometry.t);
    vector_of(object, "GeometricRotation", 0.0, pre);
    vector_of(object, "GeometricScaling", 1.0, geometry.s);
    mieni_fbx_rotation(pre, 0, geometry.q);
    mieni_fbx_matrix(&geometry, model->geometry);
}

/// The parent of each model: the first model that it is linked to.
static void find_parents(const MieniFbxScene *scene, int *parent_of)
{
    for (int i = 0; i < scene->object_count; ++i) {
        int cursor = 0;
        const char *property = "";
        parent_of[i] = -1;
        if (scene->objects[i].kind != MIENI_FBX_MODEL)
            continue;
        do
            parent_of[i] = mieni_fbx_next_parent(scene, i, MIENI_FBX_MODEL, &cursor, &property);
        while (parent_of[i] >= 0 && property != NULL);
    }
}

/// Parents first, otherwise in the order of the file: each model follows those above it.
static MienStatus order_models(MieniFbxScene *scene, const int *parent_of, int *stack)
{
    for (int i = 0; i < scene->object_count; ++i) {
        int height = 0;
        if (scene->objects[i].kind != MIENI_FBX_MODEL)
            continue;
        for (int at = i; at >= 0 && scene->objects[at].model == -1; at = parent_of[at]) {
            scene->objects[at].model = -2; // on the stack
            stack[height++] = at;
        }
        const int above = height > 0 ? parent_of[stack[height - 1]] : -1;
        if (above >= 0 && scene->objects[above].model == -2)
            return mieni_fbx_fail(scene->file, scene->objects[above].node, MIEN_ERROR_DATA,
                                  "A model is its own ancestor; break the cycle.", scene->error);
        while (height > 0) {
            const int object = stack[--height], parent = parent_of[object];
            MieniFbxModel *model = &scene->models[scene->model_count];
            model->object = object;
            model->parent = parent >= 0 ? scene->objects[parent].model : -1;
            read_transform(&scene->objects[object], model);
            scene->objects[object].model = scene->model_count++;
        }
    }
    return MIEN_OK;
}

MienStatus mieni_fbx_models(MieniFbxScene *scene)
{
    int count = 0;
    for (int i = 0; i < scene->object_count; ++i)
        count += scene->objects[i].kind == MIENI_FBX_MODEL;
    const size_t objects = (size_t)scene->object_count;
    int *parent_of = mieni_arena_take(scene->arena, objects, sizeof *parent_of);
    int *stack = mieni_arena_take(scene->arena, objects, sizeof *stack);
    scene->models = mieni_arena_take(scene->arena, (size_t)count, sizeof *scene->models);
    if (parent_of == NULL || stack == NULL || scene->models == NULL)
        return mieni_fbx_no_memory(scene);
    find_parents(scene, parent_of);
    return order_models(scene, parent_of, stack);
}
