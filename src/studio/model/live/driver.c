// SPDX-License-Identifier: MIT
//
// The names of a source are known by its frames. When new ones come, the face of the library is made again
// with them; senders do that once.

#include "core/float_rules.h"

#include "studio/model/live/driver.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = MIEN_LIVE_MAX_CURVES - MIENI_LIVE_ANGLES };

/// A term of a sum: a target is the sum of its sources.
typedef struct Term {
    int from, to;
    float weight;
} Term;

struct StudioDriver {
    const MienAuthorMap *map;
    const MienLiveCalibration *calibration;
    MieniArena arena;       ///< Of what follows.
    MieniLiveCurves curves; ///< As sent, and the rotations.
    MienLiveFace *face;     ///< NULL before the first frame with a face.
    float *values;          ///< Per curve.
    const char **targets;
    float *results; ///< Per target.
    int target_count;
    Term *terms;
    int term_count;
    MienLiveFrame frame; ///< The last with a face.
    bool has_frame;
    int gap_count; ///< Of faces before this one.
    uint64_t version;
};

StudioDriver *studio_driver_create(void) { return calloc(1, sizeof(StudioDriver)); }

static void forget(StudioDriver *driver)
{
    mien_live_face_destroy(driver->face);
    mieni_arena_release(&driver->arena);
    driver->face = NULL;
    driver->arena = (MieniArena){0};
    driver->curves = (MieniLiveCurves){0};
    driver->target_count = driver->term_count = 0;
}

void studio_driver_destroy(StudioDriver *driver)
{
    if (driver != NULL)
        forget(driver);
    free(driver);
}

// -- The map

static int add_target(StudioDriver *driver, const char *name)
{
    for (int t = 0; t < driver->target_count; ++t)
        if (strcmp(driver->targets[t], name) == 0)
            return t;
    driver->targets[driver->target_count] = mieni_arena_text(&driver->arena, name, strlen(name));
    return driver->target_count++;
}

static void add_term(StudioDriver *driver, int from, const char *to, float weight)
{
    driver->terms[driver->term_count++] = (Term){from, add_target(driver, to), weight};
}

/// As for clips: what the map does not know stays, and what it names as without a target goes.
static void apply_map(StudioDriver *driver)
{
    const MienAuthorMap *map = driver->map;
    const int rows = map != NULL ? map->row_count : 0, most = driver->curves.count + rows;
    bool is_known[MIEN_LIVE_MAX_CURVES] = {false}; // it has a row, or is named as one without a target
    driver->targets = mieni_arena_take(&driver->arena, (size_t)most, sizeof *driver->targets);
    driver->results = mieni_arena_take(&driver->arena, (size_t)most, sizeof *driver->results);
    driver->terms = mieni_arena_take(&driver->arena, (size_t)most, sizeof *driver->terms);
    driver->target_count = driver->term_count = 0;
    for (int r = 0; r < rows && !driver->arena.is_out_of_memory; ++r) {
        const int from = mieni_live_curves_find(&driver->curves, map->rows[r].from);
        if (from >= 0)
            add_term(driver, from, map->rows[r].to, map->rows[r].weight);
        if (from >= 0)
            is_known[from] = true;
    }
    for (int u = 0; map != NULL && u < map->unmapped_count; ++u) {
        const int from = mieni_live_curves_find(&driver->curves, map->unmapped[u]);
        if (from >= 0)
            is_known[from] = true;
    }
    for (int c = 0; c < driver->curves.count && !driver->arena.is_out_of_memory; ++c)
        if (!is_known[c])
            add_term(driver, c, driver->curves.names[c], 1.0f);
    driver->version++;
}

// -- Names

static void make_face(StudioDriver *driver, const char *const *names, int count)
{
    forget(driver);
    mieni_live_curves_fill(&driver->arena, names, count, &driver->curves);
    driver->values = mieni_arena_take(&driver->arena, (size_t)count, sizeof *driver->values);
    const MienLiveFaceDesc desc = {.curves = driver->curves.names, .curve_count = count};
    if (!driver->arena.is_out_of_memory && mien_live_face_create(&desc, &driver->face, NULL) == MIEN_OK)
        (void)mien_live_face_set_calibration(driver->face, 0, driver->calibration, NULL);
    if (driver->face != NULL)
        apply_map(driver);
    if (driver->arena.is_out_of_memory || driver->face == NULL)
        forget(driver);
}

static int add_new_names(const StudioDriver *driver, const MienLiveFrame *frame, const char **names,
                         int count)
{
    for (int i = 0; i < frame->value_count && count < MOST_NAMES; ++i)
        if (driver->face == NULL ||
            mieni_live_curves_find(&driver->curves, mien_live_frame_name(frame, i)) < 0)
            names[count++] = mien_live_frame_name(frame, i);
    return count;
}

/// Makes the face again if a frame has new names.
static void learn_names(StudioDriver *driver, const MienLiveFrame *frame)
{
    const char *names[MIEN_LIVE_MAX_CURVES];
    MieniArena before = driver->arena;
    int count = 0;
    for (int c = 0; c < driver->curves.count; ++c)
        names[count++] = driver->curves.names[c];
    const int known = count;
    count = add_new_names(driver, frame, names, count);
    if (driver->face != NULL && count == known)
        return;
    driver->gap_count = studio_driver_state(driver).gap_count;
    for (int i = 0; driver->face == NULL && i < MIENI_LIVE_ANGLES; ++i)
        names[count++] = mieni_live_angle_name(i);
    driver->arena = (MieniArena){0}; // the names are still needed
    make_face(driver, names, count);
    mieni_arena_release(&before);
}

static bool has_same_names(const MienLiveFrame *one, const MienLiveFrame *other)
{
    return one->value_count == other->value_count && one->text_size == other->text_size &&
           memcmp(one->text, other->text, (size_t)one->text_size) == 0;
}

void studio_driver_set(StudioDriver *driver, const MienAuthorMap *map, const MienLiveCalibration *calibration)
{
    const char *names[MIEN_LIVE_MAX_CURVES];
    const int count = driver->curves.count;
    MieniArena before = driver->arena;
    driver->map = map;
    driver->calibration = calibration;
    if (driver->face == NULL)
        return;
    driver->gap_count = studio_driver_state(driver).gap_count;
    for (int c = 0; c < count; ++c)
        names[c] = driver->curves.names[c];
    driver->arena = (MieniArena){0};
    make_face(driver, names, count);
    mieni_arena_release(&before);
}

void studio_driver_add(StudioDriver *driver, const MienLiveFrame *frame, double now)
{
    if (frame->has_face) {
        if (!driver->has_frame || driver->face == NULL || !has_same_names(&driver->frame, frame))
            learn_names(driver, frame);
        driver->frame = *frame;
        driver->has_frame = true;
    }
    if (driver->face != NULL)
        mien_live_face_add(driver->face, 0, frame, now);
}

StudioLiveValues studio_driver_sample(StudioDriver *driver, double now)
{
    if (driver->face == NULL)
        return (StudioLiveValues){.time = now, .version = driver->version};
    mien_live_face_sample(driver->face, now, driver->values);
    memset(driver->results, 0, sizeof *driver->results * (size_t)driver->target_count);
    for (int t = 0; t < driver->term_count; ++t)
        driver->results[driver->terms[t].to] +=
            driver->terms[t].weight * driver->values[driver->terms[t].from];
    return (StudioLiveValues){driver->targets, driver->results, driver->target_count, now, driver->version};
}

MienLiveSourceState studio_driver_state(const StudioDriver *driver)
{
    MienLiveSourceState state = {0};
    if (driver->face != NULL)
        state = mien_live_face_source(driver->face, 0);
    state.gap_count += driver->gap_count;
    return state;
}

const MienLiveFrame *studio_driver_frame(const StudioDriver *driver)
{
    return driver->has_frame ? &driver->frame : NULL;
}

bool studio_driver_reaches(const StudioDriver *driver, const char *name, const MieniLiveCurves *names)
{
    const int curve = mieni_live_curves_find(&driver->curves, name);
    for (int t = 0; curve >= 0 && t < driver->term_count; ++t)
        if (driver->terms[t].from == curve &&
            mieni_live_curves_find(names, driver->targets[driver->terms[t].to]) >= 0)
            return true;
    return false;
}
