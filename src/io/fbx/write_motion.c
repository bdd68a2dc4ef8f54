// SPDX-License-Identifier: MIT
//
// Bones and motion of written FBX. Tracks are sampled, with angles that go on from frame to frame. Curves
// keep their keys if each has a time of its own and they hold beyond the ends; otherwise they are sampled.

#include "core/float_rules.h"

#include "base/transform.h"
#include "io/fbx/curve.h"
#include "io/fbx/writer.h"
#include "io/rate.h"

#include <string.h>

static const double centimetres = 100.0;

int64_t mieni_fbx_ticks(double seconds)
{
    const double ticks = seconds * (double)MIENI_FBX_SECOND;
    return (int64_t)(ticks < 0.0 ? ticks - 0.5 : ticks + 0.5);
}

/// The three properties of a model that move it, and what curves of them are called.
static const struct {
    const char *property, *node;
} parts[3] = {{"Lcl Translation", "T"}, {"Lcl Rotation", "R"}, {"Lcl Scaling", "S"}};
static const char *const axes[3] = {"d|X", "d|Y", "d|Z"};

/// A transform as a model has it: centimetres, degrees, factors.
typedef struct Posed {
    double parts[3][3];
} Posed;

static double magnitude(double x) { return x < 0.0 ? -x : x; }

/// An angle, whole turns away, nearest to another one.
static double unwind(double degrees, double near)
{
    const double turns = (near - degrees) / 360.0;
    return degrees + 360.0 * (double)(int64_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

/// Of the angles that mean the same rotation, those nearest to the ones before.
static void go_on(const double before[3], double degrees[3])
{
    double other[3] = {degrees[0] + 180.0, 180.0 - degrees[1], degrees[2] + 180.0}, sums[2] = {0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        degrees[k] = unwind(degrees[k], before[k]);
        other[k] = unwind(other[k], before[k]);
        sums[0] += magnitude(degrees[k] - before[k]);
        sums[1] += magnitude(other[k] - before[k]);
    }
    if (sums[1] < sums[0])
        memcpy(degrees, other, sizeof other);
}

static Posed posed_of(const MienTransform *transform, const Posed *before)
{
    const MieniPlace place = mieni_place_of(transform);
    Posed posed;
    mieni_fbx_angles(place.q, 0, posed.parts[1]);
    if (before != NULL)
        go_on(before->parts[1], posed.parts[1]);
    for (int k = 0; k < 3; ++k) {
        posed.parts[0][k] = centimetres * place.t[k];
        posed.parts[2][k] = place.s[k];
    }
    return posed;
}

static void put_vector(MieniFbxOut *out, const char *name, const double value[3])
{
    mieni_fbx_begin_property(out, name, name, "", "A");
    for (int k = 0; k < 3; ++k)
        mieni_fbx_put_double(out, value[k]);
    mieni_fbx_close(out);
}

/// Whether bones have a property of this name already.
static bool is_of_bones(const char *name)
{
    return strcmp(name, parts[0].property) == 0 || strcmp(name, parts[1].property) == 0 ||
           strcmp(name, parts[2].property) == 0;
}

/// Names of all clips' curves, each once.
static int list_curves(MieniFbxWriter *writer, MieniNameEntry **out_names)
{
    const MienIoFbxWriting *writing = writer->writing;
    size_t most = 0;
    int count = 0, kept = 0;
    for (int i = 0; i < writing->animation_count; ++i)
        most += (size_t)writing->animations[i].clip->curve_count;
    MieniNameEntry *names = mieni_arena_take(&writer->arena, most, sizeof *names);
    *out_names = names;
    if (names == NULL)
        return 0;
    for (int i = 0; i < writing->animation_count; ++i)
        for (int c = 0; c < writing->animations[i].clip->curve_count; ++c, ++count)
            names[count] = (MieniNameEntry){writing->animations[i].clip->curves[c].name, count};
    mieni_names_sort(names, count);
    for (int i = 0; i < count; ++i)
        if (kept == 0 || strcmp(names[kept - 1].name, names[i].name) != 0)
            names[kept++] = names[i];
    return kept;
}

static void write_bone(MieniFbxWriter *writer, int bone, int curve_count, const MieniNameEntry *curves)
{
    MieniFbxOut *out = &writer->out;
    const MienAuthorBone *from = &writer->bones[bone];
    const Posed rest = posed_of(&from->rest, NULL);
    const int64_t attribute =
        mieni_fbx_open_object(writer, MIENI_FBX_WRITES_ATTRIBUTE, from->name, "NodeAttribute", "LimbNode");
    mieni_fbx_text_of(out, "TypeFlags", "Skeleton");
    mieni_fbx_close(out);
    writer->models[bone] =
        mieni_fbx_open_object(writer, MIENI_FBX_WRITES_MODEL, from->name, "Model", "LimbNode");
    mieni_fbx_int(out, "Version", 232);
    mieni_fbx_open(out, "Properties70");
    for (int p = 0; p < 3; ++p)
        put_vector(out, parts[p].property, rest.parts[p]);
    for (int c = 0; c < curve_count; ++c)
        if (!is_of_bones(curves[c].name))
            mieni_fbx_number_property(out, curves[c].name, "Number", "A+U", 0.0);
    mieni_fbx_close(out);
    mieni_fbx_text_of(out, "Culling", "CullingOff");
    mieni_fbx_close(out);
    mieni_fbx_connect(writer, attribute, writer->models[bone], NULL);
    mieni_fbx_connect(writer, writer->models[bone], from->parent >= 0 ? writer->models[from->parent] : 0,
                      NULL);
}

void mieni_fbx_write_bones(MieniFbxWriter *writer)
{
    static const MienAuthorBone root = {
        .name = "root",
        .parent = -1,
        .rest = {.rotation = {.w = 1.0f}, .scale = {1.0f, 1.0f, 1.0f}},
    };
    const MienAuthorSkeleton *skeleton = writer->writing->skeleton;
    const bool has_bones = skeleton != NULL && skeleton->bone_count > 0;
    MieniNameEntry *curves;
    const int curve_count = list_curves(writer, &curves);
    writer->bone_count = has_bones ? skeleton->bone_count : 1;
    writer->bones = has_bones ? skeleton->bones : &root;
    writer->models = mieni_arena_take(&writer->arena, (size_t)writer->bone_count, sizeof *writer->models);
    writer->bones_by_name =
        mieni_arena_take(&writer->arena, (size_t)writer->bone_count, sizeof *writer->bones_by_name);
    if (writer->arena.is_out_of_memory)
        return;
    for (int b = 0; b < writer->bone_count; ++b) {
        write_bone(writer, b, b == 0 ? curve_count : 0, curves);
        writer->bones_by_name[b] = (MieniNameEntry){writer->bones[b].name, b};
    }
    mieni_names_sort(writer->bones_by_name, writer->bone_count);
}

/// Keys of one curve of the file. A run of keys that go on in the same way shares its attributes.
typedef struct Keys {
    size_t count, run_count;
    int64_t *times;
    float *values;
    int32_t *flags, *lengths; ///< Per run.
    float *data;              ///< Per run: slope after the key, before the next one, weights, velocities.
} Keys;

static bool take_keys(MieniFbxWriter *writer, size_t count, Keys *keys)
{
    MieniArena *arena = &writer->arena;
    *keys = (Keys){.count = count,
                   .times = mieni_arena_take(arena, count, sizeof *keys->times),
                   .values = mieni_arena_take(arena, count, sizeof *keys->values),
                   .flags = mieni_arena_take(arena, count, sizeof *keys->flags),
                   .lengths = mieni_arena_take(arena, count, sizeof *keys->lengths),
                   .data = mieni_arena_take(arena, 4 * count, sizeof *keys->data)};
    return !arena->is_out_of_memory;
}

/// How the next key goes on. Weights are the usual third, two in one number.
static void put_run(Keys *keys, int32_t flags, float leave, float arrive)
{
    static const uint32_t thirds = 3333u << 16 | 3333u;
    float data[4] = {leave, arrive, 0.0f, 0.0f};
    memcpy(&data[2], &thirds, sizeof thirds);
    const size_t last = keys->run_count - 1;
    if (keys->run_count > 0 && keys->flags[last] == flags &&
        memcmp(keys->data + 4 * last, data, sizeof data) == 0) {
        ++keys->lengths[last];
        return;
    }
    keys->flags[keys->run_count] = flags;
    keys->lengths[keys->run_count] = 1;
    memcpy(keys->data + 4 * keys->run_count++, data, sizeof data);
}

enum {
    HOLD_FLAGS = 0x2,
    LINE_FLAGS = 0x4,
    CUBIC_FLAGS = 0x8 | 0x400 | 0x800
}; // own slopes, each side its own

/// Writes a curve, and which axis or number of a node it is.
static void write_keys(MieniFbxWriter *writer, const Keys *keys, int64_t node, const char *axis)
{
    MieniFbxOut *out = &writer->out;
    const int64_t curve = mieni_fbx_open_object(writer, MIENI_FBX_WRITES_CURVE, "", "AnimCurve", "");
    mieni_fbx_open(out, "Default");
    mieni_fbx_put_double(out, (double)keys->values[0]);
    mieni_fbx_close(out);
    mieni_fbx_int(out, "KeyVer", 4008);
    mieni_fbx_open(out, "KeyTime");
    mieni_fbx_put_longs(out, keys->times, keys->count);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "KeyValueFloat");
    mieni_fbx_put_floats(out, keys->values, keys->count);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "KeyAttrFlags");
    mieni_fbx_put_ints(out, keys->flags, keys->run_count);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "KeyAttrDataFloat");
    mieni_fbx_put_floats(out, keys->data, 4 * keys->run_count);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "KeyAttrRefCount");
    mieni_fbx_put_ints(out, keys->lengths, keys->run_count);
    mieni_fbx_close(out);
    mieni_fbx_close(out);
    mieni_fbx_connect(writer, curve, node, axis);
}

/// Moments at which a clip is sampled: its frames, and its end.
static size_t count_moments(const MienAuthorClip *clip)
{
    size_t count = 1;
    while (mieni_rate_time(clip->rate, clip->rate_divisor, (int)count) < clip->length)
        ++count;
    return clip->length > 0.0 ? count + 1 : count;
}

static double moment(const MienAuthorClip *clip, size_t index, size_t count)
{
    return index > 0 && index + 1 == count ? clip->length
                                           : mieni_rate_time(clip->rate, clip->rate_divisor, (int)index);
}

/// Opens a node of curves that drives a property; "Properties70" is open.
static int64_t open_node(MieniFbxWriter *writer, const char *name, int64_t layer, int64_t model,
                         const char *property)
{
    const int64_t node = mieni_fbx_open_object(writer, MIENI_FBX_WRITES_NODE, name, "AnimCurveNode", "");
    mieni_fbx_open(&writer->out, "Properties70");
    mieni_fbx_connect(writer, node, layer, NULL);
    mieni_fbx_connect(writer, node, model, property);
    return node;
}

/// One part of a bone that moves.
static void write_part(MieniFbxWriter *writer, const MienAuthorClip *clip, const Posed *samples, size_t count,
                       int part, int64_t layer, int64_t model)
{
    const int64_t node = open_node(writer, parts[part].node, layer, model, parts[part].property);
    for (int k = 0; k < 3; ++k)
        mieni_fbx_number_property(&writer->out, axes[k], "Number", "A", samples[0].parts[part][k]);
    mieni_fbx_close(&writer->out);
    mieni_fbx_close(&writer->out);
    Keys keys;
    for (int k = 0; k < 3 && take_keys(writer, count, &keys); ++k) {
        for (size_t i = 0; i < count; ++i) {
            keys.times[i] = mieni_fbx_ticks(moment(clip, i, count));
            keys.values[i] = (float)samples[i].parts[part][k];
            put_run(&keys, LINE_FLAGS, 0.0f, 0.0f);
        }
        write_keys(writer, &keys, node, axes[k]);
    }
}

static void write_track(MieniFbxWriter *writer, const MienAuthorClip *clip, int track, int bone,
                        int64_t layer)
{
    const size_t count = count_moments(clip);
    const Posed rest = posed_of(&writer->bones[bone].rest, NULL);
    Posed *samples = mieni_arena_take(&writer->arena, count, sizeof *samples);
    bool moves[3] = {false, false, false};
    if (samples == NULL)
        return;
    for (size_t i = 0; i < count; ++i) {
        const MienTransform at = mien_author_track_evaluate(clip, track, moment(clip, i, count));
        samples[i] = posed_of(&at, i > 0 ? &samples[i - 1] : &rest);
        for (int p = 0; p < 3; ++p)
            moves[p] = moves[p] || memcmp(samples[i].parts[p], rest.parts[p], sizeof rest.parts[p]) != 0;
    }
    for (int p = 0; p < 3; ++p)
        if (moves[p])
            write_part(writer, clip, samples, count, p, layer, writer->models[bone]);
}

/// The curve's own keys; false if it has none that can be kept.
static bool own_keys(MieniFbxWriter *writer, const MienAuthorClipCurve *curve, Keys *keys)
{
    const size_t count = (size_t)curve->key_count;
    if (count == 0 || curve->before != MIEN_AUTHOR_HOLD || curve->after != MIEN_AUTHOR_HOLD ||
        !take_keys(writer, count, keys))
        return false;
    for (size_t i = 0; i < count; ++i) {
        const MienAuthorKey *key = &curve->keys[i];
        const bool is_cubic = key->interpolation == MIEN_AUTHOR_CUBIC;
        const int64_t time = mieni_fbx_ticks(key->time);
        // Of two keys at one time the second comes right after the first.
        keys->times[i] = i > 0 && time <= keys->times[i - 1] ? keys->times[i - 1] + 1 : time;
        keys->values[i] = key->value;
        put_run(keys,
                is_cubic                                     ? CUBIC_FLAGS
                : key->interpolation == MIEN_AUTHOR_CONSTANT ? HOLD_FLAGS
                                                             : LINE_FLAGS,
                is_cubic ? key->leave : 0.0f, is_cubic && i + 1 < count ? key[1].arrive : 0.0f);
    }
    return true;
}

static bool sampled_keys(MieniFbxWriter *writer, const MienAuthorClip *clip, const MienAuthorClipCurve *curve,
                         Keys *keys)
{
    const size_t count = count_moments(clip);
    if (!take_keys(writer, count, keys))
        return false;
    for (size_t i = 0; i < count; ++i) {
        keys->times[i] = mieni_fbx_ticks(moment(clip, i, count));
        keys->values[i] = mien_author_curve_evaluate(curve, moment(clip, i, count));
        put_run(keys, LINE_FLAGS, 0.0f, 0.0f);
    }
    return true;
}

/// A curve of the clip drives the property of its name.
static void write_curve(MieniFbxWriter *writer, const MienAuthorClip *clip, int index, int64_t layer)
{
    const MienAuthorClipCurve *curve = &clip->curves[index];
    const size_t length = strlen(curve->name);
    char *axis = mieni_arena_take(&writer->arena, length + 3, 1);
    Keys keys;
    if (axis == NULL || (!own_keys(writer, curve, &keys) && !sampled_keys(writer, clip, curve, &keys)))
        return;
    memcpy(axis, "d|", 2);
    memcpy(axis + 2, curve->name, length);
    const int64_t node = open_node(writer, curve->name, layer, writer->models[0], curve->name);
    mieni_fbx_number_property(&writer->out, axis, "Number", "A", (double)keys.values[0]);
    mieni_fbx_close(&writer->out);
    mieni_fbx_close(&writer->out);
    write_keys(writer, &keys, node, axis);
}

static void lose(const MieniFbxWriter *writer, const char *sentence, const char *of, const char *name)
{
    if (writer->writing->losses.tell != NULL)
        writer->writing->losses.tell(writer->writing->losses.user, sentence, of, name);
}

void mieni_fbx_write_stack(MieniFbxWriter *writer, const MienIoFbxAnimation *animation)
{
    MieniFbxOut *out = &writer->out;
    const MienAuthorClip *clip = animation->clip;
    const int64_t stop = mieni_fbx_ticks(clip->length);
    const int64_t stack =
        mieni_fbx_open_object(writer, MIENI_FBX_WRITES_STACK, animation->name, "AnimStack", "");
    mieni_fbx_open(out, "Properties70");
    mieni_fbx_time_property(out, "LocalStart", 0);
    mieni_fbx_time_property(out, "LocalStop", stop);
    mieni_fbx_time_property(out, "ReferenceStart", 0);
    mieni_fbx_time_property(out, "ReferenceStop", stop);
    mieni_fbx_close(out);
    mieni_fbx_close(out);
    const int64_t layer = mieni_fbx_open_object(writer, MIENI_FBX_WRITES_LAYER, "BaseLayer", "AnimLayer", "");
    mieni_fbx_close(out);
    mieni_fbx_connect(writer, layer, stack, NULL);
    for (int t = 0; t < clip->track_count; ++t) {
        const int bone = mieni_names_search(writer->bones_by_name, writer->bone_count, clip->tracks[t].bone);
        if (bone < 0)
            lose(writer, "The skeleton lacks this bone; its track is not written.", animation->name,
                 clip->tracks[t].bone);
        else
            write_track(writer, clip, t, bone, layer);
    }
    for (int c = 0; c < clip->curve_count; ++c) {
        if (is_of_bones(clip->curves[c].name))
            lose(writer, "FBX moves bones by a property of this name; the curve is not written.",
                 animation->name, clip->curves[c].name);
        else
            write_curve(writer, clip, c, layer);
    }
    for (int e = 0; e < clip->event_count; ++e)
        lose(writer, "FBX has no events; this one is not written.", animation->name, clip->events[e].name);
}
