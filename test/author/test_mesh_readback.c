// SPDX-License-Identifier: MIT
//
// Meshes read back: one thing is changed, and what is said about it compared; every
// line of the text of a small one.

#include "support/check.h"
#include "support/ledger.h"
#include "support/mesh_changes.h"

#include "mien_author/bundle.h"
#include "mien_author/pack_diff.h"
#include "mien_author/pack_text.h"

static void check_difference(const Changeable *c, const char *lines, int below, int line)
{
    Pack was = mesh_pack(&small_body, &small_mesh), is = cook_mesh(&c->mesh);
    MienAuthorPackDiff *diff = NULL;
    char text[4096] = "";
    const MienAuthorPackPair packs = {was.data, was.size, is.data, is.size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, NULL), MIEN_OK);
    for (int i = 0; diff != NULL && i < diff->count; ++i) {
        const MienAuthorDifference *item = &diff->items[i];
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s%s\n", item->subject,
                 item->subject[0] != '\0' ? ": " : "", item->text);
    }
    if (diff == NULL || strcmp(text, lines) != 0 || diff->below_count != below)
        printf("line %d, below %d:\n", line, diff != NULL ? diff->below_count : -1);
    CHECK_STR(text, lines);
    CHECK_INT(diff != NULL ? diff->below_count : -1, below);
    mien_author_pack_diff_destroy(diff);
    pack_free(&was);
    pack_free(&is);
}

/// Changes a mesh in one way, and compares what is said.
#define DIFFERS(change, lines, below)                                                                        \
    do {                                                                                                     \
        Changeable c = changeable();                                                                         \
        c.change;                                                                                            \
        check_difference(&c, lines, below, __LINE__);                                                        \
        changeable_free(&c);                                                                                 \
    } while (0)

static void put_apart(Changeable *c)
{
    c->positions[3].x += 0.002f;
    c->positions[5].y -= 0.003f;
    c->positions[6].y += 1e-7f;
}

static void cut_short(Changeable *c)
{
    c->mesh.vertex_count = 36;
    c->mesh.index_count = c->mesh.submesh_count = 0;
    c->mesh.morph_count = 1;
    c->morphs[0].count = 1;
}

static void lose_normals(Changeable *c)
{
    c->mesh.normals = NULL;
    c->mesh.uvs = NULL;
    c->mesh.morph_count = 0;
}

static void turn_triangle(Changeable *c)
{
    const uint32_t first = c->indices[0];
    c->indices[0] = c->indices[1];
    c->indices[1] = first;
}

static void move_parts(Changeable *c)
{
    c->parts[1].index_count -= 3;
    c->parts[2].first_index -= 3;
    c->parts[2].index_count += 3;
    c->parts[2].name = "chin";
    c->parts[1].material = -1;
}

static void swap_weights(Changeable *c)
{
    const float first = c->weights[3];
    c->weights[3] = c->weights[4];
    c->weights[4] = first;
}

static void move_bones(Changeable *c)
{
    c->bones[0].rest.translation.y += 0.004f;
    c->mesh.bone_count -= 1;
    c->binds[2].inverse[3] += 0.5f;
    c->binds[8].bone = c->binds[7].bone;
}

static void rename_morph(Changeable *c)
{
    c->morphs[2].name = "wink";
    c->morphs[6].weight = 0.5f;
}

static void bend_morph(Changeable *c)
{
    c->morph_positions[0].z += 0.0015f;
    c->morph_normals[0].z += 0.25f;
    c->morphs[1].count -= 1; // the last one moves no more
}

TEST(what_differs)
{
    DIFFERS(mesh.joint_count += 0, "", 0);
    DIFFERS(positions[6].y += 1e-7f, "", 1);
    DIFFERS(normals[6].y += 0.125f, "1 of 37 normals differ by up to 0.13\n", 0);
    DIFFERS(uvs[3] += 0.25f, "1 of 37 texture coordinates differ by up to 0.25\n", 0);
    DIFFERS(colors[7] += 1, "1 of 37 colours differ by up to 0.000015\n", 0);
    DIFFERS(colors[0] = c.colors[6] = 32768, "2 of 37 colours differ by up to 0.50\n", 0);
    DIFFERS(mesh.colors = NULL, "colours removed\n", 0);
    DIFFERS(materials[0].roughness = 0.5f, "material skin: roughness 0.500, was 0.600\n", 0);
    DIFFERS(materials[0].base_color[1] = 0.5f, "material skin: green 0.500, was 0.600\n", 0);
    DIFFERS(materials[1].image = 0, "material lips: image faces/skin.png, was none\n", 0);
    DIFFERS(materials[1].name = "mouth",
            "part face: material mouth, was lips\nmaterial mouth: was called lips\n", 0);
    DIFFERS(images[0].name = "b.png", "material skin: image b.png, was faces/skin.png\n", 0);
}

typedef struct Change {
    void (*apply)(Changeable *c);
    const char *lines;
} Change;

TEST(what_differs_much)
{
#define REMOVED(name) "morph " name ": removed\n"
#define MOST_REMOVED                                                                                         \
    REMOVED("pose_001")                                                                                      \
    REMOVED("pose_002")                                                                                      \
    REMOVED("pose_003") REMOVED("curve_000") REMOVED("curve_001") REMOVED("curve_002") REMOVED("morph_7")
    static const Change changes[] = {
        {put_apart, "2 of 37 positions move by up to 3.0 mm\n"},
        {turn_triangle, "the triangles join other vertices\n"},
        {move_parts, "part face: 15 triangles, was 16\npart face: material none, was skin\n"
                     "part chin: was called face\npart chin: 19 triangles, was 18\n"},
        {swap_weights, "1 of 37 vertices have other binds or weights\n"},
        {move_bones, "bone bone_008: removed\nbone bone_001: moves 4.0 mm (0.0, 4.0, 0.0)\n"
                     "bone bone_007: is where the skeleton has it\n"
                     "bind of bone_002: the mesh is bound elsewhere\nbind of bone_007: was of bone_008\n"},
        {rename_morph, "morph pose_002: removed\nmorph wink: added\n"
                       "morph curve_002: weight 0.500, was 0.250\n"},
        {bend_morph, "morph pose_001: moves 2 vertices otherwise, by up to 1.5 mm\n"
                     "morph pose_001: turns 2 normals otherwise, by up to 0.25\n"},
        {lose_normals, "normals removed\ntexture coordinates removed\n" REMOVED("pose_000") MOST_REMOVED},
        {cut_short, "36 vertices, was 37\n0 triangles, was 50\n0 parts, was 3\n" MOST_REMOVED
                    "morph pose_000: number of vertices moved 1, was 9\n"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        Changeable c = changeable();
        changes[i].apply(&c);
        check_difference(&c, changes[i].lines, 0, (int)i);
        changeable_free(&c);
    }
}

/// The other way round: what was the skeleton's is the mesh's own.
TEST(bones_of_their_own)
{
    Changeable c = changeable();
    move_bones(&c);
    Pack was = cook_mesh(&c.mesh), is = mesh_pack(&small_body, &small_mesh);
    MienAuthorPackDiff *diff = NULL;
    bool is_said = false;
    const MienAuthorPackPair packs = {was.data, was.size, is.data, is.size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, NULL), MIEN_OK);
    for (int i = 0; diff != NULL && i < diff->count; ++i)
        is_said = is_said || strcmp(diff->items[i].text, "has a place of its own") == 0;
    CHECK(is_said);
    mien_author_pack_diff_destroy(diff);
    pack_free(&was);
    pack_free(&is);
    changeable_free(&c);
}

TEST(text)
{
    static const MienVec3 positions[3] = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.5f, 0.0f}};
    static const MienVec3 normals[3] = {{0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f}};
    static const float uvs[6] = {0.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.25f};
    static const uint16_t colors[12] = {0, 1, 2, 3, 65535, 65535, 65535, 65535, 7, 6, 5, 4};
    static const uint16_t vertex_joints[6] = {0, 1, 0, 0, 1, 0};
    static const float weights[6] = {0.25f, 0.75f, 1.0f, 0.0f, 1.0f, 0.0f};
    static const MienAuthorMeshJoint binds[2] = {{"head", {1, 0, 0, 0, 0, 1, 0, -1.5f, 0, 0, 1, 0}},
                                                 {"jaw", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}};
    static const uint32_t indices[3] = {0, 1, 2}, moved[1] = {2};
    static const MienAuthorSubmesh part = {"skin \"a\"", 0, 0, 3};
    static const MienVec3 offset = {0.0f, 0.5f, 0.0f}, turn = {0.125f, 0.0f, 0.0f};
    static const MienAuthorMorph morphs[2] = {{"smile", 0.5f, 1, moved, &offset, &turn},
                                              {"still", 0.0f, 0, NULL, NULL, NULL}};
    static const MienAuthorMeshBone bone = {
        "jaw", {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, -0.5f, 0.0f}, 0.0f, {1.0f, 1.0f, 1.0f}, 0.0f}};
    static const MienAuthorMaterial material = {"red", {1.0f, 0.0f, 0.0f, 1.0f}, 0.5f, 0.25f, 0};
    static const MienAuthorImage image = {"a.png"};
    const MienAuthorMesh mesh = {3,     positions, normals, uvs,   colors, 2, vertex_joints, weights, 2,
                                 binds, 3,         indices, 1,     &part,  2, morphs,        1,       &bone,
                                 1,     &material, 1,       &image};
    Pack pack = cook_mesh(&mesh);
    MienAuthorText text = {0};
    CHECK_STATUS(mien_author_pack_text(pack.data, pack.size, NULL, &text, NULL), MIEN_OK);
    CHECK_STR(text.text, "mien mesh 2\n"
                         "vertices 3 triangles 1 influences 2\n"
                         "bone \"jaw\" q 0 0 0 1 t 0 -0.5 0 s 1 1 1\n"
                         "bone \"head\"\n"
                         "bind \"head\" 1 0 0 0 0 1 0 -1.5 0 0 1 0\n"
                         "bind \"jaw\" 1 0 0 0 0 1 0 0 0 0 1 0\n"
                         "image \"a.png\"\n"
                         "material \"red\" color 1 0 0 1 roughness 0.5 metallic 0.25 image \"a.png\"\n"
                         "vertex 0 0 0 normal 0 0 1 uv 0 1 color 0 1 2 3 bind 0 0.25 bind 1 0.75\n"
                         "vertex 1 0 0 normal 0 0 1 uv 1 1 color 65535 65535 65535 65535 bind 0 1\n"
                         "vertex 0 1.5 0 normal 0 0 1 uv 0 0.25 color 7 6 5 4 bind 1 1\n"
                         "part \"skin \\\"a\\\"\" material 0\n"
                         "  triangle 0 1 2\n"
                         "morph \"smile\" weight 0.5\n"
                         "  vertex 2 0 0.5 0 normal 0.125 0 0\n"
                         "morph \"still\" weight 0\n");
    mien_author_text_release(&text);
    pack_free(&pack);
}

/// A mesh of a single point, as a marker is.
TEST(single_points_differ)
{
    static const MienVec3 places[2] = {{0, 0, 0}, {0.5f, 0, 0}};
    MienAuthorPack packs[2] = {{0}, {0}};
    MienAuthorPackDiff *diff = NULL;
    for (int i = 0; i < 2; ++i) {
        const uint16_t bind = 0;
        const float weight = 1;
        const MienAuthorMeshJoint head = {"head", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
        const MienAuthorMesh mesh = {.vertex_count = 1,
                                     .positions = &places[i],
                                     .influence_count = 1,
                                     .vertex_joints = &bind,
                                     .vertex_weights = &weight,
                                     .joint_count = 1,
                                     .joints = &head};
        MienError error = {0};
        CHECK_STATUS(mien_author_mesh_cook(&mesh, NULL, &packs[i], &error), MIEN_OK);
        CHECK_STR(error.message, "");
    }
    const MienAuthorPackPair pair = {packs[0].data, packs[0].size, packs[1].data, packs[1].size};
    CHECK_STATUS(mien_author_pack_diff(&pair, NULL, &diff, NULL), MIEN_OK);
    CHECK(diff != NULL && diff->count == 1);
    if (diff != NULL && diff->count == 1)
        CHECK_STR(diff->items[0].text, "1 of 1 positions move by up to 500.0 mm");
    mien_author_pack_diff_destroy(diff);
    for (int i = 0; i < 2; ++i)
        mien_author_pack_release(&packs[i]);
}

TEST(bundles_may_hold_meshes)
{
    Pack pack = mesh_pack(&small_body, &small_mesh);
    const MienAuthorBundleMember member = {"faces/ada.mesh", pack.data, pack.size};
    const MienAuthorBundle description = {1, &member};
    MienAuthorPack bytes = {0};
    MienBundle *bundle = NULL;
    MienMesh *mesh = NULL;
    CHECK_STATUS(mien_author_bundle_cook(&description, NULL, &bytes, NULL), MIEN_OK);
    CHECK_STATUS(
        mien_bundle_load(bytes.data, bytes.size, &(MienLoadOptions){.borrow_data = true}, &bundle, NULL),
        MIEN_OK);
    const MienBundleMember found = mien_bundle_member(bundle, mien_bundle_find(bundle, "faces/ada.mesh"));
    CHECK_INT(found.kind, MIEN_PACK_MESH);
    const MienLoadOptions in_place = {.borrow_data = true, .trust_hash = true};
    CHECK_STATUS(mien_mesh_load(found.data, found.size, &in_place, &mesh, NULL), MIEN_OK);
    CHECK_INT(mien_mesh_info(mesh).vertex_count, 37);
    mien_mesh_destroy(mesh);
    mien_bundle_destroy(bundle);
    mien_author_pack_release(&bytes);
    pack_free(&pack);
}

static MienStatus diff_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *packs = given;
    MienAuthorPackDiff *diff = NULL;
    const MienAuthorPackPair pair = {packs[0].data, packs[0].size, packs[1].data, packs[1].size};
    const MienStatus status = mien_author_pack_diff(&pair, allocator, &diff, error);
    *out_is_empty = diff == NULL;
    mien_author_pack_diff_destroy(diff);
    return status;
}

static MienStatus text_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *pack = given;
    MienAuthorText text = {0};
    const MienStatus status = mien_author_pack_text(pack->data, pack->size, allocator, &text, error);
    *out_is_empty = text.text == NULL;
    mien_author_text_release(&text);
    return status;
}

TEST(memory)
{
    MienSampleMeshOptions other = small_mesh;
    other.morph_count = 3;
    other.vertex_count = 40;
    Pack packs[2] = {mesh_pack(&small_body, &small_mesh), mesh_pack(&small_body, &other)};
    check_call("meshes", diff_with, packs);
    check_call("text", text_with, &packs[0]);
    pack_free(&packs[0]);
    pack_free(&packs[1]);
}

CHECK_MAIN
{
    RUN(what_differs);
    RUN(what_differs_much);
    RUN(bones_of_their_own);
    RUN(text);
    RUN(single_points_differ);
    RUN(bundles_may_hold_meshes);
    RUN(memory);
}
