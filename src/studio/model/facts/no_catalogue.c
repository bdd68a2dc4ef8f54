// SPDX-License-Identifier: MIT
//
// Replaces catalogue.c in builds without SQLite.

#include "studio/model/facts/catalogue.h"

void studio_catalogue_ask(StudioSearch *search) { search->state = STUDIO_CATALOGUE_ABSENT; }

MienStatus studio_catalogue_refresh(const MieniProject *project, const struct MieniBuildPlan *plan,
                                    const StudioCatalogueWatch *watch, bool *out_is_changed,
                                    MieniProblem *problem)
{
    (void)project, (void)plan, (void)watch, (void)problem;
    if (out_is_changed != NULL)
        *out_is_changed = false;
    return MIEN_OK;
}
