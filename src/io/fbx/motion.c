// SPDX-License-Identifier: MIT
//
// Which models some take moves, which are scaled, and which have children that do not
// inherit that. A uniform scale can be divided out of the children; any other needs a bone
// that is the model without its scale.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/reading.h"

#include <string.h>

static bool is_one(double value) { return value >= 1.0 - 1e-6 && value <= 1.0 + 1e-6; }

/// What all keys of a curve are, at most and at least.
typedef struct Range {
    double low, high;
} Range;

static Range range_of(const MieniFbxCurve *curve)
{
    Range range = {curve->fallback, curve->fallback};
    for (int k = 0; k < curve->count; ++k) {
        const double value = (double)curve->keys[k].value;
        range.low = k == 0 || value < range.low ? value : range.low;
        range.high = k == 0 || value > range.high ? value : range.high;
    }
    return range;
}

/// Whether the curves of a node ever leave where its model rests. Programs key whatever
/// they export; what keeps still need not become a bone for it. Values of layers that
/// are added are no places, but then others than the resting ones.
static MienStatus is_leaving(MieniFbxReader *reader, int node, const double rest[3], bool *out_is)
{
    const MieniFbxScene *scene = &reader->scene;
    MieniArena temp = {.allocator = reader->scratch->allocator};
    MienStatus status = MIEN_OK;
    int cursor = 0, curve, count = 0;
    const char *axis = NULL;
    *out_is = false;
    while (status == MIEN_OK && !*out_is &&
           (curve = mieni_fbx_next_child(scene, node, MIENI_FBX_CURVE, &cursor, &axis)) >= 0) {
        const size_t size = axis != NULL ? strlen(axis) : 0;
        const int k = size > 0 ? axis[size - 1] - 'X' : -1;
        MieniFbxCurve own;
        status = mieni_fbx_curve_read(scene, curve, &temp, &own);
        if (status == MIEN_OK)
            status = mieni_fbx_work(reader, (uint64_t)own.count + 1);
        if (status == MIEN_OK) {
            const Range range = range_of(&own);
            const double at = k >= 0 && k < 3 ? rest[k] : 0.0, near = 1e-6 * (1.0 + (at < 0.0 ? -at : at));
            *out_is = k < 0 || k >= 3 || range.low < at - near || range.high > at + near;
        }
        mieni_arena_release(&temp);
        ++count;
    }
    *out_is = *out_is || count == 0;
    return status;
}

/// Models that something drives. uneven: per model, that its own scale may differ by axis.
static MienStatus mark_driven(MieniFbxReader *reader, bool *uneven)
{
    static const char *const names[3] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};
    const MieniFbxScene *scene = &reader->scene;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < scene->object_count; ++i) {
        int cursor = 0, object;
        const char *property = NULL;
        if (scene->objects[i].kind != MIENI_FBX_CURVE_NODE)
            continue;
        while (status == MIEN_OK &&
               (object = mieni_fbx_next_parent(scene, i, MIENI_FBX_MODEL, &cursor, &property)) >= 0) {
            const int model = scene->objects[object].model;
            const MieniFbxModel *own = &scene->models[model];
            const double *const rests[3] = {own->translation, own->rotation, own->scaling};
            bool leaves = false;
            int part = 0;
            while (part < 3 && (property == NULL || strcmp(property, names[part]) != 0))
                ++part;
            if (part < 3)
                status = is_leaving(reader, i, rests[part], &leaves);
            // Which axes are driven alike is not looked into.
            const bool is_scale = part == 2 && leaves;
            reader->is_moving[model] = reader->is_moving[model] || leaves;
            reader->is_scaled[model] = reader->is_scaled[model] || is_scale;
            uneven[model] = uneven[model] || is_scale;
        }
    }
    return status;
}

MienStatus mieni_fbx_find_motion(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    const size_t count = (size_t)scene->model_count;
    reader->is_moving = mieni_arena_take(reader->scratch, count, sizeof(bool));
    reader->is_scaled = mieni_arena_take(reader->scratch, count, sizeof(bool));
    reader->has_frame = mieni_arena_take(reader->scratch, count, sizeof(bool));
    reader->is_uneven = mieni_arena_take(reader->scratch, count, sizeof(bool));
    bool *uneven = reader->is_uneven;
    if (reader->scratch->is_out_of_memory)
        return mieni_fbx_read_no_memory(reader);
    const MienStatus status = mark_driven(reader, uneven);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        const double *s = model->scaling;
        const int parent = model->parent;
        const bool is_even = s[0] - s[1] <= 1e-9 && s[1] - s[0] <= 1e-9 && s[1] - s[2] <= 1e-9 &&
                             s[2] - s[1] <= 1e-9 && s[0] > 1e-6;
        reader->is_scaled[m] = reader->is_scaled[m] || !is_one(s[0]) || !is_one(s[1]) || !is_one(s[2]);
        uneven[m] = uneven[m] || !is_even;
        if (parent >= 0 && model->inherit != 1 && uneven[parent])
            reader->has_frame[parent] = true;
        if (parent >= 0 && model->inherit == 0) { // what it inherits it has
            reader->is_scaled[m] = reader->is_scaled[m] || reader->is_scaled[parent];
            uneven[m] = uneven[m] || uneven[parent];
        }
    }
    return status;
}

bool mieni_fbx_is_spared(const MieniFbxReader *reader, int model)
{
    const MieniFbxModel *own = &reader->scene.models[model];
    return own->inherit != 1 && own->parent >= 0 && reader->is_scaled[own->parent];
}
