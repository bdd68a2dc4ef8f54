// SPDX-License-Identifier: MIT
//
// The live state of the viewport.

#include "studio/panels/workspace/live.h"

#include <string.h>

struct _StudioLive {
    GObject parent_instance;
    GPtrArray *faces; ///< Of MieniFace, the viewport's.
    GPtrArray *paths;
    char *held, *peeked, *sign;
    bool is_sign_red;
    char **marked; ///< NULL: none.
    StudioLiveValues driven;
    bool is_driven;
    GPtrArray *driven_names; ///< Of the same version.
    GArray *driven_values;
};

G_DEFINE_TYPE(StudioLive, studio_live, G_TYPE_OBJECT)

enum { SHOWN, CAST, ASKED, DRIVEN, SIGNAL_COUNT };
static guint signals[SIGNAL_COUNT];

static void studio_live_finalize(GObject *object)
{
    StudioLive *live = STUDIO_LIVE(object);
    g_ptr_array_unref(live->faces);
    g_ptr_array_unref(live->paths);
    g_free(live->held);
    g_free(live->peeked);
    g_free(live->sign);
    g_strfreev(live->marked);
    g_ptr_array_unref(live->driven_names);
    g_array_unref(live->driven_values);
    G_OBJECT_CLASS(studio_live_parent_class)->finalize(object);
}

static guint new_signal(const char *name)
{
    return g_signal_new(name, STUDIO_TYPE_LIVE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void studio_live_class_init(StudioLiveClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_live_finalize;
    signals[SHOWN] = new_signal("shown");
    signals[CAST] = new_signal("cast");
    signals[ASKED] = new_signal("asked"); // of the viewport, to hold, peek, mark or drive
    signals[DRIVEN] = new_signal("driven");
}

static void studio_live_init(StudioLive *live)
{
    live->faces = g_ptr_array_new();
    live->paths = g_ptr_array_new_with_free_func(g_free);
    live->driven_names = g_ptr_array_new_with_free_func(g_free);
    live->driven_values = g_array_new(FALSE, FALSE, sizeof(float));
}

StudioLive *studio_live_of(StudioWorkspace *workspace)
{
    StudioLive *live = g_object_get_data(G_OBJECT(workspace), "live");
    if (live == NULL) {
        live = g_object_new(STUDIO_TYPE_LIVE, NULL);
        g_object_set_data_full(G_OBJECT(workspace), "live", live, g_object_unref);
    }
    return live;
}

int studio_live_count(const StudioLive *live) { return (int)live->faces->len; }

MieniFace *studio_live_face(const StudioLive *live, int index)
{
    return index >= 0 && index < (int)live->faces->len ? live->faces->pdata[index] : NULL;
}

const char *studio_live_path(const StudioLive *live, int index)
{
    return index >= 0 && index < (int)live->paths->len ? live->paths->pdata[index] : NULL;
}

/// A pose asset of a face by its path, or the first one; NULL: it has none.
static const MieniFacePoses *poses_of(const MieniFace *face, const char *path)
{
    for (int i = 0; i < face->poses_count; ++i)
        if (path == NULL || strcmp(face->poses[i].path, path) == 0)
            return &face->poses[i];
    return NULL;
}

/// A pose asset by its path, on the first face that has it; NULL: none has.
static const MieniFacePoses *shown_poses(const StudioLive *live, const char *path)
{
    const MieniFacePoses *of = NULL;
    for (guint i = 0; i < live->faces->len && of == NULL; ++i)
        of = poses_of(live->faces->pdata[i], path);
    return of;
}

const char *studio_live_path_of(const StudioLive *live, const char *poses)
{
    for (guint i = 0; i < live->faces->len; ++i)
        if (poses_of(live->faces->pdata[i], poses) != NULL)
            return live->paths->pdata[i];
    return NULL;
}

bool studio_live_weight(const StudioLive *live, const char *poses, const char *name, float *out_input_weights,
                        float *out_final_weights)
{
    const MieniFacePoses *of = shown_poses(live, poses);
    const int control = of != NULL ? mien_pose_asset_find_driven_pose(of->asset, name) : -1;
    if (control < 0)
        return false;
    *out_input_weights = of->asked[control];
    *out_final_weights = of->applied[control];
    return true;
}

bool studio_live_mask(const StudioLive *live, const char *poses, const char *name, StudioMask *out_mask)
{
    const MieniFacePoses *of = shown_poses(live, poses);
    return of != NULL && studio_mask_find(of->asset, name, of->asked, out_mask);
}

MieniPosedBone *studio_live_bones(const StudioLive *live, const char *poses, int *out_count)
{
    *out_count = 0;
    for (guint i = 0; i < live->faces->len; ++i) {
        const MieniFace *face = live->faces->pdata[i];
        if (poses != NULL && poses_of(face, poses) == NULL)
            continue;
        MieniPosedBone *bones = g_new(MieniPosedBone, face->bone_count);
        for (int b = 0; b < face->bone_count; ++b)
            bones[b] =
                (MieniPosedBone){mien_skeleton_bone_name(face->character->skeleton, b), face->bones[b]};
        *out_count = face->bone_count;
        return bones;
    }
    return NULL;
}

static void put(StudioLive *live, char **place, const char *text)
{
    if (g_strcmp0(*place, text) == 0)
        return;
    char *copy = g_strdup(text);
    g_free(*place);
    *place = copy;
    g_signal_emit(live, signals[ASKED], 0);
}

void studio_live_hold(StudioLive *live, const char *pose) { put(live, &live->held, pose); }

const char *studio_live_held(const StudioLive *live) { return live->held; }

void studio_live_peek(StudioLive *live, const char *path) { put(live, &live->peeked, path); }

const char *studio_live_peeked(const StudioLive *live) { return live->peeked; }

void studio_live_mark(StudioLive *live, const char *const *bones, int count)
{
    g_clear_pointer(&live->marked, g_strfreev);
    if (count > 0) {
        live->marked = g_new0(char *, (gsize)count + 1);
        for (int i = 0; i < count; ++i)
            live->marked[i] = g_strdup(bones[i]);
    }
    g_signal_emit(live, signals[ASKED], 0);
}

const char *const *studio_live_marked(const StudioLive *live, int *out_count)
{
    *out_count = live->marked != NULL ? (int)g_strv_length(live->marked) : 0;
    return (const char *const *)live->marked;
}

/// Keeps names and values: those who sampled them go on.
static void keep_values(StudioLive *live, const StudioLiveValues *values)
{
    if (!live->is_driven || values->version != live->driven.version ||
        values->count != (int)live->driven_names->len) {
        g_ptr_array_set_size(live->driven_names, 0);
        for (int i = 0; i < values->count; ++i)
            g_ptr_array_add(live->driven_names, g_strdup(values->names[i]));
    }
    g_array_set_size(live->driven_values, 0);
    if (values->count > 0)
        g_array_append_vals(live->driven_values, values->values, (guint)values->count);
    live->driven = *values;
    live->driven.names = (const char *const *)live->driven_names->pdata;
    live->driven.values = (const float *)(void *)live->driven_values->data;
}

void studio_live_drive(StudioLive *live, const StudioLiveValues *values)
{
    const bool was_driven = live->is_driven;
    if (values == NULL && !was_driven)
        return;
    if (values != NULL)
        keep_values(live, values);
    live->is_driven = values != NULL;
    if (live->is_driven != was_driven)
        g_signal_emit(live, signals[DRIVEN], 0);
    g_signal_emit(live, signals[ASKED], 0);
}

const StudioLiveValues *studio_live_driven(const StudioLive *live)
{
    return live->is_driven ? &live->driven : NULL;
}

void studio_live_set_sign(StudioLive *live, const char *words, bool is_red)
{
    live->is_sign_red = is_red;
    put(live, &live->sign, words);
}

const char *studio_live_sign(const StudioLive *live, bool *out_is_red)
{
    *out_is_red = live->is_sign_red;
    return live->sign;
}

void studio_live_set_cast(StudioLive *live, MieniFace *const *faces, const char *const *paths, int count)
{
    g_ptr_array_set_size(live->faces, 0);
    g_ptr_array_set_size(live->paths, 0);
    for (int i = 0; i < count; ++i) {
        g_ptr_array_add(live->faces, faces[i]);
        g_ptr_array_add(live->paths, g_strdup(paths[i]));
    }
    g_signal_emit(live, signals[CAST], 0);
}

void studio_live_posed(StudioLive *live) { g_signal_emit(live, signals[SHOWN], 0); }
