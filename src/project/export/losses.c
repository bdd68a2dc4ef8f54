// SPDX-License-Identifier: MIT
//
// What the parts of an export share: failing, names, and what the format cannot hold.

#include "core/internal.h"
#include "project/export/exporting.h"

#include <string.h>

MienStatus mieni_export_no_memory(const MieniExporting *exporting)
{
    return mieni_problem_set(exporting->problem, exporting->path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                             "Out of memory.");
}

const char *mieni_export_stem(MieniExporting *exporting, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strchr(name, '.');
    // Names may have dots of their own: what goes is the kind and the ending.
    for (const char *next = dot; next != NULL && strchr(next + 1, '.') != NULL; next = strchr(next + 1, '.'))
        dot = next;
    return mieni_arena_text(&exporting->arena, name, dot != NULL ? (size_t)(dot - name) : strlen(name));
}

bool mieni_export_has_bones(const MieniExporting *exporting)
{
    const MieniExportFile file = exporting->options->file;
    return file != MIENI_EXPORT_VRMA && file != MIENI_EXPORT_TABLE && file != MIENI_EXPORT_TAKE;
}

void mieni_export_lose(const MieniExporting *exporting, const char *sentence, const char *of,
                       const char *name)
{
    const MienIoLosses *losses = &exporting->options->losses;
    if (losses->tell != NULL)
        losses->tell(losses->user, sentence, of, name);
}
