// SPDX-License-Identifier: MIT
//
// mien version

#include "cli/cli.h"
#include "project/files/confine.h"

static const MienPackKind kinds[] = {MIEN_PACK_SKELETON, MIEN_PACK_POSE_ASSET, MIEN_PACK_CLIP};

/// How readers of strangers' files are confined here.
static const char *const walls[] = {"landlock", "seccomp"};

static bool has_wall(int i)
{
    return (mieni_os_can_confine() & (i == 0 ? MIENI_CONFINED_FILES : MIENI_CONFINED_CALLS)) != 0;
}

static bool is_available(MienIsa isa) { return mien_isa_is_available(isa); }

static int run(const CliArgs *args)
{
    if (args->json) {
        MieniJsonDocument document;
        mieni_json_begin(&document, NULL);
        document.root = mieni_json_object(&document);
        cli_json_set_string(&document, document.root, "version", mien_version());
        MieniJson *list = mieni_json_set(&document, document.root, "kinds", mieni_json_array(&document));
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
            mieni_json_append(&document, list, mieni_json_string(&document, mien_pack_kind_name(kinds[i])));
        list = mieni_json_set(&document, document.root, "isas", mieni_json_array(&document));
        for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (is_available((MienIsa)isa))
                mieni_json_append(&document, list, mieni_json_string(&document, mien_isa_name((MienIsa)isa)));
        }
        list = mieni_json_set(&document, document.root, "sandbox", mieni_json_array(&document));
        for (int i = 0; i < 2; ++i)
            if (has_wall(i))
                mieni_json_append(&document, list, mieni_json_string(&document, walls[i]));
        return cli_write_json(args, &document);
    }
    MieniTextOut out = {0};
    mieni_text_putf(&out, "%s %s\n", args->program->name, mien_version());
    if (args->verbose) {
        mieni_text_put(&out, "instruction sets:");
        for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (is_available((MienIsa)isa))
                mieni_text_putf(&out, " %s", mien_isa_name((MienIsa)isa));
        }
        mieni_text_put(&out, "\nsandbox:");
        for (int i = 0; i < 2; ++i)
            if (has_wall(i))
                mieni_text_putf(&out, " %s", walls[i]);
        mieni_text_putf(&out, "%s\n", has_wall(0) || has_wall(1) ? "" : " none");
    }
    return cli_write_result(args, &out);
}

const CliCommand cli_cmd_version = {
    .path = "version",
    .group = "Help",
    .summary = "Print the version",
    .description = "Prints `mien` and the version; with `--verbose` also the instruction sets of this "
                   "machine, and what confines commands that read untrusted files: `landlock` limits file "
                   "access, `seccomp` blocks network access and starting programs.",
    .exits = CLI_MAY(CLI_EXIT_WRITE),
    .run = run,
};
