// SPDX-License-Identifier: MIT
//
// Modifiers that look at names of curves: removing, keeping, renaming.

#include "author/clip/modify.h"

#include "core/internal.h"
#include "core/utf8.h"

#include <string.h>

MienStatus mieni_modify_choose_curves(MieniWork *work)
{
    int kept = 0;
    for (int c = 0; c < work->curve_count; ++c) {
        const bool is_named = mieni_work_is_named(work, work->curves[c].curve.name);
        if (is_named == (work->modifier->kind == MIEN_AUTHOR_KEEP_CURVES))
            work->curves[kept++] = work->curves[c];
    }
    work->report->curves_touched = work->curve_count - kept;
    work->curve_count = kept;
    return MIEN_OK;
}

static MienStatus fail_at_new_name(const MieniWork *work, const char *sentence, int name)
{
    return mieni_fail(work->error, MIEN_ERROR_DATA, sentence, "lists[%d].items[%d].new_names[%d]", work->list,
                      work->item, name);
}

/// Gives one curve the name that the first fitting entry makes; *out_by is the
/// entry that changed it, or -1.
static MienStatus rename_curve(MieniWork *work, MieniWorkCurve *at, int *out_by)
{
    const MienAuthorModifier *modifier = work->modifier;
    char name[MIENI_NAME_ROOM];
    const char *why;
    int n = 0;
    *out_by = -1;
    while (n < modifier->name_count &&
           !mieni_name_rename(modifier->names[n], modifier->new_names[n], at->curve.name, name))
        ++n;
    if (n == modifier->name_count)
        return MIEN_OK;
    work->is_found[n] = true;
    if (strcmp(name, at->curve.name) == 0)
        return MIEN_OK;
    const size_t size = strlen(name);
    if (!mieni_name_is_valid(name, size, &why))
        return fail_at_new_name(work, why, n);
    *out_by = n;
    at->curve.name = mieni_arena_text(work->scratch, name, size);
    at->owns_name = true;
    ++work->report->curves_touched;
    return at->curve.name != NULL ? MIEN_OK : mieni_work_no_memory(work);
}

MienStatus mieni_modify_rename_curves(MieniWork *work)
{
    const size_t count = (size_t)work->curve_count;
    int *by = mieni_arena_take(work->scratch, count, sizeof *by);
    MieniNameEntry *sorted = mieni_arena_take(work->scratch, count, sizeof *sorted);
    if (by == NULL || sorted == NULL)
        return mieni_work_no_memory(work);
    for (int c = 0; c < work->curve_count; ++c) {
        const MienStatus status = rename_curve(work, &work->curves[c], &by[c]);
        if (status != MIEN_OK)
            return status;
        sorted[c] = (MieniNameEntry){work->curves[c].curve.name, c};
    }
    mieni_names_sort(sorted, work->curve_count);
    for (int i = 1; i < work->curve_count; ++i) {
        const int a = by[sorted[i - 1].index], b = by[sorted[i].index];
        if ((a >= 0 || b >= 0) && strcmp(sorted[i - 1].name, sorted[i].name) == 0)
            return fail_at_new_name(work, "another curve has this name already", b >= 0 ? b : a);
    }
    return MIEN_OK;
}
