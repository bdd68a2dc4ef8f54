// SPDX-License-Identifier: MIT
//
// mien diff

#include "cli/draw/diff_faces.h"
#include "cli/draw/lines.h"
#include "cli/find_asset.h"
#include "cli/report/progress.h"

#include "asset/merge/diff.h"
#include "asset/view.h"
#include "mien_author/pack_diff.h"

#include <string.h>

static const CliArgument arguments[] = {
    {.name = "FIRST", .help = "An asset or a pack; `-` is standard input", .kind = CLI_FILE},
    {.name = "SECOND", .help = "Another asset or pack of the same kind", .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "visual",
     .help = "For pose assets: write a page to `--output` with images of every pose that differs, before and "
             "after, and a displacement heat map"},
    {.name = "mesh",
     .value = "MESH",
     .kind = CLI_FILE,
     .help = "With `--visual`: the mesh of the face, in the project or as a pack (default: the mesh of the "
             "second asset, or of a character that uses it)"},
    {.name = "skeleton",
     .value = "SKELETON",
     .kind = CLI_FILE,
     .help = "With `--visual`: the skeleton of the mesh (default: the mesh asset's)"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    CLI_PROGRESS_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien diff old/ada.poses.json faces/ada.poses.json", "Show what changed"},
    {"mien diff old.mien new.mien && echo same", "Check whether two builds differ"},
    {"mien diff --visual old/ada.poses.json faces/ada.poses.json --mesh heads/ada -o diff.html",
     "The same as images, on a face"},
    {0},
};

/// A result in the making, and how many differences it has.
typedef struct Differences {
    MieniTextOut text;
    MieniJsonDocument json;
    MieniJson *list;
    int count;
} Differences;

static void put_difference(Differences *to, const char *kind, const char *subject, const char *text)
{
    ++to->count;
    cli_putf(&to->text, "%s%s%s\n", subject, subject[0] != '\0' ? ": " : "", text);
    MieniJson *row = mieni_json_append(&to->json, to->list, mieni_json_object(&to->json));
    cli_json_set_string(&to->json, row, "kind", kind);
    cli_json_set_string(&to->json, row, "subject", subject);
    cli_json_set_string(&to->json, row, "text", text);
}

static int diff_packs(const CliArgs *args, const CliInput *a, const CliInput *b, Differences *to)
{
    MienAuthorPackDiff *diff = NULL;
    MienError error = {0};
    const MienAuthorPackPair packs = {a->data, a->size, b->data, b->size};
    if (mien_author_pack_diff(&packs, NULL, &diff, &error) != MIEN_OK)
        return cli_fail_error(args, strncmp(error.location, "second", 6) == 0 ? b->path : a->path, &error);
    for (int i = 0; i < diff->count; ++i)
        put_difference(to, mien_author_difference_kind_name(diff->items[i].kind), diff->items[i].subject,
                       diff->items[i].text);
    if (diff->below_count > 0)
        put_difference(to, "below", "", cli_text(args, "%d more differ insignificantly", diff->below_count));
    else if (diff->count == 0 && !diff->is_identical)
        put_difference(to, "bytes", "", "the bytes differ, but not the contents");
    mien_author_pack_diff_destroy(diff);
    return CLI_EXIT_OK;
}

/// The kind that the text itself says, which is right for files of any name.
static MieniAssetKind kind_of_text(const CliInput *input)
{
    MieniJsonDocument document;
    if (mieni_json_read(&document, input->data, input->size, NULL, NULL) != MIEN_OK)
        return MIENI_ASSET_NONE;
    const MieniAssetKind kind = mieni_asset_kind_of_json(document.root);
    mieni_json_release(&document);
    return kind;
}

static int read_asset(const CliArgs *args, const CliInput *input, MieniAssetKind kind, MieniAsset *out_asset)
{
    MienError error = {0};
    const MienStatus status = mieni_asset_read(out_asset, kind != MIENI_ASSET_NONE ? kind : MIENI_ASSET_POSES,
                                               input->data, input->size, NULL, &error);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(args, input->path, &error);
}

static int diff_assets(const CliArgs *args, const CliInput *a, const CliInput *b, Differences *to)
{
    static const char *const codes[] = {"value", "added", "removed", "renamed", "moved", "order"};
    MieniAsset first, second;
    MieniAssetDiff diff;
    MienError error = {0};
    const MieniAssetKind kind = kind_of_text(a);
    int code = read_asset(args, a, kind, &first);
    if (code != CLI_EXIT_OK)
        return code;
    const MieniAssetKind other = kind_of_text(b);
    if (kind != other && other != MIENI_ASSET_NONE)
        code = cli_fail(args, CLI_EXIT_INPUT, b->path, NULL,
                        "This asset is of kind %s and the first is of kind %s: only assets of the same kind "
                        "can be compared.",
                        mieni_asset_kind_name(other), mieni_asset_kind_name(kind));
    else
        code = read_asset(args, b, kind, &second);
    if (code == CLI_EXIT_OK) {
        if (mieni_asset_diff(&diff, &first, &second, NULL, &error) != MIEN_OK) {
            code = cli_fail_error(args, b->path, &error);
        } else {
            for (int i = 0; i < diff.count; ++i)
                put_difference(to, codes[diff.changes[i].code], diff.changes[i].subject,
                               diff.changes[i].text);
            mieni_asset_diff_release(&diff);
        }
        mieni_asset_release(&second);
    }
    mieni_asset_release(&first);
    return code;
}

static bool is_pack(const CliInput *input)
{
    return input->size >= 8 && memcmp(input->data, "\x89MIEN\r\n\x1a", 8) == 0;
}

/// A file that is there, standard input, or else the asset of the project that is named so.
static int open_input(const CliArgs *args, const char *given, CliKinds kinds, CliInput *out_input)
{
    MieniProject project;
    char file[MIENI_PATH_ROOM];
    const char *path;
    if (cli_is_pack_word(given) || mieni_file_exists(given))
        return cli_input_open(args, given, out_input);
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset(args, &project, given, kinds, &path);
    if (code == CLI_EXIT_OK && mieni_project_locate(&project, path, file))
        code = cli_input_open(args, cli_text(args, "%s", file), out_input);
    mieni_project_close(&project);
    return code;
}

static int run(const CliArgs *args)
{
    CliInput a, b;
    Differences to = {0};
    if (cli_has(args, "visual"))
        return cli_diff_visual(args);
    if (cli_has(args, "mesh") || cli_has(args, "skeleton"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--%s needs --visual.",
                        cli_has(args, "mesh") ? "mesh" : "skeleton");
    MieniAssetKind kinds[] = {MIENI_ASSET_NONE, MIENI_ASSET_NONE};
    int code = open_input(args, args->values[0], cli_kinds_any, &a);
    if (code != CLI_EXIT_OK)
        return code;
    kinds[0] = mieni_asset_kind_of_path(a.path);
    code = open_input(args, args->values[1], kinds[0] != MIENI_ASSET_NONE ? kinds : cli_kinds_any, &b);
    if (code != CLI_EXIT_OK) {
        cli_input_close(&a);
        return code;
    }
    mieni_json_begin(&to.json, NULL);
    to.json.root = mieni_json_object(&to.json);
    to.list = mieni_json_set(&to.json, to.json.root, "differences", mieni_json_array(&to.json));
    if (is_pack(&a) != is_pack(&b))
        code = cli_fail(args, CLI_EXIT_INPUT, b.path, NULL,
                        "One is a pack and the other is not: use two of the same kind.");
    else
        code = is_pack(&a) ? diff_packs(args, &a, &b, &to) : diff_assets(args, &a, &b, &to);
    cli_input_close(&a);
    cli_input_close(&b);
    if (code != CLI_EXIT_OK) {
        mieni_text_release(&to.text);
        mieni_json_release(&to.json);
        return code;
    }
    const int wrote = cli_write_either(args, &to.text, &to.json);
    return wrote != CLI_EXIT_OK ? wrote : to.count > 0 ? CLI_EXIT_FINDINGS : CLI_EXIT_OK;
}

const CliCommand cli_cmd_diff = {
    .path = "diff",
    .group = "Inspect",
    .summary = "Compare two assets or packs",
    .description =
        "Compares two text assets or two packs of the same kind and lists the differences: poses, bones and "
        "how many degrees or millimetres they move, curves, rules. The exit code is 1 if anything "
        "differs.\n\n"
        "With `--visual` it compares the effect of two versions of a pose asset on a face: each pose alone, "
        "at full weight, vertex by vertex. The page lists every pose that moves a vertex by 0.01 mm or more, "
        "largest change first, with images of both versions, a displacement heat map in millimetres, the "
        "largest distance and its location; it also lists added, removed and renamed poses. The page is one "
        "file. Each version may be in another project, such as an older checkout beside this one. Needs the "
        "package `mien-draw`.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
