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
    const double gaze = cli_number(args, "gaze", 0.75);
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
                            .has_wires = cli_has(args, "wire"),
                            .has_bones = cli_has(args, "bones"),
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

int cli_face_fail_no_pose(const CliFace *face, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < face->face->pose_count; ++i)
        mieni_nearest_try(&nearest, mieni_face_pose_name(face->face, mieni_face_pose_at(face->face, i)));
    const char *hint = cli_nearest_hint(&face->args, &nearest, "");
    return cli_fail(&face->args, CLI_EXIT_INPUT, face->open.character.path, name, "No pose with this name%s",
                    hint[0] != '\0' ? hint : ".");
}

int cli_face_draw(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, const MieniFacePose *poses,
                  int pose_count, MieniPicture *out_picture)
{
    MienError error = {0};
    if (mieni_shot_picture(face->face, face->mesh, renderer, shot, poses, pose_count, out_picture, NULL,
                           &error) != MIEN_OK)
        return cli_fail_error(&face->args, face->open.character.mesh_path, &error);
    return CLI_EXIT_OK;
}
