// SPDX-License-Identifier: MIT
//
// Depfiles.

#include "project/build/depfile.h"

#include "base/text_out.h"

static void put_path(MieniTextOut *out, const char *path)
{
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '$')
            mieni_text_put(out, "$");
        else if (*at == ' ' || *at == '#')
            mieni_text_put(out, "\\");
        mieni_text_put_bytes(out, at, 1);
    }
}

MienStatus mieni_depfile_write(const char *file, const char *target, const MieniInputs *inputs,
                               MieniProblem *problem)
{
    MieniTextOut text = {0};
    put_path(&text, target);
    mieni_text_put(&text, ":");
    for (int i = 0; i < inputs->count; ++i) {
        mieni_text_put(&text, " \\\n ");
        put_path(&text, inputs->items[i].path);
    }
    mieni_text_put(&text, "\n");
    const MienStatus status =
        text.is_out_of_memory
            ? mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.")
            : mieni_file_write_derived(file, text.bytes, text.size, NULL, problem);
    mieni_text_release(&text);
    return status;
}
