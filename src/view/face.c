// SPDX-License-Identifier: MIT
//
// Opening a face, and the poses it has.

#include "core/float_rules.h"

#include "view/face.h"

#include "asset/view.h"
#include "core/internal.h"

#include <string.h>

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static bool take_controls(MieniArena *arena, MieniFacePoses *poses, const MienPoseAssetInfo *info)
{
    const size_t controls = (size_t)info->control_count;
    const int curves = info->control_count + info->curve_count;
    poses->asked = mieni_arena_take(arena, controls, sizeof(float));
    poses->applied = mieni_arena_take(arena, controls, sizeof(float));
    poses->weights = mieni_arena_take(arena, (size_t)info->pose_count, sizeof(float));
    poses->bones = mieni_arena_take(arena, (size_t)info->bone_count, sizeof *poses->bones);
    poses->controls.count = curves;
    poses->controls.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    poses->controls.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    return !arena->is_out_of_memory;
}

static MienStatus bind_asset(MieniFace *face, const MieniCharacterAsset *asset, MieniProblem *problem)
{
    MieniFacePoses *poses = &face->poses[face->poses_count++];
    const MienPoseBindingOptions options = {.allocator = face->arena.allocator,
                                            .mesh_reference = mieni_character_reference(face->character)};
    const MienPoseAssetInfo info = mien_pose_asset_info(asset->poses);
    MienError error = {0};
    *poses = (MieniFacePoses){.asset = asset->poses, .path = asset->path};
    const MienStatus status =
        mien_pose_binding_create(asset->poses, face->character->skeleton, &options, &poses->binding, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, asset->path, status, error.message, "%s", error.place);
    face->scratch_size = larger(face->scratch_size, mien_pose_job_scratch_size(asset->poses));
    face->pose_count += info.pose_count;
    return take_controls(&face->arena, poses, &info) ? MIEN_OK : no_memory(problem, asset->path);
}

static MienStatus bind_poses(MieniFace *face, MieniProblem *problem)
{
    const MieniCharacter *character = face->character;
    MienStatus status = MIEN_OK;
    face->poses = mieni_arena_take(&face->arena, (size_t)character->asset_count, sizeof *face->poses);
    if (face->poses == NULL)
        return no_memory(problem, character->path);
    for (int i = 0; i < character->asset_count && status == MIEN_OK; ++i)
        if (character->assets[i].poses != NULL && !character->assets[i].is_shared)
            status = bind_asset(face, &character->assets[i], problem);
    const size_t most =
        face->pose_count > MIENI_FACE_MOST_POSES ? (size_t)face->pose_count : MIENI_FACE_MOST_POSES;
    face->weights = mieni_arena_take(&face->arena, most, sizeof *face->weights);
    if (status == MIEN_OK && face->weights == NULL)
        status = no_memory(problem, character->path);
    if (face->pose_count == 0) { // a face that only morphs move
        face->shows_morphs = true;
        face->pose_count = character->morph_count;
    }
    return status;
}

static bool take_bones(MieniFace *face)
{
    MieniArena *arena = &face->arena;
    const size_t bones = (size_t)mien_skeleton_bone_count(face->character->skeleton);
    const int curves = face->character->curves.count;
    face->bone_count = (int)bones;
    face->bones = mieni_arena_take(arena, bones, sizeof *face->bones);
    face->parents = mieni_arena_take(arena, bones, sizeof *face->parents);
    face->is_eye = mieni_arena_take(arena, bones, sizeof *face->is_eye);
    face->model = mieni_arena_take(arena, bones, sizeof *face->model);
    face->curves.count = curves;
    face->curves.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    face->curves.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    return !arena->is_out_of_memory;
}

static bool take_vertices(MieniFace *face)
{
    MieniArena *arena = &face->arena;
    const MienMesh *mesh = face->character->mesh;
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t vertices = (size_t)info.vertex_count;
    face->bind_count = info.bind_count;
    face->vertex_count = info.vertex_count;
    face->palette = mieni_arena_take(arena, (size_t)info.bind_count, sizeof *face->palette);
    face->morphs = mieni_arena_take(arena, (size_t)info.morph_count, sizeof(float));
    face->is_head = mieni_arena_take(arena, vertices, sizeof *face->is_head);
    face->is_front = mieni_arena_take(arena, vertices, sizeof *face->is_front);
    face->rest = mieni_arena_take(arena, vertices, sizeof *face->rest);
    face->positions = mieni_arena_take(arena, vertices, sizeof *face->positions);
    face->heat = mieni_arena_take(arena, vertices, sizeof(float));
    if (info.has_normals)
        face->normals = mieni_arena_take(arena, vertices, sizeof *face->normals);
    face->scratch_size = larger(face->scratch_size, mien_skin_job_scratch_size(mesh));
    return !arena->is_out_of_memory;
}

/// Makes all of a face whose character is there.
static MienStatus make_ready(MieniFace *face, const MieniFaceOptions *options, MieniProblem *problem)
{
    const MieniCharacter *character = face->character;
    if (!take_bones(face) || (character->mesh != NULL && !take_vertices(face)))
        return no_memory(problem, character->path);
    mieni_face_note_bones(face);
    MienStatus status = bind_poses(face, problem);
    face->scratch = mieni_allocate(face->arena.allocator, face->scratch_size, 64);
    if (status == MIEN_OK && face->scratch == NULL)
        status = no_memory(problem, character->path);
    if (status == MIEN_OK && character->mesh != NULL && !options->has_no_images)
        status = mieni_images_open(character->project, character->mesh, options->allocator, &face->images,
                                   problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_face_measure(face);
    return status == MIEN_OK
               ? status
               : mieni_problem_set(problem, character->path, status, "The job was refused.", "%s", "");
}

static MieniFace *begin(const MieniFaceOptions *options)
{
    MieniFace *face = mieni_allocate(options->allocator, sizeof *face, _Alignof(MieniFace));
    if (face != NULL)
        *face = (MieniFace){.arena = {.allocator = options->allocator}};
    return face;
}

/// Gives the face away if it is fine, and closes it otherwise.
static MienStatus end(MieniFace *face, MienStatus status, MieniFace **out_face)
{
    if (status == MIEN_OK)
        *out_face = face;
    else
        mieni_face_close(face);
    return status;
}

MienStatus mieni_face_make(MieniCharacter *character, const MieniFaceOptions *options, MieniFace **out_face,
                           MieniProblem *problem)
{
    const MieniFaceOptions wish = options != NULL ? *options : (MieniFaceOptions){0};
    MieniFace *face = begin(&wish);
    *out_face = NULL;
    if (face == NULL)
        return no_memory(problem, character->path);
    face->character = character;
    return end(face, make_ready(face, &wish, problem), out_face);
}

/// The skeleton that a mesh or a pose asset names.
static MienStatus find_skeleton(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM],
                                MieniProblem *problem)
{
    MieniAsset asset;
    const MienStatus status =
        mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, problem);
    if (status != MIEN_OK)
        return status;
    const bool fits = mieni_path_join(out, "", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    mieni_asset_release(&asset);
    return fits ? MIEN_OK
                : mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
}

/// Puts a character together around a mesh, a pose asset or a skeleton.
static MienStatus open_part(const MieniProject *project, const char *path, MieniAssetKind kind,
                            const char *mesh, MieniCharacter *out_character, MieniProblem *problem)
{
    char skeleton[MIENI_PATH_ROOM];
    MieniPaths meshes = {0};
    MieniCharacterParts parts = {.skeleton = path, .mesh = mesh};
    MienStatus status = MIEN_OK;
    if (kind != MIENI_ASSET_SKELETON) {
        status = find_skeleton(project, path, skeleton, problem);
        parts.skeleton = skeleton;
    }
    if (kind == MIENI_ASSET_MESH)
        parts.mesh = path;
    if (status == MIEN_OK && kind == MIENI_ASSET_POSES) {
        parts.poses = path;
        if (mesh == NULL)
            status = mieni_character_meshes(project, path, &meshes, problem);
        if (meshes.count > 0)
            parts.mesh = meshes.items[0];
    }
    if (status == MIEN_OK)
        status = mieni_character_open_parts(project, path, &parts, out_character, problem);
    mieni_paths_release(&meshes);
    return status;
}

MienStatus mieni_face_open(const MieniProject *project, const char *path, const MieniFaceOptions *options,
                           MieniFace **out_face, MieniProblem *problem)
{
    const MieniFaceOptions wish = options != NULL ? *options : (MieniFaceOptions){0};
    const MieniCharacterOptions binding = {.level = wish.level};
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    MieniFace *face = begin(&wish);
    MienStatus status;
    *out_face = NULL;
    if (face == NULL)
        return no_memory(problem, path);
    face->character = &face->own;
    if (kind == MIENI_ASSET_CHARACTER)
        status = mieni_character_open(project, path, &face->own, problem);
    else if (kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_SKELETON)
        status = open_part(project, path, kind, wish.mesh, &face->own, problem);
    else
        status =
            mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT,
                              "Only characters, meshes, pose assets and skeletons can be shown.", "%s", "");
    if (status == MIEN_OK)
        status = mieni_character_bind(&face->own, &binding, problem);
    if (status == MIEN_OK)
        status = make_ready(face, &wish, problem);
    return end(face, status, out_face);
}

void mieni_face_close(MieniFace *face)
{
    if (face == NULL)
        return;
    const MienAllocator *allocator = face->arena.allocator;
    for (int i = 0; i < face->poses_count; ++i)
        mien_pose_binding_destroy(face->poses[i].binding);
    if (face->scratch != NULL)
        mieni_free(allocator, face->scratch, face->scratch_size, 64);
    mieni_images_release(&face->images);
    mieni_character_close(&face->own);
    mieni_arena_release(&face->arena);
    mieni_free(allocator, face, sizeof *face, _Alignof(MieniFace));
}

void mieni_face_drop_images(MieniFace *face) { mieni_images_release(&face->images); }

MienStatus mieni_face_go(MieniFace *face, double time, double rate, bool (*is_over)(void))
{
    if (time < face->character->time)
        mieni_character_restart(face->character);
    return mieni_character_go(face->character, time, rate, is_over);
}

bool mieni_face_put_curve(MieniFace *face, const char *name, float value)
{
    return mien_actor_set_curve_named(face->character->actor, name, value) == MIEN_OK;
}

bool mieni_face_find_pose(const MieniFace *face, const char *name, MieniFacePose *out_pose)
{
    for (int i = 0; i < face->poses_count; ++i) {
        const int pose = mien_pose_asset_find_pose(face->poses[i].asset, name);
        *out_pose = (MieniFacePose){.poses = i, .pose = pose, .weight = 1.0f};
        if (pose >= 0)
            return true;
    }
    const MienMesh *mesh = face->character->mesh;
    *out_pose = (MieniFacePose){
        .poses = -1, .pose = mesh != NULL ? mien_mesh_find_morph(mesh, name) : -1, .weight = 1.0f};
    return out_pose->pose >= 0;
}

MieniFacePose mieni_face_pose_at(const MieniFace *face, int index)
{
    int poses = 0;
    if (face->shows_morphs)
        return (MieniFacePose){.poses = -1, .pose = index, .weight = 1.0f};
    while (index >= mien_pose_asset_info(face->poses[poses].asset).pose_count)
        index -= mien_pose_asset_info(face->poses[poses++].asset).pose_count;
    return (MieniFacePose){.poses = poses, .pose = index, .weight = 1.0f};
}

const char *mieni_face_pose_name(const MieniFace *face, MieniFacePose pose)
{
    return pose.poses < 0 ? mien_mesh_morph(face->character->mesh, pose.pose).name
                          : mien_pose_asset_pose(face->poses[pose.poses].asset, pose.pose).name;
}

void mieni_face_pose_range(const MieniFace *face, MieniFacePose pose, float *out_min, float *out_max)
{
    *out_min = 0.0f;
    *out_max = 1.0f;
    if (pose.poses < 0)
        return;
    const MienPoseAsset *asset = face->poses[pose.poses].asset;
    const MienPoseInfo info = mien_pose_asset_pose(asset, pose.pose);
    if (info.control < 0 || info.is_inbetween)
        return;
    const MienControlInfo control = mien_pose_asset_control(asset, info.control);
    *out_min = control.min;
    *out_max = control.max;
}
