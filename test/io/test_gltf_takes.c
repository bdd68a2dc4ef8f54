// SPDX-License-Identifier: MIT
//
// Takes of glTF animations: what tracks are held to is glTF's own way from key to key,
// worked out here by other means, and that what was read can be written and read again.

#include "support/gltf/files.h"
#include "support/random.h"

#include <math.h>

enum { STEP, LINEAR, CUBIC };
static const char *const words[] = {"STEP", "LINEAR", "CUBICSPLINE"};
static const char *const paths[] = {"translation", "rotation", "scale"};

/// One channel: up to 8 keys of up to 4 numbers; of a cubic three of each.
typedef struct Channel {
    int kind, count, width;
    float times[8], values[8 * 3 * 4];
} Channel;

static double random_number(Random *random, double low, double high)
{
    return low + (high - low) * (double)(random_bits(random) % 1000001) / 1e6;
}

/// Any rotation, or one near to another, the nearer the larger so much is.
static void make_quaternion(Random *random, const float *near, double much, float *out)
{
    double q[4], square = 0.0;
    for (int c = 0; c < 4; ++c) {
        q[c] = random_number(random, -1.0, 1.0) + (near != NULL ? much * (double)near[c] : 0.0);
        square += q[c] * q[c];
    }
    for (int c = 0; c < 4; ++c)
        out[c] = (float)(q[c] / sqrt(square));
}

static Channel make_channel(Random *random, int path)
{
    Channel channel = {.kind = random_below(random, 3), .width = path == 1 ? 4 : 3};
    channel.count = 2 + random_below(random, 7);
    const bool is_slow = random_below(random, 2) == 0;
    float time = random_below(random, 2) == 0 ? 0.0f : 0.3f;
    for (int k = 0; k < channel.count; ++k) {
        const int parts = channel.kind == CUBIC ? 3 : 1;
        channel.times[k] = time;
        time += (float)random_number(random, 0.05, 0.8);
        for (int part = 0; part < parts; ++part) {
            float *at = channel.values + (k * parts + part) * channel.width;
            const bool is_slope = channel.kind == CUBIC && part != 1;
            // A cubic that comes near to zero on its way turns faster than any number of lines;
            // of arcs some are so short that they are hardly cut.
            const double much = channel.kind == CUBIC ? 2.0 : is_slow ? 20.0 : 0.0;
            if (path == 1 && !is_slope)
                make_quaternion(random, k > 0 ? at - parts * 4 : NULL, much, at);
            else
                for (int c = 0; c < channel.width; ++c)
                    at[c] = (float)random_number(random, -1.0, 1.0);
        }
    }
    return channel;
}

/// What glTF says a channel is at a time.
static void value_at(const Channel *ch, double time, double out[4])
{
    const int w = ch->width, parts = ch->kind == CUBIC ? 3 : 1, middle = ch->kind == CUBIC ? 1 : 0;
    int k = 0;
    while (k + 1 < ch->count && (double)ch->times[k + 1] <= time)
        ++k;
    const float *a = ch->values + (k * parts + middle) * w, *b = a + parts * w;
    for (int c = 0; c < w; ++c)
        out[c] = (double)a[c];
    if (k + 1 == ch->count || time <= (double)ch->times[k] || ch->kind == STEP)
        return;
    const double step = (double)ch->times[k + 1] - (double)ch->times[k],
                 u = (time - (double)ch->times[k]) / step;
    double dot = 0.0, square = 0.0;
    for (int c = 0; c < w; ++c)
        dot += (double)a[c] * (double)b[c];
    const double angle = acos(fmin(fabs(dot), 1.0)), side = dot < 0.0 ? -1.0 : 1.0;
    const bool is_arc = ch->kind == LINEAR && w == 4 && angle > 1e-7;
    for (int c = 0; c < w; ++c) {
        if (is_arc)
            out[c] =
                (sin((1.0 - u) * angle) * (double)a[c] + side * sin(u * angle) * (double)b[c]) / sin(angle);
        else if (ch->kind == LINEAR)
            out[c] = (1.0 - u) * (double)a[c] + u * (w == 4 ? side : 1.0) * (double)b[c];
        else
            out[c] = (2 * u * u * u - 3 * u * u + 1) * (double)a[c] +
                     step * (u * u * u - 2 * u * u + u) * (double)(a + w)[c] +
                     (-2 * u * u * u + 3 * u * u) * (double)b[c] +
                     step * (u * u * u - u * u) * (double)(b - w)[c];
        square += out[c] * out[c];
    }
    for (int c = 0; w == 4 && c < 4; ++c)
        out[c] /= sqrt(square);
}

/// A file with one node and its channels, of which some may be missing (count 0).
static Text make_file(const Channel channels[3])
{
    GltfMaker maker = {0};
    Text rest = {0}, samplers = {0};
    int count = 0;
    text_add(&rest,
             "\"nodes\":[{\"name\":\"jaw\",\"translation\":[1,2,3]}],\"animations\":[{\"name\":\"move\","
             "\"channels\":[");
    for (int p = 0; p < 3; ++p) {
        const Channel *ch = &channels[p];
        if (ch->count == 0)
            continue;
        const int input = gltf_floats(&maker, "SCALAR", ch->count, ch->times);
        const int output = gltf_floats(&maker, ch->width == 4 ? "VEC4" : "VEC3",
                                       ch->count * (ch->kind == CUBIC ? 3 : 1), ch->values);
        text_add(&rest, "%s{\"sampler\":%d,\"target\":{\"node\":0,\"path\":\"%s\"}}", count > 0 ? "," : "",
                 count, paths[p]);
        text_add(&samplers, "%s{\"input\":%d,\"output\":%d,\"interpolation\":\"%s\"}", count > 0 ? "," : "",
                 input, output, words[ch->kind]);
        ++count;
    }
    text_add(&rest, "],\"samplers\":[%s]}]", samplers.bytes);
    const Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    text_free(&samplers);
    return file;
}

static double distance(const double *a, const float *b, int width)
{
    double same = 0.0, turned = 0.0;
    for (int c = 0; c < width; ++c) {
        same += (a[c] - (double)b[c]) * (a[c] - (double)b[c]);
        turned += (a[c] + (double)b[c]) * (a[c] + (double)b[c]);
    }
    return sqrt(width == 4 && turned < same ? turned : same);
}

/// The worst distance of a clip's only track from its channels, per property.
static void compare_track(const MienAuthorClip *clip, const Channel channels[3], double worst[3])
{
    static const size_t offsets[3] = {offsetof(MienTransform, translation), offsetof(MienTransform, rotation),
                                      offsetof(MienTransform, scale)};
    const double end = clip->length + 0.2;
    for (int i = 0; i <= 2000; ++i) {
        const double time = end * (double)i / 2000.0;
        const MienTransform t = mien_author_track_evaluate(clip, 0, time);
        for (int p = 0; p < 3; ++p) {
            double wanted[4];
            float is[4];
            if (channels[p].count == 0)
                continue;
            memcpy(is, (const char *)&t + offsets[p], sizeof(float) * (size_t)channels[p].width);
            value_at(&channels[p], time, wanted);
            const double off = distance(wanted, is, channels[p].width);
            worst[p] = off > worst[p] ? off : worst[p];
        }
    }
}

/// What was read, as a file of straight lines or steps at the track's own times.
static Text write_track(const MienAuthorClip *clip)
{
    const MienAuthorClipTrack *track = &clip->tracks[0];
    const size_t count = (size_t)track->sample_count;
    float *times = calloc(count, sizeof *times), *values = calloc(count, 4 * sizeof *values);
    GltfMaker maker = {0};
    if (times == NULL || values == NULL)
        abort();
    for (size_t i = 0; i < count; ++i)
        times[i] =
            (float)(track->times != NULL ? track->times[i] : (double)i * clip->rate_divisor / clip->rate);
    gltf_floats(&maker, "SCALAR", (int)count, times);
    for (int p = 0; p < 3; ++p) {
        for (size_t i = 0; i < count; ++i) {
            const MienTransform *t = &track->samples[i];
            memcpy(values + i * (p == 1 ? 4 : 3),
                   p == 0   ? (const void *)&t->translation
                   : p == 1 ? (const void *)&t->rotation
                            : (const void *)&t->scale,
                   sizeof(float) * (p == 1 ? 4 : 3));
        }
        gltf_floats(&maker, p == 1 ? "VEC4" : "VEC3", (int)count, values);
    }
    free(times);
    free(values);
    Text rest = {0};
    text_add(&rest,
             "\"nodes\":[{\"name\":\"jaw\",\"translation\":[1,2,3]}],\"animations\":[{\"name\":\"move\","
             "\"channels\":[");
    for (int p = 0; p < 3; ++p)
        text_add(&rest, "%s{\"sampler\":%d,\"target\":{\"node\":0,\"path\":\"%s\"}}", p > 0 ? "," : "", p,
                 paths[p]);
    text_add(&rest, "],\"samplers\":[");
    for (int p = 0; p < 3; ++p)
        text_add(&rest, "%s{\"input\":0,\"output\":%d,\"interpolation\":\"%s\"}", p > 0 ? "," : "", 1 + p,
                 words[track->is_stepped ? STEP : LINEAR]);
    // Cut keys may look like another rate.
    text_add(&rest, "],\"extras\":{\"mien\":{\"rate\":[%d,%d]}}}]", clip->rate, clip->rate_divisor);
    const Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

static bool are_same(const MienAuthorClip *a, const MienAuthorClip *b)
{
    const MienAuthorClipTrack *x = &a->tracks[0], *y = &b->tracks[0];
    return a->rate == b->rate && a->rate_divisor == b->rate_divisor && a->length == b->length &&
           a->track_count == b->track_count && x->sample_count == y->sample_count &&
           x->is_stepped == y->is_stepped && (x->times == NULL) == (y->times == NULL) &&
           memcmp(x->samples, y->samples, sizeof *x->samples * (size_t)x->sample_count) == 0 &&
           (x->times == NULL || memcmp(x->times, y->times, sizeof *x->times * (size_t)x->sample_count) == 0);
}

TEST(tracks_follow)
{
    Random random = {7};
    double worst[3] = {0.0, 0.0, 0.0};
    int samples = 0;
    for (int i = 0; i < 120; ++i) {
        Channel channels[3];
        const int missing = random_below(&random, 4);
        for (int p = 0; p < 3; ++p) {
            channels[p] = make_channel(&random, p);
            if (p == missing)
                channels[p].count = 0;
        }
        Text file = make_file(channels);
        MienIoSource *source = gltf_read(&file, NULL, NULL);
        text_free(&file);
        if (source == NULL)
            continue;
        const MienAuthorClip *clip = source->takes[0].clip;
        CHECK_INT(clip->track_count, 1);
        compare_track(clip, channels, worst);
        samples += clip->tracks[0].sample_count;
        Text again = write_track(clip);
        MienIoSource *other = gltf_read(&again, NULL, NULL);
        const bool is_same = other != NULL && are_same(clip, other->takes[0].clip);
        if (!is_same)
            printf("case %d is read otherwise the second time\n", i);
        CHECK(is_same);
        mien_io_source_destroy(other);
        mien_io_source_destroy(source);
        text_free(&again);
    }
    printf("worst: translation %.3g, rotation %.3g, scale %.3g; %d samples\n", worst[0], worst[1], worst[2],
           samples);
    CHECK(worst[0] < 4e-6 && worst[1] < 2e-6 && worst[2] < 4e-6);
}

/// Turns of every angle, as arcs and as cubics whose way is a line, are cut once only.
TEST(cut_once)
{
    int differing = 0;
    double worst[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 1500; ++i) {
        const double angle = 0.001 * (double)i;
        Channel channels[3] = {
            {.count = 0}, {.kind = i % 8 == 0 ? CUBIC : LINEAR, .count = 2, .width = 4}, {.count = 0}};
        Channel *ch = &channels[1];
        const float ends[2][4] = {{0, 0, 0, 1}, {0, 0, (float)sin(angle), (float)cos(angle)}};
        ch->times[1] = 2.0f;
        for (int k = 0; k < 2; ++k)
            for (int c = 0; c < 4; ++c) {
                const float slope = (ends[1][c] - ends[0][c]) / 2.0f;
                if (ch->kind == LINEAR)
                    ch->values[4 * k + c] = ends[k][c];
                else
                    for (int part = 0; part < 3; ++part)
                        ch->values[4 * (3 * k + part) + c] = part == 1 ? ends[k][c] : slope;
            }
        Text file = make_file(channels);
        MienIoSource *source = gltf_read(&file, NULL, NULL);
        text_free(&file);
        if (source == NULL)
            continue;
        compare_track(source->takes[0].clip, channels, worst);
        Text again = write_track(source->takes[0].clip);
        MienIoSource *other = gltf_read(&again, NULL, NULL);
        differing += other == NULL || !are_same(source->takes[0].clip, other->takes[0].clip);
        mien_io_source_destroy(other);
        mien_io_source_destroy(source);
        text_free(&again);
    }
    CHECK_INT(differing, 0);
    CHECK(worst[1] < 2e-6);
}

/// Keys at every frame become samples at that rate; others keep their times.
TEST(frames)
{
    static const struct {
        int rate, divisor, keys, step;
        bool are_frames;
        int found, found_divisor;
    } rows[] = {{24, 1, 60, 1, true, 24, 1},
                {30, 1, 300, 1, true, 30, 1},
                {60, 1, 10, 1, true, 60, 1},
                {25, 1, 2, 1, true, 25, 1},
                {24, 1, 10, 2, false, 24, 1},
                {1, 1, 4, 1, false, 30, 1},
                {5, 1, 4, 1, false, 30, 1},
                {8, 1, 9, 1, false, 24, 1},
                {30, 1, 1, 1, true, 30, 1},
                {120, 1, 500, 1, true, 120, 1},
                {30000, 1001, 400, 1, true, 30000, 1001},
                {24000, 1001, 60, 1, true, 24000, 1001}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        GltfMaker maker = {0};
        float times[500] = {0}, values[1500] = {0};
        for (int k = 0; k < rows[i].keys; ++k) {
            times[k] = (float)((double)(k * rows[i].step) * rows[i].divisor / rows[i].rate);
            for (int c = 0; c < 3; ++c)
                values[3 * k + c] = (float)(k % 7 * (c + 1));
        }
        gltf_floats(&maker, "SCALAR", rows[i].keys, times);
        gltf_floats(&maker, "VEC3", rows[i].keys, values);
        Text file =
            gltf_finish(&maker, "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{"
                                "\"node\":0,\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,"
                                "\"output\":1}]}]");
        MienIoSource *source = gltf_read(&file, NULL, NULL);
        if (source != NULL) {
            const MienAuthorClip *clip = source->takes[0].clip;
            CHECK_INT(clip->rate, rows[i].found);
            CHECK_INT(clip->rate_divisor, rows[i].found_divisor);
            CHECK((clip->tracks[0].times == NULL) == rows[i].are_frames);
            CHECK_INT(clip->tracks[0].sample_count, rows[i].keys);
            CHECK_NEAR(clip->length,
                       (double)((rows[i].keys - 1) * rows[i].step) * rows[i].divisor / rows[i].rate, 1e-12);
            CHECK_STR(source->takes[0].name, "animation_0");
        }
        mien_io_source_destroy(source);
        MienIoGltfReading reading = {.rate = 50, .rate_divisor = 3};
        source = gltf_read(&file, &reading, NULL);
        CHECK(source != NULL && source->takes[0].clip->rate == 50 &&
              source->takes[0].clip->rate_divisor == 3);
        mien_io_source_destroy(source);
        text_free(&file);
    }
}

/// Keys of a capture that drift against its camera, and keys that people set.
TEST(no_frames)
{
    for (int kind = 0; kind < 2; ++kind) {
        GltfMaker maker = {0};
        float times[200] = {0}, values[600] = {0};
        const int count = kind == 0 ? 200 : 4;
        for (int k = 0; k < count; ++k)
            times[k] = kind == 0 ? (float)k * 0.0167f + (float)(k % 3) * 0.0004f : (float)(k * k) * 0.123f;
        gltf_floats(&maker, "SCALAR", count, times);
        gltf_floats(&maker, "VEC3", count, values);
        Text file =
            gltf_finish(&maker, "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{"
                                "\"node\":0,\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,"
                                "\"output\":1}]}]");
        MienIoSource *source = gltf_read(&file, NULL, NULL);
        CHECK_INT(source != NULL ? source->takes[0].clip->rate : 0, kind == 0 ? 60 : 30);
        CHECK(source != NULL && source->takes[0].clip->length == (double)times[count - 1]);
        mien_io_source_destroy(source);
        text_free(&file);
    }
}

/// Values of rotations as whole numbers, times that are sparse.
TEST(stored_otherwise)
{
    static const int16_t turns[8] = {0, 0, 0, 32767, 0, 0, 23170, 23170};
    static const uint8_t place[1] = {1};
    static const float late[1] = {0.5f};
    GltfMaker maker = {0};
    const int view = gltf_view(&maker, turns, sizeof turns, 0);
    gltf_accessor(
        &maker, "\"bufferView\":%d,\"componentType\":5122,\"normalized\":true,\"count\":2,\"type\":\"VEC4\"",
        view);
    const int indices = gltf_view(&maker, place, 1, 0), values = gltf_view(&maker, late, 4, 0);
    gltf_accessor(
        &maker,
        "\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[0.5],\"sparse\":{"
        "\"count\":1,\"indices\":{\"bufferView\":%d,\"componentType\":5121},\"values\":{"
        "\"bufferView\":%d}}",
        indices, values);
    Text file =
        gltf_finish(&maker, "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{"
                            "\"node\":0,\"path\":\"rotation\"}}],\"samplers\":[{\"input\":1,"
                            "\"output\":0}]}]");
    MienIoSource *source = gltf_read(&file, NULL, NULL);
    if (source != NULL) {
        const MienTransform half = mien_author_track_evaluate(source->takes[0].clip, 0, 0.25);
        CHECK_NEAR(half.rotation.z, sin(acos(-1.0) / 8.0), 1e-4);
        CHECK_NEAR(half.rotation.w, cos(acos(-1.0) / 8.0), 1e-4);
    }
    mien_io_source_destroy(source);
    text_free(&file);
}

/// A face of two meshes with morphs: the first node has "smile" and "blink", the second
/// "blink". Samplers: 0 of two targets, 1 of one that is the same as blink in 0, 2 another,
/// 3 a cubic of one, 4 steps of three numbers.
static Text make_face(const char *channels, const char *more)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, times[3] = {0, 0.5f, 2};
    static const float pair[6] = {0, 0.25f, 1, 0.5f, 0.5f, 0.75f}, one[3] = {0.25f, 0.5f, 0.75f};
    static const float other[3] = {0, 1, 2}, cubic[9] = {1, 0, 2, 3, 1, 4, 5, 0.5f, 6};
    static const float steps[9] = {-1, 9, 9, 0.5f, 9, 9, 7, 9, 9};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, positions);
    gltf_floats(&maker, "SCALAR", 3, times);
    gltf_floats(&maker, "SCALAR", 6, pair);
    gltf_floats(&maker, "SCALAR", 3, one);
    gltf_floats(&maker, "SCALAR", 3, other);
    gltf_floats(&maker, "SCALAR", 9, cubic);
    gltf_floats(&maker, "VEC3", 3, steps);
    Text rest = {0};
    text_add(&rest,
             "\"nodes\":[{\"name\":\"face\",\"mesh\":0},{\"name\":\"lashes\",\"mesh\":1},{\"name\":\"c\"}],"
             "\"meshes\":[{\"extras\":{\"targetNames\":[\"smile\",\"blink\"]},\"primitives\":[{"
             "\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},{\"POSITION\":0}]}]},");
    text_add(&rest,
             "{\"extras\":{\"targetNames\":[\"blink\"]},\"primitives\":[{\"attributes\":{\"POSITION\":0},"
             "\"targets\":[{\"POSITION\":0}]}]}]%s",
             more);
    text_add(&rest, ",\"animations\":[{\"channels\":[%s],", channels);
    text_add(&rest,
             "\"samplers\":[{\"input\":1,\"output\":2},{\"input\":1,\"output\":3},{\"input\":1,\"output\":4},"
             "{\"input\":1,\"output\":5,\"interpolation\":\"CUBICSPLINE\"},{\"input\":1,\"output\":6,"
             "\"interpolation\":\"STEP\"}]}]");
    const Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

/// "smile 0:0 0.5:1 2:0.5; blink ..." for the curves of the first take.
static void check_curves(const char *channels, const char *more, const char *expected, const char *note)
{
    Text file = make_face(channels, more), text = {0};
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    text_add(&text, "%s", "");
    const MienAuthorClip *clip = source != NULL && source->take_count > 0 ? source->takes[0].clip : NULL;
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        text_add(&text, "%s%s", c > 0 ? "; " : "", curve->name);
        for (int k = 0; k < curve->key_count; ++k) {
            const MienAuthorKey *key = &curve->keys[k];
            text_add(&text, " %g:%g", key->time, (double)key->value);
            if (key->interpolation == MIEN_AUTHOR_CUBIC)
                text_add(&text, "(%g,%g)", (double)key->arrive, (double)key->leave);
            else if (key->interpolation == MIEN_AUTHOR_CONSTANT)
                text_add(&text, "_");
        }
    }
    CHECK_STR(text.bytes, expected);
    if (strstr(report.note, note) == NULL || (note[0] == '\0' && report.note[0] != '\0'))
        CHECK_STR(report.note, note);
    mien_io_source_destroy(source);
    text_free(&text);
    text_free(&file);
}

#define CHANNEL(sampler, node, path)                                                                         \
    "{\"sampler\":" #sampler ",\"target\":{\"node\":" #node ",\"path\":\"" path "\"}}"
#define POINTER(sampler, pointer)                                                                            \
    "{\"sampler\":" #sampler                                                                                 \
    ",\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{\"pointer\":\"" pointer    \
    "\"}}}}"

TEST(curves)
{
    check_curves(CHANNEL(0, 0, "weights"), "", "smile 0:0 0.5:1 2:0.5; blink 0:0.25 0.5:0.5 2:0.75", "");
    check_curves(CHANNEL(1, 1, "weights") "," CHANNEL(0, 0, "weights"), "",
                 "smile 0:0 0.5:1 2:0.5; blink 0:0.25 0.5:0.5 2:0.75", "");
    // Driven differently: the first channel counts, and it is said.
    check_curves(CHANNEL(2, 1, "weights") "," CHANNEL(0, 0, "weights"), "",
                 "smile 0:0 0.5:1 2:0.5; blink 0:0 0.5:1 2:2",
                 "Two meshes drive the morph blink differently");
    check_curves(CHANNEL(3, 1, "weights"), "", "blink 0:0(1,2) 0.5:1(3,4) 2:0.5(5,6)", "");
    // Pointers: all weights of a node, or one.
    check_curves(POINTER(0, "/nodes/0/weights"), "", "smile 0:0 0.5:1 2:0.5; blink 0:0.25 0.5:0.5 2:0.75",
                 "");
    check_curves(POINTER(2, "/nodes/0/weights/1"), "", "blink 0:0 0.5:1 2:2", "");
    check_curves(POINTER(2, "/nodes/0/weights/2"), "", "", "");
    check_curves(POINTER(2, "/nodes/9/weights/0"), "", "", "");
    check_curves(POINTER(2, "/nodes/0/weights/01"), "", "", "");
    check_curves(POINTER(2, "/materials/0/alphaCutoff"), "", "", "");
    check_curves(CHANNEL(2, 2, "whatever"), "", "", "");
    // Curves of our own that are no morphs; one of them wants the name of a morph.
    check_curves(POINTER(2, "/extras/mien/curves/1") "," POINTER(1, "/extras/mien/curves/0"),
                 ",\"extras\":{\"mien\":{\"curveNames\":[\"blink\",\"wet\"],\"curves\":[0,0]}}",
                 "blink-2 0:0.25 0.5:0.5 2:0.75; wet 0:0 0.5:1 2:2", "");
    // Expressions of a VRM animation: x, within 0 to 1.
    check_curves(
        CHANNEL(4, 2, "translation"),
        ",\"extensions\":{\"VRMC_vrm_animation\":{\"expressions\":{\"custom\":{\"wink\":{\"node\":2}}}}}",
        "wink 0:0_ 0.5:0.5_ 2:1_", "");
}

TEST(wrong_pointers)
{
    Text file = make_face(POINTER(0, "/nodes/0/weights/1"), "");
    MienIoGltf *gltf = gltf_open(&file);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_gltf_read(gltf, NULL, &source, NULL, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "animations[0].channels[0].sampler", "not as many values");
    CHECK(source == NULL);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

/// Markers: a name per key, or those that our own files state; what is left out is counted.
TEST(markers)
{
    static const float times[3] = {0, (float)(1.0 / 24.0), (float)(2.0 / 24.0)}, moves[9] = {0};
    static const char body[] =
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},"
        "{\"sampler\":0,\"target\":{\"path\":\"scale\"}}],\"samplers\":[{\"input\":0,"
        "\"output\":1}]";
    GltfMaker maker = {0};
    Text rest = {0};
    gltf_floats(&maker, "SCALAR", 3, times);
    gltf_floats(&maker, "VEC3", 3, moves);
    text_add(&rest, "\"nodes\":[{}],\"animations\":[");
    text_add(&rest, "{\"name\":\"poses\",\"extras\":{\"poseNames\":[\"Rest\",\"Jaw\",\"Jaw\"]},%s},", body);
    text_add(&rest, "{\"name\":\"poses\",\"extras\":{\"poseNames\":[\"Rest\"]},%s},", body);
    text_add(
        &rest,
        "{\"extras\":{\"mien\":{\"rate\":[48,1],\"events\":[{\"name\":\"go\",\"time\":0.1},{\"name\":\"go\","
        "\"time\":0.01}]}},%s}]",
        body);
    Text file = gltf_finish(&maker, rest.bytes);
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    CHECK(source != NULL && source->take_count == 3);
    if (source != NULL && source->take_count == 3) {
        const MienAuthorClip *clip = source->takes[0].clip;
        CHECK_INT(clip->event_count, 3);
        CHECK_STR(clip->events[1].name, "Jaw");
        CHECK_STR(clip->events[2].name, "Jaw-2");
        CHECK(clip->events[2].time == 2.0 / 24.0 && clip->length == 2.0 / 24.0);
        CHECK_STR(source->takes[1].name, "poses-2");
        CHECK_INT(source->takes[1].clip->event_count, 0);
        CHECK_STR(source->takes[2].name, "animation_2");
        clip = source->takes[2].clip;
        CHECK(clip->rate == 48 && clip->event_count == 2);
        CHECK_STR(clip->events[1].name, "go");
        CHECK(clip->events[1].time == 0.01);
    }
    CHECK_INT(report.skipped_channel_count, 3);
    CHECK_INT(report.renamed_count, 4); // the node, a pose, two takes
    mien_io_source_destroy(source);
    text_free(&rest);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(tracks_follow);
    RUN(cut_once);
    RUN(frames);
    RUN(no_frames);
    RUN(stored_otherwise);
    RUN(curves);
    RUN(wrong_pointers);
    RUN(markers);
}
