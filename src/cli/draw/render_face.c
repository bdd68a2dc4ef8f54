// SPDX-License-Identifier: MIT
//
// One image of a character.

#include "core/float_rules.h"

#include "cli/draw/face.h"

#include "base/number.h"

#include <string.h>

/// --pose NAME[=WEIGHT]
int cli_face_read_pose(const CliFace *face, const char *word, MieniFacePose *out_pose)
{
    const char *equals = strrchr(word, '=');
    double weight = 1.0;
    if (mieni_face_find_pose(face->face, word, out_pose)) // names may hold =
        return CLI_EXIT_OK;
    const char *name = equals != NULL ? cli_text(&face->args, "%.*s", (int)(equals - word), word) : word;
    if (equals != NULL && (!mieni_number_read(equals + 1, strlen(equals + 1), &weight) ||
                           !(weight >= -100.0 && weight <= 100.0)))
        return cli_fail(&face->args, CLI_EXIT_USAGE, NULL, NULL,
                        "%s needs a weight from -100 to 100, not \"%s\".", name, equals + 1);
    if (!cli_face_find_pose(face, name, out_pose))
        return cli_face_fail_no_pose(face, name);
    out_pose->weight = (float)weight;
    return CLI_EXIT_OK;
}

int cli_face_read_poses(const CliFace *face, MieniFacePose poses[CLI_FACE_MOST_POSES], int *out_count)
{
    int code = CLI_EXIT_OK;
    *out_count = 0;
    for (int i = 0; code == CLI_EXIT_OK && i < face->args.given_count; ++i) {
        const CliGiven *given = &face->args.given[i];
        if (strcmp(given->option->name, "pose") != 0)
            continue;
        if (*out_count == CLI_FACE_MOST_POSES)
            return cli_fail(&face->args, CLI_EXIT_USAGE, NULL, NULL, "--pose can be given %d times.",
                            CLI_FACE_MOST_POSES);
        code = cli_face_read_pose(face, given->value, &poses[(*out_count)++]);
    }
    return code;
}

static int draw(CliFace *face, MieniRenderer *renderer, const MieniShot *shot, double time)
{
    MieniFacePose poses[CLI_FACE_MOST_POSES];
    MieniPicture picture = {0};
    int count;
    int code = cli_face_read_poses(face, poses, &count);
    if (code == CLI_EXIT_OK)
        code = cli_character_go(&face->open, time);
    if (code == CLI_EXIT_OK)
        code = cli_face_draw(face, renderer, shot, poses, count, &picture);
    if (code == CLI_EXIT_OK)
        code = cli_picture_write(&face->args, &picture, face->name);
    mieni_picture_release(&picture);
    return code;
}

int cli_render_run(const CliArgs *args)
{
    MieniRenderer *renderer = NULL;
    CliFace face = {0};
    MieniShot shot;
    double time = 0.0;
    int width = 1024, height = 1024;
    int code = cli_picture_check(args);
    if (code == CLI_EXIT_OK)
        code = cli_picture_size(args, &width, &height);
    if (code == CLI_EXIT_OK)
        code = cli_shot_options(args, width, height, MIENI_FRAME_HEAD, &shot);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(args, "at", 0.0, &time);
    if (code == CLI_EXIT_OK)
        code = cli_renderer_open(args, &renderer);
    if (code == CLI_EXIT_OK)
        code = cli_face_open(&face, args, renderer, args->values[0]);
    if (code == CLI_EXIT_OK)
        code = draw(&face, renderer, &shot, time);
    cli_face_close(&face);
    mieni_renderer_destroy(renderer);
    return code;
}
