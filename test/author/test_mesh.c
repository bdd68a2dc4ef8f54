// SPDX-License-Identifier: MIT
//
// What a mesh must be to be cooked.

#include "support/check.h"
#include "support/ledger.h"
#include "support/mesh_changes.h"
#include "support/random.h"

#include <math.h>

static void check_refused(const Changeable *c, MienStatus status, const char *place, int line)
{
    MienError error = {0}, cooking = {0};
    MienAuthorPack pack = {0};
    const MienStatus checked = mien_author_mesh_check(&c->mesh, &error);
    const MienStatus cooked = mien_author_mesh_cook(&c->mesh, NULL, &pack, &cooking);
    if (checked != status || strcmp(error.location, place) != 0)
        printf("line %d: %s, %s: %s\n", line, mien_status_name(checked), error.location, error.message);
    CHECK(checked == status && error.status == status);
    CHECK_STR(error.location, place);
    CHECK(error.message[0] != '\0');
    CHECK(cooked == checked && pack.data == NULL && strcmp(error.location, cooking.location) == 0);
    mien_author_pack_release(&pack);
}

/// Changes a sound mesh in one way, which must be refused at a place.
#define REFUSED(change, status, place)                                                                       \
    do {                                                                                                     \
        Changeable c = changeable();                                                                         \
        c.change;                                                                                            \
        check_refused(&c, status, place, __LINE__);                                                          \
        changeable_free(&c);                                                                                 \
    } while (0)

TEST(vertices_are_checked)
{
    REFUSED(positions[3].y = NAN, MIEN_ERROR_DATA, "positions[3]");
    REFUSED(positions[3].y = 1.1e6f, MIEN_ERROR_DATA, "positions[3]");
    REFUSED(normals[4].z = INFINITY, MIEN_ERROR_DATA, "normals[4]");
    REFUSED(normals[4].z = 2.5f, MIEN_ERROR_DATA, "normals[4]");
    REFUSED(uvs[5] = NAN, MIEN_ERROR_DATA, "uvs[2]");
    REFUSED(weights[3] += 0.01f, MIEN_ERROR_DATA, "vertex_weights[1]");
    REFUSED(weights[3] = NAN, MIEN_ERROR_DATA, "vertex_weights[1]");
    REFUSED(weights[5] = -0.5f, MIEN_ERROR_DATA, "vertex_weights[1]");
    REFUSED(vertex_joints[3] = 9, MIEN_ERROR_DATA, "vertex_joints[1]");
    REFUSED(indices[7] = 37, MIEN_ERROR_DATA, "indices[7]");
}

/// Every number is a colour, and there may be none.
TEST(colors_are_taken_as_they_are)
{
    Changeable c = changeable();
    for (int i = 0; i < 4 * c.mesh.vertex_count; ++i)
        c.colors[i] = (uint16_t)(i * 1777);
    Pack pack = cook_mesh(&c.mesh);
    CHECK(memcmp(pack_at(&pack, "VCOL", 0), c.colors, 8 * (size_t)c.mesh.vertex_count) == 0);
    CHECK_INT(pack_count(&pack, "VCOL"), c.mesh.vertex_count);
    pack_free(&pack);
    c.mesh.colors = NULL;
    pack = cook_mesh(&c.mesh);
    CHECK_INT(pack_count(&pack, "VCOL"), 0);
    pack_free(&pack);
    changeable_free(&c);
}

TEST(lists_are_checked)
{
    REFUSED(parts[1].first_index = 0, MIEN_ERROR_DATA, "submeshes[1]");
    REFUSED(parts[1].index_count -= 1, MIEN_ERROR_DATA, "submeshes[1]");
    REFUSED(parts[1].index_count = -3, MIEN_ERROR_DATA, "submeshes[1]");
    REFUSED(parts[2].index_count -= 3, MIEN_ERROR_DATA, "submeshes");
    REFUSED(parts[1].material = 2, MIEN_ERROR_DATA, "submeshes[1].material");
    REFUSED(parts[1].name = "", MIEN_ERROR_DATA, "submeshes[1].name");
    REFUSED(materials[1].image = 1, MIEN_ERROR_DATA, "materials[1].image");
    REFUSED(materials[1].roughness = NAN, MIEN_ERROR_DATA, "materials[1]");
    REFUSED(materials[1].name = NULL, MIEN_ERROR_DATA, "materials[1].name");
    REFUSED(images[0].name = " a", MIEN_ERROR_DATA, "images[0].name");
    REFUSED(binds[2].inverse[7] = NAN, MIEN_ERROR_DATA, "joints[2].inverse");
    REFUSED(binds[2].bone = "a\nb", MIEN_ERROR_DATA, "joints[2].bone");
    REFUSED(bones[1].rest.rotation.w = 3.0f, MIEN_ERROR_DATA, "bones[1].rest");
    REFUSED(bones[1].name = "", MIEN_ERROR_DATA, "bones[1].name");
    REFUSED(bones[1].name = c.bones[0].name, MIEN_ERROR_DATA, "bones[1].name");
}

TEST(morphs_are_checked)
{
    REFUSED(morph_vertices[1] = c.morph_vertices[0], MIEN_ERROR_DATA, "morphs[1].vertices[1]");
    REFUSED(morph_vertices[1] = 37, MIEN_ERROR_DATA, "morphs[1].vertices[1]");
    REFUSED(morph_positions[1].x = NAN, MIEN_ERROR_DATA, "morphs[1].positions[1]");
    REFUSED(morph_normals[1].x = NAN, MIEN_ERROR_DATA, "morphs[1].normals[1]");
    REFUSED(morphs[1].weight = 1001.0f, MIEN_ERROR_DATA, "morphs[1].weight");
    REFUSED(morphs[1].name = c.morphs[0].name, MIEN_ERROR_DATA, "morphs[1].name");
    REFUSED(morphs[1].name = "", MIEN_ERROR_DATA, "morphs[1].name");
    REFUSED(morphs[1].count = -1, MIEN_ERROR_ARGUMENT, "morphs[1].vertices");
    REFUSED(morphs[1].positions = NULL, MIEN_ERROR_ARGUMENT, "morphs[1].vertices");
    REFUSED(mesh.normals = NULL, MIEN_ERROR_DATA, "morphs[0].normals");
}

TEST(counts_are_checked)
{
    REFUSED(mesh.vertex_count = MIEN_MAX_VERTICES + 1, MIEN_ERROR_LIMIT, "positions");
    REFUSED(mesh.vertex_count = -1, MIEN_ERROR_LIMIT, "positions");
    REFUSED(mesh.positions = NULL, MIEN_ERROR_ARGUMENT, "positions");
    REFUSED(mesh.vertex_weights = NULL, MIEN_ERROR_ARGUMENT, "vertex_weights");
    REFUSED(mesh.influence_count = 9, MIEN_ERROR_LIMIT, "influence_count");
    REFUSED(mesh.influence_count = 0, MIEN_ERROR_LIMIT, "influence_count");
    REFUSED(mesh.joint_count = MIEN_MAX_JOINTS + 1, MIEN_ERROR_LIMIT, "joints");
    REFUSED(mesh.morph_count = MIEN_MAX_MORPHS + 1, MIEN_ERROR_LIMIT, "morphs");
    REFUSED(mesh.bone_count = -1, MIEN_ERROR_LIMIT, "bones");
    REFUSED(mesh.index_count = MIEN_MAX_INDICES + 1, MIEN_ERROR_LIMIT, "indices");
    MienAuthorPack pack = {0};
    CHECK_STATUS(mien_author_mesh_check(NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_mesh_cook(NULL, NULL, &pack, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_mesh_cook(&(MienAuthorMesh){0}, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

/// The bytes that version 2 has always had for the small mesh.
TEST(the_same_bytes_everywhere)
{
    Pack pack = mesh_pack(&small_body, &small_mesh), again = mesh_pack(&small_body, &small_mesh);
    CHECK(pack.size == again.size && memcmp(pack.data, again.data, pack.size) == 0);
    MieniSha256 hash;
    char text[65];
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, pack.data, pack.size);
    hash_text(&hash, text);
    CHECK_STR(text, "a7f5102448a249817d1e1d0fac39baa87cc983e97ec469670bfca49c23e790b2");
    pack_free(&pack);
    pack_free(&again);
}

static MienStatus call_cook(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorPack pack = {0};
    const MienStatus status = mien_author_mesh_cook(given, allocator, &pack, error);
    *out_is_empty = pack.data == NULL;
    mien_author_pack_release(&pack);
    return status;
}

TEST(memory_may_run_out)
{
    MeshSample made = mesh_sample(&small_body, &small_mesh);
    check_call("mesh cook", call_cook, made.mesh);
    mesh_sample_free(&made);
}

CHECK_MAIN
{
    RUN(vertices_are_checked);
    RUN(colors_are_taken_as_they_are);
    RUN(lists_are_checked);
    RUN(morphs_are_checked);
    RUN(counts_are_checked);
    RUN(the_same_bytes_everywhere);
    RUN(memory_may_run_out);
}
