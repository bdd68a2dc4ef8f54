// SPDX-License-Identifier: MIT
//
// What differs between two meshes. Bones and morphs are compared by name; parts,
// materials, images and binds, whose names may repeat, by their place. Vertices are
// compared one by one while their number is the same: told is how many differ, and
// the most.

#include "core/float_rules.h"

#include "author/inspect/diff.h"
#include "core/square_root.h"

#include <string.h>

/// Both meshes.
typedef struct Pair {
    MieniDiff *diff;
    const MienMesh *a, *b;
    MienMeshInfo first, second;
    double extent; ///< The longest side of the box around the first.
} Pair;

/// How many of something differ enough, and by how much at most.
typedef struct Apart {
    int count;
    double most;
    bool is_below; ///< Others differ, but by too little.
} Apart;

static const char *bone_name(const void *mesh, int bone) { return mien_mesh_bone_name(mesh, bone); }

static int bone_find(const void *mesh, const char *name) { return mien_mesh_find_bone(mesh, name); }

static const char *morph_name(const void *mesh, int morph) { return mien_mesh_morph(mesh, morph).name; }

static int morph_find(const void *mesh, const char *name) { return mien_mesh_find_morph(mesh, name); }

static void note(Apart *apart, double size, double least)
{
    if (size > least) {
        ++apart->count;
        apart->most = size > apart->most ? size : apart->most;
    } else if (size > 0.0) {
        apart->is_below = true;
    }
}

static double distance(const float *a, const float *b, int count)
{
    double square = 0.0;
    for (int k = 0; k < count; ++k) {
        const double by = (double)b[k] - (double)a[k];
        square += by * by;
    }
    return mieni_sqrt(square);
}

static Apart compare_vectors(const float *a, const float *b, int count, int width, double least)
{
    Apart apart = {0};
    for (int i = 0; i < count; ++i, a += width, b += width)
        note(&apart, distance(a, b, width), least);
    return apart;
}

static Apart compare_colors(const uint16_t *a, const uint16_t *b, int count)
{
    Apart apart = {0};
    for (size_t i = 0; i < (size_t)count; ++i) {
        int most = 0;
        for (size_t k = 4 * i; k < 4 * i + 4; ++k) {
            const int by = a[k] < b[k] ? b[k] - a[k] : a[k] - b[k];
            most = by > most ? by : most;
        }
        note(&apart, most / 65535.0, 0.0);
    }
    return apart;
}

/// "12 of 37 positions move by up to 3.2 mm".
static void tell_apart(MieniDiff *diff, const Apart *apart, int of, const char *what, bool is_length)
{
    diff->below_count += apart->count == 0 && apart->is_below ? 1 : 0;
    if (apart->count == 0)
        return;
    mieni_diff_begin(diff, "", "");
    mieni_text_putf(&diff->text, "%d of %d %s by up to ", apart->count, of, what);
    if (is_length)
        mieni_say_length(&diff->text, apart->most);
    else
        mieni_say_about(&diff->text, apart->most);
    mieni_diff_end(diff, is_length ? MIEN_AUTHOR_DIFFERENCE_MOVED : MIEN_AUTHOR_DIFFERENCE_VALUE,
                   apart->most);
}

static void diff_count(MieniDiff *diff, const char *what, int first, int second)
{
    if (first != second)
        mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "%d %s, was %d", second, what, first);
}

static void diff_presence(MieniDiff *diff, const char *what, bool first, bool second)
{
    if (first != second)
        mieni_diff_say(diff, second ? MIEN_AUTHOR_DIFFERENCE_ADDED : MIEN_AUTHOR_DIFFERENCE_REMOVED, "", "",
                       "%s %s", what, second ? "added" : "removed");
}

static void diff_influences(const Pair *pair)
{
    const size_t a_stride = (size_t)pair->first.influence_stride;
    const size_t b_stride = (size_t)pair->second.influence_stride;
    int count = 0;
    for (size_t v = 0; v < (size_t)pair->first.vertex_count; ++v) {
        const uint16_t *a_binds = mien_mesh_vertex_joints(pair->a) + v * a_stride;
        const uint16_t *b_binds = mien_mesh_vertex_joints(pair->b) + v * b_stride;
        const float *a = mien_mesh_vertex_weights(pair->a) + v * a_stride;
        const float *b = mien_mesh_vertex_weights(pair->b) + v * b_stride;
        bool is_same = true;
        for (size_t i = 0; i < MIEN_MAX_INFLUENCES; ++i) {
            const float x = i < a_stride ? a[i] : 0.0f, y = i < b_stride ? b[i] : 0.0f;
            is_same = is_same && distance(&x, &y, 1) <= MIENI_LEAST_DIFFERENCE &&
                      (x == 0.0f || y == 0.0f || a_binds[i] == b_binds[i]);
        }
        count += is_same ? 0 : 1;
    }
    if (count > 0)
        mieni_diff_say(pair->diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "",
                       "%d of %d vertices have other binds or weights", count, pair->first.vertex_count);
}

static void diff_vertices(const Pair *pair)
{
    MieniDiff *diff = pair->diff;
    const MienMeshInfo *a = &pair->first, *b = &pair->second;
    diff_count(diff, "vertices", a->vertex_count, b->vertex_count);
    diff_count(diff, "triangles", a->index_count / 3, b->index_count / 3);
    diff_count(diff, "influences per vertex", a->influence_count, b->influence_count);
    diff_presence(diff, "normals", a->has_normals, b->has_normals);
    diff_presence(diff, "texture coordinates", a->has_uvs, b->has_uvs);
    diff_presence(diff, "colours", a->has_colors, b->has_colors);
    if (a->vertex_count != b->vertex_count)
        return;
    const int count = a->vertex_count;
    if (count > 0) {
        const Apart moved =
            compare_vectors(&mien_mesh_positions(pair->a)->x, &mien_mesh_positions(pair->b)->x, count, 3,
                            MIENI_LEAST_DIFFERENCE * pair->extent);
        tell_apart(diff, &moved, count, "positions move", true);
    }
    if (count > 0 && a->has_normals && b->has_normals) {
        const Apart turned = compare_vectors(&mien_mesh_normals(pair->a)->x, &mien_mesh_normals(pair->b)->x,
                                             count, 3, MIENI_LEAST_DIFFERENCE);
        tell_apart(diff, &turned, count, "normals differ", false);
    }
    if (a->has_uvs && b->has_uvs) {
        const Apart shifted =
            compare_vectors(mien_mesh_uvs(pair->a), mien_mesh_uvs(pair->b), count, 2, MIENI_LEAST_DIFFERENCE);
        tell_apart(diff, &shifted, count, "texture coordinates differ", false);
    }
    if (a->has_colors && b->has_colors) {
        const Apart painted = compare_colors(mien_mesh_colors(pair->a), mien_mesh_colors(pair->b), count);
        tell_apart(diff, &painted, count, "colours differ", false);
    }
    diff_influences(pair);
    if (a->index_count == b->index_count && memcmp(mien_mesh_indices(pair->a), mien_mesh_indices(pair->b),
                                                   (size_t)a->index_count * sizeof(uint32_t)) != 0)
        mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "the triangles join other vertices");
}

/// A name that changed at its place: "part face: was called chin".
static void diff_name(MieniDiff *diff, const char *noun, const char *first, const char *second)
{
    if (strcmp(first, second) != 0)
        mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, noun, second, "was called %s", first);
}

static const char *material_name(const MienMesh *mesh, int material)
{
    return material >= 0 ? mien_mesh_material(mesh, material).name : "none";
}

static const char *image_name(const MienMesh *mesh, int image)
{
    return image >= 0 ? mien_mesh_image_name(mesh, image) : "none";
}

static void diff_parts(const Pair *pair)
{
    MieniDiff *diff = pair->diff;
    diff_count(diff, "parts", pair->first.submesh_count, pair->second.submesh_count);
    for (int p = 0; p < pair->first.submesh_count && p < pair->second.submesh_count; ++p) {
        const MienSubmesh a = mien_mesh_submesh(pair->a, p), b = mien_mesh_submesh(pair->b, p);
        const char *was = material_name(pair->a, a.material), *is = material_name(pair->b, b.material);
        diff_name(diff, "part", a.name, b.name);
        if (a.index_count != b.index_count)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "part", b.name, "%d triangles, was %d",
                           b.index_count / 3, a.index_count / 3);
        if ((a.material < 0) != (b.material < 0) || strcmp(was, is) != 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "part", b.name, "material %s, was %s", is,
                           was);
    }
}

static void diff_materials(const Pair *pair)
{
    static const char *const channels[4] = {"red", "green", "blue", "opacity"};
    MieniDiff *diff = pair->diff;
    diff_count(diff, "materials", pair->first.material_count, pair->second.material_count);
    for (int m = 0; m < pair->first.material_count && m < pair->second.material_count; ++m) {
        const MienMeshMaterial a = mien_mesh_material(pair->a, m), b = mien_mesh_material(pair->b, m);
        const char *was = image_name(pair->a, a.image), *is = image_name(pair->b, b.image);
        diff_name(diff, "material", a.name, b.name);
        for (int k = 0; k < 4; ++k)
            mieni_diff_value(diff, "material", b.name, channels[k], (double)a.base_color[k],
                             (double)b.base_color[k]);
        mieni_diff_value(diff, "material", b.name, "roughness", (double)a.roughness, (double)b.roughness);
        mieni_diff_value(diff, "material", b.name, "metallic", (double)a.metallic, (double)b.metallic);
        if (strcmp(was, is) != 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "material", b.name, "image %s, was %s", is,
                           was);
    }
    diff_count(diff, "images", pair->first.image_count, pair->second.image_count);
}

static void diff_bones(const Pair *pair)
{
    MieniDiff *diff = pair->diff;
    const MieniDiffNames names = {
        "bone", pair->a, pair->b, pair->first.bone_count, pair->second.bone_count, bone_name, bone_find};
    const int *to_second = mieni_diff_names(diff, &names);
    for (int i = 0; to_second != NULL && i < names.first_count; ++i) {
        const int j = to_second[i];
        const bool had = i < pair->first.rest_pose_count, has = j < pair->second.rest_pose_count;
        const char *name = mien_mesh_bone_name(pair->a, i);
        if (j < 0)
            continue;
        if (had && has) {
            const MieniPlace from = mieni_place_of(&mien_mesh_rest_pose(pair->a)[i]);
            const MieniPlace to = mieni_place_of(&mien_mesh_rest_pose(pair->b)[j]);
            mieni_diff_places(diff, "bone", name, "", &from, &to, pair->extent);
        } else if (had != has) {
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "bone", name,
                           has ? "has a place of its own" : "is where the skeleton has it");
        }
    }
    diff_count(diff, "binds", pair->first.joint_count, pair->second.joint_count);
    for (int i = 0; i < pair->first.joint_count && i < pair->second.joint_count; ++i) {
        const MienMeshJoint a = mien_mesh_joint(pair->a, i), b = mien_mesh_joint(pair->b, i);
        const char *was = mien_mesh_bone_name(pair->a, a.bone), *is = mien_mesh_bone_name(pair->b, b.bone);
        const double by = distance(a.inverse.m, b.inverse.m, 12);
        if (strcmp(was, is) != 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "bind of", is, "was of %s", was);
        else if (by > MIENI_LEAST_DIFFERENCE)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "bind of", is,
                           "the mesh is bound elsewhere");
        else
            diff->below_count += by > 0.0 ? 1 : 0;
    }
}

/// Offsets of two morphs, vertex by vertex; what one does not move it moves by 0.
static void compare_offsets(const MienMorph *a, const MienMorph *b, bool of_normals, double least,
                            Apart *apart)
{
    static const MienVec3 still = {0.0f, 0.0f, 0.0f};
    for (int i = 0, j = 0; i < a->vertex_count || j < b->vertex_count;) {
        const uint32_t x = i < a->vertex_count ? a->vertices[i] : UINT32_MAX;
        const uint32_t y = j < b->vertex_count ? b->vertices[j] : UINT32_MAX;
        const MienVec3 *from = of_normals ? a->normals : a->positions;
        const MienVec3 *to = of_normals ? b->normals : b->positions;
        const MienVec3 *p = x <= y && from != NULL ? &from[i] : &still;
        const MienVec3 *q = y <= x && to != NULL ? &to[j] : &still;
        note(apart, distance(&p->x, &q->x, 3), least);
        i += x <= y ? 1 : 0;
        j += y <= x ? 1 : 0;
    }
}

static void diff_morph(const Pair *pair, const MienMorph *a, const MienMorph *b)
{
    MieniDiff *diff = pair->diff;
    Apart positions = {0}, normals = {0};
    mieni_diff_value(diff, "morph", b->name, "weight", (double)a->weight, (double)b->weight);
    if (pair->first.vertex_count != pair->second.vertex_count) {
        if (a->vertex_count != b->vertex_count)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "morph", b->name,
                           "number of vertices moved %d, was %d", b->vertex_count, a->vertex_count);
        return;
    }
    compare_offsets(a, b, false, MIENI_LEAST_DIFFERENCE * pair->extent, &positions);
    compare_offsets(a, b, true, MIENI_LEAST_DIFFERENCE, &normals);
    diff->below_count += (positions.count == 0 && positions.is_below ? 1 : 0) +
                         (normals.count == 0 && normals.is_below ? 1 : 0);
    if (positions.count > 0) {
        mieni_diff_begin(diff, "morph", b->name);
        mieni_text_putf(&diff->text, "moves %d vertices otherwise, by up to ", positions.count);
        mieni_say_length(&diff->text, positions.most);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_MOVED, positions.most);
    }
    if (normals.count > 0) {
        mieni_diff_begin(diff, "morph", b->name);
        mieni_text_putf(&diff->text, "turns %d normals otherwise, by up to ", normals.count);
        mieni_say_about(&diff->text, normals.most);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_VALUE, normals.most);
    }
}

static void diff_morphs(const Pair *pair)
{
    const MieniDiffNames names = {
        "morph", pair->a, pair->b, pair->first.morph_count, pair->second.morph_count, morph_name, morph_find};
    const int *to_second = mieni_diff_names(pair->diff, &names);
    for (int i = 0; to_second != NULL && i < names.first_count; ++i) {
        const MienMorph a = mien_mesh_morph(pair->a, i), b = mien_mesh_morph(pair->b, to_second[i]);
        if (to_second[i] >= 0)
            diff_morph(pair, &a, &b);
    }
    mieni_diff_order(pair->diff, to_second, names.first_count, "morphs");
}

void mieni_diff_meshes(MieniDiff *diff, const MieniPackView *first, const MieniPackView *second)
{
    Pair pair = {.diff = diff,
                 .a = first->mesh,
                 .b = second->mesh,
                 .first = mien_mesh_info(first->mesh),
                 .second = mien_mesh_info(second->mesh)};
    const float *min = &pair.first.min.x, *max = &pair.first.max.x;
    for (int k = 0; k < 3; ++k) {
        const double side = (double)max[k] - (double)min[k];
        pair.extent = side > pair.extent ? side : pair.extent;
    }
    diff_vertices(&pair);
    diff_parts(&pair);
    diff_materials(&pair);
    diff_bones(&pair);
    diff_morphs(&pair);
}
