// SPDX-License-Identifier: MIT
//
// Curves of takes: weights of blend-shape channels and properties that users made. Keys
// stay as they are where Mien can say them; otherwise the curve is sampled.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/takes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/// How many curves hang from a driver.
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
    const double frame = mieni_fbx_frame(take);
    const size_t count = (size_t)((double)(take->stop - take->start) / frame + 0.999) + 1;
    MienAuthorKey *keys = mieni_arena_take(take->reader->arena, count, sizeof *keys);
    if (keys == NULL || count > INT32_MAX)
        return mieni_fbx_read_no_memory(take->reader);
    for (size_t i = 0; i < count; ++i) {
        const double time = (double)take->start + frame * (double)i;
        double values[3];
        mieni_fbx_driven_at(take, driven, time, MIENI_FBX_PLAIN, values);
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
    mieni_fbx_driven_at(take, driven, (double)take->start, MIENI_FBX_PLAIN, values);
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
    if (mieni_fbx_is_shared(reader, driver->property))
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
    MienStatus status = mieni_fbx_driven_read(take, strand->first, strand->count, &temp, &driven);
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

MienStatus mieni_fbx_take_curves(MieniFbxTake *take)
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
