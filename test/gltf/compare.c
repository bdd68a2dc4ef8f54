// SPDX-License-Identifier: MIT
//
// Holds where Mien puts vertices against where three.js does:
//
//     gltf-compare POSES FILE [POSES FILE …]
//
// POSES is what three.mjs wrote of FILE. Prints a line per animation and exits with 1 if
// any vertex is further off than a ten thousandth of the model's size, if times, names,
// numbers of vertices or triangles differ, or if one of them reads what the other does not.

#include "support/gltf/scene.h"

#include <math.h>

static const double most = 1e-4;

/// What is left of a .poses file.
typedef struct Poses {
    const uint8_t *bytes, *end;
    bool is_short;
} Poses;

static const void *take_bytes(Poses *poses, size_t size)
{
    if (size > (size_t)(poses->end - poses->bytes)) {
        poses->is_short = true;
        return NULL;
    }
    const void *bytes = poses->bytes;
    poses->bytes += size;
    return bytes;
}

/// Leaves the value as it is where the bytes end before it.
static void take_value(Poses *poses, void *out_value, size_t size)
{
    const void *bytes = take_bytes(poses, size);
    if (bytes != NULL)
        memcpy(out_value, bytes, size);
}

static uint32_t take_u32(Poses *poses)
{
    uint32_t value = 0;
    take_value(poses, &value, sizeof value);
    return value;
}

static double take_f64(Poses *poses)
{
    double value = 0.0;
    take_value(poses, &value, sizeof value);
    return value;
}

/// One file and what is known of it so far.
typedef struct Comparison {
    const char *path;
    Scene scene;
    Poses poses;
    int vertex_count, animation_count;
    double size; ///< The diagonal of what holds the model at rest.
    bool is_wrong;
} Comparison;

static int file_count, animation_count, pose_count, wrong_count;
static double worst_of_all;

static void complain(Comparison *c, const char *what, const char *detail)
{
    printf("%s: %s %s\n", c->path, what, detail);
    c->is_wrong = true;
}

/// Three corners, the smallest first: parts that are mirrored go the other way round.
static void sort_corners(uint32_t corners[3])
{
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 2; ++k) {
            const uint32_t a = corners[k], b = corners[k + 1];
            corners[k] = a < b ? a : b;
            corners[k + 1] = a < b ? b : a;
        }
    }
}

/// Counts and triangles; false if there is nothing more to compare.
static bool compare_blocks(Comparison *c)
{
    const void *magic = take_bytes(&c->poses, 4);
    if (magic == NULL || memcmp(magic, "M3JS", 4) != 0) {
        complain(c, "not written by", "three.mjs");
        return false;
    }
    const MienAuthorMesh *mesh = c->scene.source->mesh;
    const uint32_t block_count = take_u32(&c->poses);
    c->animation_count = (int)take_u32(&c->poses);
    int64_t vertices = 0, indices = 0, different = 0;
    for (uint32_t b = 0; b < block_count && !c->poses.is_short; ++b) {
        take_bytes(&c->poses, 8);
        const uint32_t vertex_count = take_u32(&c->poses), index_count = take_u32(&c->poses);
        const uint8_t *list = take_bytes(&c->poses, (size_t)index_count * 4);
        for (uint32_t i = 0; list != NULL && i + 2 < index_count; i += 3, indices += 3) {
            uint32_t theirs[3], ours[3];
            memcpy(theirs, list + 4 * i, sizeof theirs);
            if (mesh == NULL || indices + 3 > mesh->index_count) {
                ++different;
                continue;
            }
            for (int k = 0; k < 3; ++k) {
                theirs[k] += (uint32_t)vertices;
                ours[k] = mesh->indices[indices + k];
            }
            sort_corners(theirs);
            sort_corners(ours);
            different += memcmp(theirs, ours, sizeof ours) != 0;
        }
        vertices += vertex_count;
    }
    c->vertex_count = (int)vertices;
    char numbers[96];
    snprintf(numbers, sizeof numbers, "%d and %d", (int)vertices, mesh != NULL ? mesh->vertex_count : 0);
    if (vertices != (mesh != NULL ? mesh->vertex_count : 0))
        complain(c, "vertices of three.js and Mien:", numbers);
    snprintf(numbers, sizeof numbers, "%d", (int)different);
    if (different > 0 || indices != (mesh != NULL ? mesh->index_count : 0))
        complain(c, "triangles that differ:", numbers);
    return !c->is_wrong;
}

static double diagonal(const float *places, int count)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0.0;
    for (int i = 0; i < 3 * count; ++i) {
        low[i % 3] = fmin(low[i % 3], (double)places[i]);
        high[i % 3] = fmax(high[i % 3], (double)places[i]);
    }
    for (int k = 0; count > 0 && k < 3; ++k)
        sum += (high[k] - low[k]) * (high[k] - low[k]);
    return sqrt(sum);
}

/// The largest distance between our vertices and theirs, as a part of the model's size.
static double compare_places(Comparison *c, int take, double time, const uint8_t *bytes)
{
    const size_t count = (size_t)c->vertex_count;
    float *theirs = malloc(count * 12 + 1);
    MienVec3 *ours = calloc(count + 1, sizeof *ours);
    double worst = 0.0;
    memcpy(theirs, bytes, count * 12);
    if (c->size < 0.0) {
        c->size = diagonal(theirs, c->vertex_count);
        c->size = c->size > 0.0 ? c->size : 1.0;
    }
    if (count > 0 && scene_pose(&c->scene, take, time, ours) != MIEN_OK)
        complain(c, "a job is refused", "");
    for (size_t v = 0; v < count; ++v) {
        const double x = (double)ours[v].x - (double)theirs[3 * v],
                     y = (double)ours[v].y - (double)theirs[3 * v + 1],
                     z = (double)ours[v].z - (double)theirs[3 * v + 2];
        const double off = sqrt(x * x + y * y + z * z) / c->size;
        if (!(off <= worst)) // what is no number is worst
            worst = off;
    }
    free(theirs);
    free(ours);
    ++pose_count;
    return worst;
}

/// One animation; number 0 is the scene at rest.
static void compare_animation(Comparison *c, int number)
{
    const uint32_t name_size = take_u32(&c->poses);
    const char *name = take_bytes(&c->poses, name_size);
    const double duration = take_f64(&c->poses);
    const uint32_t time_count = take_u32(&c->poses);
    const int take = number - 1;
    double worst = 0.0;
    if (take >= c->scene.source->take_count) {
        complain(c, "there is no take", "of an animation");
        take_bytes(&c->poses, time_count * (8 + (size_t)c->vertex_count * 12));
        return;
    }
    if (take >= 0 && fabs(c->scene.source->takes[take].clip->length - duration) > 1e-5)
        complain(c, "another length:", c->scene.source->takes[take].name);
    for (uint32_t t = 0; t < time_count; ++t) {
        const double time = take_f64(&c->poses);
        const uint8_t *bytes = take_bytes(&c->poses, (size_t)c->vertex_count * 12);
        if (bytes == NULL)
            break;
        const double off = compare_places(c, take, time, bytes);
        if (!(off <= worst))
            worst = off;
    }
    ++animation_count;
    if (!(worst <= worst_of_all))
        worst_of_all = worst;
    const size_t path_size = strlen(c->path);
    printf("%-58s %-24.*s %6d %2u %9.2e%s\n", c->path + (path_size > 58 ? path_size - 58 : 0),
           number == 0 ? 9 : (int)name_size, number == 0 ? "(at rest)" : name, c->vertex_count, time_count,
           worst, worst <= most ? "" : "  TOO FAR");
    if (!(worst <= most))
        c->is_wrong = true;
}

static void compare_file(const char *poses_path, const char *path)
{
    Comparison c = {.path = path, .size = -1.0};
    MienFile *file = NULL;
    MienError error = {0};
    MienStatus status = mien_file_open(poses_path, NULL, &file, NULL);
    const bool is_theirs = status == MIEN_OK;
    status = scene_open(&c.scene, path, &error);
    if (status == MIEN_OK)
        status = scene_cook(&c.scene, &error);
    ++file_count;
    if (status != MIEN_OK)
        printf("%s: refused: %s: %s\n", path, error.location, error.message);
    if (is_theirs != (status == MIEN_OK))
        complain(&c, "read by one of the two, not by", is_theirs ? "Mien" : "three.js");
    if (is_theirs && status == MIEN_OK) {
        c.poses.bytes = mien_file_data(file);
        c.poses.end = c.poses.bytes + mien_file_size(file);
        if (compare_blocks(&c))
            for (int i = 0; i < c.animation_count && !c.poses.is_short; ++i)
                compare_animation(&c, i);
        if (c.poses.is_short)
            complain(&c, "the poses end too early", "");
    }
    wrong_count += c.is_wrong;
    mien_file_close(file);
    scene_close(&c.scene);
}

int main(int count, char **arguments)
{
    if (count < 3 || count % 2 == 0) {
        fprintf(stderr, "usage: gltf-compare POSES FILE [POSES FILE ...]\n");
        return 2;
    }
    printf("%-58s %-24s %6s %2s %9s\n", "file", "animation", "points", "at", "off");
    for (int i = 1; i + 1 < count; i += 2)
        compare_file(arguments[i], arguments[i + 1]);
    printf("%d files, %d animations, %d poses, largest difference %.2e of the model's size, %d files wrong\n",
           file_count, animation_count, pose_count, worst_of_all, wrong_count);
    return wrong_count > 0 || pose_count == 0;
}
