// SPDX-License-Identifier: MIT
//
// What drives the properties of objects in a stack, layer upon layer.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/fbx/takes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_drivers(const void *a, const void *b)
{
    const MieniFbxDriver *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    const int names = strcmp(x->property, y->property);
    if (names != 0)
        return names;
    if (x->layer != y->layer)
        return x->layer < y->layer ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static MienStatus read_layer(const MieniFbxTake *take, int object, MieniFbxLayering *out)
{
    const MieniFbxScene *scene = &take->reader->scene;
    const MieniFbxObject *layer = &scene->objects[object];
    const double mode = mieni_fbx_number(layer, "BlendMode", 0.0);
    const double weight = mieni_fbx_number(layer, "Weight", 100.0) / 100.0;
    *out = (MieniFbxLayering){.weight = weight >= 0.0 && weight <= 1.0 ? weight : 1.0,
                              .mode = mode == 1.0   ? 1
                                      : mode == 2.0 ? 2
                                                    : 0,
                              .composes_rotation =
                                  mieni_fbx_number(layer, "RotationAccumulationMode", 0.0) == 0.0,
                              .composes_scale = mieni_fbx_number(layer, "ScaleAccumulationMode", 0.0) == 0.0};
    int to_node = 0, node;
    const char *property = NULL;
    while ((node = mieni_fbx_next_child(scene, object, MIENI_FBX_CURVE_NODE, &to_node, &property)) >= 0) {
        int to_curve = 0;
        const int curve = mieni_fbx_next_child(scene, node, MIENI_FBX_CURVE, &to_curve, NULL);
        if (property != NULL && strcmp(property, "Weight") == 0 && curve >= 0)
            return mieni_fbx_curve_read(scene, curve, take->reader->scratch, &out->curve);
    }
    return MIEN_OK;
}

/// What the nodes of curves in a layer drive; counted, or listed too.
static int list_drivers(const MieniFbxScene *scene, int object, int layer, int count, MieniFbxDriver *drivers)
{
    int to_node = 0, node;
    const char *own = NULL;
    while ((node = mieni_fbx_next_child(scene, object, MIENI_FBX_CURVE_NODE, &to_node, &own)) >= 0) {
        const MieniFbxObject *from = &scene->objects[node];
        for (int i = 0; own == NULL && i < from->parent_count; ++i) {
            const MieniFbxLink *link = &scene->links[scene->up[from->first_parent + i]];
            if (link->property == NULL || link->parent == object)
                continue;
            if (drivers != NULL)
                drivers[count] = (MieniFbxDriver){link->parent, link->property, layer, node, count};
            ++count;
        }
    }
    return count;
}

static MienStatus find_drivers(MieniFbxTake *take, const int *objects)
{
    const MieniFbxScene *scene = &take->reader->scene;
    for (int pass = 0; pass < 2; ++pass) {
        int count = 0;
        for (int l = 0; l < take->layer_count; ++l)
            count = list_drivers(scene, objects[l], l, count, take->drivers);
        if (pass == 0)
            take->drivers = mieni_arena_take(&take->temp, (size_t)count, sizeof *take->drivers);
        if (take->drivers == NULL)
            return mieni_fbx_read_no_memory(take->reader);
        take->driver_count = count;
    }
    if (take->driver_count > 0)
        qsort(take->drivers, (size_t)take->driver_count, sizeof *take->drivers, compare_drivers);
    return MIEN_OK;
}

static MienStatus find_layers(MieniFbxTake *take)
{
    const MieniFbxScene *scene = &take->reader->scene;
    const size_t room = (size_t)scene->objects[take->stack].child_count;
    int *objects = mieni_arena_take(&take->temp, room, sizeof *objects);
    take->layers = mieni_arena_take(&take->temp, room, sizeof *take->layers);
    if (objects == NULL || take->layers == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    MienStatus status = MIEN_OK;
    int cursor = 0, layer;
    while (status == MIEN_OK &&
           (layer = mieni_fbx_next_child(scene, take->stack, MIENI_FBX_LAYER, &cursor, NULL)) >= 0) {
        objects[take->layer_count] = layer;
        status = read_layer(take, layer, &take->layers[take->layer_count]);
        // A layer that is muted does nothing, except for the lowest.
        if (take->layer_count > 0 && mieni_fbx_number(&scene->objects[layer], "Mute", 0.0) != 0.0)
            continue;
        ++take->layer_count;
    }
    return status == MIEN_OK ? find_drivers(take, objects) : status;
}

/// The first and last key of all that is driven.
static MienStatus find_span(MieniFbxTake *take)
{
    const MieniFbxScene *scene = &take->reader->scene;
    MienStatus status = MIEN_OK;
    bool has = false;
    for (int d = 0; status == MIEN_OK && d < take->driver_count; ++d) {
        int cursor = 0, curve;
        while (status == MIEN_OK && (curve = mieni_fbx_next_child(scene, take->drivers[d].node,
                                                                  MIENI_FBX_CURVE, &cursor, NULL)) >= 0) {
            MieniArena temp = {.allocator = take->temp.allocator};
            MieniFbxCurve own;
            status = mieni_fbx_curve_read(scene, curve, &temp, &own);
            if (status == MIEN_OK)
                status = mieni_fbx_work(take->reader, (uint64_t)own.count + 1);
            if (status == MIEN_OK && own.count > 0) {
                const int64_t first = own.keys[0].time, last = own.keys[own.count - 1].time;
                take->start = !has || first < take->start ? first : take->start;
                take->stop = !has || last > take->stop ? last : take->stop;
                has = true;
            }
            mieni_arena_release(&temp);
        }
    }
    return status;
}

static int64_t time_of(const MieniFbxObject *stack, const char *name, int64_t fallback)
{
    int first;
    const MieniFbxNode *node = mieni_fbx_property(stack, name, &first);
    return mieni_fbx_integer(node, first, fallback);
}

MienStatus mieni_fbx_take_open(MieniFbxTake *take)
{
    const MieniFbxReader *reader = take->reader;
    const MieniFbxObject *stack = &reader->scene.objects[take->stack];
    const MieniFbxNode *old = mieni_fbx_child(stack->node, "LocalTime");
    MienStatus status = find_layers(take);
    take->start = time_of(stack, "LocalStart", mieni_fbx_integer(old, 0, 0));
    take->stop = time_of(stack, "LocalStop", mieni_fbx_integer(old, 1, 0));
    take->stop = take->stop > 2 * MIENI_FBX_MOST_TIME ? 2 * MIENI_FBX_MOST_TIME : take->stop;
    if (status == MIEN_OK && take->stop <= take->start)
        status = find_span(take);
    if (status != MIEN_OK)
        return status;
    if (take->start < -MIENI_FBX_MOST_TIME || take->start > MIENI_FBX_MOST_TIME)
        return mieni_fbx_fail(reader->scene.file, stack->node, MIEN_ERROR_LIMIT,
                              "A take begins within 1000 days of time 0.", reader->error);
    take->stop = take->stop < take->start ? take->start : take->stop;
    if (take->stop - take->start > MIENI_FBX_DAY) {
        take->stop = take->start + MIENI_FBX_DAY;
        if (reader->report->note[0] == '\0')
            snprintf(reader->report->note, sizeof reader->report->note,
                     "The take %.60s lasts more than a day; the first day was read.", stack->name);
    }
    return MIEN_OK;
}

int mieni_fbx_find_drivers(const MieniFbxTake *take, int object, const char *property, int *out_count)
{
    int low = 0, high = take->driver_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        const MieniFbxDriver *driver = &take->drivers[middle];
        if (driver->object < object || (driver->object == object && strcmp(driver->property, property) < 0))
            low = middle + 1;
        else
            high = middle;
    }
    int end = low;
    while (end < take->driver_count && take->drivers[end].object == object &&
           strcmp(take->drivers[end].property, property) == 0)
        ++end;
    *out_count = end - low;
    return low;
}

/// Which part of a property a curve drives.
static int part_of(const char *property)
{
    if (property != NULL && strncmp(property, "d|", 2) == 0 && property[2] != '\0' && property[3] == '\0')
        return property[2] == 'Y' ? 1 : property[2] == 'Z' ? 2 : 0;
    return 0;
}

static MienStatus read_drive(const MieniFbxTake *take, const MieniFbxDriver *driver, const double rest[3],
                             MieniArena *arena, MieniFbxDrive *out)
{
    static const char *const names[3] = {"d|X", "d|Y", "d|Z"};
    const MieniFbxScene *scene = &take->reader->scene;
    const MieniFbxObject *node = &scene->objects[driver->node];
    *out = (MieniFbxDrive){.layer = driver->layer, .width = 1};
    for (int k = 0; k < 3; ++k) {
        out->fallback[k] = mieni_fbx_number(node, names[k], rest[k]);
        if (!(out->fallback[k] >= -1e9 && out->fallback[k] <= 1e9))
            out->fallback[k] = rest[k];
    }
    MienStatus status = MIEN_OK;
    int cursor = 0, curve;
    const char *property = NULL;
    while (status == MIEN_OK &&
           (curve = mieni_fbx_next_child(scene, driver->node, MIENI_FBX_CURVE, &cursor, &property)) >= 0) {
        const int part = part_of(property);
        const bool is_vector = property != NULL && (strcmp(property, "d|X") == 0 || part > 0);
        out->width = is_vector ? 3 : out->width;
        if (!out->has[part])
            status = mieni_fbx_curve_read(scene, curve, arena, &out->curves[part]);
        if (status == MIEN_OK)
            status = mieni_fbx_work(take->reader, (uint64_t)out->curves[part].count + 1);
        out->has[part] = true;
    }
    return status;
}

MienStatus mieni_fbx_driven_read(const MieniFbxTake *take, int first, int count, MieniArena *arena,
                                 MieniFbxDriven *out)
{
    out->drives = mieni_arena_take(arena, (size_t)count, sizeof *out->drives);
    if (out->drives == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    MienStatus status = MIEN_OK;
    out->count = 0;
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        // Of two in one layer the first counts.
        if (i > 0 && take->drivers[first + i].layer == take->drivers[first + i - 1].layer)
            continue;
        status = read_drive(take, &take->drivers[first + i], out->rest, arena, &out->drives[out->count++]);
    }
    return status;
}

static double weight_at(MieniFbxLayering *layer, double time)
{
    if (layer->curve.count == 0)
        return layer->weight;
    const double weight = mieni_fbx_curve_at(&layer->curve, time, &layer->cursor) / 100.0;
    return weight > 0.0 ? weight < 1.0 ? weight : 1.0 : 0.0;
}

static double power(double x, double y) { return x >= 0.0 ? mien_pow(x, y) : -mien_pow(-x, y); }

/// From a to b by a part, on the arc between both, the shorter way.
static void slerp(const double a[4], const double b[4], double part, double out[4])
{
    double dot = 0.0, apart = 0.0, together = 0.0, sine, low, high, unused;
    for (int k = 0; k < 4; ++k)
        dot += a[k] * b[k];
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 4; ++k) {
        apart += (a[k] - sign * b[k]) * (a[k] - sign * b[k]);
        together += (a[k] + sign * b[k]) * (a[k] + sign * b[k]);
    }
    const double angle = 2.0 * mien_atan2(mieni_sqrt(apart), mieni_sqrt(together));
    double from = 1.0 - part, to = part;
    if (angle > 1e-5) {
        mien_sincos(angle, &sine, &unused);
        mien_sincos(from * angle, &low, &unused);
        mien_sincos(to * angle, &high, &unused);
        from = low / sine;
        to = high / sine;
    }
    for (int k = 0; k < 4; ++k)
        out[k] = from * a[k] + to * sign * b[k];
    mieni_normalize4(out);
}

/// Puts the value of a layer on top of what is below it.
static void combine(const MieniFbxLayering *layer, double weight, MieniFbxSort sort, const double value[3],
                    double out[3])
{
    const bool adds = layer->mode == 0;
    if (sort == MIENI_FBX_ROTATION && layer->composes_rotation) {
        const double none[4] = {0.0, 0.0, 0.0, 1.0};
        double below[4], own[4];
        // Programs do so as if the order was XYZ, whatever the model's is.
        mieni_fbx_rotation(out, 0, below);
        mieni_fbx_rotation(value, 0, own);
        slerp(adds ? none : below, own, weight, own);
        if (adds)
            mieni_multiply4(below, own, own);
        mieni_fbx_angles(own, 0, out);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        if (sort == MIENI_FBX_SCALING && layer->composes_scale)
            out[k] = (adds ? out[k] : power(out[k], 1.0 - weight)) * power(value[k], weight);
        else
            out[k] = (adds ? out[k] : (1.0 - weight) * out[k]) + weight * value[k];
    }
}

void mieni_fbx_driven_at(MieniFbxTake *take, MieniFbxDriven *driven, double time, MieniFbxSort sort,
                         double out[3])
{
    memcpy(out, driven->rest, sizeof driven->rest);
    for (int d = 0; d < driven->count; ++d) {
        MieniFbxDrive *drive = &driven->drives[d];
        MieniFbxLayering *layer = &take->layers[drive->layer];
        double value[3];
        for (int k = 0; k < 3; ++k)
            value[k] = drive->has[k] ? mieni_fbx_curve_at(&drive->curves[k], time, &drive->cursors[k])
                                     : drive->fallback[k];
        if (drive->layer == 0 || layer->mode == 1)
            memcpy(out, value, sizeof value);
        else
            combine(layer, weight_at(layer, time), sort, value, out);
    }
}

double mieni_fbx_frame(const MieniFbxTake *take)
{
    return (double)MIENI_FBX_SECOND * (double)take->clip->rate_divisor / (double)take->clip->rate;
}
