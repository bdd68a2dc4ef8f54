// SPDX-License-Identifier: MIT
//
// Sets up a character of the command line for rendering.

#include "core/float_rules.h"

#include "cli/draw/face.h"

#include <string.h>

int cli_renderer_open(const CliArgs *args, MieniRenderer **out_renderer)
{
    MienError error = {0};
    if (mieni_renderer_create(NULL, out_renderer, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    cli_note(args, NULL, "%s renders.", mieni_renderer_name(*out_renderer));
    return CLI_EXIT_OK;
}

int cli_shot_options(const CliArgs *args, int width, int height, MieniFrame frame, MieniShot *out_shot)
{
    const double yaw = cli_number(args, "yaw", -16.0), pitch = cli_number(args, "pitch", 4.0);
    const double gaze = cli_number(args, "gaze", 0.0);
    const char *what = cli_value(args, "framing", NULL);
    if (what != NULL)
        frame = strcmp(what, "face") == 0   ? MIENI_FRAME_FACE
                : strcmp(what, "body") == 0 ? MIENI_FRAME_BODY
                                            : MIENI_FRAME_HEAD;
    if (!(yaw >= -360.0 && yaw <= 360.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--yaw is from -360 to 360 degrees.");
    if (!(pitch >= -90.0 && pitch <= 90.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--pitch is from -90 to 90 degrees.");
    if (!(gaze >= 0.0 && gaze <= 1.0))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--gaze is from 0 to 1.");
    *out_shot = (MieniShot){.width = width,
                            .height = height,
                            .framing = {.yaw = (float)yaw, .pitch = (float)pitch, .is_turned = true},
                            .gaze = (float)gaze,
                            .frame = frame,
                            .follows = true,
                            .has_heat = cli_has(args, "heat"),
                            .has_wires = cli_has(args, "wire"),
                            .has_bones = cli_has(args, "draw-bones"),
                            .is_transparent = cli_has(args, "transparent")};
    return CLI_EXIT_OK;
}

MieniQuality cli_shot_quality(int height)
{
    const int small = 320; // up to here the quality of shadows is not visible
    return height <= small ? MIENI_QUALITY_LIVE : MIENI_QUALITY_STILL;
}

const char *cli_short_name(const CliArgs *args, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path,
               *dot = strchr(name, '.');
    return dot != NULL && dot != name ? cli_text(args, "%.*s", (int)(dot - name), name) : name;
}

void cli_face_warn(const CliArgs *args, const MieniImages *images)
{
    for (int i = 0; i < images->warning_count; ++i)
        cli_warn(args, images->warnings[i].file, NULL, "This image is replaced with white: %s",
                 images->warnings[i].message);
}

int cli_face_open(CliFace *face, const CliArgs *args, MieniRenderer *renderer, const char *given)
{
    *face = (CliFace){.args = *args};
    MieniCharacter *character = &face->open.character;
    MieniProblem problem = {0};
    int code = cli_character_open(&face->open, &face->args, given, false);
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(&face->open);
    if (code != CLI_EXIT_OK)
        return code;
    face->name = cli_short_name(args, character->path);
    if (character->mesh == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, character->path, NULL,
                        "Nothing to render: the character has no mesh.");
    if (mieni_face_make(character, NULL, &face->face, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    cli_face_warn(args, &face->face->images);
    if (mieni_face_attach(face->face, renderer, &face->mesh, &problem.error) != MIEN_OK)
        return cli_fail_error(args, character->mesh_path, &problem.error);
    mieni_face_drop_images(face->face);
    return CLI_EXIT_OK;
}

void cli_face_close(CliFace *face)
{
    mieni_render_mesh_destroy(face->mesh);
    mieni_face_close(face->face);
    cli_character_close(&face->open);
    *face = (CliFace){0};
}

static const char *pose_name(const void *of, int index)
{
    return mieni_face_pose_name(of, mieni_face_pose_at(of, index));
}

static CliNames pose_names(const CliFace *face)
{
    return (CliNames){"pose", face->open.character.path, face->face->pose_count, face->face, pose_name, NULL};
}

bool cli_face_find_pose(const CliFace *face, const char *name, MieniFacePose *out_pose)
{
    if (mieni_face_find_pose(face->face, name, out_pose))
        return true;
    const CliNames names = pose_names(face);
    const int index = cli_names_search(&names, name);
    if (index >= 0)
        *out_pose = mieni_face_pose_at(face->face, index);
    return index >= 0;
}

int cli_face_fail_no_pose(const CliFace *face, const char *name)
{
    const CliNames names = pose_names(face);
    return cli_names_fail(&face->args, &names, name);
}

int cli_face_try(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, const MieniFacePose *poses,
                 int pose_count, MieniPicture *out_picture, bool *out_is_empty)
{
    MienError error = {0};
    MieniRenderReport report = {0};
    if (mieni_shot_picture(face->face, face->mesh, renderer, shot, poses, pose_count, out_picture, &report,
                           &error) != MIEN_OK)
        return cli_fail_error(&face->args, face->open.character.mesh_path, &error);
    *out_is_empty = report.is_empty;
    return CLI_EXIT_OK;
}

int cli_face_fail_empty(const CliFace *face)
{
    const MieniCharacter *character = &face->open.character;
    return cli_fail(&face->args, CLI_EXIT_INPUT, character->path, NULL,
                    "Nothing of the character is in view at %s s: check the scale of its bones with mien "
                    "eval, or use --framing body.",
                    cli_fixed_text(&face->args, character->time > 0.0 ? character->time : 0.0, 2));
}

int cli_face_draw(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, const MieniFacePose *poses,
                  int pose_count, MieniPicture *out_picture)
{
    bool is_empty = false;
    const int code = cli_face_try(face, renderer, shot, poses, pose_count, out_picture, &is_empty);
    return code == CLI_EXIT_OK && is_empty ? cli_face_fail_empty(face) : code;
}
