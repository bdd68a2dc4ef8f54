// SPDX-License-Identifier: MIT
//
// Half a minute of capture on a head of 57 morphs: what is imported, how large its pack
// is, and how far its curves are from those of the file.

#define _XOPEN_SOURCE 700 // mkdtemp, realpath

#include "glb_truth.h"
#include "support/program.h"

#include <math.h>

enum { MORPHS = 57, KEYS = 900 };

static const double most_bytes_per_second = 800, most_error = 0.001;

TEST(the_take_becomes_curves)
{
    MieniBuffer text;
    CHECK(program_run(&text, "mien import head.glb"));
    CHECK(strstr(text.bytes, "head.mesh.json: created, 24591 vertices, 57 morphs\n") != NULL);
    // The capture's clock is not exactly 30 a second, and one of its frames is missing.
    CHECK(strstr(text.bytes, "head.clip.json: created, 0 bone tracks, 57 curves, 901 frames at 30 fps\n") !=
          NULL);
    CHECK(strstr(text.bytes, "57 new curves") != NULL);
    mieni_buffer_release(&text);
    CHECK(program_run(&text, "mien import head.glb"));
    CHECK(strstr(text.bytes, "created") == NULL && strstr(text.bytes, "updated") == NULL);
    mieni_buffer_release(&text);
    CHECK(program_run(NULL, "mien build"));
}

/// The file's weights, as it stores them.
static struct {
    double times[KEYS], weights[KEYS][MORPHS];
} keys;

static void read_keys(const Truth *truth)
{
    const MieniJson *sampler = mieni_json_get(truth_item(truth, "animations", 0), "samplers")->items[0];
    const int times = truth_index(sampler, "input"), weights = truth_index(sampler, "output");
    CHECK_INT(truth_count(truth, times), KEYS);
    CHECK_INT(truth_count(truth, weights), KEYS * MORPHS);
    for (int k = 0; k < KEYS; ++k) {
        keys.times[k] = truth_number(truth, times, k, 0);
        for (int m = 0; m < MORPHS; ++m)
            keys.weights[k][m] = truth_number(truth, weights, k * MORPHS + m, 0);
    }
}

/// A weight at a moment: straight between two keys.
static double weight_at(int morph, double time)
{
    int k = 0;
    while (k < KEYS - 2 && keys.times[k + 1] <= time)
        ++k;
    double part = (time - keys.times[k]) / (keys.times[k + 1] - keys.times[k]);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return keys.weights[k][morph] + part * (keys.weights[k + 1][morph] - keys.weights[k][morph]);
}

TEST(the_pack_is_small_and_true)
{
    char path[128];
    Truth truth;
    MienClip *clip = NULL;
    MienFile *file = program_pack("head.clip");
    snprintf(path, sizeof path, "%s/head.glb", program_folder);
    if (file == NULL || !truth_open(&truth, path))
        SKIP("there is no clip");
    CHECK_STATUS(mien_clip_load(mien_file_data(file), mien_file_size(file), NULL, &clip, NULL), MIEN_OK);
    const MienClipInfo info = mien_clip_info(clip);
    const MieniJson *names =
        mieni_json_get(mieni_json_get(truth_item(&truth, "meshes", 0), "extras"), "targetNames");
    float values[MORPHS];
    double largest = 0;
    read_keys(&truth);
    CHECK_INT(info.curve_count, MORPHS);
    for (int f = 0; f < info.frame_count && info.curve_count == MORPHS; ++f) {
        const double time = (double)f / info.rate;
        if (time > info.length) // the take ends within its last frame
            break;
        const MienClipJob job = {.clip = clip, .time = time, .out_curves = {MORPHS, values, NULL}};
        CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        for (int m = 0; m < MORPHS; ++m) {
            const int curve = mien_clip_find_curve(clip, names->items[m]->string);
            CHECK(curve >= 0);
            const double off = fabs((double)values[curve < 0 ? 0 : curve] - weight_at(m, time));
            largest = off > largest ? off : largest;
        }
    }
    const double rate = (double)mien_file_size(file) / info.length;
    printf("%zu bytes for %.2f s: %.0f a second; at most %.5f off\n", mien_file_size(file), info.length, rate,
           largest);
    CHECK(rate <= most_bytes_per_second);
    CHECK(largest <= most_error * 1.0001);
    mien_clip_destroy(clip);
    mien_file_close(file);
    truth_close(&truth);
}

CHECK_MAIN
{
    program_begin_with("ict-facekit/ict_head_57morphs_alexrom3.glb",
                       "cp \"$data\"/ict-facekit/ict_head_57morphs_alexrom3.glb head.glb");
    RUN(the_take_becomes_curves);
    RUN(the_pack_is_small_and_true);
    program_end();
}
