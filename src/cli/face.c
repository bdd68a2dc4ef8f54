// SPDX-License-Identifier: MIT
//
// A character before the camera: opened, posed, skinned and drawn.

#include "core/float_rules.h"

#include "cli/face.h"

#include <string.h>

#define FACE_FILL 0.80f ///< Of the picture's height, with --frame face: the rest is forehead and neck.

int cli_renderer_open(const CliArgs *args, MieniRenderer **out_renderer)
{
    MienError error = {0};
    if (mieni_renderer_create(NULL, out_renderer, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    cli_note(args, NULL, "%s draws.", mieni_renderer_name(*out_renderer));
    return CLI_EXIT_OK;
}

int cli_shot_options(const CliArgs *args, int width, int height, CliFrame frame, CliShot *out_shot)
{
    const double yaw = cli_number(args, "yaw", -16.0), pitch = cli_number(args, "pitch", 4.0);
    const double gaze = cli_number(args, "gaze", 0.75);
    const char *what = cli_value(args, "frame", NULL);
    if (what != NULL)
        frame = strcmp(what, "face") == 0   ? CLI_FRAME_FACE
                : strcmp(what, "body") == 0 ? CLI_FRAME_BODY
                                            : CLI_FRAME_HEAD;
    if (!(yaw >= -360.0 && yaw <= 360.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--yaw is from -360 to 360 degrees.");
    if (!(pitch >= -90.0 && pitch <= 90.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--pitch is from -90 to 90 degrees.");
    if (!(gaze >= 0.0 && gaze <= 1.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--gaze is from 0 to 1.");
    *out_shot = (CliShot){.width = width,
                          .height = height,
                          .framing = {.yaw = (float)yaw, .pitch = (float)pitch, .is_turned = true},
                          .gaze = (float)gaze,
                          .frame = frame,
                          .has_wires = cli_has(args, "wire"),
                          .has_bones = cli_has(args, "bones"),
                          .is_transparent = cli_has(args, "transparent")};
    out_shot->framing.aspect = (float)width / (float)height;
    return CLI_EXIT_OK;
}

/// The letters of what a bone's name ends with, in lower case: "leye" of "Bip01 L_Eye".
static void letters_of(const char *name, char out[32])
{
    int count = 0;
    for (; *name != '\0'; ++name) {
        const char lower = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (*name == ':' || *name == ' ')
            count = 0;
        else if (lower >= 'a' && lower <= 'z' && count < 31)
            out[count++] = lower;
    }
    out[count] = '\0';
}

static bool is_eye_name(const char *name)
{
    static const char *const names[] = {"eyel",     "eyer",    "leye",     "reye",         "lefteye",
                                        "righteye", "eyeleft", "eyeright", "jadjlfaceeye", "jadjrfaceeye"};
    static const char *const endings[] = {"joint", "jnt", "bone", "armature"};
    char letters[32];
    letters_of(name, letters);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
        char *ending = strstr(letters, endings[i]);
        if (ending != NULL && ending[strlen(endings[i])] == '\0')
            *ending = '\0';
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(letters, names[i]) == 0)
            return true;
    return false;
}

bool cli_face_is_below(const CliFace *face, int bone, int above)
{
    while (bone >= 0 && bone != above)
        bone = face->parents[bone];
    return bone >= 0;
}

static void note_bones(CliFace *face)
{
    const MienSkeleton *skeleton = face->open.character.skeleton;
    for (int b = 0; b < face->bone_count; ++b) {
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        face->parents[b] = parent;
        face->is_eye[b] = is_eye_name(mien_skeleton_bone_name(skeleton, b));
    }
}

/// Turns what hangs on an eye about its centre, so far as the camera is from the front.
static void turn_eyes(CliFace *face, const CliShot *shot)
{
    const double half = 3.14159265358979323846 / 360.0;
    double sines[2], cosines[2];
    const float angles[2] = {shot->framing.yaw,
                             face->looks_back ? -shot->framing.pitch : shot->framing.pitch};
    for (int i = 0; i < 2; ++i) {
        const double angle = angles[i] > 35.0f || angles[i] < -35.0f ? 0.0 : (double)(angles[i] * shot->gaze);
        mien_sincos(angle * half, &sines[i], &cosines[i]);
    }
    const MienQuat turn = mien_quat_multiply((MienQuat){0.0f, (float)sines[0], 0.0f, (float)cosines[0]},
                                             (MienQuat){-(float)sines[1], 0.0f, 0.0f, (float)cosines[1]});
    for (int eye = 0; eye < face->bone_count; ++eye) {
        if (!face->is_eye[eye])
            continue;
        const float *e = face->model[eye].m;
        const MienVec3 center = {e[3], e[7], e[11]};
        for (int b = eye; b < face->bone_count; ++b) {
            if (!cli_face_is_below(face, b, eye))
                continue;
            float *m = face->model[b].m;
            for (int column = 0; column < 4; ++column) {
                const float at = column == 3 ? 1.0f : 0.0f;
                const MienVec3 from = {m[column] - at * center.x, m[4 + column] - at * center.y,
                                       m[8 + column] - at * center.z};
                const MienVec3 to = mien_quat_rotate(turn, from);
                m[column] = to.x + at * center.x;
                m[4 + column] = to.y + at * center.y;
                m[8 + column] = to.z + at * center.z;
            }
        }
    }
}

static int fail_job(const CliFace *face)
{
    return cli_fail(&face->args, CLI_EXIT_INTERNAL, face->open.character.path, NULL, "The job was refused.");
}

/// Lays poses over bones and curves: those of one asset together, as it mixes them;
/// morphs by their curves.
static MienStatus lay_poses(CliFace *face, const CliFacePose *poses, int pose_count)
{
    MienPoseWeight weights[CLI_FACE_MOST_POSES];
    MienStatus status = MIEN_OK;
    for (int i = 0; i < face->poses_count && status == MIEN_OK; ++i) {
        const CliFacePoses *of = &face->poses[i];
        int count = 0;
        for (int k = 0; k < pose_count && count < CLI_FACE_MOST_POSES; ++k)
            if (poses[k].poses == i)
                weights[count++] = (MienPoseWeight){poses[k].pose, poses[k].weight};
        if (count == 0)
            continue;
        status = mien_pose_job_run(&(MienPoseJob){.asset = of->asset,
                                                  .binding = of->binding,
                                                  .level = face->open.character.level,
                                                  .bone_count = face->open.character.bone_count,
                                                  .input = face->bones,
                                                  .out_bones = face->bones,
                                                  .curves = face->curves,
                                                  .out_curves = face->curves,
                                                  .weights = weights,
                                                  .weight_count = count,
                                                  .scratch = of->scratch,
                                                  .scratch_size = of->scratch_size});
    }
    for (int k = 0; k < pose_count; ++k) {
        const int curve = poses[k].poses < 0
                              ? mien_mesh_binding_curve(face->open.character.mesh_binding, poses[k].pose)
                              : -1;
        if (curve >= 0)
            mien_curve_set_put(&face->curves, curve,
                               mien_curve_set_value(&face->curves, curve) + poses[k].weight);
    }
    return status;
}

int cli_face_skin(CliFace *face, const CliShot *shot, const CliFacePose *poses, int pose_count)
{
    MieniCharacter *character = &face->open.character;
    const size_t bones = (size_t)face->bone_count;
    memcpy(face->bones, shot->is_rest ? mieni_character_reference(character) : character->bones,
           sizeof *face->bones * bones);
    memcpy(face->curves.values, character->curves.values, sizeof(float) * (size_t)face->curves.count);
    memcpy(face->curves.present, character->curves.present,
           sizeof(uint32_t) * (size_t)mien_curve_set_words(face->curves.count));
    if (shot->is_rest)
        mien_curve_set_clear(&face->curves);
    MienStatus status = lay_poses(face, poses, pose_count);
    if (status == MIEN_OK)
        status = mien_morph_run(&(MienMorphJob){.binding = character->mesh_binding,
                                                .level = character->level,
                                                .curves = face->curves,
                                                .morph_count = character->morph_count,
                                                .out_weights = character->morphs});
    if (status == MIEN_OK)
        status = mien_model_run(&(MienModelJob){.skeleton = character->skeleton,
                                                .bone_count = face->bone_count,
                                                .local_count = character->bone_count,
                                                .local = face->bones,
                                                .reference = mieni_character_reference(character),
                                                .out_model = face->model});
    if (status == MIEN_OK && shot->gaze > 0.0f)
        turn_eyes(face, shot);
    if (status == MIEN_OK)
        status = mien_palette_run(&(MienPaletteJob){.binding = character->mesh_binding,
                                                    .bone_count = face->bone_count,
                                                    .model = face->model,
                                                    .bind_count = face->bind_count,
                                                    .out_palette = face->palette});
    if (status == MIEN_OK)
        status = mien_skin_run(&(MienSkinJob){.mesh = character->mesh,
                                              .bind_count = face->bind_count,
                                              .palette = face->palette,
                                              .morph_count = character->morph_count,
                                              .weights = character->morphs,
                                              .vertex_count = face->vertex_count,
                                              .out_positions = face->positions,
                                              .out_normals = face->normals,
                                              .scratch = face->scratch,
                                              .scratch_size = face->scratch_size});
    return status == MIEN_OK ? CLI_EXIT_OK : fail_job(face);
}

static int bind_poses(CliFace *face)
{
    MieniCharacter *character = &face->open.character;
    const MienPoseBindingOptions options = {.mesh_reference = mieni_character_reference(character)};
    face->poses = mieni_arena_take(face->args.arena, (size_t)character->asset_count, sizeof *face->poses);
    if (face->poses == NULL)
        return cli_fail_memory(&face->args);
    for (int i = 0; i < character->asset_count; ++i) {
        const MienPoseAsset *asset = character->assets[i].poses;
        MienError error = {0};
        if (asset == NULL || character->assets[i].is_shared)
            continue;
        CliFacePoses *poses = &face->poses[face->poses_count++];
        poses->asset = asset;
        if (mien_pose_binding_create(asset, character->skeleton, &options, &poses->binding, &error) !=
            MIEN_OK)
            return cli_fail_error(&face->args, character->assets[i].path, &error);
        poses->scratch_size = mien_pose_job_scratch_size(asset);
        poses->scratch = mieni_allocate(NULL, poses->scratch_size, 64);
        if (poses->scratch == NULL)
            return cli_fail_memory(&face->args);
        face->pose_count += mien_pose_asset_info(asset).pose_count;
    }
    if (face->pose_count == 0) { // a face that only morphs move
        face->shows_morphs = true;
        face->pose_count = mien_mesh_info(character->mesh).morph_count;
    }
    return CLI_EXIT_OK;
}

static int take_memory(CliFace *face)
{
    MieniArena *arena = face->args.arena;
    const MieniCharacter *character = &face->open.character;
    const MienMeshInfo info = mien_mesh_info(character->mesh);
    face->bone_count = mien_skeleton_bone_count(character->skeleton);
    face->bind_count = info.bind_count;
    face->vertex_count = info.vertex_count;
    face->bones = mieni_arena_take(arena, (size_t)face->bone_count, sizeof *face->bones);
    face->parents = mieni_arena_take(arena, (size_t)face->bone_count, sizeof *face->parents);
    face->is_eye = mieni_arena_take(arena, (size_t)face->bone_count, sizeof *face->is_eye);
    face->is_head = mieni_arena_take(arena, (size_t)face->vertex_count, sizeof *face->is_head);
    face->model = mieni_arena_take(arena, (size_t)face->bone_count, sizeof *face->model);
    face->palette = mieni_arena_take(arena, (size_t)face->bind_count, sizeof *face->palette);
    face->positions = mieni_arena_take(arena, (size_t)face->vertex_count, sizeof *face->positions);
    if (info.has_normals)
        face->normals = mieni_arena_take(arena, (size_t)face->vertex_count, sizeof *face->normals);
    face->curves.count = character->curves.count;
    face->curves.values = mieni_arena_take(arena, (size_t)face->curves.count, sizeof(float));
    face->curves.present =
        mieni_arena_take(arena, (size_t)mien_curve_set_words(face->curves.count), sizeof(uint32_t));
    face->scratch_size = mien_skin_scratch_size(character->mesh);
    face->scratch = mieni_allocate(NULL, face->scratch_size, 64);
    return arena->is_out_of_memory || face->scratch == NULL ? cli_fail_memory(&face->args) : CLI_EXIT_OK;
}

static int make_mesh(CliFace *face, MieniRenderer *renderer)
{
    MienError error = {0};
    CliFaceImages images;
    const MienMesh *mesh = face->open.character.mesh;
    int code = cli_face_images_open(&face->args, &face->open.project, mesh, &images);
    if (code == CLI_EXIT_OK &&
        mieni_render_mesh_from(renderer, mesh, images.given, &face->mesh, &error) != MIEN_OK)
        code = cli_fail_error(&face->args, face->open.character.mesh_path, &error);
    cli_face_images_close(&images);
    return code;
}

const char *cli_short_name(const CliArgs *args, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path,
               *dot = strchr(name, '.');
    return dot != NULL && dot != name ? cli_text(args, "%.*s", (int)(dot - name), name) : name;
}

int cli_face_open(CliFace *face, const CliArgs *args, MieniRenderer *renderer, const char *given)
{
    *face = (CliFace){.args = *args};
    MieniCharacter *character = &face->open.character;
    int code = cli_character_open(&face->open, &face->args, given, false);
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(&face->open, true);
    if (code != CLI_EXIT_OK)
        return code;
    face->name = cli_short_name(args, character->path);
    if (character->mesh == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, character->path, NULL,
                        "There is nothing to draw: the character names no mesh.");
    code = take_memory(face);
    if (code != CLI_EXIT_OK)
        return code;
    note_bones(face);
    code = bind_poses(face);
    if (code == CLI_EXIT_OK)
        code = make_mesh(face, renderer);
    return code == CLI_EXIT_OK ? cli_face_measure(face) : code;
}

void cli_face_close(CliFace *face)
{
    mieni_render_mesh_destroy(face->mesh);
    for (int i = 0; i < face->poses_count; ++i) {
        mien_pose_binding_destroy(face->poses[i].binding);
        mieni_free(NULL, face->poses[i].scratch, face->poses[i].scratch_size, 64);
    }
    mieni_free(NULL, face->scratch, face->scratch_size, 64);
    cli_character_close(&face->open);
    *face = (CliFace){0};
}

bool cli_face_find_pose(const CliFace *face, const char *name, CliFacePose *out_pose)
{
    for (int i = 0; i < face->poses_count; ++i) {
        const int pose = mien_pose_asset_find_pose(face->poses[i].asset, name);
        *out_pose = (CliFacePose){.poses = i, .pose = pose, .weight = 1.0f};
        if (pose >= 0)
            return true;
    }
    *out_pose = (CliFacePose){
        .poses = -1, .pose = mien_mesh_find_morph(face->open.character.mesh, name), .weight = 1.0f};
    return out_pose->pose >= 0;
}

CliFacePose cli_face_pose(const CliFace *face, int index)
{
    int poses = 0;
    if (face->shows_morphs)
        return (CliFacePose){.poses = -1, .pose = index, .weight = 1.0f};
    while (index >= mien_pose_asset_info(face->poses[poses].asset).pose_count)
        index -= mien_pose_asset_info(face->poses[poses++].asset).pose_count;
    return (CliFacePose){.poses = poses, .pose = index, .weight = 1.0f};
}

const char *cli_face_pose_name(const CliFace *face, CliFacePose pose)
{
    return pose.poses < 0 ? mien_mesh_morph(face->open.character.mesh, pose.pose).name
                          : mien_pose_asset_pose(face->poses[pose.poses].asset, pose.pose).name;
}

int cli_face_fail_no_pose(const CliFace *face, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < face->pose_count; ++i)
        mieni_nearest_try(&nearest, cli_face_pose_name(face, cli_face_pose(face, i)));
    const char *hint = cli_nearest_hint(&face->args, &nearest, "");
    return cli_fail(&face->args, CLI_EXIT_INPUT, face->open.character.path, name,
                    "There is no pose of this name%s", hint[0] != '\0' ? hint : ".");
}

/// The camera of a shot, and where the face stands before it.
static MieniCamera place_camera(const CliFace *face, const CliShot *shot)
{
    CliBox box = face->boxes[shot->frame];
    MieniFraming framing = shot->framing;
    if (face->looks_back)
        box = (CliBox){{-box.max.x, box.min.y, -box.max.z}, {-box.min.x, box.max.y, -box.min.z}, true};
    if (shot->frame == CLI_FRAME_FACE) { // cheeks are as far from both sides as can be
        const float room = 0.5f * (box.max.x - box.min.x - box.max.y + box.min.y);
        box.max.z = box.min.z;
        box.min.y -= room > 0.0f ? room : 0.0f; // where mouths hardly open, the chin is not among it
        box.max.y += room > 0.0f ? room : 0.0f;
        framing.fill = FACE_FILL;
    }
    return mieni_camera_frame(box.min, box.max, &framing);
}

int cli_face_draw(CliFace *face, MieniRenderer *renderer, const CliShot *shot, const CliFacePose *poses,
                  int pose_count, MieniPicture *out_picture)
{
    static const MienMatrix34 turned = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}};
    MienError error = {0};
    int code = CLI_EXIT_OK;
    if (shot->frame == CLI_FRAME_FACE && !face->boxes[CLI_FRAME_FACE].is_known)
        code = cli_face_measure_face(face);
    if (code == CLI_EXIT_OK)
        code = cli_face_skin(face, shot, poses, pose_count);
    if (code != CLI_EXIT_OK)
        return code;
    const MieniRenderItem item = {.mesh = face->mesh,
                                  .positions = face->positions,
                                  .normals = face->normals,
                                  .model = face->looks_back ? &turned : NULL,
                                  .has_wires = shot->has_wires,
                                  .bone_count = shot->has_bones ? face->bone_count : 0,
                                  .bones = face->model,
                                  .bone_parents = face->parents};
    const MieniScene scene = {.item_count = 1,
                              .items = &item,
                              .camera = place_camera(face, shot),
                              .quality = shot->is_small ? MIENI_QUALITY_LIVE : MIENI_QUALITY_STILL,
                              .light_follows = shot->light_follows,
                              .is_transparent = shot->is_transparent};
    if (mieni_render_picture(renderer, &scene, shot->width, shot->height, out_picture, NULL, &error) !=
        MIEN_OK)
        return cli_fail_error(&face->args, face->open.character.mesh_path, &error);
    return CLI_EXIT_OK;
}
