// SPDX-License-Identifier: MIT
//
// What Mien reads of a file, as JSON: gltf-sample TIMES FILE
//
// Names of bones, morphs and expressions, and every take at TIMES times, spread from
// its beginning to its end: values of curves; rotations and translations of bones.

#include "support/gltf/scene.h"

#include "base/text_out.h"

static MieniTextOut out;
static bool is_first; ///< Of a list: no comma before it.

static void begin(const char *text)
{
    mieni_text_put(&out, text);
    is_first = true;
}

static void next(void)
{
    if (!is_first)
        mieni_text_put(&out, ",\n");
    is_first = false;
}

static void end(const char *text)
{
    mieni_text_put(&out, text);
    is_first = false;
}

static void put_name(const char *name)
{
    next();
    mieni_text_put_string(&out, name);
}

static void put_number(double number)
{
    mieni_text_put(&out, is_first ? "" : ", ");
    is_first = false;
    mieni_text_put_number(&out, number);
}

static double time_at(const MienAuthorClip *clip, int count, int i)
{
    return count > 1 ? clip->length * i / (count - 1) : 0.0;
}

static void put_curve(const MienAuthorClip *clip, const MienAuthorClipCurve *curve, int count)
{
    put_name(curve->name);
    begin(": [");
    for (int i = 0; i < count; ++i)
        put_number((double)mien_author_curve_evaluate(curve, time_at(clip, count, i)));
    end("]");
}

static void put_track(const MienAuthorClip *clip, int track, int count)
{
    put_name(clip->tracks[track].bone);
    begin(": [");
    for (int i = 0; i < count; ++i) {
        const MienTransform t = mien_author_track_evaluate(clip, track, time_at(clip, count, i));
        const float numbers[7] = {t.rotation.x,    t.rotation.y,    t.rotation.z,   t.rotation.w,
                                  t.translation.x, t.translation.y, t.translation.z};
        next();
        begin("[");
        for (int k = 0; k < 7; ++k)
            put_number((double)numbers[k]);
        end("]");
    }
    end("]");
}

static void put_take(const MienIoTake *take, int count)
{
    const MienAuthorClip *clip = take->clip;
    next();
    mieni_text_put(&out, "{\"name\": ");
    mieni_text_put_string(&out, take->name);
    mieni_text_put(&out, ", \"length\": ");
    mieni_text_put_number(&out, clip->length);
    begin(", \"curves\": {");
    for (int c = 0; c < clip->curve_count; ++c)
        put_curve(clip, &clip->curves[c], count);
    begin("}, \"tracks\": {");
    for (int t = 0; t < clip->track_count; ++t)
        put_track(clip, t, count);
    begin("}, \"events\": [");
    for (int e = 0; e < clip->event_count; ++e)
        put_name(clip->events[e].name);
    end("]}");
}

static void put_source(const MienIoSource *source, int count)
{
    begin("{\"bones\": [");
    for (int b = 0; b < source->skeleton.bone_count; ++b)
        put_name(source->skeleton.bones[b].name);
    begin("],\n\"morphs\": [");
    for (int m = 0; source->mesh != NULL && m < source->mesh->morph_count; ++m)
        put_name(source->mesh->morphs[m].name);
    begin("],\n\"expressions\": [");
    for (int i = 0; i < source->expressions.count; ++i)
        put_name(source->expressions.items[i].name);
    mieni_text_putf(&out, "],\n\"vertices\": %d,\n", source->mesh != NULL ? source->mesh->vertex_count : 0);
    begin("\"takes\": [");
    for (int t = 0; t < source->take_count; ++t)
        put_take(&source->takes[t], count);
    end("]}\n");
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: gltf-sample TIMES FILE\n");
        return 2;
    }
    Scene scene;
    MienError error = {0};
    const MienStatus status = scene_open(&scene, arguments[2], &error);
    if (status == MIEN_OK) {
        put_source(scene.source, atoi(arguments[1]));
        fputs(out.bytes, stdout);
    } else {
        fprintf(stderr, "%s: %s: %s\n", arguments[2], error.location, error.message);
    }
    mieni_text_release(&out);
    scene_close(&scene);
    return status != MIEN_OK;
}
