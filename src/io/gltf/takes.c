// SPDX-License-Identifier: MIT
//
// Takes: one per animation, with its name, rate, length and markers.

#include "core/float_rules.h"

#include "io/gltf/takes.h"

#include "base/transform.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/gltf/transform.h"
#include "io/rate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Channels at any time, as glTF has it: STEP, LINEAR with rotations along the arc,
// CUBICSPLINE; and how finely they must be cut to be followed by straight lines.

/// Quaternions whose angle is below this, in radians, are followed by normalised lines
/// within a millionth. A line between two at angle a is off by a^3 u (1 - u)(1 - 2u) / 6
/// at u, which is 0.0160 a^3 at most.
static const double widest_line = 0.0397;
/// Where more is cut, parts are smaller, so that after rounding none is cut again.
static const double widest_part = 0.0380;

enum { MOST_PIECES = 1024 };

/// The value of a key.
static const float *gltf_key_value(const MieniGltfSampled *s, int key)
{
    const size_t width = (size_t)s->width, k = (size_t)key;
    return s->values + (s->interpolation == MIEN_AUTHOR_CUBIC ? (3 * k + 1) * width : k * width);
}

static void load(const float *values, int width, double out[4])
{
    for (int c = 0; c < width; ++c)
        out[c] = (double)values[c];
}

/// The angle between two quaternions of length 1, the shorter of both ways; turns b so
/// that it is that way.
static double angle_between(const double a[4], double b[4])
{
    double dot = 0.0, apart = 0.0, together = 0.0;
    for (int c = 0; c < 4; ++c)
        dot += a[c] * b[c];
    for (int c = 0; c < 4; ++c) {
        b[c] = dot < 0.0 ? -b[c] : b[c];
        apart += (a[c] - b[c]) * (a[c] - b[c]);
        together += (a[c] + b[c]) * (a[c] + b[c]);
    }
    return 2.0 * mien_atan2(mieni_sqrt(apart), mieni_sqrt(together));
}

static void slerp(double a[4], double b[4], double u, double out[4])
{
    mieni_normalize4(a);
    mieni_normalize4(b);
    const double angle = angle_between(a, b);
    double sine, low, high, unused, from = 1.0 - u, to = u;
    if (angle > 1e-5) {
        mien_sincos(angle, &sine, &unused);
        mien_sincos(from * angle, &low, &unused);
        mien_sincos(to * angle, &high, &unused);
        // Half a turn of rotation, a quarter of one here, is the most: the sine is not small.
        from = low / sine;
        to = high / sine;
    }
    for (int c = 0; c < 4; ++c)
        out[c] = from * a[c] + to * b[c];
    mieni_normalize4(out);
}

/// Within the segment after a key, u from 0 to 1.
static void cubic_at(const MieniGltfSampled *s, int key, double u, double out[4])
{
    const size_t width = (size_t)s->width;
    const float *from = gltf_key_value(s, key), *to = gltf_key_value(s, key + 1);
    const float *leave = from + width, *arrive = to - width;
    const double step = (double)s->times[key + 1] - (double)s->times[key];
    const double u2 = u * u, u3 = u2 * u;
    for (int c = 0; c < s->width; ++c) {
        const double p0 = from[c], p1 = to[c], m0 = step * (double)leave[c], m1 = step * (double)arrive[c];
        out[c] = ((2.0 * u3 - 3.0 * u2 + 1.0) * p0 + (u3 - 2.0 * u2 + u) * m0) +
                 ((3.0 * u2 - 2.0 * u3) * p1 + (u3 - u2) * m1);
    }
    if (s->is_rotation)
        mieni_normalize4(out);
}

static void segment_at(const MieniGltfSampled *s, int key, double u, double out[4])
{
    double a[4], b[4];
    if (s->interpolation == MIEN_AUTHOR_CUBIC) {
        cubic_at(s, key, u, out);
        return;
    }
    load(gltf_key_value(s, key), s->width, a);
    load(gltf_key_value(s, key + 1), s->width, b);
    if (s->is_rotation) {
        slerp(a, b, u, out);
        return;
    }
    for (int c = 0; c < s->width; ++c)
        out[c] = (1.0 - u) * a[c] + u * b[c];
}

/// The channel at a time, of up to four numbers. cursor begins at 0; times must not descend.
static void gltf_sampled_at(const MieniGltfSampled *s, double time, int *cursor, double out[4])
{
    while (*cursor + 1 < s->count && (double)s->times[*cursor + 1] <= time)
        ++*cursor;
    const int key = *cursor;
    const double from = (double)s->times[key];
    if (key + 1 == s->count || time <= from || s->interpolation == MIEN_AUTHOR_CONSTANT)
        load(gltf_key_value(s, key), s->width, out);
    else
        segment_at(s, key, (time - from) / ((double)s->times[key + 1] - from), out);
}

/// Lines through a cubic are off by an eighth of its second derivative, at most, over the
/// square of their number. That derivative is a line itself: its ends are its largest.
static double cubic_bend(const MieniGltfSampled *s, int key)
{
    const size_t width = (size_t)s->width;
    const float *from = gltf_key_value(s, key), *to = gltf_key_value(s, key + 1);
    const float *leave = from + width, *arrive = to - width;
    const double step = (double)s->times[key + 1] - (double)s->times[key];
    double first = 0.0, last = 0.0;
    for (int c = 0; c < s->width; ++c) {
        const double rise = (double)to[c] - (double)from[c];
        const double m0 = step * (double)leave[c], m1 = step * (double)arrive[c];
        const double a = 6.0 * rise - 4.0 * m0 - 2.0 * m1, b = -6.0 * rise + 2.0 * m0 + 4.0 * m1;
        first += a * a;
        last += b * b;
    }
    return mieni_sqrt(first > last ? first : last);
}

static int pieces_for(double bend, double tolerance)
{
    const double wanted = mieni_sqrt(bend / (8.0 * tolerance));
    return wanted >= (double)MOST_PIECES ? MOST_PIECES : wanted > 1.0 ? (int)wanted + 1 : 1;
}

/// Whether this number of normalised lines follows a cubic of rotations, and none is too
/// wide to be read again as an arc.
static bool follows(const MieniGltfSampled *s, int key, int pieces, double tolerance)
{
    double a[4], b[4], at[4];
    segment_at(s, key, 0.0, a);
    for (int i = 0; i < pieces; ++i) {
        segment_at(s, key, (double)(i + 1) / (double)pieces, b);
        double turned[4];
        memcpy(turned, b, sizeof turned);
        if (angle_between(a, turned) > widest_part)
            return false;
        for (int part = 1; part <= 3; ++part) {
            const double u = (double)part / 4.0;
            double line[4], off = 0.0;
            for (int c = 0; c < 4; ++c)
                line[c] = (1.0 - u) * a[c] + u * turned[c];
            mieni_normalize4(line);
            segment_at(s, key, ((double)i + u) / (double)pieces, at);
            angle_between(line, at); // turns it to the nearer side
            for (int c = 0; c < 4; ++c)
                off += (line[c] - at[c]) * (line[c] - at[c]);
            if (off > tolerance * tolerance)
                return false;
        }
        memcpy(a, b, sizeof a);
    }
    return true;
}

/// Into how many parts the segment after a key must be cut so that straight lines between
/// them, rotations normalised, are as near to it as tolerance.
static int gltf_pieces(const MieniGltfSampled *s, int key, double tolerance)
{
    if (s->interpolation == MIEN_AUTHOR_CONSTANT || key + 1 >= s->count)
        return 1;
    if (s->interpolation == MIEN_AUTHOR_CUBIC) {
        int pieces = pieces_for(cubic_bend(s, key), tolerance);
        while (s->is_rotation && pieces < MOST_PIECES && !follows(s, key, pieces, tolerance))
            pieces = pieces < 8 ? pieces + 1 : pieces + pieces / 4;
        return pieces < MOST_PIECES ? pieces : MOST_PIECES;
    }
    if (!s->is_rotation)
        return 1;
    double a[4], b[4];
    load(gltf_key_value(s, key), 4, a);
    load(gltf_key_value(s, key + 1), 4, b);
    mieni_normalize4(a);
    mieni_normalize4(b);
    const double angle = angle_between(a, b);
    return angle <= widest_line ? 1 : (int)(angle / widest_part) + 1;
}

// What channels drive, and their keys.

static MienStatus gltf_take_no_memory(const MieniGltfTake *take)
{
    return mieni_fail(take->reader->error, MIEN_ERROR_MEMORY, mieni_at("animations[%d]", take->index),
                      "Out of memory.");
}

/// A whole number below limit that a pointer goes on with; -1 for none. Moves on past it.
static int take_number(const char **at, int limit)
{
    const size_t digits = strspn(*at, "0123456789");
    int64_t number = 0;
    if (digits == 0 || digits > 9 || (digits > 1 && **at == '0'))
        return -1;
    for (size_t i = 0; i < digits; ++i)
        number = 10 * number + ((*at)[i] - '0');
    *at += digits;
    return number < limit ? (int)number : -1;
}

static bool take_word(const char **at, const char *word)
{
    const size_t size = strlen(word);
    if (strncmp(*at, word, size) != 0)
        return false;
    *at += size;
    return true;
}

static bool has_morphs(const MieniGltfTake *take, int node)
{
    return take->reader->bones.is_in_scene[node] && take->reader->morphs.of_node[node] != NULL;
}

/// KHR_animation_pointer: weights of a node, one of them, or a curve of our own.
static MieniGltfTarget pointed_at(const MieniGltfTake *take, const char *pointer)
{
    const MieniGltfTarget nothing = {.node = -1};
    const MieniJson *own = take->actors->own_curves;
    const char *at = pointer;
    if (take_word(&at, "/extras/mien/curves/") && own != NULL) {
        const int index = take_number(&at, own->count);
        if (index < 0 || *at != '\0')
            return nothing;
        return (MieniGltfTarget){MIENI_GLTF_OWN_CURVE, -1, index, take->actors->own_names[index]};
    }
    at = pointer;
    if (!take_word(&at, "/nodes/"))
        return nothing;
    const int node = take_number(&at, mieni_gltf_count(take->reader->gltf, "nodes"));
    if (node < 0 || !take_word(&at, "/weights") || !has_morphs(take, node))
        return nothing;
    if (*at == '\0')
        return (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, -1, NULL};
    if (*at++ != '/')
        return nothing;
    const int target = take_number(&at, take->reader->morphs.target_count[node]);
    return target >= 0 && *at == '\0' ? (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, target, NULL} : nothing;
}

static int compare_nodes(const void *a, const void *b)
{
    const MieniGltfExpressionNode *x = a, *y = b;
    return (x->node > y->node) - (x->node < y->node);
}

MieniGltfTarget mieni_gltf_target(const MieniGltfTake *take, int channel)
{
    static const char *const parts[] = {"translation", "rotation", "scale"};
    const MieniGltfActors *actors = take->actors;
    const MieniJson *target = mieni_json_get(take->channels->items[channel], "target");
    const char *path = mieni_json_get_string(target, "path", "");
    const int node = mieni_gltf_index(target, "node");
    const MieniGltfTarget nothing = {.node = -1};
    if (strcmp(path, "pointer") == 0)
        return pointed_at(take, mieni_json_get_string(mieni_gltf_extension(target, "KHR_animation_pointer"),
                                                      "pointer", ""));
    if (node < 0)
        return nothing;
    if (strcmp(path, "weights") == 0)
        return has_morphs(take, node) ? (MieniGltfTarget){MIENI_GLTF_WEIGHTS, node, -1, NULL} : nothing;
    const MieniGltfExpressionNode wanted = {.node = node};
    const MieniGltfExpressionNode *expression =
        actors->expression_count > 0 ? bsearch(&wanted, actors->expressions, (size_t)actors->expression_count,
                                               sizeof wanted, compare_nodes)
                                     : NULL;
    if (expression != NULL && strcmp(path, parts[0]) == 0)
        return (MieniGltfTarget){MIENI_GLTF_EXPRESSION, node, expression->order, expression->name};
    for (int p = 0; p < 3 && take->reader->bones.bone_of_node[node] >= 0; ++p)
        if (strcmp(path, parts[p]) == 0)
            return (MieniGltfTarget){MIENI_GLTF_BONE, node, p, NULL};
    return nothing;
}

/// The curves of Mien's own that a file names, in the order of their indices.
static MienStatus find_own_curves(MieniGltfReader *reader, MieniFileNames *names, MieniGltfActors *actors)
{
    const MieniJson *mien = mieni_json_get(mieni_json_get(reader->gltf->json.root, "extras"), "mien");
    const MieniJson *list = mieni_json_get(mien, "curveNames");
    if (list == NULL || list->type != MIENI_JSON_ARRAY)
        return MIEN_OK;
    actors->own_names = mieni_arena_take(reader->scratch, (size_t)list->count, sizeof *actors->own_names);
    actors->own_curves = list;
    if (actors->own_names == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < list->count; ++i) {
        const char *name = list->items[i]->type == MIENI_JSON_STRING ? list->items[i]->string : NULL;
        actors->own_names[i] = mieni_file_name(names, name, "curve", i);
        if (actors->own_names[i] == NULL)
            return MIEN_ERROR_MEMORY;
    }
    return MIEN_OK;
}

/// Expressions of a VRM animation. A node carries one: the first that names it.
static MienStatus find_expressions(MieniGltfReader *reader, MieniFileNames *names, MieniGltfActors *actors)
{
    static const char *const kinds[] = {"preset", "custom"};
    const MieniJson *animation = mieni_gltf_extension(reader->gltf->json.root, "VRMC_vrm_animation");
    const MieniJson *lists[2];
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    size_t count = 0;
    for (int k = 0; k < 2; ++k) {
        lists[k] = mieni_json_get(mieni_json_get(animation, "expressions"), kinds[k]);
        if (lists[k] != NULL && lists[k]->type != MIENI_JSON_OBJECT)
            lists[k] = NULL;
        count += lists[k] != NULL ? (size_t)lists[k]->count : 0;
    }
    actors->expressions = mieni_arena_take(reader->scratch, count, sizeof *actors->expressions);
    if (actors->expressions == NULL)
        return MIEN_ERROR_MEMORY;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; lists[k] != NULL && i < lists[k]->count; ++i) {
            const double node = mieni_json_get_number(lists[k]->items[i], "node", -1.0);
            MieniGltfExpressionNode *own = &actors->expressions[actors->expression_count];
            if (!(node >= 0.0 && node < (double)node_count) || !reader->bones.is_in_scene[(int)node])
                continue;
            *own = (MieniGltfExpressionNode){(int)node, actors->expression_count,
                                             mieni_file_name(names, lists[k]->keys[i], "expression", i)};
            if (own->name == NULL)
                return MIEN_ERROR_MEMORY;
            ++actors->expression_count;
        }
    if (actors->expression_count > 0)
        qsort(actors->expressions, (size_t)actors->expression_count, sizeof *actors->expressions,
              compare_nodes);
    return MIEN_OK;
}

/// All but the extent.
static MienStatus gltf_actors(MieniGltfReader *reader, MieniGltfActors *out_actors)
{
    // What is no morph must not be called like one. Names live as long as the source.
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    *out_actors = (MieniGltfActors){0};
    for (int m = 0; m < reader->morphs.count && status == MIEN_OK; ++m)
        if (mieni_file_name(&names, reader->morphs.names[m], "morph", m) == NULL)
            status = MIEN_ERROR_MEMORY;
    if (status == MIEN_OK)
        status = find_expressions(reader, &names, out_actors);
    if (status == MIEN_OK)
        status = find_own_curves(reader, &names, out_actors);
    reader->report->renamed_count += names.renamed_count;
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("animations"), "Out of memory.");
}

static MienAuthorInterpolation interpolation_of(const MieniJson *sampler)
{
    const char *word = mieni_json_get_string(sampler, "interpolation", "LINEAR");
    return strcmp(word, "STEP") == 0          ? MIEN_AUTHOR_CONSTANT
           : strcmp(word, "CUBICSPLINE") == 0 ? MIEN_AUTHOR_CUBIC
                                              : MIEN_AUTHOR_LINEAR;
}

/// Decodes the keys of a channel, width numbers each, into an arena. Refuses times that do
/// not ascend, and other numbers of values.
static MienStatus gltf_take_keys(const MieniGltfTake *take, int channel, int width, MieniArena *arena,
                                 MieniGltfSampled *out_sampled)
{
    const MieniGltfReader *reader = take->reader;
    const int index = mieni_gltf_index(take->channels->items[channel], "sampler");
    const MieniJson *sampler = take->samplers->items[index];
    const int input = mieni_gltf_index(sampler, "input"), output = mieni_gltf_index(sampler, "output");
    const MieniGltfAccessor times_info = mieni_gltf_accessor(reader->gltf, input);
    const MieniGltfAccessor values_info = mieni_gltf_accessor(reader->gltf, output);
    float *times = NULL, *values = NULL;
    *out_sampled = (MieniGltfSampled){.width = width, .interpolation = interpolation_of(sampler)};
    // Channels of nodes were checked; pointers are checked here.
    const int64_t parts = out_sampled->interpolation == MIEN_AUTHOR_CUBIC ? 3 : 1;
    if ((int64_t)values_info.count * values_info.components != parts * times_info.count * width)
        return mieni_fail(reader->error, MIEN_ERROR_DATA,
                          mieni_at("animations[%d].channels[%d].sampler", take->index, channel),
                          "There are not as many values as the keys need.");
    MienStatus status = mieni_gltf_floats(reader->gltf, input, arena, &times, reader->error);
    if (status == MIEN_OK)
        status = mieni_gltf_floats(reader->gltf, output, arena, &values, reader->error);
    if (status != MIEN_OK)
        return status;
    for (int k = 1; k < times_info.count; ++k)
        if (!(times[k] > times[k - 1]))
            return mieni_fail(reader->error, MIEN_ERROR_DATA, mieni_at("accessors[%d], element %d", input, k),
                              "Times of keys are at least 0 and ascend.");
    out_sampled->count = times_info.count;
    out_sampled->times = times;
    out_sampled->values = values;
    return MIEN_OK;
}

// Curves: weights of targets, expressions of VRM animations, and what Mien has written
// itself. Keys stay as they are in the file.

/// A curve: one number of each key of a channel.
typedef struct Strand {
    int order; ///< Morphs by their index, then others as the file has them.
    const char *name;
    int channel, width, index; ///< index: which of width numbers.
    bool is_clamped;
} Strand;

static int compare(const void *a, const void *b)
{
    const Strand *x = a, *y = b;
    const int order = (x->order > y->order) - (x->order < y->order);
    return order != 0 ? order : (x->channel > y->channel) - (x->channel < y->channel);
}

/// How many strands a channel has.
static int strand_count(const MieniGltfTake *take, const MieniGltfTarget *target)
{
    if (target->drives == MIENI_GLTF_WEIGHTS && target->part < 0)
        return take->reader->morphs.target_count[target->node];
    return target->drives == MIENI_GLTF_NOTHING || target->drives == MIENI_GLTF_BONE ? 0 : 1;
}

static void put_strands(const MieniGltfTake *take, int channel, const MieniGltfTarget *target, Strand *out)
{
    const MieniGltfMorphs *morphs = &take->reader->morphs;
    const int count = strand_count(take, target);
    for (int i = 0; i < count; ++i) {
        out[i] = (Strand){.channel = channel, .width = count, .index = i, .name = target->name};
        if (target->drives == MIENI_GLTF_WEIGHTS) {
            const int morph = morphs->of_node[target->node][target->part < 0 ? i : target->part];
            out[i].order = morph;
            out[i].name = morphs->names[morph];
        } else if (target->drives == MIENI_GLTF_EXPRESSION) {
            out[i].order = morphs->count + target->part;
            out[i].width = 3;
            out[i].is_clamped = true;
        } else {
            out[i].order = morphs->count + take->actors->expression_count + target->part;
        }
    }
}

static float clamped(float value) { return value > 0.0f ? value < 1.0f ? value : 1.0f : 0.0f; }

/// Keys of a strand. Slopes of a cubic are per second already.
static MienStatus make_keys(const MieniGltfTake *take, const MieniGltfSampled *s, const Strand *strand,
                            MienAuthorClipCurve *curve)
{
    MienAuthorKey *keys = mieni_arena_take(take->reader->arena, (size_t)s->count, sizeof *keys);
    if (keys == NULL)
        return gltf_take_no_memory(take);
    for (int k = 0; k < s->count; ++k) {
        const float *value = gltf_key_value(s, k) + strand->index;
        keys[k] = (MienAuthorKey){.time = (double)s->times[k],
                                  .value = strand->is_clamped ? clamped(*value) : *value,
                                  .interpolation = s->interpolation};
        if (s->interpolation == MIEN_AUTHOR_CUBIC && keys[k].value == *value) {
            keys[k].arrive = value[-s->width];
            keys[k].leave = value[s->width];
        }
    }
    *curve = (MienAuthorClipCurve){.name = strand->name, .key_count = s->count, .keys = keys};
    return MIEN_OK;
}

static bool are_same(const MienAuthorClipCurve *a, const MienAuthorClipCurve *b)
{
    if (a->key_count != b->key_count)
        return false;
    for (int k = 0; k < a->key_count; ++k) {
        const MienAuthorKey *x = &a->keys[k], *y = &b->keys[k];
        if (x->time != y->time || x->value != y->value || x->interpolation != y->interpolation ||
            x->arrive != y->arrive || x->leave != y->leave)
            return false;
    }
    return true;
}

static void note_difference(const MieniGltfTake *take, const char *name)
{
    MienIoGltfReport *report = take->reader->report;
    if (report->note[0] == '\0')
        snprintf(report->note, sizeof report->note,
                 "Two meshes drive the morph %.60s differently in one animation; the first one counts.",
                 name);
}

/// The curves of sorted strands, of which the first of a name counts. Keys of one channel
/// are decoded once: its strands are made together.
static MienStatus make_curves(MieniGltfTake *take, const Strand *strands, int count,
                              MienAuthorClipCurve *curves)
{
    const int channel_count = take->channels->count;
    MieniGltfSampled *sampled = mieni_arena_take(&take->temp, (size_t)channel_count, sizeof *sampled);
    MienStatus status = sampled != NULL ? MIEN_OK : gltf_take_no_memory(take);
    int made = 0;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const Strand *strand = &strands[i];
        MieniGltfSampled *own = &sampled[strand->channel];
        MienAuthorClipCurve curve = {0};
        if (own->count == 0)
            status = gltf_take_keys(take, strand->channel, strand->width, &take->temp, own);
        if (status == MIEN_OK)
            status = make_keys(take, own, strand, &curve);
        if (status != MIEN_OK)
            break;
        if (made > 0 && strcmp(curves[made - 1].name, curve.name) == 0) {
            if (!are_same(&curves[made - 1], &curve))
                note_difference(take, curve.name);
        } else {
            curves[made++] = curve;
        }
    }
    take->clip->curve_count = made;
    take->clip->curves = curves;
    return status;
}

/// clip->curves, for all else that channels drive.
static MienStatus gltf_take_curves(MieniGltfTake *take)
{
    size_t count = 0;
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        count += (size_t)strand_count(take, &target);
    }
    Strand *strands = mieni_arena_take(&take->temp, count, sizeof *strands);
    MienAuthorClipCurve *curves = mieni_arena_take(take->reader->arena, count, sizeof *curves);
    if (strands == NULL || curves == NULL || count > INT32_MAX)
        return gltf_take_no_memory(take);
    count = 0;
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        put_strands(take, c, &target, strands + count);
        count += (size_t)strand_count(take, &target);
    }
    if (count > 0)
        qsort(strands, count, sizeof *strands, compare);
    return make_curves(take, strands, (int)count, curves);
}

// Tracks of bones: what drives one bone becomes one list of transforms, at the times of
// all of its keys and of those that follow arcs and cubics between them. Times are
// floats and ascend, so that they can be written to glTF as they are.

enum { PROPERTIES = 3 };

static const int widths[PROPERTIES] = {3, 4, 3};

/// A channel that drives a property of a bone.
typedef struct Driven {
    int bone, property, channel;
} Driven;

static int compare_driven(const void *a, const void *b)
{
    const Driven *x = a, *y = b;
    const int order = (x->bone > y->bone) - (x->bone < y->bone);
    return order != 0 ? order : (x->property > y->property) - (x->property < y->property);
}

static int compare_floats(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The float before a time above 0.
static float before(float time)
{
    uint32_t bits;
    memcpy(&bits, &time, sizeof bits);
    --bits;
    memcpy(&time, &bits, sizeof bits);
    return time;
}

/// Channels that drive bones, in the order of these; how many bones that are.
static MienStatus find_driven(MieniGltfTake *take, Driven **out_driven, int *out_count, int *out_bones)
{
    const MieniGltfBones *bones = &take->reader->bones;
    Driven *driven = mieni_arena_take(&take->temp, (size_t)take->channels->count, sizeof *driven);
    int count = 0;
    if (driven == NULL)
        return gltf_take_no_memory(take);
    for (int c = 0; c < take->channels->count; ++c) {
        const MieniGltfTarget target = mieni_gltf_target(take, c);
        if (target.drives == MIENI_GLTF_BONE)
            driven[count++] = (Driven){bones->bone_of_node[target.node], target.part, c};
    }
    if (count > 0)
        qsort(driven, (size_t)count, sizeof *driven, compare_driven);
    *out_bones = 0;
    for (int i = 0; i < count; ++i)
        *out_bones += i == 0 || driven[i].bone != driven[i - 1].bone;
    *out_driven = driven;
    *out_count = count;
    return MIEN_OK;
}

static double tolerance_of(const MieniGltfTake *take, const MieniGltfSampled *s, int property)
{
    if (property == 1)
        return 1e-6; // of a quaternion: twice that of an angle
    double extent = property == 0 ? take->actors->extent : 1.0;
    for (int c = 0; c < s->width; ++c) {
        double low = (double)gltf_key_value(s, 0)[c], high = low;
        for (int k = 1; k < s->count; ++k) {
            const double value = (double)gltf_key_value(s, k)[c];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        extent = high - low > extent ? high - low : extent;
    }
    return 2e-6 * (extent > 1e-6 ? extent : 1e-6);
}

/// Adds a channel's times, or counts them: those of keys, of parts between keys, and, where
/// it holds while others move, the last ones before it jumps.
static size_t add_times(const MieniGltfSampled *s, const int *pieces, bool jumps, float *times)
{
    size_t count = 0;
    for (int k = 0; k < s->count; ++k) {
        const double from = (double)s->times[k];
        if (times != NULL)
            times[count] = s->times[k];
        ++count;
        if (jumps && k > 0 && s->times[k] > 0.0f) {
            if (times != NULL)
                times[count] = before(s->times[k]);
            ++count;
        }
        for (int i = 1; i < pieces[k]; ++i) {
            const double step = ((double)s->times[k + 1] - from) * (double)i / (double)pieces[k];
            if (times != NULL)
                times[count] = (float)(from + step);
            ++count;
        }
    }
    return count;
}

/// What drives one bone.
typedef struct Drive {
    MieniGltfSampled sampled[PROPERTIES]; ///< count 0: nothing.
    bool is_stepped;                      ///< All of it.
    float *times;
    int time_count;
} Drive;

static MienStatus find_times(MieniGltfTake *take, MieniArena *temp, Drive *drive)
{
    int *pieces[PROPERTIES] = {NULL, NULL, NULL};
    size_t count = 0;
    for (int p = 0; p < PROPERTIES; ++p) {
        const MieniGltfSampled *s = &drive->sampled[p];
        if (s->count == 0)
            continue;
        pieces[p] = mieni_arena_take(temp, (size_t)s->count, sizeof *pieces[p]);
        if (pieces[p] == NULL)
            return gltf_take_no_memory(take);
        const double tolerance = tolerance_of(take, s, p);
        for (int k = 0; k < s->count; ++k)
            pieces[p][k] = gltf_pieces(s, k, tolerance);
        const bool jumps = s->interpolation == MIEN_AUTHOR_CONSTANT && !drive->is_stepped;
        count += add_times(s, pieces[p], jumps, NULL);
    }
    drive->times = mieni_arena_take(temp, count, sizeof *drive->times);
    if (drive->times == NULL || count > INT32_MAX)
        return gltf_take_no_memory(take);
    count = 0;
    for (int p = 0; p < PROPERTIES; ++p) {
        const MieniGltfSampled *s = &drive->sampled[p];
        const bool jumps = s->interpolation == MIEN_AUTHOR_CONSTANT && !drive->is_stepped;
        if (s->count > 0)
            count += add_times(s, pieces[p], jumps, drive->times + count);
    }
    qsort(drive->times, count, sizeof *drive->times, compare_floats);
    drive->time_count = 0;
    for (size_t i = 0; i < count; ++i)
        if (drive->time_count == 0 || drive->times[i] > drive->times[drive->time_count - 1])
            drive->times[drive->time_count++] = drive->times[i];
    return MIEN_OK;
}

/// Whether the times are those of the clip's frames, each one from 0 on.
static bool are_frames(const MieniGltfTake *take, const Drive *drive)
{
    for (int i = 0; i < drive->time_count; ++i) {
        int64_t frame = -1;
        mieni_gltf_take_time(take, drive->times[i], &frame);
        if (frame != i)
            return false;
    }
    return !drive->is_stepped || drive->time_count == 1;
}

static void put_samples(const Drive *drive, const MienTransform *rest, MienTransform *samples)
{
    int cursors[PROPERTIES] = {0, 0, 0};
    for (int i = 0; i < drive->time_count; ++i) {
        samples[i] = *rest;
        for (int p = 0; p < PROPERTIES; ++p) {
            double v[4];
            if (drive->sampled[p].count == 0)
                continue;
            gltf_sampled_at(&drive->sampled[p], (double)drive->times[i], &cursors[p], v);
            if (p == 1)
                samples[i].rotation = mieni_gltf_rotation(v);
            else
                *(p == 0 ? &samples[i].translation : &samples[i].scale) =
                    (MienVec3){(float)v[0], (float)v[1], (float)v[2]};
        }
    }
}

/// A track of count channels, all of one bone.
static MienStatus make_track(MieniGltfTake *take, MieniArena *temp, const Driven *driven, int count,
                             MienAuthorClipTrack *track)
{
    const MienAuthorBone *bone = &take->reader->bones.bones[driven->bone];
    MieniArena *arena = take->reader->arena;
    Drive drive = {.is_stepped = true};
    MienStatus status = MIEN_OK;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const int p = driven[i].property;
        status = gltf_take_keys(take, driven[i].channel, widths[p], temp, &drive.sampled[p]);
        drive.sampled[p].is_rotation = p == 1;
        drive.is_stepped = drive.is_stepped && drive.sampled[p].interpolation == MIEN_AUTHOR_CONSTANT;
    }
    if (status == MIEN_OK)
        status = find_times(take, temp, &drive);
    if (status != MIEN_OK)
        return status;
    const size_t time_count = (size_t)drive.time_count;
    MienTransform *samples = mieni_arena_take(arena, time_count, sizeof *samples);
    double *times = are_frames(take, &drive) ? NULL : mieni_arena_take(arena, time_count, sizeof *times);
    if (arena->is_out_of_memory)
        return gltf_take_no_memory(take);
    put_samples(&drive, &bone->rest, samples);
    for (size_t i = 0; times != NULL && i < time_count; ++i)
        times[i] = (double)drive.times[i];
    *track = (MienAuthorClipTrack){.bone = bone->name,
                                   .sample_count = drive.time_count,
                                   .samples = samples,
                                   .times = times,
                                   .is_stepped = drive.is_stepped && times != NULL};
    return MIEN_OK;
}

/// clip->tracks, for all bones that channels drive. Needs the clip's rate.
static MienStatus gltf_take_tracks(MieniGltfTake *take)
{
    Driven *driven = NULL;
    int count = 0, bones = 0;
    MienStatus status = find_driven(take, &driven, &count, &bones);
    if (status != MIEN_OK)
        return status;
    MienAuthorClipTrack *tracks = mieni_arena_take(take->reader->arena, (size_t)bones, sizeof *tracks);
    if (tracks == NULL)
        return gltf_take_no_memory(take);
    take->clip->tracks = tracks;
    for (int i = 0, own = 0; i < count && status == MIEN_OK; i += own) {
        // Keys of one track at a time: those of all could be many.
        MieniArena temp = {.allocator = take->temp.allocator};
        for (own = 1; i + own < count && driven[i + own].bone == driven[i].bone;)
            ++own;
        status = make_track(take, &temp, &driven[i], own, &tracks[take->clip->track_count++]);
        mieni_arena_release(&temp);
    }
    return status;
}

enum { USUAL_RATE = 30, LOWEST_RATE = 23, HIGHEST_RATE = 1000, MANY_KEYS = 10 };

/// The nearest frame of a rate, and how far a time is from it, in seconds.
static int64_t nearest_frame(double time, int rate, int divisor, double *out_off)
{
    const int64_t frame = (int64_t)(time * (double)rate / (double)divisor + 0.5);
    const double off = time - (double)frame * (double)divisor / (double)rate;
    *out_off = off < 0.0 ? -off : off;
    return frame;
}

double mieni_gltf_take_time(const MieniGltfTake *take, float time, int64_t *out_frame)
{
    const int rate = take->clip->rate, divisor = take->clip->rate_divisor;
    double off;
    const int64_t frame = nearest_frame((double)time, rate, divisor, &off);
    // One step of a float, which is what rounding a quotient may cost.
    const bool is_frame = off <= 0x1p-23 * (double)time;
    *out_frame = is_frame ? frame : -1;
    return is_frame ? (double)frame * (double)divisor / (double)rate : (double)time;
}

/// The times of a sampler's keys in temp, and how many there are.
static MienStatus take_times(MieniGltfTake *take, int sampler, const float **out_times, int *out_count)
{
    const int input = mieni_gltf_index(take->samplers->items[sampler], "input");
    float *times = NULL;
    const MienStatus status =
        mieni_gltf_floats(take->reader->gltf, input, &take->temp, &times, take->reader->error);
    *out_times = times;
    *out_count = mieni_gltf_accessor(take->reader->gltf, input).count;
    return status;
}

/// Times of keys, each accessor once, one after the other.
typedef struct Clock {
    int list_count;
    const float **lists;
    int *counts;
    float last;
} Clock;

/// Lists of times of the channels that are kept. is_listed: per accessor.
static MienStatus find_clock(MieniGltfTake *take, bool *is_listed, Clock *clock)
{
    const int count = take->channels->count;
    clock->lists = mieni_arena_take(&take->temp, (size_t)count, sizeof *clock->lists);
    clock->counts = mieni_arena_take(&take->temp, (size_t)count, sizeof *clock->counts);
    MienStatus status = clock->lists != NULL && clock->counts != NULL ? MIEN_OK : gltf_take_no_memory(take);
    for (int c = 0; c < count && status == MIEN_OK; ++c) {
        const int sampler = mieni_gltf_index(take->channels->items[c], "sampler");
        const int input = mieni_gltf_index(take->samplers->items[sampler], "input");
        if (mieni_gltf_target(take, c).drives == MIENI_GLTF_NOTHING) {
            ++take->reader->report->skipped_channel_count;
            continue;
        }
        if (is_listed[input])
            continue;
        is_listed[input] = true;
        const int i = clock->list_count++;
        status = take_times(take, sampler, &clock->lists[i], &clock->counts[i]);
        if (status == MIEN_OK && clock->lists[i][clock->counts[i] - 1] > clock->last)
            clock->last = clock->lists[i][clock->counts[i] - 1];
    }
    for (int c = 0; c < count; ++c) {
        const int sampler = mieni_gltf_index(take->channels->items[c], "sampler");
        is_listed[mieni_gltf_index(take->samplers->items[sampler], "input")] = false;
    }
    return status;
}

/// Whether all keys are where a rate has frames, to the thousandth of one.
static bool keeps_to(const Clock *clock, int rate, int divisor)
{
    for (int i = 0; i < clock->list_count; ++i)
        for (int k = 0; k < clock->counts[i]; ++k) {
            double off;
            nearest_frame((double)clock->lists[i][k], rate, divisor, &off);
            if (off > 1e-3 * (double)divisor / (double)rate)
                return false;
        }
    return true;
}

/// Frames per second.
typedef struct Rate {
    int rate, divisor;
} Rate;

/// Whether a rate is one that motion is played at, and that all keys keep to.
static bool fits(const Clock *clock, Rate rate)
{
    return (int64_t)rate.rate >= (int64_t)LOWEST_RATE * rate.divisor &&
           (int64_t)rate.rate <= (int64_t)HIGHEST_RATE * rate.divisor &&
           keeps_to(clock, rate.rate, rate.divisor);
}

/// The rates that the longest list of keys shows: by its steps on the whole, and by most
/// of them. 0 where they show none.
static MienStatus find_steps(MieniGltfTake *take, const Clock *clock, Rate *out_whole, Rate *out_median)
{
    int longest = -1;
    *out_whole = *out_median = (Rate){0, 1};
    for (int i = 0; i < clock->list_count; ++i)
        if (longest < 0 || clock->counts[i] > clock->counts[longest])
            longest = i;
    const int count = longest >= 0 ? clock->counts[longest] : 0;
    double *seconds = mieni_arena_take(&take->temp, (size_t)count, sizeof *seconds);
    int64_t *steps = mieni_arena_take(&take->temp, (size_t)count, sizeof *steps);
    if (seconds == NULL || steps == NULL)
        return gltf_take_no_memory(take);
    for (int k = 0; k < count; ++k)
        seconds[k] = (double)clock->lists[longest][k];
    const double step = count > 1 ? (seconds[count - 1] - seconds[0]) / (double)(count - 1) : 0.0;
    if (step >= MIENI_LEAST_FRAME_TIME && step <= MIENI_MOST_FRAME_TIME)
        mieni_rate_of_frame_time(step, &out_whole->rate, &out_whole->divisor);
    if (!mieni_rate_of_times(seconds, count, steps, &out_median->rate, &out_median->divisor))
        *out_median = (Rate){0, 1};
    // Captured motion does not keep to frames, but has many keys and a usual rate.
    if (count < MANY_KEYS && !fits(clock, *out_median))
        *out_median = (Rate){0, 1};
    return MIEN_OK;
}

/// The rate that our own files state.
static bool stated_rate(const MieniJson *animation, int *out_rate, int *out_divisor)
{
    const MieniJson *rate =
        mieni_json_get(mieni_json_get(mieni_json_get(animation, "extras"), "mien"), "rate");
    if (rate == NULL || rate->type != MIENI_JSON_ARRAY || rate->count != 2)
        return false;
    int parts[2];
    for (int i = 0; i < 2; ++i) {
        const double number = rate->items[i]->number;
        if (rate->items[i]->type != MIENI_JSON_NUMBER || !(number >= 1.0 && number <= 1e9) ||
            number != (double)(int)number)
            return false;
        parts[i] = (int)number;
    }
    *out_rate = parts[0];
    *out_divisor = parts[1];
    return true;
}

/// The rate: what the caller says, what the file says, what the keys show. Few keys, as
/// people set them, show none: then it is one that they keep to, or the usual one.
static MienStatus find_rate(MieniGltfTake *take, const MieniJson *animation, const Clock *clock)
{
    static const int rates[] = {30, 24, 25, 60, 50, 120, 48, 100, 240};
    const MienIoGltfReading *reading = take->reader->reading;
    MienAuthorClip *clip = take->clip;
    Rate whole, median, found = {0, 1};
    clip->rate = reading->rate;
    clip->rate_divisor = reading->rate_divisor > 0 ? reading->rate_divisor : 1;
    if (clip->rate > 0 || stated_rate(animation, &clip->rate, &clip->rate_divisor))
        return MIEN_OK;
    const MienStatus status = find_steps(take, clock, &whole, &median);
    if (status != MIEN_OK)
        return status;
    if (fits(clock, whole))
        found = whole;
    else if (fits(clock, median))
        found = median;
    for (size_t i = 0; found.rate == 0 && i < sizeof rates / sizeof *rates; ++i)
        if (keeps_to(clock, rates[i], 1))
            found.rate = rates[i];
    if (found.rate == 0 && median.divisor == 1 && median.rate >= LOWEST_RATE)
        found = median;
    clip->rate = found.rate > 0 ? found.rate : USUAL_RATE;
    clip->rate_divisor = found.rate > 0 ? found.divisor : 1;
    return MIEN_OK;
}

/// Markers that our own files state, with their times.
static MienStatus read_events(MieniGltfTake *take, const MieniJson *list)
{
    MieniArena *arena = take->reader->arena;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)list->count, sizeof *events);
    int count = 0;
    for (int i = 0; events != NULL && i < list->count; ++i) {
        const double time = mieni_json_get_number(list->items[i], "time", -1.0);
        const char *name = mieni_json_get_string(list->items[i], "name", NULL);
        if (name == NULL || !(time >= -86400.0 && time <= 86400.0))
            continue;
        // The same marker may be there several times: names need not differ here.
        MieniFileNames alone = {.arena = &take->temp};
        const char *clean = mieni_file_name(&alone, name, "event", i);
        clean = clean != NULL ? mieni_arena_text(arena, clean, strlen(clean)) : NULL;
        if (clean == NULL)
            return gltf_take_no_memory(take);
        take->reader->report->renamed_count += alone.renamed_count;
        events[count++] = (MienAuthorClipEvent){clean, time};
    }
    take->clip->event_count = count;
    take->clip->events = events;
    return events != NULL ? MIEN_OK : gltf_take_no_memory(take);
}

/// Names of poses, a key each: those of the first list of times that has as many.
static MienStatus read_pose_names(MieniGltfTake *take, const MieniJson *list, const Clock *clock)
{
    MieniArena *arena = take->reader->arena;
    MieniFileNames names = {.arena = arena};
    int i = 0;
    while (i < clock->list_count && clock->counts[i] != list->count)
        ++i;
    if (i == clock->list_count)
        return MIEN_OK;
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)list->count, sizeof *events);
    if (events == NULL)
        return gltf_take_no_memory(take);
    for (int k = 0; k < list->count; ++k) {
        int64_t frame;
        const char *name = list->items[k]->type == MIENI_JSON_STRING ? list->items[k]->string : NULL;
        events[k] = (MienAuthorClipEvent){mieni_file_name(&names, name, "pose", k),
                                          mieni_gltf_take_time(take, clock->lists[i][k], &frame)};
        if (events[k].name == NULL)
            return gltf_take_no_memory(take);
    }
    take->reader->report->renamed_count += names.renamed_count;
    take->clip->event_count = list->count;
    take->clip->events = events;
    return MIEN_OK;
}

static bool names_poses(const MieniJson *animation)
{
    const MieniJson *extras = mieni_json_get(animation, "extras");
    const MieniJson *poses = mieni_json_get(extras, "poseNames");
    return (poses != NULL && poses->type == MIENI_JSON_ARRAY && poses->count > 0) ||
           mieni_json_get_bool(mieni_json_get(extras, "mien"), "poses", false);
}

static MienStatus read_markers(MieniGltfTake *take, const MieniJson *animation, const Clock *clock)
{
    const MieniJson *extras = mieni_json_get(animation, "extras");
    const MieniJson *events = mieni_json_get(mieni_json_get(extras, "mien"), "events");
    const MieniJson *poses = mieni_json_get(extras, "poseNames");
    if (events != NULL && events->type == MIENI_JSON_ARRAY)
        return read_events(take, events);
    if (poses != NULL && poses->type == MIENI_JSON_ARRAY && poses->count > 0)
        return read_pose_names(take, poses, clock);
    return MIEN_OK;
}

/// The longest side of the box around all bones at rest.
static MienStatus find_extent(MieniGltfReader *reader, double *out_extent)
{
    const MieniGltfBones *bones = &reader->bones;
    MieniPlace *places = mieni_arena_take(reader->scratch, (size_t)bones->count, sizeof *places);
    if (places == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("nodes"), "Out of memory.");
    for (int b = 0; b < bones->count; ++b) {
        places[b] = mieni_place_of(&bones->bones[b].rest);
        if (bones->bones[b].parent >= 0)
            places[b] = mieni_place_compose(&places[bones->bones[b].parent], &places[b]);
    }
    *out_extent = mieni_places_extent(places, bones->count);
    return MIEN_OK;
}

static MienStatus check_clip(const MieniGltfTake *take)
{
    MienError error = {0};
    const MienStatus status = mien_author_clip_check(take->clip, &error);
    if (status == MIEN_OK)
        return MIEN_OK;
    return mieni_fail(take->reader->error, status,
                      mieni_at("animations[%d], %s", take->index, error.location), "%s", error.message);
}

static MienStatus read_take(MieniGltfTake *take, bool *is_listed)
{
    const MieniJson *animation = mieni_gltf_item(take->reader->gltf, "animations", take->index);
    Clock clock = {0};
    int64_t frame;
    take->channels = mieni_json_get(animation, "channels");
    take->samplers = mieni_json_get(animation, "samplers");
    MienStatus status = find_clock(take, is_listed, &clock);
    if (status != MIEN_OK)
        return status;
    if (clock.last > 86400.0f)
        return mieni_fail(take->reader->error, MIEN_ERROR_LIMIT, mieni_at("animations[%d]", take->index),
                          "An animation lasts at most a day; split it.");
    status = find_rate(take, animation, &clock);
    if (status != MIEN_OK)
        return status;
    take->clip->length = mieni_gltf_take_time(take, clock.last, &frame);
    status = gltf_take_tracks(take);
    if (status == MIEN_OK)
        status = gltf_take_curves(take);
    if (status == MIEN_OK)
        status = read_markers(take, animation, &clock);
    return status == MIEN_OK ? check_clip(take) : status;
}

static MienStatus read_takes(MieniGltfReader *reader, const MieniGltfActors *actors, MienIoTake *takes,
                             MienAuthorClip *clips, bool *is_listed)
{
    const int count = mieni_gltf_count(reader->gltf, "animations");
    const char *source = mieni_arena_text(reader->arena, reader->gltf->source, strlen(reader->gltf->source));
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    if (source == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("animations"), "Out of memory.");
    for (int a = 0; a < count && status == MIEN_OK; ++a) {
        const MieniJson *animation = mieni_gltf_item(reader->gltf, "animations", a);
        MieniGltfTake take = {.reader = reader,
                              .actors = actors,
                              .temp = {.allocator = reader->scratch->allocator},
                              .index = a,
                              .clip = &clips[a]};
        takes[a] = (MienIoTake){
            mieni_file_name(&names, mieni_json_get_string(animation, "name", NULL), "animation", a),
            &clips[a], MIEN_IO_TAKE_MOTION};
        clips[a].source = source;
        status = takes[a].name != NULL && !reader->arena->is_out_of_memory ? read_take(&take, is_listed)
                                                                           : gltf_take_no_memory(&take);
        mieni_arena_release(&take.temp);
        if (clips[a].event_count > 0 && names_poses(animation))
            takes[a].use = MIEN_IO_TAKE_POSES;
    }
    reader->report->renamed_count += names.renamed_count;
    return status;
}

MienStatus mieni_gltf_read_takes(MieniGltfReader *reader)
{
    const size_t count = (size_t)mieni_gltf_count(reader->gltf, "animations");
    const size_t accessors = (size_t)mieni_gltf_count(reader->gltf, "accessors");
    MienIoTake *takes = mieni_arena_take(reader->arena, count, sizeof *takes);
    MienAuthorClip *clips = mieni_arena_take(reader->arena, count, sizeof *clips);
    bool *is_listed = mieni_arena_take(reader->scratch, accessors, sizeof *is_listed);
    MieniGltfActors actors;
    if (takes == NULL || clips == NULL || is_listed == NULL)
        return mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("animations"), "Out of memory.");
    MienStatus status = gltf_actors(reader, &actors);
    if (status == MIEN_OK)
        status = find_extent(reader, &actors.extent);
    if (status == MIEN_OK)
        status = read_takes(reader, &actors, takes, clips, is_listed);
    reader->source->take_count = (int)count;
    reader->source->takes = takes;
    return status;
}
