// SPDX-License-Identifier: MIT
//
// Takes: one per stack of an FBX file.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/fbx/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A layer of a stack.
typedef struct MieniFbxLayering {
    double weight;       ///< 1 for 100.
    MieniFbxCurve curve; ///< Of the weight, in hundredths; count 0: it stays.
    int mode;            ///< 0 adds, 1 replaces, 2 lets through what is below by its weight.
    bool composes_rotation, composes_scale; ///< Turns are made one after the other; scales multiply.
    int cursor;
} MieniFbxLayering;

/// What drives one property in one layer.
typedef struct MieniFbxDriver {
    int object;
    const char *property;
    int layer, node; ///< node: object of the curves.
    int order;
} MieniFbxDriver;

/// The curves of a property in one layer.
typedef struct MieniFbxDrive {
    int layer, width; ///< width: 3 for a vector, 1 for a number.
    MieniFbxCurve curves[3];
    bool has[3];
    double fallback[3]; ///< Where there is no curve.
    int cursors[3];
} MieniFbxDrive;

/// All that drives a property.
typedef struct MieniFbxDriven {
    int count;
    MieniFbxDrive *drives; ///< By layer.
    double rest[3];        ///< What it is without.
} MieniFbxDriven;

/// A stack that becomes a take.
typedef struct MieniFbxTake {
    MieniFbxReader *reader;
    int stack; ///< Object.
    MieniArena temp;
    int layer_count;
    MieniFbxLayering *layers;
    int driver_count;
    MieniFbxDriver *drivers; ///< By object, property and layer.
    int64_t start, stop;     ///< In units.
    MienAuthorClip *clip;
} MieniFbxTake;

/// What a property is, for layers.
typedef enum MieniFbxSort {
    MIENI_FBX_TRANSLATION,
    MIENI_FBX_ROTATION,
    MIENI_FBX_SCALING,
    MIENI_FBX_PLAIN
} MieniFbxSort;

static bool fbx_is_shared(const MieniFbxReader *reader, const char *property)
{
    int low = 0, high = reader->shared_count;
    while (low < high) {
        const int middle = low + (high - low) / 2, order = strcmp(reader->shared[middle], property);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

// What drives the properties of objects in a stack, layer upon layer.

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

/// layers, drivers, start and stop.
static MienStatus fbx_take_open(MieniFbxTake *take)
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

/// The first driver of an object's property, and how many there are.
static int fbx_find_drivers(const MieniFbxTake *take, int object, const char *property, int *out_count)
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

/// Reads count curves' nodes from first on; out->rest must be set.
static MienStatus fbx_driven_read(const MieniFbxTake *take, int first, int count, MieniArena *arena,
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

/// The value at a time in units.
static void fbx_driven_at(MieniFbxTake *take, MieniFbxDriven *driven, double time, MieniFbxSort sort,
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

/// Units of a frame.
static double fbx_frame(const MieniFbxTake *take)
{
    return (double)MIENI_FBX_SECOND * (double)take->clip->rate_divisor / (double)take->clip->rate;
}

// Curves of takes: weights of blend-shape channels and properties that users made. Keys
// stay as they are where Mien can say them; otherwise the curve is sampled.

/// A curve of the take: one number of a property.
typedef struct Strand {
    int order;        ///< Channels by their index, then properties.
    int first, count; ///< Drivers.
    int channel;      ///< -1: a property.
    const char *name; ///< Of a channel.
} Strand;

static int compare_strands(const void *a, const void *b)
{
    const Strand *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static const char *const types[] = {
    "Number", "double",   "float", "Float",    "Integer",       "int",   "Bool", "bool",   "Enum", "enum",
    "Vector", "Vector3D", "Color", "ColorRGB", "ColorAndAlpha", "Short", "Long", "Double", "Real"};

/// Whether a property is one that becomes a curve.
static bool is_kept(const MieniFbxObject *object, const char *property)
{
    const char *type;
    // Maya has this on every joint, and every export drives it.
    if (!mieni_fbx_is_user(object, property, &type) || strcmp(property, "lockInfluenceWeights") == 0)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

/// Some programs, Blender among them, repeat what drives shapes at their mesh.
static bool is_echo(const MieniFbxReader *reader, const MieniFbxObject *object)
{
    return object->kind == MIENI_FBX_MESH && reader->morphs.channel_count > 0;
}

static bool is_transform(const MieniFbxObject *object, const char *property)
{
    return object->kind == MIENI_FBX_MODEL &&
           (strcmp(property, "Lcl Translation") == 0 || strcmp(property, "Lcl Rotation") == 0 ||
            strcmp(property, "Lcl Scaling") == 0);
}

/// Which channel an object is the first time, by object.
static MienStatus index_channels(const MieniFbxTake *take, int **out_channel_of)
{
    const MieniFbxReader *reader = take->reader;
    int *channel_of =
        mieni_arena_take((MieniArena *)&take->temp, (size_t)reader->scene.object_count, sizeof *channel_of);
    if (channel_of == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int c = reader->morphs.channel_count - 1; c >= 0; --c)
        channel_of[reader->morphs.channels[c].object] = c + 1;
    *out_channel_of = channel_of;
    return MIEN_OK;
}

/// The number of curves linked to a driver.
static int curve_count(const MieniFbxScene *scene, const MieniFbxDriver *driver)
{
    int cursor = 0, count = 0;
    while (mieni_fbx_next_child(scene, driver->node, MIENI_FBX_CURVE, &cursor, NULL) >= 0)
        ++count;
    return count;
}

static int find_strands(const MieniFbxTake *take, const int *channel_of, Strand *strands)
{
    MieniFbxReader *reader = take->reader;
    const MieniFbxScene *scene = &reader->scene;
    int count = 0;
    for (int first = 0, own; first < take->driver_count; first += own) {
        const MieniFbxDriver *driver = &take->drivers[first];
        const MieniFbxObject *object = &scene->objects[driver->object];
        for (own = 1; first + own < take->driver_count; ++own)
            if (take->drivers[first + own].object != driver->object ||
                strcmp(take->drivers[first + own].property, driver->property) != 0)
                break;
        const int channel = channel_of[driver->object] - 1;
        if (channel >= 0 && strcmp(driver->property, "DeformPercent") == 0) {
            strands[count++] = (Strand){.order = channel,
                                        .first = first,
                                        .count = own,
                                        .channel = channel,
                                        .name = reader->morphs.channels[channel].curve};
        } else if (is_kept(object, driver->property)) {
            strands[count] = (Strand){
                .order = reader->morphs.channel_count + count, .first = first, .count = own, .channel = -1};
            ++count;
        } else if (!is_transform(object, driver->property) && !is_echo(reader, object)) {
            for (int i = 0; i < own; ++i)
                reader->report->skipped_curve_count += curve_count(scene, &take->drivers[first + i]);
        }
    }
    return count;
}

static double seconds_of(const MieniFbxTake *take, double units)
{
    return (units - (double)take->start) / (double)MIENI_FBX_SECOND;
}

/// What Mien calls what is beyond the keys; false if it has no word for it. Where the take
/// does not reach, nothing is needed.
static bool find_beyond(const MieniFbxTake *take, const MieniFbxCurve *curve, bool is_after,
                        MienAuthorBeyond *out)
{
    const MieniFbxBeyond *kind = is_after ? &curve->after : &curve->before;
    const MieniFbxKey *last = &curve->keys[curve->count - 1];
    const bool is_needed = is_after ? last->time < take->stop : curve->keys[0].time > take->start;
    *out = MIEN_AUTHOR_HOLD;
    if (!is_needed || kind->type == 'C' || curve->count < 2)
        return true;
    const MieniFbxMode mode = is_after ? last[-1].mode : curve->keys[0].mode;
    if (kind->type == 'K') {
        *out = MIEN_AUTHOR_SLOPE;
        return mode == MIENI_FBX_LINE;
    }
    *out = kind->type == 'R'   ? MIEN_AUTHOR_CYCLE
           : kind->type == 'A' ? MIEN_AUTHOR_CYCLE_OFFSET
                               : MIEN_AUTHOR_OSCILLATE;
    return kind->repeat < 0;
}

static bool is_third(float weight) { return weight > 0.3331f && weight < 0.3336f; }

/// Whether keys can be kept as they are: within a day of the start, and no weights.
static bool is_plain(const MieniFbxTake *take, const MieniFbxCurve *curve)
{
    const int64_t first = curve->keys[0].time, last = curve->keys[curve->count - 1].time;
    if (take->start - first > MIENI_FBX_DAY || last - take->start > MIENI_FBX_DAY)
        return false;
    for (int k = 0; k + 1 < curve->count; ++k)
        if (curve->keys[k].mode == MIENI_FBX_CUBIC &&
            (!is_third(curve->keys[k].leave_weight) || !is_third(curve->keys[k + 1].arrive_weight)))
            return false;
    return true;
}

static bool is_slope(double slope)
{
    return slope >= -(double)MIEN_MAX_CURVE && slope <= (double)MIEN_MAX_CURVE;
}

/// Keys as they are. A key that jumps to the next one's value right away becomes two.
static MienStatus keep_keys(const MieniFbxTake *take, const MieniFbxCurve *curve, double factor,
                            MienAuthorClipCurve *out)
{
    const size_t room = 2 * (size_t)curve->count;
    MienAuthorKey *keys = mieni_arena_take(take->reader->arena, room, sizeof *keys);
    if (keys == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    int count = 0;
    for (int k = 0; k < curve->count; ++k) {
        const MieniFbxKey *from = &curve->keys[k];
        const double leave = factor * (double)from->leave, arrive = factor * (double)from->arrive;
        MienAuthorKey *key = &keys[count++];
        *key = (MienAuthorKey){.time = seconds_of(take, (double)from->time),
                               .value = (float)(factor * (double)from->value),
                               .interpolation = from->mode == MIENI_FBX_CUBIC  ? MIEN_AUTHOR_CUBIC
                                                : from->mode == MIENI_FBX_LINE ? MIEN_AUTHOR_LINEAR
                                                                               : MIEN_AUTHOR_CONSTANT};
        if (from->mode == MIENI_FBX_CUBIC && is_slope(leave))
            key->leave = (float)leave;
        if (k > 0 && from[-1].mode == MIENI_FBX_CUBIC && is_slope(arrive))
            key->arrive = (float)arrive;
        if (from->mode == MIENI_FBX_HOLD_NEXT && k + 1 < curve->count) {
            keys[count] = *key;
            keys[count++].value = (float)(factor * (double)from[1].value);
        }
    }
    out->keys = keys;
    out->key_count = count;
    return MIEN_OK;
}

/// A key at each frame.
static MienStatus sample_keys(MieniFbxTake *take, MieniFbxDriven *driven, int part, double factor,
                              MienAuthorClipCurve *out)
{
    const double frame = fbx_frame(take);
    const size_t count = (size_t)((double)(take->stop - take->start) / frame + 0.999) + 1;
    MienAuthorKey *keys = mieni_arena_take(take->reader->arena, count, sizeof *keys);
    if (keys == NULL || count > INT32_MAX)
        return mieni_fbx_read_no_memory(take->reader);
    for (size_t i = 0; i < count; ++i) {
        const double time = (double)take->start + frame * (double)i;
        double values[3];
        fbx_driven_at(take, driven, time, MIENI_FBX_PLAIN, values);
        keys[i] = (MienAuthorKey){.time = seconds_of(take, time),
                                  .value = (float)(factor * values[part]),
                                  .interpolation = MIEN_AUTHOR_LINEAR};
    }
    out->keys = keys;
    out->key_count = (int)count;
    ++take->reader->report->sampled_curve_count;
    return MIEN_OK;
}

static MienStatus make_curve(MieniFbxTake *take, MieniFbxDriven *driven, int part, double factor,
                             const char *name, MienAuthorClipCurve *out)
{
    const MieniFbxDrive *drive = driven->count > 0 ? &driven->drives[0] : NULL;
    const MieniFbxCurve *curve = drive != NULL && drive->has[part] ? &drive->curves[part] : NULL;
    *out = (MienAuthorClipCurve){.name = name};
    if (driven->count == 1 && curve != NULL && curve->count > 0 && is_plain(take, curve) &&
        find_beyond(take, curve, false, &out->before) && find_beyond(take, curve, true, &out->after))
        return keep_keys(take, curve, factor, out);
    out->before = out->after = MIEN_AUTHOR_HOLD;
    if (driven->count > 1 || (curve != NULL && curve->count > 1))
        return sample_keys(take, driven, part, factor, out);
    MienAuthorKey *key = mieni_arena_take(take->reader->arena, 1, sizeof *key);
    if (key == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    double values[3];
    fbx_driven_at(take, driven, (double)take->start, MIENI_FBX_PLAIN, values);
    key->value = (float)(factor * values[part]);
    out->keys = key;
    out->key_count = 1;
    return MIEN_OK;
}

/// What a property's curve is called: as the property, or as its object too if another one
/// has a property of the same name.
static MienStatus name_property(const MieniFbxTake *take, const MieniFbxDriver *driver, int part, int width,
                                MieniFileNames *names, const char **out_name)
{
    static const char *const parts[3] = {".x", ".y", ".z"};
    const MieniFbxReader *reader = take->reader;
    const char *object = reader->scene.objects[driver->object].name;
    char name[2 * MIEN_MAX_NAME + 8];
    if (fbx_is_shared(reader, driver->property))
        snprintf(name, sizeof name, "%.120s.%.120s%s", object, driver->property,
                 width > 1 ? parts[part] : "");
    else
        snprintf(name, sizeof name, "%.240s%s", driver->property, width > 1 ? parts[part] : "");
    *out_name = mieni_file_names_add(names, name, "property", 0);
    return *out_name != NULL ? MIEN_OK : mieni_fbx_read_no_memory(reader);
}

/// Whether something drives a property: programs give keys, one each, to properties of their
/// own that never move.
static bool is_animated(const MieniFbxDriven *driven)
{
    for (int d = 0; d < driven->count; ++d)
        for (int k = 0; k < 3; ++k)
            if (driven->drives[d].has[k] && driven->drives[d].curves[k].count > 1)
                return true;
    return false;
}

static MienStatus make_strand(MieniFbxTake *take, const Strand *strand, MieniFileNames *names,
                              MienAuthorClipCurve *curves, int *count)
{
    MieniFbxReader *reader = take->reader;
    const MieniFbxDriver *driver = &take->drivers[strand->first];
    MieniArena temp = {.allocator = take->temp.allocator};
    MieniFbxDriven driven = {0};
    if (strand->channel >= 0)
        driven.rest[0] = 100.0 * reader->morphs.channels[strand->channel].weight;
    else
        mieni_fbx_vector(&reader->scene.objects[driver->object], driver->property, 0.0, driven.rest);
    MienStatus status = fbx_driven_read(take, strand->first, strand->count, &temp, &driven);
    int width = strand->channel < 0 && driven.count > 0 ? driven.drives[0].width : 1;
    if (status == MIEN_OK && strand->channel < 0 && !is_animated(&driven)) {
        for (int i = 0; i < strand->count; ++i)
            reader->report->skipped_curve_count +=
                curve_count(&reader->scene, &take->drivers[strand->first + i]);
        width = 0;
    }
    for (int part = 0; status == MIEN_OK && part < width; ++part) {
        const char *name = strand->name;
        if (strand->channel < 0)
            status = name_property(take, driver, part, width, names, &name);
        if (status == MIEN_OK)
            status =
                make_curve(take, &driven, part, strand->channel >= 0 ? 0.01 : 1.0, name, &curves[*count]);
        *count += status == MIEN_OK;
    }
    mieni_arena_release(&temp);
    return status;
}

static MienStatus fbx_take_curves(MieniFbxTake *take)
{
    MieniFbxReader *reader = take->reader;
    Strand *strands = mieni_arena_take(&take->temp, (size_t)take->driver_count, sizeof *strands);
    MieniFileNames names = {.arena = reader->arena};
    int *channel_of = NULL, made = 0;
    MienStatus status =
        strands != NULL ? index_channels(take, &channel_of) : mieni_fbx_read_no_memory(reader);
    if (status != MIEN_OK)
        return status;
    const int count = find_strands(take, channel_of, strands);
    MienAuthorClipCurve *curves = mieni_arena_take(reader->arena, 3 * (size_t)count, sizeof *curves);
    if (curves == NULL)
        return mieni_fbx_read_no_memory(reader);
    if (count > 0)
        qsort(strands, (size_t)count, sizeof *strands, compare_strands);
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        // Channels of several meshes may bear one name: the first one drives them all.
        if (strands[i].channel >= 0) {
            if (mieni_file_names_find(&names, strands[i].name) >= 0)
                continue;
            if (mieni_file_names_put(&names, strands[i].name, 0) == NULL)
                return mieni_fbx_read_no_memory(reader);
        }
        status = make_strand(take, &strands[i], &names, curves, &made);
    }
    reader->report->renamed_count += names.renamed_count;
    take->clip->curves = curves;
    take->clip->curve_count = made;
    return status;
}

// Tracks of bones: what takes do to models, with all rules of their transforms, becomes
// samples, one per frame if all keys are on frames, otherwise at the keys too.

/// The most models through which a scale is inherited without shear.
enum { MOST_INHERITED = 256 };
/// Before and after a jump, in units: a millionth of a second.
static const double jump = 46186.0;

/// What moves one model.
typedef struct Mover {
    int model;
    MieniFbxDriven parts[3]; ///< Translation, rotation, scaling.
} Mover;

/// What the scale of a model comes from: its own and, where it inherits them so, those above.
typedef struct Scales {
    int count;
    int models[MOST_INHERITED];
    MieniFbxDriven driven[MOST_INHERITED];
} Scales;

typedef struct Times {
    double *list;
    int count;
    bool has_jumps;
} Times;

static const char *const parts_of_transform[3] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};

static MienStatus read_part(const MieniFbxTake *take, int model, int part, MieniArena *arena,
                            MieniFbxDriven *out)
{
    const MieniFbxModel *own = &take->reader->scene.models[model];
    const double *const rest[3] = {own->translation, own->rotation, own->scaling};
    int count;
    const int first = fbx_find_drivers(take, own->object, parts_of_transform[part], &count);
    memcpy(out->rest, rest[part], sizeof out->rest);
    return fbx_driven_read(take, first, count, arena, out);
}

/// The scale of a model altogether; count 0 if that is 1.
static MienStatus read_scales(const MieniFbxTake *take, int model, MieniArena *arena, Scales *out)
{
    const MieniFbxReader *reader = take->reader;
    MienStatus status = MIEN_OK;
    out->count = 0;
    while (status == MIEN_OK && model >= 0 && reader->is_scaled[model] && out->count < MOST_INHERITED) {
        out->models[out->count] = model;
        status = read_part(take, model, 2, arena, &out->driven[out->count++]);
        model = reader->scene.models[model].inherit == 0 ? reader->scene.models[model].parent : -1;
    }
    return status;
}

static void scales_at(MieniFbxTake *take, Scales *scales, double time, double out[3])
{
    out[0] = out[1] = out[2] = 1.0;
    for (int i = 0; i < scales->count; ++i) {
        double s[3];
        fbx_driven_at(take, &scales->driven[i], time, MIENI_FBX_SCALING, s);
        for (int k = 0; k < 3; ++k)
            out[k] *= s[k];
    }
}

/// Adds the times of a property's keys, or counts them.
static size_t add_times(const MieniFbxTake *take, const MieniFbxDriven *driven, double *list, bool *has_jumps)
{
    size_t count = 0;
    for (int d = 0; d < driven->count; ++d)
        for (int c = 0; c < 3; ++c) {
            const MieniFbxCurve *curve = &driven->drives[d].curves[c];
            for (int k = 0; driven->drives[d].has[c] && k < curve->count; ++k) {
                const MieniFbxKey *key = &curve->keys[k];
                const double time = (double)key->time;
                const bool falls = k > 0 && key[-1].mode == MIENI_FBX_HOLD && key[-1].value != key->value;
                const bool rises =
                    k + 1 < curve->count && key->mode == MIENI_FBX_HOLD_NEXT && key[1].value != key->value;
                if (key->time < take->start || key->time > take->stop)
                    continue;
                *has_jumps = *has_jumps || falls || rises;
                if (list != NULL) {
                    list[count] = time;
                    list[count + 1] = falls ? time - jump : time;
                    list[count + 2] = rises ? time + jump : time;
                }
                count += 3;
            }
        }
    return count;
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Whether a curve is what it is at its last key from there on.
static bool ends(const MieniFbxDriven *driven)
{
    bool does = true;
    for (int d = 0; d < driven->count; ++d)
        for (int c = 0; c < 3; ++c)
            does = does && (!driven->drives[d].has[c] || driven->drives[d].curves[c].count < 2 ||
                            driven->drives[d].curves[c].after.type == 'C');
    return does;
}

static bool is_on_frame(const MieniFbxTake *take, double time)
{
    const double frames = (time - (double)take->start) / fbx_frame(take);
    const double off = frames - (double)(int64_t)(frames + 0.5);
    return off <= 1e-3 && off >= -1e-3;
}

/// The times of samples, in units: of frames and, if some keys are not on those, of keys.
/// *out_is_framed: only of frames, from the first on.
static MienStatus find_times(const MieniFbxTake *take, MieniFbxDriven *const *driven, int driven_count,
                             MieniArena *arena, Times *times, bool *out_is_framed)
{
    size_t keys = 0;
    bool does_end = true;
    for (int i = 0; i < driven_count; ++i) {
        keys += add_times(take, driven[i], NULL, &times->has_jumps);
        does_end = does_end && ends(driven[i]);
    }
    double *list = mieni_arena_take(arena, keys, sizeof *list);
    if (list == NULL)
        return mieni_fbx_read_no_memory(take->reader);
    keys = 0;
    for (int i = 0; i < driven_count; ++i)
        keys += add_times(take, driven[i], list + keys, &times->has_jumps);
    double last = (double)take->start;
    bool is_framed = !times->has_jumps;
    for (size_t i = 0; i < keys; ++i) {
        last = list[i] > last ? list[i] : last;
        is_framed = is_framed && is_on_frame(take, list[i]);
    }
    if (!does_end || take->layer_count > 1)
        last = (double)take->stop;
    const double frame = fbx_frame(take), span = (last - (double)take->start) / frame;
    const size_t frames = (size_t)(span + 0.999) + 1, room = frames + (is_framed ? 0 : keys);
    times->list = mieni_arena_take(arena, room, sizeof *times->list);
    if (times->list == NULL || room > INT32_MAX)
        return mieni_fbx_read_no_memory(take->reader);
    for (size_t i = 0; i < frames; ++i)
        times->list[i] = (double)take->start + frame * (double)i;
    times->count = (int)frames;
    *out_is_framed = is_framed;
    if (is_framed)
        return MIEN_OK;
    memcpy(times->list + frames, list, keys * sizeof *list);
    qsort(times->list, room, sizeof *times->list, compare_times);
    times->count = 0;
    for (size_t i = 0; i < room; ++i) // what is nearer than half a jump is the same
        if (times->list[i] >= (double)take->start - jump &&
            (times->count == 0 || times->list[i] - times->list[times->count - 1] > 0.5 * jump))
            times->list[times->count++] = times->list[i];
    return MIEN_OK;
}

static bool is_driven(const MieniFbxTake *take, int model, int part)
{
    int count;
    fbx_find_drivers(take, take->reader->scene.models[model].object, parts_of_transform[part], &count);
    return count > 0;
}

/// Whether a take moves a bone: its model, or a scale that it is spared.
static bool is_moved(const MieniFbxTake *take, int bone, const bool *scale_moves)
{
    const MieniFbxReader *reader = take->reader;
    const int model = reader->bones.from[bone].model, parent = reader->scene.models[model].parent;
    return is_driven(take, model, 0) || is_driven(take, model, 1) || is_driven(take, model, 2) ||
           (mieni_fbx_is_spared(reader, model) && scale_moves[parent]);
}

/// Samples that are all the same are one.
static int shorten(MienTransform *samples, int count)
{
    for (int i = 1; i < count; ++i)
        if (memcmp(&samples[i], &samples[0], sizeof *samples) != 0)
            return count;
    return 1;
}

/// Rotations that follow each other are on one side, so that none seems to turn round.
static void align(MienTransform *samples, int count)
{
    for (int i = 1; i < count; ++i) {
        MienQuat *q = &samples[i].rotation;
        const MienQuat p = samples[i - 1].rotation;
        if ((p.x * q->x + p.y * q->y) + (p.z * q->z + p.w * q->w) < 0.0f)
            *q = (MienQuat){-q->x, -q->y, -q->z, -q->w};
    }
}

/// What one bone needs while its samples are made.
typedef struct Making {
    Mover mover;
    Scales own, parent;
    Times times;
    bool is_framed;
} Making;

static MienStatus prepare(const MieniFbxTake *take, int bone, MieniArena *temp, Making *making)
{
    const MieniFbxReader *reader = take->reader;
    const int model = reader->bones.from[bone].model;
    MieniFbxDriven *all[3 + 2 * MOST_INHERITED];
    int count = 0;
    MienStatus status = MIEN_OK;
    making->mover.model = model;
    for (int p = 0; p < 3 && status == MIEN_OK; ++p) {
        status = read_part(take, model, p, temp, &making->mover.parts[p]);
        all[count++] = &making->mover.parts[p];
    }
    if (status == MIEN_OK && mieni_fbx_is_spared(reader, model)) {
        status = read_scales(take, model, temp, &making->own);
        if (status == MIEN_OK)
            status = read_scales(take, reader->scene.models[model].parent, temp, &making->parent);
        for (int i = 0; i < making->own.count; ++i)
            all[count++] = &making->own.driven[i];
        for (int i = 0; i < making->parent.count; ++i)
            all[count++] = &making->parent.driven[i];
    }
    return status == MIEN_OK ? find_times(take, all, count, temp, &making->times, &making->is_framed)
                             : status;
}

static void put_samples(MieniFbxTake *take, int bone, Making *making, MienTransform *samples)
{
    const MieniFbxModel *model = &take->reader->scene.models[making->mover.model];
    for (int i = 0; i < making->times.count; ++i) {
        double values[3][3], own[3], parent[3];
        for (int p = 0; p < 3; ++p)
            fbx_driven_at(take, &making->mover.parts[p], making->times.list[i], (MieniFbxSort)p, values[p]);
        scales_at(take, &making->own, making->times.list[i], own);
        scales_at(take, &making->parent, making->times.list[i], parent);
        const MieniFbxLocal local = mieni_fbx_local(model, values[0], values[1], values[2]);
        samples[i] = mieni_fbx_bone_transform(take->reader, bone, &local, own, parent);
    }
    align(samples, making->times.count);
}

static MienStatus make_track(MieniFbxTake *take, int bone, MienAuthorClipTrack *track)
{
    MieniArena *arena = take->reader->arena, temp = {.allocator = take->temp.allocator};
    Making *making = mieni_arena_take(&temp, 1, sizeof *making);
    MienStatus status =
        making != NULL ? prepare(take, bone, &temp, making) : mieni_fbx_read_no_memory(take->reader);
    if (status != MIEN_OK) {
        mieni_arena_release(&temp);
        return status;
    }
    const size_t count = (size_t)making->times.count;
    status = mieni_fbx_work(take->reader, count);
    if (status != MIEN_OK) {
        mieni_arena_release(&temp);
        return status;
    }
    MienTransform *samples = mieni_arena_take(&temp, count, sizeof *samples), *kept = NULL;
    double *times = NULL;
    int used = 0;
    if (samples != NULL) {
        put_samples(take, bone, making, samples);
        used = shorten(samples, (int)count);
        kept = mieni_arena_take(arena, (size_t)used, sizeof *kept);
        if (used > 1 && !making->is_framed)
            times = mieni_arena_take(arena, count, sizeof *times);
    }
    if (samples == NULL || arena->is_out_of_memory) {
        mieni_arena_release(&temp);
        return mieni_fbx_read_no_memory(take->reader);
    }
    memcpy(kept, samples, sizeof *kept * (size_t)used);
    for (size_t i = 0; times != NULL && i < count; ++i)
        times[i] = (making->times.list[i] - (double)take->start) / (double)MIENI_FBX_SECOND;
    *track = (MienAuthorClipTrack){
        .bone = take->reader->bones.bones[bone].name, .sample_count = used, .samples = kept, .times = times};
    mieni_arena_release(&temp);
    return MIEN_OK;
}

/// clip->tracks and clip->curves.
static MienStatus fbx_take_tracks(MieniFbxTake *take)
{
    MieniFbxReader *reader = take->reader;
    const MieniFbxScene *scene = &reader->scene;
    bool *scale_moves = mieni_arena_take(&take->temp, (size_t)scene->model_count, sizeof *scale_moves);
    if (scale_moves == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int m = 0; m < scene->model_count; ++m) {
        const MieniFbxModel *model = &scene->models[m];
        scale_moves[m] = is_driven(take, m, 2) ||
                         (model->inherit == 0 && model->parent >= 0 && scale_moves[model->parent]);
    }
    int count = 0;
    for (int b = 0; b < reader->bones.count; ++b)
        count += is_moved(take, b, scale_moves);
    MienAuthorClipTrack *tracks = mieni_arena_take(reader->arena, (size_t)count, sizeof *tracks);
    MienStatus status = tracks != NULL ? MIEN_OK : mieni_fbx_read_no_memory(reader);
    take->clip->tracks = tracks;
    for (int b = 0; status == MIEN_OK && b < reader->bones.count; ++b)
        if (is_moved(take, b, scale_moves))
            status = make_track(take, b, &tracks[take->clip->track_count++]);
    return status;
}

typedef struct Shared {
    const char *property;
    int object;
} Shared;

static int compare_shared(const void *a, const void *b)
{
    const Shared *x = a, *y = b;
    const int names = strcmp(x->property, y->property);
    return names != 0 ? names : (x->object > y->object) - (x->object < y->object);
}

/// reader->shared, and whether a property is one of them.
static MienStatus fbx_find_shared(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    Shared *list = mieni_arena_take(reader->scratch, (size_t)scene->link_count, sizeof *list);
    const char **names = mieni_arena_take(reader->scratch, (size_t)scene->link_count, sizeof *names);
    if (list == NULL || names == NULL)
        return mieni_fbx_read_no_memory(reader);
    size_t count = 0;
    for (int i = 0; i < scene->link_count; ++i) {
        const MieniFbxLink *link = &scene->links[i];
        if (link->property != NULL && scene->objects[link->child].kind == MIENI_FBX_CURVE_NODE)
            list[count++] = (Shared){link->property, link->parent};
    }
    if (count > 0)
        qsort(list, count, sizeof *list, compare_shared);
    for (size_t i = 1; i < count; ++i) {
        if (strcmp(list[i].property, list[i - 1].property) != 0 || list[i].object == list[i - 1].object)
            continue;
        if (reader->shared_count == 0 || strcmp(names[reader->shared_count - 1], list[i].property) != 0)
            names[reader->shared_count++] = list[i].property;
    }
    reader->shared = names;
    return MIEN_OK;
}

static void note_start(const MieniFbxTake *take, const char *name)
{
    MienIoFbxReport *report = take->reader->report;
    const double frame = (double)take->start / fbx_frame(take);
    const long long first = (long long)(frame + (frame < 0.0 ? -0.5 : 0.5));
    if (first != 0 && report->note[0] == '\0')
        snprintf(report->note, sizeof report->note,
                 "The take %.60s begins at frame %lld of the file, which is frame 0 of the clip.", name,
                 first);
}

static MienStatus read_take(MieniFbxTake *take, const char *name)
{
    MieniFbxReader *reader = take->reader;
    MienAuthorClip *clip = take->clip;
    MienError error = {0};
    clip->rate = reader->options->rate > 0 ? reader->options->rate : reader->settings.rate;
    clip->rate_divisor = reader->options->rate > 0
                             ? (reader->options->rate_divisor > 0 ? reader->options->rate_divisor : 1)
                             : reader->settings.rate_divisor;
    MienStatus status = fbx_take_open(take);
    if (status != MIEN_OK)
        return status;
    clip->length = (double)(take->stop - take->start) / (double)MIENI_FBX_SECOND;
    note_start(take, name);
    status = fbx_take_tracks(take);
    if (status == MIEN_OK)
        status = fbx_take_curves(take);
    if (status != MIEN_OK)
        return status;
    status = mien_author_clip_check(clip, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_fail(reader->error, status, mieni_at("take %.40s, %.50s", name, error.location), "%s",
                            error.message);
}

MienStatus mieni_fbx_read_takes(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    size_t count = 0;
    for (int i = 0; i < scene->object_count; ++i)
        count += scene->objects[i].kind == MIENI_FBX_STACK;
    MienIoTake *takes = mieni_arena_take(reader->arena, count, sizeof *takes);
    MienAuthorClip *clips = mieni_arena_take(reader->arena, count, sizeof *clips);
    const char *given = reader->options->source != NULL ? reader->options->source : "";
    const char *source = mieni_arena_text(reader->arena, given, strlen(given));
    MieniFileNames names = {.arena = reader->arena};
    if (takes == NULL || clips == NULL || source == NULL)
        return mieni_fbx_read_no_memory(reader);
    MienStatus status = fbx_find_shared(reader);
    int made = 0;
    for (int i = 0; status == MIEN_OK && i < scene->object_count; ++i) {
        if (scene->objects[i].kind != MIENI_FBX_STACK)
            continue;
        MieniFbxTake take = {.reader = reader,
                             .stack = i,
                             .temp = {.allocator = reader->scratch->allocator},
                             .clip = &clips[made]};
        char fallback[32];
        snprintf(fallback, sizeof fallback, "take_%d", made);
        takes[made] = (MienIoTake){mieni_file_names_add(&names, scene->objects[i].name, fallback, made),
                                   &clips[made], MIEN_IO_TAKE_MOTION};
        clips[made].source = source;
        status =
            takes[made].name != NULL ? read_take(&take, takes[made].name) : mieni_fbx_read_no_memory(reader);
        mieni_arena_release(&take.temp);
        ++made;
        if (status == MIEN_OK)
            status = mieni_fbx_progress(reader, 0.7 + 0.3 * (double)made / (double)count);
    }
    reader->report->renamed_count += names.renamed_count;
    reader->source->take_count = made;
    reader->source->takes = takes;
    return status;
}
