// SPDX-License-Identifier: MIT
//
// The tool behind scripts/scale: makes a project of any size, the same each time,
// and checks whether all packs that a build left can be loaded.

#define _XOPEN_SOURCE 700

#include "core/sha256.h"
#include "mien/mien.h"
#include "project/files/files.h"
#include "sample/random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BONES = 40, POSES = 20, CURVES = 20, FRAMES = 121, PER_SKELETON = 10, PER_FOLDER = 500 };

typedef struct Text {
    char *bytes;
    size_t size;
} Text;

static char room[1 << 20];

static void put(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text->size += (size_t)vsnprintf(room + text->size, sizeof room - text->size, format, arguments);
    va_end(arguments);
}

static void save(Text *text, const char *folder, const char *format, ...)
{
    char name[256], path[MIENI_PATH_ROOM];
    MieniProblem problem = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (mieni_file_write_derived(path, room, text->size, NULL, &problem) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", path, problem.error.message);
        exit(1);
    }
    text->size = 0;
}

static void make_skeleton(const char *folder, int index)
{
    Text text = {0};
    put(&text, "{\n  \"kind\": \"skeleton\",\n  \"version\": 1,\n  \"bones\": [\n    {\"name\": \"root\"}");
    for (int b = 1; b < BONES; ++b)
        put(&text, ",\n    {\"name\": \"bone_%d\", \"parent\": \"%s\", \"t\": [0.%d, 0.%d, 0]}", b,
            b < 8 ? "root" : "bone_3", b, 1 + index % 9);
    put(&text, "\n  ],\n  \"curves\": [\n    {\"name\": \"curve_0\"}\n  ]\n}\n");
    save(&text, folder, "skeletons/s%04d.skeleton.json", index);
}

static void make_character(const char *folder, int index)
{
    Text text = {0};
    uint64_t state = (uint64_t)index * 7919 + 1;
    put(&text,
        "{\n  \"kind\": \"poses\",\n  \"version\": 1,\n  \"skeleton\": \"skeletons/s%04d.skeleton.json\",\n"
        "  \"mode\": \"additive\",\n  \"poses\": [",
        index / PER_SKELETON);
    for (int p = 0; p < POSES; ++p)
        put(&text,
            "%s\n    {\"name\": \"curve_%d\", \"bones\": [{\"bone\": \"bone_%d\", \"t\": [0.%d, 0, 0.1]}]}",
            p > 0 ? "," : "", p, 1 + (int)(mien_random_bits(&state) % (BONES - 1)),
            (int)(mien_random_bits(&state) % 1000));
    put(&text, "\n  ]\n}\n");
    save(&text, folder, "cast/c%04d.poses.json", index);
    put(&text,
        "{\n  \"kind\": \"character\",\n  \"version\": 1,\n  \"skeleton\": "
        "\"skeletons/s%04d.skeleton.json\",\n"
        "  \"poses\": \"cast/c%04d.poses.json\"\n}\n",
        index / PER_SKELETON, index);
    save(&text, folder, "cast/c%04d.character.json", index);
}

/// Numbers with three decimals, faster than printf.
static void put_thousandths(Text *text, int value)
{
    char *at = room + text->size;
    at[0] = (char)('0' + value / 1000);
    at[1] = '.';
    at[2] = (char)('0' + value / 100 % 10);
    at[3] = (char)('0' + value / 10 % 10);
    at[4] = (char)('0' + value % 10);
    text->size += 5;
}

/// Curves that wander: what faces do, roughly.
static void make_take(const char *folder, int index)
{
    Text text = {0};
    uint64_t state = (uint64_t)index * 104729 + 17;
    int values[CURVES] = {0}, goals[CURVES] = {0};
    put(&text, "time");
    for (int c = 0; c < CURVES; ++c)
        put(&text, ",curve_%d", c);
    for (int f = 0; f < FRAMES; ++f) {
        room[text.size++] = '\n';
        put_thousandths(&text, (f * 1000 + 15) / 30);
        for (int c = 0; c < CURVES; ++c) {
            if (f % 8 == 0)
                goals[c] = (int)(mien_random_bits(&state) % 1000);
            values[c] += (goals[c] - values[c]) / 4;
            room[text.size++] = ',';
            put_thousandths(&text, values[c]);
        }
    }
    room[text.size++] = '\n';
    save(&text, folder, "takes/%03d/line_%06d.csv", index / PER_FOLDER, index);
}

static int make(const char *folder, int characters, int clips)
{
    Text text = {0};
    put(&text, "{\n  \"kind\": \"project\",\n  \"version\": 1\n}\n");
    save(&text, folder, "mien.json");
    put(&text,
        "{\n  \"kind\": \"clips\",\n  \"version\": 1,\n  \"files\": [\n    \"takes/**/*.csv\"\n  ]\n}\n");
    save(&text, folder, "takes.clips.json");
    for (int i = 0; i < (characters + PER_SKELETON - 1) / PER_SKELETON; ++i)
        make_skeleton(folder, i);
    for (int i = 0; i < characters; ++i)
        make_character(folder, i);
    for (int i = 0; i < clips; ++i)
        make_take(folder, i);
    return 0;
}

static MienStatus load(const void *data, size_t size, MienError *error)
{
    MienPackInfo info;
    MienStatus status = mien_pack_inspect(data, size, false, &info, error);
    if (status == MIEN_OK && info.kind == MIEN_PACK_SKELETON) {
        MienSkeleton *skeleton = NULL;
        status = mien_skeleton_load(data, size, NULL, &skeleton, error);
        mien_skeleton_destroy(skeleton);
    } else if (status == MIEN_OK && info.kind == MIEN_PACK_POSE_ASSET) {
        MienPoseAsset *poses = NULL;
        status = mien_pose_asset_load(data, size, NULL, &poses, error);
        mien_pose_asset_destroy(poses);
    } else if (status == MIEN_OK && info.kind == MIEN_PACK_CLIP) {
        MienClip *clip = NULL;
        status = mien_clip_load(data, size, NULL, &clip, error);
        mien_clip_destroy(clip);
    }
    return status;
}

/// Loads every pack below a folder; prints how many, and one hash of names and bytes.
static int check(const char *folder)
{
    MieniPaths files = {0};
    MieniSha256 hash;
    uint8_t digest[32];
    int count = 0, broken = 0;
    mieni_sha256_begin(&hash);
    if (mieni_file_exists(folder) && mieni_walk(folder, "", false, NULL, 0, &files, NULL) != MIEN_OK)
        return 1;
    for (int i = 0; i < files.count; ++i) {
        char path[MIENI_PATH_ROOM];
        MieniBuffer buffer;
        MienError error = {0};
        const size_t size = strlen(files.items[i]);
        if (size < 5 || strcmp(files.items[i] + size - 5, ".mien") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, files.items[i]);
        if (mieni_file_read(path, &buffer, NULL) != MIEN_OK ||
            load(buffer.bytes, buffer.size, &error) != MIEN_OK) {
            printf("broken: %s: %s\n", path, error.message);
            ++broken;
        }
        mieni_sha256_update(&hash, files.items[i], size + 1);
        mieni_sha256_update(&hash, buffer.bytes, buffer.size);
        mieni_buffer_release(&buffer);
        ++count;
    }
    mieni_paths_release(&files);
    mieni_sha256_end(&hash, digest);
    printf("%d ", count);
    for (int i = 0; i < 32; ++i)
        printf("%02x", digest[i]);
    printf("\n");
    return broken > 0;
}

int main(int count, char **words)
{
    if (count == 5 && strcmp(words[1], "make") == 0)
        return make(words[2], atoi(words[3]), atoi(words[4]));
    if (count == 3 && strcmp(words[1], "check") == 0)
        return check(words[2]);
    fprintf(stderr, "usage: mien-scale make FOLDER CHARACTERS CLIPS | check FOLDER\n");
    return 2;
}
