// SPDX-License-Identifier: MIT
//
// Reads animations for new poses.

#include "studio/panels/dialogs/origin.h"

#include "asset/poses_parts.h"
#include "asset/view.h"
#include "base/source_formats.h"
#include "studio/model/facts/strings.h"

#include <string.h>

enum { MEASURED_AT_ONCE = 48 };

StudioOrigin *studio_origin_new(const char *path)
{
    char name[STUDIO_LABEL_ROOM];
    StudioOrigin *origin = g_new0(StudioOrigin, 1);
    origin->path = g_strdup(path);
    origin->title = mieni_asset_kind_of_path(path) != MIENI_ASSET_NONE
                        ? g_strdup(studio_asset_name(path, name))
                        : g_path_get_basename(path);
    origin->base = -1;
    return origin;
}

/// Forgets all that was read.
static void clear(StudioOrigin *origin)
{
    char **const texts[] = {&origin->skeleton, &origin->mesh,    &origin->character, &origin->file,
                            &origin->take,     &origin->format,  &origin->scene,     &origin->up,
                            &origin->rate,     &origin->trouble, &origin->draft_path};
    mieni_face_close(g_steal_pointer(&origin->face));
    studio_preview_destroy(g_steal_pointer(&origin->preview));
    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i)
        g_clear_pointer(texts[i], g_free);
    g_clear_pointer(&origin->names, g_strfreev);
    g_clear_pointer(&origin->labels, g_strfreev);
    g_clear_pointer(&origin->markers, g_strfreev);
    g_clear_pointer(&origin->times, g_free);
    g_clear_pointer(&origin->facts, g_free);
    g_clear_pointer(&origin->draft, g_hash_table_unref);
    g_clear_pointer(&origin->meshes, g_ptr_array_unref);
    g_clear_pointer(&origin->characters, g_ptr_array_unref);
    origin->is_read = false;
    origin->count = origin->total = origin->measured_count = 0;
    origin->unit = 0.0;
}

void studio_origin_free(StudioOrigin *origin)
{
    clear(origin);
    g_free(origin->path);
    g_free(origin->title);
    g_free(origin);
}

static GPtrArray *paths_of(const Studio *studio, MieniAssetKind kind)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < studio->files.count; ++i)
        if (studio->files.items[i]->kind == kind && studio_file_is_there(studio->files.items[i]))
            g_ptr_array_add(paths, g_strdup(studio->files.items[i]->path));
    return paths;
}

bool studio_origin_begin(StudioOrigin *origin, StudioWorkspace *workspace, const StudioFramesWanted *wanted)
{
    Studio *studio = studio_workspace_studio(workspace);
    MieniProblem problem = {0};
    clear(origin);
    origin->wanted = *wanted;
    origin->meshes = paths_of(studio, MIENI_ASSET_MESH);
    origin->characters = paths_of(studio, MIENI_ASSET_CHARACTER);
    return studio_preview_begin(studio, origin->path, NULL, NULL, NULL, &origin->preview, &problem) ==
           MIEN_OK;
}

/// NULL for a text that is absent or empty. Free it.
static char *copy_of(const char *text) { return text != NULL && text[0] != '\0' ? g_strdup(text) : NULL; }

/// The rate of a source as options have it: a number or a fraction as text.
static char *rate_of(const MieniSourceView *source)
{
    char room[G_ASCII_DTOSTR_BUF_SIZE];
    const MieniJson *rate = mieni_source_rate_json(source);
    if (rate != NULL && rate->type == MIENI_JSON_NUMBER && rate->number > 0.0)
        return g_strdup(g_ascii_dtostr(room, sizeof room, rate->number));
    return copy_of(rate != NULL && rate->type == MIENI_JSON_STRING ? rate->string : NULL);
}

/// Which file a clip has its bones from, and how it is read.
static void read_clip(StudioOrigin *origin)
{
    MieniAsset clip;
    MieniProblem problem = {0};
    if (mieni_project_load(&origin->preview->project, origin->path, MIENI_ASSET_CLIP, &clip, &problem) !=
        MIEN_OK) {
        origin->trouble = g_strdup(problem.error.message);
        return;
    }
    const MieniClipView *view = mieni_clip_of(&clip);
    const MieniSourceView *source = mieni_clip_tracks(view);
    if (source == NULL) // in glTF, curves alone are a face too
        source = mieni_clip_curves(view);
    origin->skeleton = copy_of(mieni_clip_skeleton(view));
    origin->file = copy_of(mieni_source_file(source));
    if (origin->file == NULL) {
        origin->trouble = g_strdup_printf("“%s” has only keys. Poses need bone tracks or morphs from a file.",
                                          origin->title);
    } else {
        origin->take = copy_of(mieni_source_take(source));
        origin->format = copy_of(mieni_source_format(source));
        origin->scene = copy_of(mieni_source_scene(source));
        origin->up = copy_of(mieni_source_up(source));
        origin->rate = rate_of(source);
        origin->unit = mieni_source_unit(source, 0.0);
    }
    mieni_asset_release(&clip);
}

/// A text of an asset. Free it; NULL if it has none.
static char *read_text(const StudioOrigin *origin, const char *path,
                       const char *(*get)(const MieniAsset *asset))
{
    MieniAsset asset;
    if (mieni_project_load(&origin->preview->project, path, mieni_asset_kind_of_path(path), &asset, NULL) !=
        MIEN_OK)
        return NULL;
    char *text = copy_of(get(&asset));
    mieni_asset_release(&asset);
    return text;
}

static const char *file_of(const MieniAsset *asset) { return mieni_source_file(mieni_asset_source(asset)); }

/// The mesh whose rest the poses leave: that of the same file; or the only one on the skeleton; or the
/// one that the clip is called after.
static void choose_mesh(StudioOrigin *origin)
{
    const char *only = NULL, *namesake = NULL;
    int count = 0;
    for (guint i = 0; i < origin->meshes->len; ++i) {
        const char *path = origin->meshes->pdata[i];
        char name[STUDIO_LABEL_ROOM];
        g_autofree char *skeleton = read_text(origin, path, mieni_asset_skeleton);
        g_autofree char *file = read_text(origin, path, file_of);
        if (origin->skeleton != NULL && g_strcmp0(skeleton, origin->skeleton) != 0)
            continue;
        if (g_strcmp0(file, origin->file) == 0) {
            origin->mesh = g_strdup(path);
            return;
        }
        only = path;
        ++count;
        if (g_str_has_prefix(origin->title, studio_asset_name(path, name)))
            namesake = path;
    }
    if (origin->skeleton != NULL)
        origin->mesh = g_strdup(count == 1 ? only : namesake);
}

static void choose_character(StudioOrigin *origin)
{
    for (guint i = 0; i < origin->characters->len && origin->character == NULL; ++i) {
        const char *path = origin->characters->pdata[i];
        g_autofree char *mesh = read_text(origin, path, mieni_asset_mesh);
        g_autofree char *skeleton = read_text(origin, path, mieni_asset_skeleton);
        if (origin->mesh != NULL ? g_strcmp0(mesh, origin->mesh) == 0
                                 : g_strcmp0(skeleton, origin->skeleton) == 0)
            origin->character = g_strdup(path);
    }
}

MieniMakePosesOptions studio_origin_options(const StudioOrigin *origin)
{
    MieniMakePosesOptions options = {.import = {.skeleton = origin->skeleton,
                                                .format = origin->format,
                                                .scene = origin->scene,
                                                .take = origin->take,
                                                .up = origin->up,
                                                .rate = origin->rate,
                                                .unit = origin->unit}};
    const StudioFramesWanted *wanted = &origin->wanted;
    if (wanted->used == STUDIO_FRAMES_MARKERS) {
        options.from = MIENI_POSES_MARKERS;
    } else if (origin->times != NULL) {
        options.from = MIENI_POSES_TIMES;
        options.times = origin->times;
        options.time_count = origin->count;
    } else if (wanted->used == STUDIO_FRAMES_RANGE) {
        options.first = wanted->first;
        options.count = origin->count;
    }
    return options;
}

static int compare_times(const void *a, const void *b)
{
    const double *one = a, *other = b;
    return (*one > *other) - (*one < *other);
}

/// Times at which something has a key, each once.
static void list_keys(StudioOrigin *origin, const MienAuthorClip *clip)
{
    g_autoptr(GArray) times = g_array_new(FALSE, FALSE, sizeof(double));
    for (int t = 0; t < clip->track_count; ++t)
        for (int k = 0; k < clip->tracks[t].sample_count && clip->tracks[t].times != NULL; ++k)
            g_array_append_val(times, clip->tracks[t].times[k]);
    for (int c = 0; c < clip->curve_count; ++c)
        for (int k = 0; k < clip->curves[c].key_count; ++k)
            g_array_append_val(times, clip->curves[c].keys[k].time);
    if (times->len == 0) // samples at a rate: a key in every frame
        return;
    g_array_sort(times, compare_times);
    origin->times = g_new0(double, times->len);
    for (guint i = 0; i < times->len; ++i) {
        const double time = g_array_index(times, double, i);
        if (origin->count == 0 || time - origin->times[origin->count - 1] > 1e-4)
            origin->times[origin->count++] = time;
    }
}

static void list_range(StudioOrigin *origin, const MienAuthorClip *clip)
{
    StudioFramesWanted *wanted = &origin->wanted;
    wanted->first = CLAMP(wanted->first, 0, MAX(origin->total - 1, 0));
    wanted->last = CLAMP(wanted->last, wanted->first, MAX(origin->total - 1, 0));
    wanted->step = MAX(wanted->step, 1);
    origin->count = (wanted->last - wanted->first) / wanted->step + 1;
    if (wanted->step == 1)
        return;
    origin->times = g_new0(double, origin->count);
    for (int i = 0; i < origin->count; ++i)
        origin->times[i] = mieni_take_frame_time(clip, wanted->first + i * wanted->step);
}

static int compare_events(const void *a, const void *b)
{
    const MienAuthorClipEvent *one = *(const MienAuthorClipEvent *const *)a,
                              *other = *(const MienAuthorClipEvent *const *)b;
    return (one->time > other->time) - (one->time < other->time);
}

/// What the take has: frames, keys, markers.
static void look_at(StudioOrigin *origin, const MienAuthorClip *clip)
{
    g_autoptr(GPtrArray) events = g_ptr_array_new();
    for (int i = 0; i < clip->event_count; ++i)
        g_ptr_array_add(events, (void *)&clip->events[i]);
    g_ptr_array_sort(events, compare_events);
    origin->markers = g_new0(char *, events->len + 1);
    for (guint i = 0; i < events->len; ++i)
        origin->markers[i] = g_strdup(((const MienAuthorClipEvent *)events->pdata[i])->name);
    origin->total = mieni_take_frame_count(clip);
    if (origin->wanted.used == STUDIO_FRAMES_KEYS)
        list_keys(origin, clip);
    else if (origin->wanted.used == STUDIO_FRAMES_RANGE)
        list_range(origin, clip);
}

/// Keeps what was written into the snapshot, and the names and places of poses.
static void take_draft(StudioOrigin *origin)
{
    const StudioSnapshot *snapshot = origin->preview->snapshot;
    MieniAsset asset;
    origin->draft = studio_picture_draft_new();
    for (int i = 0; i < snapshot->write_count; ++i)
        if (snapshot->writes[i].text != NULL)
            g_hash_table_insert(origin->draft, g_strdup(snapshot->writes[i].path),
                                g_bytes_new(snapshot->writes[i].text->bytes, snapshot->writes[i].text->size));
    studio_picture_draft_seal(origin->draft);
    if (mieni_project_load(&origin->preview->project, origin->draft_path, MIENI_ASSET_POSES, &asset, NULL) !=
        MIEN_OK)
        return;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    origin->count = mieni_pose_asset_pose_count(poses);
    origin->names = g_new0(char *, origin->count + 1);
    origin->labels = g_new0(char *, origin->count + 1);
    origin->facts = g_new0(StudioFrameFact, origin->count + 1);
    for (int i = 0; i < origin->count; ++i) {
        const MieniPoseView *pose = mieni_pose_asset_pose(poses, i);
        const double frame = mieni_pose_frame(pose, -1.0);
        origin->names[i] = g_strdup(mieni_text_or_empty(mieni_pose_name(pose)));
        origin->labels[i] = frame >= 0.0 ? g_strdup_printf("%d", (int)frame)
                                         : g_strdup_printf("%.2f s", mieni_pose_time(pose, 0.0));
        origin->facts[i].metres = -1.0f;
    }
    mieni_asset_release(&asset);
}

static bool go_on(void *user, double done)
{
    (void)done;
    return !studio_job_is_cancelled(user);
}

/// Makes the asset that pictures show, with default names and each frame as it is.
static void make_draft(StudioOrigin *origin, StudioJob *job)
{
    const MieniProject *project = &origin->preview->project;
    MieniSources sources = {.progress = go_on, .user = job};
    MieniProblem problem = {0};
    MieniAsset kept = {0};
    MieniTake take = {0};
    MieniMadePoses made;
    MieniMakePosesOptions options = studio_origin_options(origin);
    mieni_import_keep(project, origin->file, &options.import, &kept);
    MienStatus status = mieni_sources_read(&sources, project, origin->file, &options.import, &take, &problem);
    if (status == MIEN_OK && take.clip != NULL)
        look_at(origin, take.clip);
    if (status == MIEN_OK) {
        options = studio_origin_options(origin);
        options.is_absolute = true;
        origin->draft_path = g_strdup("mien-studio-draft.poses.json");
        status = mieni_make_poses_asset(project, origin->draft_path, origin->file, &options, origin->mesh,
                                        &sources, &made, &problem);
    }
    if (status == MIEN_OK)
        take_draft(origin);
    else
        origin->trouble = g_strdup(problem.error.message);
    mieni_sources_release(&sources);
    mieni_asset_release(&kept);
}

void studio_origin_run(StudioOrigin *origin, StudioJob *job)
{
    MieniProblem problem = {0};
    if (mieni_asset_kind_of_path(origin->path) == MIENI_ASSET_CLIP)
        read_clip(origin);
    else
        origin->file = g_strdup(origin->path);
    if (origin->trouble == NULL) {
        choose_mesh(origin);
        if (origin->mesh != NULL && origin->skeleton == NULL)
            origin->skeleton = read_text(origin, origin->mesh, mieni_asset_skeleton);
        choose_character(origin);
        make_draft(origin, job);
    }
    if (origin->trouble == NULL && origin->count == 0)
        origin->trouble = g_strdup_printf("“%s” has no frames", origin->title);
    if (origin->trouble == NULL) // without one, nothing is measured
        mieni_face_open(&origin->preview->project, origin->draft_path,
                        &(MieniFaceOptions){.mesh = origin->mesh, .has_no_images = true}, &origin->face,
                        &problem);
    origin->is_read = true;
    studio_origin_measure(origin, job);
}

char *studio_origin_propose(const StudioOrigin *origin)
{
    char name[STUDIO_LABEL_ROOM];
    const char *dot = strrchr(origin->title, '.');
    g_autofree char *title =
        g_strndup(origin->title,
                  dot != NULL && dot != origin->title ? (gsize)(dot - origin->title) : strlen(origin->title));
    if (g_str_has_suffix(title, "_poses") && strlen(title) > 6)
        return g_strndup(title, strlen(title) - 6);
    if (origin->character != NULL)
        return g_strconcat(studio_asset_name(origin->character, name), "_face", NULL);
    return g_strconcat(title, "_face", NULL);
}

// What frames move

static float distance_squared(MienVec3 a, MienVec3 b)
{
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

static bool is_moved(const MienTransform *a, const MienTransform *b)
{
    const MienQuat p = a->rotation, q = b->rotation;
    const float dot = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    return distance_squared(a->translation, b->translation) > 1e-10f || // a hundredth of a millimetre
           distance_squared(a->scale, b->scale) > 1e-8f || dot * dot < 1.0f - 1e-7f;
}

static bool pose_frame(StudioOrigin *origin, int frame)
{
    MieniFacePose pose;
    if (frame < 0)
        return mieni_face_pose(origin->face, &(MieniPosing){.is_rest = true}) == MIEN_OK;
    return mieni_face_find_pose(origin->face, origin->names[frame], &pose) &&
           mieni_face_pose(origin->face, &(MieniPosing){.is_rest = true, .pose_count = 1, .poses = &pose}) ==
               MIEN_OK;
}

/// Where the points of the face are: vertices, or bones if it has none. Free it.
static MienVec3 *points_of(const MieniFace *face, int *out_count)
{
    *out_count = face->vertex_count > 0 ? face->vertex_count : face->bone_count;
    MienVec3 *points = g_new(MienVec3, *out_count + 1);
    for (int i = 0; i < *out_count; ++i) {
        const float *m = face->vertex_count > 0 ? NULL : face->model[i].m;
        points[i] = m != NULL ? (MienVec3){m[3], m[7], m[11]} : face->positions[i];
    }
    return points;
}

bool studio_origin_is_measured(const StudioOrigin *origin)
{
    return origin->face == NULL || origin->measured_count >= origin->count;
}

void studio_origin_set_base(StudioOrigin *origin, int frame)
{
    if (origin->base != frame)
        origin->measured_count = 0;
    origin->base = frame;
}

bool studio_origin_measure(StudioOrigin *origin, StudioJob *job)
{
    int count, same;
    if (studio_origin_is_measured(origin) || !pose_frame(origin, origin->base))
        return false;
    const int end = MIN(origin->measured_count + MEASURED_AT_ONCE, origin->count);
    MieniFace *face = origin->face;
    g_autofree MienVec3 *before = points_of(face, &count);
    g_autofree MienTransform *bones = g_memdup2(face->bones, sizeof *bones * (gsize)face->bone_count);
    for (; origin->measured_count < end && !studio_job_is_cancelled(job); ++origin->measured_count) {
        StudioFrameFact fact = {0};
        float most = 0.0f;
        if (!pose_frame(origin, origin->measured_count))
            continue;
        for (int b = 0; b < face->bone_count; ++b)
            fact.bone_count += is_moved(&face->bones[b], &bones[b]);
        g_autofree MienVec3 *now = points_of(face, &same);
        for (int i = 0; i < count; ++i)
            most = MAX(most, distance_squared(now[i], before[i]));
        fact.metres = __builtin_sqrtf(most);
        origin->facts[origin->measured_count] = fact;
    }
    return !studio_origin_is_measured(origin);
}
