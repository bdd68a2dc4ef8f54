// SPDX-License-Identifier: MIT
//
// Loading, reading and binding meshes.

#include "support/check.h"
#include "support/ledger.h"
#include "support/meshes.h"

static void check_bind_rows(const BoundMesh *b)
{
    const MienAuthorMesh *mesh = b->made.mesh;
    const int given = mesh->influence_count, stride = b->info.influence_stride;
    const uint16_t *binds = mien_mesh_vertex_joints(b->mesh);
    const float *weights = mien_mesh_vertex_weights(b->mesh);
    for (int v = 0; v < mesh->vertex_count; ++v) {
        for (int i = 0; i < stride; ++i) {
            const float weight = i < given ? mesh->vertex_weights[v * given + i] : 0.0f;
            CHECK(weights[v * stride + i] == weight);
            CHECK_INT(binds[v * stride + i],
                      weight > 0.0f ? mesh->vertex_joints[v * given + i] : binds[v * stride]);
        }
    }
}

TEST(what_was_cooked_is_read)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    const MienAuthorMesh *mesh = b.made.mesh;
    const size_t count = (size_t)mesh->vertex_count;
    CHECK_INT(b.info.vertex_count, mesh->vertex_count);
    CHECK_INT(b.info.index_count, mesh->index_count);
    CHECK_INT(b.info.influence_count, 3);
    CHECK_INT(b.info.influence_stride, 4);
    CHECK_INT(b.info.joint_count, mesh->joint_count);
    CHECK_INT(b.info.bone_count, b.made.skeleton->bone_count);
    CHECK_INT(b.info.rest_pose_count, mesh->bone_count);
    CHECK_INT(b.info.morph_count, mesh->morph_count);
    CHECK_INT(b.info.submesh_count, mesh->submesh_count);
    CHECK(b.info.has_normals && b.info.has_uvs && b.info.has_colors);
    CHECK(memcmp(mien_mesh_positions(b.mesh), mesh->positions, count * sizeof(MienVec3)) == 0);
    CHECK(memcmp(mien_mesh_normals(b.mesh), mesh->normals, count * sizeof(MienVec3)) == 0);
    CHECK(memcmp(mien_mesh_uvs(b.mesh), mesh->uvs, count * 2 * sizeof(float)) == 0);
    CHECK(memcmp(mien_mesh_colors(b.mesh), mesh->colors, count * 4 * sizeof(uint16_t)) == 0);
    CHECK(mien_mesh_colors(b.mesh) == (const void *)pack_at(&b.pack, "VCOL", 0)); // in place
    CHECK(memcmp(mien_mesh_indices(b.mesh), mesh->indices, (size_t)mesh->index_count * 4) == 0);
    CHECK(mien_mesh_positions(b.mesh) == (const void *)pack_at(&b.pack, "VPOS", 0)); // in place
    check_bind_rows(&b);
    int moved = 0;
    for (int m = 0; m < mesh->morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(b.mesh, m);
        const MienAuthorMorph *given = &mesh->morphs[m];
        const size_t size = (size_t)given->count * sizeof(MienVec3);
        CHECK_STR(morph.name, given->name);
        CHECK(morph.weight == given->weight);
        CHECK_INT(morph.vertex_count, given->count);
        CHECK(memcmp(morph.vertices, given->vertices, (size_t)given->count * 4) == 0);
        CHECK(memcmp(morph.positions, given->positions, size) == 0);
        CHECK((morph.normals == NULL) == (given->normals == NULL));
        CHECK(morph.normals == NULL || memcmp(morph.normals, given->normals, size) == 0);
        CHECK_INT(mien_mesh_find_morph(b.mesh, given->name), m);
        moved += given->count;
    }
    CHECK_INT(b.info.morph_vertex_count, moved);
    bound_mesh_free(&b);
}

TEST(parts_materials_and_bones_are_read)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    const MienAuthorMesh *mesh = b.made.mesh;
    for (int p = 0; p < mesh->submesh_count; ++p) {
        const MienSubmesh part = mien_mesh_submesh(b.mesh, p);
        CHECK_STR(part.name, mesh->submeshes[p].name); // two have the same
        CHECK_INT(part.material, mesh->submeshes[p].material);
        CHECK_INT(part.first_index, mesh->submeshes[p].first_index);
        CHECK_INT(part.index_count, mesh->submeshes[p].index_count);
    }
    const MienMeshMaterial lips = mien_mesh_material(b.mesh, 1);
    CHECK_STR(lips.name, "lips");
    CHECK(lips.base_color[0] == 0.7f && lips.base_color[3] == 1.0f && lips.roughness == 0.4f);
    CHECK_INT(lips.image, -1);
    CHECK_INT(mien_mesh_material(b.mesh, 0).image, 0);
    CHECK_STR(mien_mesh_image_name(b.mesh, 0), "faces/skin.png");
    for (int r = 0; r < mesh->bone_count; ++r) {
        CHECK_STR(mien_mesh_bone_name(b.mesh, r), mesh->bones[r].name);
        CHECK(memcmp(&mien_mesh_rest_pose(b.mesh)[r], &mesh->bones[r].rest, sizeof(MienTransform)) == 0);
    }
    for (int i = 0; i < mesh->joint_count; ++i) {
        const MienMeshJoint bind = mien_mesh_joint(b.mesh, i);
        CHECK_STR(mien_mesh_bone_name(b.mesh, bind.bone), mesh->joints[i].bone);
        CHECK_INT(mien_mesh_find_bone(b.mesh, mesh->joints[i].bone), bind.bone);
        CHECK(memcmp(bind.inverse.m, mesh->joints[i].inverse, sizeof bind.inverse.m) == 0);
    }
    bound_mesh_free(&b);
}

TEST(bad_indices_read_as_nothing)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    for (int bad = -1; bad < 100000; bad += 100000) {
        CHECK_STR(mien_mesh_submesh(b.mesh, bad).name, "");
        CHECK_INT(mien_mesh_submesh(b.mesh, bad).material, -1);
        CHECK_STR(mien_mesh_material(b.mesh, bad).name, "");
        CHECK_INT(mien_mesh_material(b.mesh, bad).image, -1);
        CHECK_STR(mien_mesh_image_name(b.mesh, bad), "");
        CHECK_STR(mien_mesh_morph(b.mesh, bad).name, "");
        CHECK_INT(mien_mesh_morph(b.mesh, bad).vertex_count, 0);
        CHECK_STR(mien_mesh_bone_name(b.mesh, bad), "");
        CHECK_INT(mien_mesh_joint(b.mesh, bad).bone, -1);
        CHECK(mien_mesh_joint(b.mesh, bad).inverse.m[5] == 1.0f);
        CHECK_INT(mien_mesh_binding_bone(b.binding, bad), -1);
        CHECK_INT(mien_mesh_binding_curve(b.binding, bad), -1);
        CHECK_STR(mien_mesh_binding_report(b.binding, bad).name, "");
    }
    // The first that is not there.
    const MienMeshInfo info = mien_mesh_info(b.mesh);
    CHECK_STR(mien_mesh_submesh(b.mesh, info.submesh_count).name, "");
    CHECK_STR(mien_mesh_material(b.mesh, info.material_count).name, "");
    CHECK_STR(mien_mesh_image_name(b.mesh, info.image_count), "");
    CHECK_INT(mien_mesh_submesh(b.mesh, info.submesh_count).material, -1);
    CHECK_INT(mien_mesh_material(b.mesh, info.material_count).image, -1);
    CHECK_STR(mien_mesh_morph(b.mesh, info.morph_count).name, "");
    CHECK(mien_mesh_morph(b.mesh, info.morph_count).vertices == NULL);
    CHECK_STR(mien_mesh_bone_name(b.mesh, info.bone_count), "");
    CHECK_INT(mien_mesh_joint(b.mesh, info.joint_count).bone, -1);
    CHECK_INT(mien_mesh_binding_bone(b.binding, info.joint_count), -1);
    CHECK_INT(mien_mesh_binding_curve(b.binding, info.morph_count), -1);
    CHECK_STR(mien_mesh_binding_report(b.binding, mien_mesh_binding_report_count(b.binding)).name, "");
    CHECK_INT(mien_mesh_find_morph(b.mesh, "missing"), -1);
    CHECK_INT(mien_mesh_find_bone(b.mesh, NULL), -1);
    bound_mesh_free(&b);
}

TEST(influences_come_in_rows_of_four)
{
    for (int influences = 1; influences <= MIEN_MAX_INFLUENCES; ++influences) {
        MienSampleMeshOptions options = small_mesh;
        options.influence_count = influences;
        BoundMesh b = bound_mesh(&small_body, &options, MIEN_ISA_BEST);
        CHECK_INT(b.info.influence_count, influences);
        CHECK_INT(b.info.influence_stride, influences <= 4 ? 4 : 8);
        check_bind_rows(&b);
        bound_mesh_free(&b);
    }
}

TEST(zero_weights_are_taken_out)
{
    MeshSample made = mesh_sample(&small_body, &small_mesh);
    MienAuthorMesh mesh = *made.mesh;
    const uint16_t binds[8] = {7, 3, 60000, 5, 0, 0, 0, 1};
    const float weights[8] = {0.0f, 0.25f, 0.0f, 0.75f, -0.0f, 0.0f, 0.0f, 0.0f};
    const MienVec3 position = {1.0f, 2.0f, -0.0f};
    mesh.vertex_count = 1;
    mesh.influence_count = 8;
    mesh.positions = &position;
    mesh.vertex_joints = binds;
    mesh.vertex_weights = weights;
    mesh.index_count = mesh.submesh_count = mesh.morph_count = 0;
    Pack pack = cook_mesh(&mesh);
    MienMesh *loaded = NULL;
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, &loaded, NULL), MIEN_OK);
    CHECK_INT(mien_mesh_info(loaded).influence_count, 2);
    const uint16_t *b = mien_mesh_vertex_joints(loaded);
    const float *w = mien_mesh_vertex_weights(loaded);
    CHECK(b[0] == 3 && b[1] == 5 && b[2] == 3 && b[3] == 3);
    CHECK(w[0] == 0.25f && w[1] == 0.75f && w[2] == 0.0f && w[3] == 0.0f);
    const MienMeshInfo info = mien_mesh_info(loaded);
    CHECK(info.min.x == 1.0f && info.max.x == 1.0f && info.min.y == 2.0f && info.max.z == 0.0f);
    mien_mesh_destroy(loaded);
    pack_free(&pack);
    mesh_sample_free(&made);
}

TEST(an_empty_mesh_is_a_mesh)
{
    const MienAuthorMesh nothing = {0};
    Pack pack = cook_mesh(&nothing);
    MienMesh *mesh = NULL;
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, &mesh, NULL), MIEN_OK);
    CHECK_INT(mien_mesh_info(mesh).vertex_count, 0);
    CHECK(mien_mesh_normals(mesh) == NULL && mien_mesh_uvs(mesh) == NULL && mien_mesh_colors(mesh) == NULL);
    mien_mesh_destroy(mesh);
    pack_free(&pack);
}

/// Each of the three that a mesh may lack, alone and not.
TEST(vertices_have_what_they_were_given)
{
    MeshSample made = mesh_sample(&small_body, &small_mesh);
    for (int has = 0; has < 8; ++has) {
        MienAuthorMesh given = *made.mesh;
        MienMesh *mesh = NULL;
        given.normals = (has & 1) != 0 ? given.normals : NULL;
        given.uvs = (has & 2) != 0 ? given.uvs : NULL;
        given.colors = (has & 4) != 0 ? given.colors : NULL;
        given.morph_count = 0;
        Pack pack = cook_mesh(&given);
        CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, &mesh, NULL), MIEN_OK);
        const MienMeshInfo info = mien_mesh_info(mesh);
        CHECK_INT(info.has_normals + 2 * info.has_uvs + 4 * info.has_colors, has);
        CHECK((mien_mesh_normals(mesh) != NULL) == info.has_normals);
        CHECK((mien_mesh_uvs(mesh) != NULL) == info.has_uvs);
        CHECK((mien_mesh_colors(mesh) != NULL) == info.has_colors);
        if (info.has_colors)
            CHECK(memcmp(mien_mesh_colors(mesh), given.colors,
                         4 * (size_t)info.vertex_count * sizeof(uint16_t)) == 0);
        mien_mesh_destroy(mesh);
        pack_free(&pack);
    }
    mesh_sample_free(&made);
}

TEST(reference_poses_are_laid_over)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    const MienTransform *reference = mien_mesh_binding_rest_pose(b.binding);
    const MienTransform *own = mien_mesh_rest_pose(b.mesh);
    int laid_over = 0;
    for (int bone = 0; bone < mien_skeleton_bone_count(b.skeleton); ++bone) {
        const int known = mien_mesh_find_bone(b.mesh, mien_skeleton_bone_name(b.skeleton, bone));
        const bool is_own = known >= 0 && known < b.info.rest_pose_count;
        const MienTransform *expected = is_own ? &own[known] : &mien_skeleton_rest_pose(b.skeleton)[bone];
        CHECK(memcmp(&reference[bone], expected, sizeof *expected) == 0);
        laid_over += is_own ? 1 : 0;
    }
    CHECK(laid_over > 0 && laid_over < mien_skeleton_bone_count(b.skeleton));
    bound_mesh_free(&b);
}

TEST(what_is_missing_is_reported)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    const int bones = mien_skeleton_bone_count(b.skeleton), curves = mien_skeleton_curve_count(b.skeleton);
    CHECK_INT(mien_mesh_binding_report_count(b.binding), b.info.morph_count - curves);
    for (int m = 0; m < b.info.morph_count; ++m)
        CHECK_INT(mien_mesh_binding_curve(b.binding, m),
                  mien_skeleton_find_curve(b.skeleton, mien_mesh_morph(b.mesh, m).name));
    mien_mesh_binding_destroy(b.binding);
    b.binding = NULL;

    MienAuthorSkeleton fewer = *b.made.skeleton;
    fewer.bone_count = 4;
    MienAuthorPack pack = {0};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_author_skeleton_cook(&fewer, NULL, &pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
    CHECK_STATUS(mien_mesh_binding_create(b.mesh, skeleton, NULL, &b.binding, NULL), MIEN_OK);
    int missing = 0;
    for (int r = 0; r < mien_mesh_binding_report_count(b.binding); ++r) {
        const MienFinding row = mien_mesh_binding_report(b.binding, r);
        if (row.kind != MIEN_FINDING_MISSING_BONE)
            continue;
        CHECK_STR(row.name, mien_mesh_bone_name(b.mesh, row.index));
        CHECK_INT(mien_skeleton_find_bone(skeleton, row.name), -1);
        ++missing;
    }
    CHECK_INT(missing, bones - 4);
    for (int i = 0; i < b.info.joint_count; ++i)
        CHECK_INT(mien_mesh_binding_bone(b.binding, i), i < 4 ? i : -1);
    mien_mesh_binding_destroy(b.binding);
    b.binding = NULL;
    mien_skeleton_destroy(skeleton);
    mien_author_pack_release(&pack);
    bound_mesh_free(&b);
}

TEST(wrong_calls_are_refused)
{
    Pack pack = mesh_pack(&small_body, &small_mesh);
    MienMesh *mesh = NULL;
    MienMeshBinding *binding = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_mesh_load(NULL, 0, NULL, &mesh, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    const MienLoadOptions unknown = {.isa = (MienIsa)99};
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, &unknown, &mesh, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "options.isa");
    CHECK_STATUS(mien_mesh_binding_create(NULL, NULL, NULL, &binding, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_mesh_binding_create(NULL, NULL, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    MienClip *clip = NULL;
    CHECK_STATUS(mien_clip_load(pack.data, pack.size, NULL, &clip, &error), MIEN_ERROR_KIND);
    CHECK_STR(mien_pack_kind_name(MIEN_PACK_MESH), "mesh");
    mien_mesh_destroy(NULL);
    mien_mesh_binding_destroy(NULL);
    pack_free(&pack);
}

static MienStatus call_load(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *pack = given;
    MienMesh *mesh = NULL;
    const MienStatus status =
        mien_mesh_load(pack->data, pack->size, &(MienLoadOptions){.allocator = allocator}, &mesh, error);
    *out_is_empty = mesh == NULL;
    mien_mesh_destroy(mesh);
    return status;
}

static MienStatus call_bind(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const BoundMesh *b = given;
    MienMeshBinding *binding = NULL;
    const MienStatus status = mien_mesh_binding_create(
        b->mesh, b->skeleton, &(MienMeshBindingOptions){.allocator = allocator}, &binding, error);
    *out_is_empty = binding == NULL;
    mien_mesh_binding_destroy(binding);
    return status;
}

TEST(memory_may_run_out)
{
    BoundMesh b = bound_mesh(&small_body, &small_mesh, MIEN_ISA_BEST);
    check_call("mesh load", call_load, &b.pack);
    check_call("mesh binding", call_bind, &b);
    bound_mesh_free(&b);
}

CHECK_MAIN
{
    RUN(what_was_cooked_is_read);
    RUN(parts_materials_and_bones_are_read);
    RUN(bad_indices_read_as_nothing);
    RUN(influences_come_in_rows_of_four);
    RUN(zero_weights_are_taken_out);
    RUN(an_empty_mesh_is_a_mesh);
    RUN(vertices_have_what_they_were_given);
    RUN(reference_poses_are_laid_over);
    RUN(what_is_missing_is_reported);
    RUN(wrong_calls_are_refused);
    RUN(memory_may_run_out);
}
