// SPDX-License-Identifier: MIT
//
// What a skinned glTF file shows, in double precision and straight from its bytes: no
// code of ours but the reader of JSON takes part. Knows what the characters of the test
// data use, and nothing else.

#pragma once

#include "support/check.h"

#include "base/json.h"
#include "project/files/files.h"

typedef struct Truth {
    MieniBuffer file;
    MieniJsonDocument json;
    const uint8_t *binary;
    int node_count, joint_count, vertex_count;
    int *parents;           ///< Per node.
    double (*model)[12];    ///< Per node, at the moment.
    double (*positions)[3]; ///< Per vertex, at the moment.
    struct TruthVertex {
        double position[3], weights[4]; ///< The weights' sum is 1.
        int joints[4];
    } * vertices;
    double height; ///< Of the vertices at rest.
    /// If given, puts a node elsewhere than the file does.
    void (*place)(void *user, const char *name, double t[3], double q[4]);
    void *user;
} Truth;

static inline const MieniJson *truth_item(const Truth *truth, const char *key, int index)
{
    return mieni_json_get(truth->json.root, key)->items[index];
}

static inline int truth_index(const MieniJson *object, const char *key)
{
    return (int)mieni_json_get_number(object, key, -1);
}

static inline int truth_count(const Truth *truth, int accessor)
{
    return truth_index(truth_item(truth, "accessors", accessor), "count");
}

/// A number of an accessor.
static inline double truth_number(const Truth *truth, int accessor, int element, int component)
{
    const MieniJson *object = truth_item(truth, "accessors", accessor);
    const MieniJson *view = truth_item(truth, "bufferViews", truth_index(object, "bufferView"));
    const char *type = mieni_json_get_string(object, "type", "");
    const int kind = truth_index(object, "componentType");
    const int size = kind == 5126 ? 4 : kind == 5123 ? 2 : 1;
    const int width = strcmp(type, "MAT4") == 0 ? 16 : type[0] == 'V' ? type[3] - '0' : 1;
    const int stride = (int)mieni_json_get_number(view, "byteStride", size * width);
    const uint8_t *at = truth->binary + (size_t)mieni_json_get_number(view, "byteOffset", 0) +
                        (size_t)mieni_json_get_number(object, "byteOffset", 0) +
                        (size_t)element * (size_t)stride + (size_t)(component * size);
    const bool is_normalized = mieni_json_get_bool(object, "normalized", false);
    float real;
    uint16_t whole;
    if (kind == 5126) {
        memcpy(&real, at, sizeof real);
        return (double)real;
    }
    if (kind == 5123) {
        memcpy(&whole, at, sizeof whole);
        return is_normalized ? whole / 65535.0 : whole;
    }
    return is_normalized ? *at / 255.0 : *at;
}

static inline void truth_multiply(const double a[12], const double b[12], double out[12])
{
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c)
            out[4 * r + c] = a[4 * r] * b[c] + a[4 * r + 1] * b[4 + c] + a[4 * r + 2] * b[8 + c] +
                             (c == 3 ? a[4 * r + 3] : 0.0);
}

static inline void truth_vector(const MieniJson *node, const char *key, double *values, int count)
{
    const MieniJson *list = mieni_json_get(node, key);
    for (int i = 0; list != NULL && i < count; ++i)
        values[i] = list->items[i]->number;
}

static inline void truth_matrix(const double t[3], const double q[4], const double s[3], double out[12])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3], n = 2.0 / (x * x + y * y + z * z + w * w);
    const double rows[3][3] = {{1 - n * (y * y + z * z), n * (x * y - z * w), n * (x * z + y * w)},
                               {n * (x * y + z * w), 1 - n * (x * x + z * z), n * (y * z - x * w)},
                               {n * (x * z - y * w), n * (y * z + x * w), 1 - n * (x * x + y * y)}};
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c)
            out[4 * r + c] = rows[r][c] * s[c];
        out[4 * r + 3] = t[r];
    }
}

/// The rotation of a node at a key of the first animation, if it has one.
static inline void truth_rotation(const Truth *truth, int node, int key, double q[4])
{
    const MieniJson *animation = truth_item(truth, "animations", 0);
    const MieniJson *channels = mieni_json_get(animation, "channels");
    for (int i = 0; key >= 0 && i < channels->count; ++i) {
        if (truth_index(mieni_json_get(channels->items[i], "target"), "node") != node)
            continue;
        const MieniJson *sampler =
            mieni_json_get(animation, "samplers")->items[truth_index(channels->items[i], "sampler")];
        for (int c = 0; c < 4; ++c)
            q[c] = truth_number(truth, truth_index(sampler, "output"), key, c);
    }
}

static inline void truth_place_node(Truth *truth, int node, int key)
{
    const MieniJson *object = truth_item(truth, "nodes", node);
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1}, local[12];
    truth_vector(object, "translation", t, 3);
    truth_vector(object, "rotation", q, 4);
    truth_vector(object, "scale", s, 3);
    truth_rotation(truth, node, key, q);
    if (truth->place != NULL)
        truth->place(truth->user, mieni_json_get_string(object, "name", ""), t, q);
    truth_matrix(t, q, s, local);
    if (truth->parents[node] >= 0)
        truth_multiply(truth->model[truth->parents[node]], local, truth->model[node]);
    else
        memcpy(truth->model[node], local, sizeof local);
    const MieniJson *children = mieni_json_get(object, "children");
    for (int i = 0; children != NULL && i < children->count; ++i)
        truth_place_node(truth, (int)children->items[i]->number, key);
}

/// Skins all vertices at a key of the first animation; -1: at rest.
static inline void truth_pose(Truth *truth, int key)
{
    const MieniJson *roots = mieni_json_get(truth_item(truth, "scenes", 0), "nodes");
    const MieniJson *skin = truth_item(truth, "skins", 0), *joints = mieni_json_get(skin, "joints");
    const int inverse = truth_index(skin, "inverseBindMatrices");
    double(*palette)[12] = calloc((size_t)joints->count, sizeof *palette);
    for (int i = 0; i < roots->count; ++i)
        truth_place_node(truth, (int)roots->items[i]->number, key);
    for (int j = 0; j < joints->count; ++j) {
        double rows[12];
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c)
                rows[4 * r + c] = truth_number(truth, inverse, j, 4 * c + r);
        truth_multiply(truth->model[(int)joints->items[j]->number], rows, palette[j]);
    }
    for (int v = 0; v < truth->vertex_count; ++v) {
        const double *p = truth->vertices[v].position;
        double place[3] = {0, 0, 0};
        for (int i = 0; i < 4; ++i) {
            const double w = truth->vertices[v].weights[i], *m = palette[truth->vertices[v].joints[i]];
            for (int r = 0; r < 3 && w > 0; ++r)
                place[r] += w * (m[4 * r] * p[0] + m[4 * r + 1] * p[1] + m[4 * r + 2] * p[2] + m[4 * r + 3]);
        }
        memcpy(truth->positions[v], place, sizeof place);
    }
    free(palette);
}

static inline void truth_read_vertices(Truth *truth)
{
    const MieniJson *primitive = mieni_json_get(truth_item(truth, "meshes", 0), "primitives")->items[0];
    const MieniJson *attributes = mieni_json_get(primitive, "attributes");
    const int position = truth_index(attributes, "POSITION"), joint = truth_index(attributes, "JOINTS_0"),
              weight = truth_index(attributes, "WEIGHTS_0");
    double low = 1e9, high = -1e9;
    truth->vertex_count = truth_count(truth, position);
    truth->positions = calloc((size_t)truth->vertex_count, sizeof *truth->positions);
    truth->vertices = calloc((size_t)truth->vertex_count, sizeof *truth->vertices);
    for (int v = 0; v < truth->vertex_count; ++v) {
        struct TruthVertex *vertex = &truth->vertices[v];
        double sum = 0;
        for (int c = 0; c < 3; ++c)
            vertex->position[c] = truth_number(truth, position, v, c);
        for (int i = 0; i < 4 && joint >= 0; ++i) {
            vertex->joints[i] = (int)truth_number(truth, joint, v, i);
            vertex->weights[i] = truth_number(truth, weight, v, i);
            sum += vertex->weights[i];
        }
        for (int i = 0; i < 4 && joint >= 0; ++i)
            vertex->weights[i] /= sum;
        low = vertex->position[1] < low ? vertex->position[1] : low;
        high = vertex->position[1] > high ? vertex->position[1] : high;
    }
    truth->height = high - low;
}

static inline bool truth_open(Truth *truth, const char *path)
{
    uint32_t size;
    *truth = (Truth){0};
    if (mieni_file_read(path, &truth->file, NULL) != MIEN_OK)
        return false;
    memcpy(&size, truth->file.bytes + 12, sizeof size);
    if (mieni_json_read(&truth->json, truth->file.bytes + 20, size, NULL, NULL) != MIEN_OK)
        return false;
    truth->binary = (const uint8_t *)truth->file.bytes + 28 + size;
    truth->node_count = mieni_json_get(truth->json.root, "nodes")->count;
    truth->parents = calloc((size_t)truth->node_count, sizeof *truth->parents);
    truth->model = calloc((size_t)truth->node_count, sizeof *truth->model);
    for (int n = 0; n < truth->node_count; ++n)
        truth->parents[n] = -1;
    for (int n = 0; n < truth->node_count; ++n) {
        const MieniJson *children = mieni_json_get(truth_item(truth, "nodes", n), "children");
        for (int i = 0; children != NULL && i < children->count; ++i)
            truth->parents[(int)children->items[i]->number] = n;
    }
    truth_read_vertices(truth);
    return true;
}

static inline void truth_close(Truth *truth)
{
    free(truth->parents);
    free(truth->model);
    free(truth->positions);
    free(truth->vertices);
    mieni_json_release(&truth->json);
    mieni_buffer_release(&truth->file);
}
