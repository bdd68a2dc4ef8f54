// SPDX-License-Identifier: MIT
//
// Every reader keeps to limits, and stops when it is asked to.

#include "support/check.h"

#include "mien_io/bvh.h"
#include "mien_io/curves.h"
#include "mien_io/fbx.h"
#include "mien_io/gltf.h"
#include "mien_io/live_link.h"
#include "mien_io/rhubarb.h"

/// Reads text within limits and frees the result.
typedef MienStatus Read(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error);

static MienStatus read_bvh(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error)
{
    const MienIoBvhOptions options = {.limits = *limits};
    MienIoSource *source = NULL;
    const MienStatus status = mien_io_bvh_read(text, size, &options, &source, NULL, error);
    mien_io_source_destroy(source);
    return status;
}

static MienStatus read_csv(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error)
{
    const MienIoCurvesOptions options = {.limits = *limits};
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_io_curves_csv_read(text, size, &options, &clip, NULL, error);
    mien_author_clip_destroy(clip);
    return status;
}

static MienStatus read_json(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error)
{
    const MienIoCurvesOptions options = {.limits = *limits};
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_io_curves_json_read(text, size, &options, &clip, NULL, error);
    mien_author_clip_destroy(clip);
    return status;
}

static MienStatus read_live_link(const char *text, size_t size, const MienAuthorLimits *limits,
                                 MienError *error)
{
    const MienIoLiveLinkOptions options = {.limits = *limits};
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_io_live_link_read(text, size, &options, &clip, NULL, error);
    mien_author_clip_destroy(clip);
    return status;
}

static MienStatus read_rhubarb(const char *text, size_t size, const MienAuthorLimits *limits,
                               MienError *error)
{
    const MienIoRhubarbOptions options = {.limits = *limits};
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_io_rhubarb_read(text, size, &options, &clip, NULL, error);
    mien_author_clip_destroy(clip);
    return status;
}

static MienStatus read_gltf(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error)
{
    const MienIoGltfOptions options = {.limits = *limits};
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienStatus status = mien_io_gltf_open(text, size, &options, &gltf, error);
    if (status == MIEN_OK)
        status = mien_io_gltf_read(gltf, NULL, &source, NULL, error);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    return status;
}

static MienStatus read_fbx(const char *text, size_t size, const MienAuthorLimits *limits, MienError *error)
{
    const MienIoFbxOptions options = {.limits = *limits};
    MienIoSource *source = NULL;
    const MienStatus status = mien_io_fbx_read(text, size, &options, &source, NULL, error);
    mien_io_source_destroy(source);
    return status;
}

static const struct {
    const char *name;
    Read *read;
    const char *text;
} rows[] = {
    {"bvh", read_bvh,
     "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS 1 Xrotation }\nMOTION Frames: 2 Frame Time: 0.1\n1\n2\n"},
    {"csv", read_csv, "time,a,b\n0,0,1\n1,1,0\n"},
    {"json", read_json,
     "{\"names\": [\"a\"], \"fps\": 30, \"frames\": [{\"time\": 0, \"weights\": [1]}, {\"time\": 1, "
     "\"weights\": [0]}]}"},
    {"live link", read_live_link,
     "Timecode,BlendShapeCount,JawOpen,MouthClose\n01:00:00:00.000,2,0.5,1\n01:00:00:01.000,2,0.25,0\n"},
    {"rhubarb", read_rhubarb, "0.00\tX\n0.20\tD\n0.60\tC\n0.64\tB\n1.00\tX\n1.25\tX\n"},
    {"gltf", read_gltf,
     "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"a\"}], \"scenes\": [{\"nodes\": [0]}]}"},
    {"fbx", read_fbx,
     "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\nObjects: {\n}\n"},
};

static bool stop(void *user)
{
    (void)user;
    return true;
}

TEST(readers)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const size_t size = strlen(rows[i].text);
        MienError error = {0};
        const MienAuthorLimits defaults = {0}, little = {.memory = 300}, stopping = {.is_cancelled = stop};
        if (rows[i].read(rows[i].text, size, &defaults, &error) != MIEN_OK)
            printf("%s: %s: %s\n", rows[i].name, error.location, error.message);
        CHECK_STATUS(rows[i].read(rows[i].text, size, &defaults, &error), MIEN_OK);
        CHECK_STATUS(rows[i].read(rows[i].text, size, &little, &error), MIEN_ERROR_LIMIT);
        CHECK(strstr(error.message, "--max-memory") != NULL);
        CHECK_STATUS(rows[i].read(rows[i].text, size, &stopping, &error), MIEN_ERROR_CANCELLED);
    }
}

CHECK_MAIN { RUN(readers); }
