// SPDX-License-Identifier: MIT
//
// mien clip key

#include "cli/asset.h"

#include "asset/edit/clip.h"
#include "asset/view.h"
#include "base/number.h"

#include <string.h>

/// Reads "0.5=1", or with has_value false "0.5".
static int read_key(const CliArgs *args, const char *word, bool has_value, double *out_time,
                    double *out_value)
{
    const char *equals = strchr(word, '=');
    const size_t size = equals != NULL ? (size_t)(equals - word) : strlen(word);
    if ((equals != NULL) == has_value && mieni_number_read(word, size, out_time) &&
        (!has_value || mieni_number_read(equals + 1, strlen(equals + 1), out_value)))
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                    has_value ? "%s: a key is TIME=VALUE, with the time in seconds: 0.5=1."
                              : "%s: name a key by its time in seconds: 0.5.",
                    word);
}

/// The key of a curve at a time, or -1.
static int find_key(const MieniKeyedCurveView *curve, double time)
{
    for (int i = 0; i < mieni_keyed_curve_key_count(curve); ++i)
        if (mieni_key_time(mieni_keyed_curve_key(curve, i), 0) == time)
            return i;
    return -1;
}

static int remove_keys(const CliArgs *args, CliAsset *clip, const char *curve)
{
    MienError error = {0};
    const int count = args->value_count - 2;
    for (int i = 0; i < count; ++i) {
        const MieniClipView *view = mieni_clip_of(&clip->asset);
        const int row = mieni_clip_find_keyed_curve(view, curve);
        double time = 0;
        const int code = read_key(args, args->values[2 + i], false, &time, NULL);
        const MieniKeyPlace place = {
            curve, code == CLI_EXIT_OK && row >= 0 ? find_key(mieni_clip_keyed_curve(view, row), time) : -1};
        if (code == CLI_EXIT_OK && place.key >= 0 &&
            mieni_clip_delete_keys(&clip->asset, &place, 1, &error) == MIEN_OK)
            continue;
        cli_asset_close(clip);
        return code != CLI_EXIT_OK ? code
                                   : cli_fail(args, CLI_EXIT_INPUT, clip->path, NULL,
                                              "The curve %s has no key at %s s.", curve, args->values[2 + i]);
    }
    if (count > 0)
        return cli_asset_end(args, clip, MIEN_OK, NULL, "%s, %s removed", curve,
                             cli_many_text(args, count, "key"));
    const MienStatus status = mieni_clip_remove_curve(&clip->asset, curve, &error);
    return cli_asset_end(args, clip, status, &error, "%s removed", curve);
}

static int set_keys(const CliArgs *args, CliAsset *clip, const char *curve)
{
    MienError error = {0};
    MienStatus status = MIEN_OK;
    int code = CLI_EXIT_OK;
    const char *type = cli_value(args, "interpolation", NULL);
    const MieniKeyShape shape = {.type = type, .is_auto = type != NULL && strcmp(type, "cubic") == 0};
    const int count = args->value_count - 2;
    if (count == 0)
        status = mieni_clip_add_curve(&clip->asset, curve, &error);
    for (int i = 0; i < count && code == CLI_EXIT_OK && status == MIEN_OK; ++i) {
        double time = 0, value = 0;
        code = read_key(args, args->values[2 + i], true, &time, &value);
        if (code == CLI_EXIT_OK)
            status = mieni_clip_set_key(&clip->asset, curve, time, value, type != NULL ? &shape : NULL, NULL,
                                        &error);
    }
    if (code == CLI_EXIT_OK)
        return cli_asset_end(args, clip, status, &error, "%s, %s set", curve,
                             cli_many_text(args, count, "key"));
    cli_asset_close(clip);
    return code;
}

static int run(const CliArgs *args)
{
    CliAsset clip;
    const int code = cli_asset_open(args, MIENI_ASSET_CLIP, &clip);
    if (code != CLI_EXIT_OK)
        return code;
    return (cli_has(args, "remove") ? remove_keys : set_keys)(args, &clip, args->values[1]);
}

static const CliArgument arguments[] = {
    {.name = "CLIP", .help = "A clip asset of the project", .kind = CLI_FILE},
    {.name = "CURVE", .help = "The curve; it is added if the clip does not have it"},
    {.name = "TIME=VALUE",
     .help = "Keys, with times in seconds; a key at the same time is replaced",
     .is_optional = true,
     .is_repeated = true},
    {0},
};
static const CliOption options[] = {
    {.name = "interpolation",
     .value = "TYPE",
     .kind = CLI_CHOICE,
     .choices = "constant|linear|cubic",
     .help = "How the curve continues after these keys (default: as after the key before, or linear)"},
    {.name = "remove", .help = "Remove the keys at the given times, or without times the curve"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien clip key takes/smile smile 0=0 0.5=1 1=0", "Smile and relax"},
    {"mien clip key takes/smile smile 0.25=0.4 --interpolation cubic", "Add a smooth key"},
    {"mien clip key takes/smile smile 0.5 --remove", "Remove a key"},
    {0},
};

const CliCommand cli_cmd_clip_key = {
    .path = "clip key",
    .group = "Clips",
    .summary = "Set or remove keys of a curve",
    .description = "Sets keys of a curve in the clip asset. The curve is added if needed. If the clip also "
                   "has the curve from a source file, the keys replace it.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
