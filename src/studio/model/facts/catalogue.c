// SPDX-License-Identifier: MIT
//
// Queries of the editor to the asset index of the last build.

#include "studio/model/facts/catalogue.h"

#include "catalog/catalog.h"
#include "studio/model/facts/strings.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_PER_LOOK = 4096 }; ///< Between checks whether the search is cancelled.

typedef struct Asking {
    StudioSearch *search;
    char *of_name, *of_path; ///< Words without a slash, and with one.
    int rows;
} Asking;

static char *copy_text(StudioSearch *search, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    search->is_out_of_memory |= copy == NULL;
    return copy;
}

/// Parts the words of a filter.
static void part_words(Asking *asking)
{
    const char *at = asking->search->words;
    asking->of_name[0] = asking->of_path[0] = '\0';
    while (*at != '\0') {
        const size_t size = strcspn(at, " ");
        const bool has_slash = memchr(at, '/', size) != NULL;
        char *words = has_slash ? asking->of_path : asking->of_name;
        if (size > 0) {
            strncat(words, at, size);
            strcat(words, " ");
        }
        at += size + (at[size] == ' ');
    }
}

static MieniCatalogFit fits(void *user, const char *path)
{
    Asking *asking = user;
    const StudioSearch *search = asking->search;
    if (++asking->rows % ROWS_PER_LOOK == 0 && search->is_cancelled != NULL &&
        search->is_cancelled(search->user))
        return MIENI_FIT_STOP;
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return studio_filter_matches(asking->of_name, name) && studio_filter_matches(asking->of_path, path)
               ? MIENI_FIT
               : MIENI_FIT_NOT;
}

static bool add_clip(void *user, const MieniCatalogClip *clip)
{
    StudioSearch *search = ((Asking *)user)->search;
    StudioFoundClips *found = NULL;
    for (int i = 0; i < search->found_count && found == NULL; ++i)
        if (strcmp(search->found[i].asset, clip->asset) == 0)
            found = &search->found[i];
    if (found == NULL)
        return true;
    if (found->count == found->room) {
        const int room = found->room > 0 ? 2 * found->room : 32;
        StudioFoundClip *clips = realloc(found->clips, sizeof *clips * (size_t)room);
        search->is_out_of_memory |= clips == NULL;
        if (clips == NULL)
            return false;
        found->clips = clips;
        found->room = room;
    }
    char *file = copy_text(search, clip->path);
    if (file != NULL)
        found->clips[found->count++] =
            (StudioFoundClip){file, clip->seconds, clip->curve_count, clip->track_count};
    return file != NULL;
}

static bool add_curve(void *user, const char *name, int64_t clips)
{
    StudioSearch *search = ((Asking *)user)->search;
    if (search->curve_count == search->curve_room) {
        const int room = search->curve_room > 0 ? 2 * search->curve_room : 64;
        StudioFoundCurve *curves = realloc(search->curves, sizeof *curves * (size_t)room);
        search->is_out_of_memory |= curves == NULL;
        if (curves == NULL)
            return false;
        search->curves = curves;
        search->curve_room = room;
    }
    char *copy = copy_text(search, name);
    if (copy != NULL)
        search->curves[search->curve_count++] = (StudioFoundCurve){copy, clips};
    return copy != NULL;
}

/// Clips by their curves.
static void find_having(Asking *asking, MieniCatalog *catalog, const char *const *assets, int64_t *counts)
{
    const StudioSearch *search = asking->search;
    MieniCatalogChoice choice = {0};
    mieni_catalog_choose(catalog, (const char *const *)search->having.items, search->having.count,
                         search->folds_case, &choice);
    mieni_catalog_chosen_of(catalog, &choice, assets, search->found_count, search->limit, add_clip, asking,
                            counts);
    mieni_catalog_choice_release(&choice);
}

static void find_clips(StudioSearch *search, MieniCatalog *catalog, const char *const *assets)
{
    Asking asking = {.search = search};
    const size_t room = strlen(search->words) + 2;
    int64_t *counts = calloc((size_t)search->found_count, sizeof *counts);
    asking.of_name = malloc(room);
    asking.of_path = malloc(room);
    if (counts == NULL || asking.of_name == NULL || asking.of_path == NULL) {
        search->is_out_of_memory = true;
    } else if (search->wants_curves) {
        mieni_catalog_curves_of(catalog, assets, search->found_count, add_curve, &asking);
    } else {
        part_words(&asking);
        if (search->having.count > 0)
            find_having(&asking, catalog, assets, counts);
        else
            mieni_catalog_clips_of(catalog, assets, search->found_count, search->limit, fits, add_clip,
                                   &asking, counts);
        for (int i = 0; i < search->found_count; ++i)
            search->found[i].all = counts[i];
    }
    free(asking.of_name);
    free(asking.of_path);
    free(counts);
}

/// The asset index, unless there is none: asking makes none.
static MieniCatalog *open_catalogue(const MieniProject *project)
{
    char path[MIENI_PATH_ROOM];
    MieniCatalog *catalog = NULL;
    if (!mieni_path_join(path, project->build, "catalogue.db") || !mieni_project_exists(project, path) ||
        mieni_catalog_open(project, NULL, &catalog, NULL) != MIEN_OK)
        return NULL;
    if (!mieni_catalog_is_empty(catalog)) {
        mieni_catalog_hold(catalog);
        return catalog;
    }
    mieni_catalog_close(catalog);
    return NULL;
}

void studio_catalogue_ask(StudioSearch *search)
{
    MieniCatalog *catalog = open_catalogue(&search->project);
    const char **assets = calloc((size_t)search->found_count, sizeof *assets);
    if (catalog == NULL || assets == NULL) {
        search->state = STUDIO_CATALOGUE_MISSING;
    } else {
        for (int i = 0; i < search->found_count; ++i)
            assets[i] = search->found[i].asset;
        find_clips(search, catalog, assets);
        for (int i = 0; i < search->found_count && search->checks_state; ++i)
            if (!mieni_catalog_is_current(catalog, &search->project, search->found[i].asset,
                                          search->found[i].shard_count))
                search->state = STUDIO_CATALOGUE_OLD;
        if (mieni_catalog_status(catalog, NULL) != MIEN_OK)
            search->state = STUDIO_CATALOGUE_MISSING; // damaged, and as good as none
    }
    mieni_catalog_close(catalog);
    free(assets);
}

MienStatus studio_catalogue_refresh(const MieniProject *project, const MieniBuildPlan *plan,
                                    const StudioCatalogueWatch *watch, bool *out_is_changed,
                                    MieniProblem *problem)
{
    MieniCatalogOptions options = {.is_synced_later = plan != NULL};
    MieniCatalogChanges changes;
    if (watch != NULL) {
        options.is_cancelled = watch->is_cancelled;
        options.progress = watch->progress;
        options.user = watch->user;
    }
    const MienStatus status = mieni_catalog_refresh(project, plan, &options, &changes, problem);
    if (out_is_changed != NULL)
        *out_is_changed = changes.read + changes.removed > 0 && !changes.is_cancelled;
    return status;
}
