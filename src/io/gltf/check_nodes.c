// SPDX-License-Identifier: MIT
//
// Nodes are trees, each with one transform; scenes begin at roots; joints of a skin are
// where its mesh is.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/steps.h"

#include <string.h>

static MienStatus fail(const MieniGltfCheck *check, int node, const char *key, const char *sentence)
{
    return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("nodes[%d]%s", node, key), "%s", sentence);
}

static MienStatus no_memory(const MieniGltfCheck *check)
{
    return mieni_fail(check->error, MIEN_ERROR_MEMORY, mieni_at("nodes"), "Out of memory.");
}

static MienStatus find_parents(const MieniGltfCheck *check, int count)
{
    int *parents = check->gltf->parents;
    for (int n = 0; n < count; ++n)
        parents[n] = -1;
    for (int n = 0; n < count; ++n) {
        const MieniJson *children = mieni_json_get(mieni_gltf_item(check->gltf, "nodes", n), "children");
        for (int c = 0; children != NULL && c < children->count; ++c) {
            const int child = (int)children->items[c]->number;
            if (parents[child] >= 0)
                return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("nodes[%d].children[%d]", n, c),
                                  "The node already has a parent.");
            parents[child] = n;
        }
    }
    return MIEN_OK;
}

/// From each node up, until a root or a node that an earlier walk has come from. A walk
/// that meets itself goes round.
static MienStatus check_loops(const MieniGltfCheck *check, int count)
{
    const int *parents = check->gltf->parents;
    int *walks = mieni_arena_take(check->scratch, (size_t)count, sizeof *walks); // which walk came by, from 1
    if (walks == NULL)
        return no_memory(check);
    for (int n = 0; n < count; ++n) {
        int at = n;
        for (; at >= 0 && walks[at] == 0; at = parents[at])
            walks[at] = n + 1;
        if (at >= 0 && walks[at] == n + 1)
            return fail(check, at, ".children", "The node is below itself.");
    }
    return MIEN_OK;
}

static bool is_affine(const MieniJson *matrix)
{
    return matrix->items[3]->number == 0.0 && matrix->items[7]->number == 0.0 &&
           matrix->items[11]->number == 0.0 && matrix->items[15]->number == 1.0;
}

static MienStatus check_transform(const MieniGltfCheck *check, int n, const MieniJson *node)
{
    static const char *const keys[] = {"translation", "rotation", "scale", "matrix"};
    static const char *const places[] = {".translation", ".rotation", ".scale", ".matrix"};
    const MieniJson *matrix = mieni_json_get(node, "matrix"), *rotation = mieni_json_get(node, "rotation");
    for (int k = 0; k < 4; ++k) {
        const MieniJson *value = mieni_json_get(node, keys[k]);
        if (value == NULL)
            continue;
        if (k < 3 && matrix != NULL)
            return fail(check, n, places[k], "A node has a matrix, or translation, rotation and scale.");
        for (int i = 0; i < value->count; ++i)
            if (!(value->items[i]->number >= -(double)MIEN_MAX_LENGTH &&
                  value->items[i]->number <= (double)MIEN_MAX_LENGTH))
                return fail(check, n, places[k], "Lengths are at most a million metres.");
    }
    if (matrix != NULL && !is_affine(matrix))
        return fail(check, n, ".matrix", "The last row of a matrix must be 0, 0, 0, 1.");
    double square = rotation == NULL ? 1.0 : 0.0;
    for (int i = 0; rotation != NULL && i < 4; ++i)
        square += rotation->items[i]->number * rotation->items[i]->number;
    return square > 0.9 && square < 1.1 ? MIEN_OK : fail(check, n, ".rotation", "A rotation is of length 1.");
}

/// How many targets the primitives of a mesh have.
static int target_count(const MieniJson *mesh)
{
    const MieniJson *primitives = mieni_json_get(mesh, "primitives");
    const MieniJson *targets = mieni_json_get(primitives->items[0], "targets");
    return targets != NULL ? targets->count : 0;
}

static bool has_joints(const MieniJson *mesh)
{
    const MieniJson *primitives = mieni_json_get(mesh, "primitives");
    for (int p = 0; p < primitives->count; ++p)
        if (mieni_json_get(mieni_json_get(primitives->items[p], "attributes"), "JOINTS_0") != NULL)
            return true;
    return false;
}

static MienStatus check_mesh_of(const MieniGltfCheck *check, int n, const MieniJson *node)
{
    const MieniJson *mesh = mieni_gltf_item(check->gltf, "meshes", mieni_gltf_index(node, "mesh"));
    const MieniJson *weights = mieni_json_get(node, "weights");
    const bool is_skinned = mieni_json_get(node, "skin") != NULL;
    if (is_skinned && mesh == NULL)
        return fail(check, n, ".skin", "A skin needs a mesh.");
    if (weights != NULL && mesh == NULL)
        return fail(check, n, ".weights", "Weights need a mesh.");
    if (is_skinned && !has_joints(mesh))
        return fail(check, n, ".skin", "The node has a skin, but its mesh is bound to no joints.");
    if (weights != NULL && weights->count != target_count(mesh))
        return fail(check, n, ".weights", "There must be as many weights as the mesh has targets.");
    return MIEN_OK;
}

static MienStatus check_scenes(const MieniGltfCheck *check)
{
    const int count = mieni_gltf_count(check->gltf, "nodes");
    int *scenes = mieni_arena_take(check->scratch, (size_t)count, sizeof *scenes); // that list it, from 1
    if (scenes == NULL)
        return no_memory(check);
    for (int s = 0; s < mieni_gltf_count(check->gltf, "scenes"); ++s) {
        const MieniJson *nodes = mieni_json_get(mieni_gltf_item(check->gltf, "scenes", s), "nodes");
        for (int i = 0; nodes != NULL && i < nodes->count; ++i) {
            const int node = (int)nodes->items[i]->number;
            if (check->gltf->parents[node] >= 0 || scenes[node] == s + 1)
                return mieni_fail(
                    check->error, MIEN_ERROR_DATA, mieni_at("scenes[%d].nodes[%d]", s, i),
                    "A scene lists roots, each once; this node has a parent or is listed already.");
            scenes[node] = s + 1;
        }
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_check_nodes(const MieniGltfCheck *check)
{
    const int count = mieni_gltf_count(check->gltf, "nodes");
    MienStatus status = find_parents(check, count);
    if (status == MIEN_OK)
        status = check_loops(check, count);
    for (int n = 0; status == MIEN_OK && n < count; ++n) {
        const MieniJson *node = mieni_gltf_item(check->gltf, "nodes", n);
        status = check_transform(check, n, node);
        if (status == MIEN_OK)
            status = check_mesh_of(check, n, node);
    }
    return status == MIEN_OK ? check_scenes(check) : status;
}

static MienStatus fail_skin(const MieniGltfCheck *check, int skin, const char *key, const char *sentence)
{
    return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("skins[%d]%s", skin, key), "%s", sentence);
}

static MienStatus check_inverses(const MieniGltfCheck *check, int s, int accessor, int joint_count)
{
    static const char key[] = ".inverseBindMatrices";
    const MieniJson *json = mieni_gltf_item(check->gltf, "accessors", accessor);
    const MieniGltfLayout layout = mieni_gltf_layout(check->gltf, accessor);
    const MieniJson *view = mieni_gltf_item(check->gltf, "bufferViews", mieni_gltf_index(json, "bufferView"));
    if (layout.columns != 4 || layout.info.component_type != 5126)
        return fail_skin(check, s, key, "Inverse bind matrices are of type MAT4, of floats.");
    if (layout.info.count < joint_count)
        return fail_skin(check, s, key, "There are fewer inverse bind matrices than joints.");
    if (mieni_json_get(view, "byteStride") != NULL)
        return fail_skin(check, s, key, "Inverse bind matrices are stored without a stride.");
    for (int i = 0, cursor = 0; i < joint_count; ++i) {
        const uint8_t *element = mieni_gltf_element(&layout, i, &cursor);
        for (int c = 0; element != NULL && c < 4; ++c)
            if (mieni_gltf_raw(&layout, element, 4 * c + 3) != (c == 3 ? 1.0 : 0.0))
                return mieni_fail(check->error, MIEN_ERROR_DATA,
                                  mieni_at("accessors[%d], element %d", accessor, i),
                                  "The last row of an inverse bind matrix must be 0, 0, 0, 1.");
    }
    return MIEN_OK;
}

/// Per node, the skin that lists it as a joint and the one whose skeleton it is known to
/// be below, from 1.
typedef struct SkinMarks {
    int *joints, *below;
} SkinMarks;

/// Each node is walked over once per skin.
static bool is_below(const MieniGltfCheck *check, int node, int above, int mark, int *below)
{
    int at = node;
    while (at >= 0 && at != above && below[at] != mark)
        at = check->gltf->parents[at];
    if (at < 0)
        return false;
    for (; node != at; node = check->gltf->parents[node])
        below[node] = mark;
    return true;
}

static MienStatus check_skin(const MieniGltfCheck *check, int s, const SkinMarks *marks)
{
    const MieniJson *skin = mieni_gltf_item(check->gltf, "skins", s);
    const MieniJson *joints = mieni_json_get(skin, "joints");
    const int inverses = mieni_gltf_index(skin, "inverseBindMatrices");
    const int skeleton = mieni_gltf_index(skin, "skeleton");
    for (int j = 0; j < joints->count; ++j) {
        const int node = (int)joints->items[j]->number;
        if (marks->joints[node] == s + 1)
            return mieni_fail(check->error, MIEN_ERROR_DATA, mieni_at("skins[%d].joints[%d]", s, j),
                              "The joint is listed already.");
        marks->joints[node] = s + 1;
    }
    for (int j = 0; skeleton >= 0 && j < joints->count; ++j)
        if (!is_below(check, (int)joints->items[j]->number, skeleton, s + 1, marks->below))
            return fail_skin(check, s, ".skeleton", "The skeleton's node is not above all joints.");
    return inverses >= 0 ? check_inverses(check, s, inverses, joints->count) : MIEN_OK;
}

MienStatus mieni_gltf_check_skins(const MieniGltfCheck *check)
{
    const size_t nodes = (size_t)mieni_gltf_count(check->gltf, "nodes");
    const SkinMarks marks = {mieni_arena_take(check->scratch, nodes, sizeof(int)),
                             mieni_arena_take(check->scratch, nodes, sizeof(int))};
    if (marks.joints == NULL || marks.below == NULL)
        return no_memory(check);
    MienStatus status = MIEN_OK;
    for (int s = 0; status == MIEN_OK && s < mieni_gltf_count(check->gltf, "skins"); ++s)
        status = check_skin(check, s, &marks);
    return status;
}
