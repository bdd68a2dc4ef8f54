// SPDX-License-Identifier: MIT
//
// mien diff --visual: a page with both versions of every pose that differs, and how far it
// moved.

#include "cli/report/diff_page.h"

#include <string.h>

static void put_json(const CliDiffFaces *faces, MieniJsonDocument *json)
{
    static const char *const states[] = {"changed", "added", "removed", "renamed", "same"};
    json->root = mieni_json_object(json);
    cli_json_set_string(json, json->root, "file", cli_value(faces->args, "output", "-"));
    cli_json_set_number(json, json->root, "same", faces->counts[CLI_DIFF_SAME]);
    MieniJson *list = mieni_json_set(json, json->root, "poses", mieni_json_array(json));
    for (int p = 0; p < cli_diff_faces_count(faces); ++p) {
        const CliDiffPose *pose = &faces->poses[p];
        const float place[3] = {pose->place.x, pose->place.y, pose->place.z};
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "name", pose->name);
        if (pose->was != NULL)
            cli_json_set_string(json, row, "was", pose->was);
        cli_json_set_string(json, row, "state", states[pose->state]);
        cli_json_set_float(json, row, "metres", pose->most);
        cli_json_set_number(json, row, "vertex", pose->vertex);
        MieniJson *position = mieni_json_set(json, row, "position", mieni_json_array(json));
        for (int i = 0; i < 3; ++i)
            mieni_json_append(json, position, cli_json_float(json, place[i]));
        cli_json_set_string(json, row, "bone", pose->bone != NULL ? pose->bone : "");
        cli_json_set_float(json, row, "bone_share", pose->share);
        cli_json_set_number(json, row, "vertices", pose->moved_count);
        cli_json_set_number(json, row, "still", pose->still_count);
    }
}

/// What differs, as a line or an object each, to standard output.
static int tell(const CliDiffFaces *faces)
{
    const CliArgs *args = faces->args;
    const CliArgs plain = {.program = args->program, .arena = args->arena, .json = args->json};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    put_json(faces, &json);
    for (int p = 0; p < cli_diff_faces_count(faces); ++p)
        cli_putf(&out, "%s %s\n", faces->poses[p].name, cli_diff_sentence(faces, &faces->poses[p]));
    cli_putf(&out, "%s unchanged\n", cli_many_text(args, faces->counts[CLI_DIFF_SAME], "pose"));
    return cli_write_either(&plain, &out, &json); // --output is where the page went
}

int cli_diff_visual(const CliArgs *args)
{
    CliDiffFaces faces;
    MieniTextOut page = {0};
    if (!cli_has(args, "output"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--visual needs --output FILE for the page.");
    int code = cli_diff_faces_open(&faces, args);
    if (code == CLI_EXIT_OK)
        code = cli_diff_put_page(&faces, &page);
    if (code == CLI_EXIT_OK)
        code = cli_write_result(args, &page);
    else
        mieni_text_release(&page);
    if (code == CLI_EXIT_OK && strcmp(cli_value(args, "output", "-"), "-") != 0)
        code = tell(&faces);
    const bool is_different = cli_diff_faces_count(&faces) > 0;
    cli_diff_faces_close(&faces);
    return code == CLI_EXIT_OK && is_different ? CLI_EXIT_FINDINGS : code;
}
