// SPDX-License-Identifier: MIT
//
// Packs in the build folder that are out of date.

#include "project/lint/run.h"

#include <stdio.h>
#include <string.h>

static bool pack_path(MieniLint *lint, const char *path, const char *member, char out[MIENI_PATH_ROOM])
{
    char name[MIENI_PATH_ROOM];
    if (member == NULL)
        return mieni_project_pack_path(&lint->project, path, out);
    return mieni_clips_member_name(member, name) && mieni_project_pack_path(&lint->project, name, out);
}

bool mieni_lint_has_pack(MieniLint *lint, const char *path, const char *member)
{
    char pack[MIENI_PATH_ROOM], full[MIENI_PATH_ROOM];
    return mieni_lint_wants(lint, MIENI_LINT_STALE_PACK) && pack_path(lint, path, member, pack) &&
           mieni_project_locate(&lint->project, pack, full) && mieni_file_exists(full);
}

void mieni_lint_pack(MieniLint *lint, const char *path, const char *member, const MienAuthorPack *pack)
{
    char file[MIENI_PATH_ROOM];
    MieniBuffer buffer;
    MieniProblem problem = {0};
    if (!pack_path(lint, path, member, file))
        return;
    if (mieni_project_read(&lint->project, file, &buffer, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
    } else if (buffer.size != pack->size || memcmp(buffer.bytes, pack->data, pack->size) != 0) {
        MieniFinding *finding =
            mieni_lint_say(lint, MIENI_LINT_STALE_PACK, path, NULL, "", file,
                           mieni_lint_text(lint, "%s is out of date: run \"mien build\".", file));
        if (finding != NULL && member != NULL)
            finding->member = mieni_lint_text(lint, "%s", member);
    }
    mieni_buffer_release(&buffer);
}
