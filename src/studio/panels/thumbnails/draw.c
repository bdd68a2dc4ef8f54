// SPDX-License-Identifier: MIT
//
// Draws one thumbnail, on a worker.

#include "studio/panels/thumbnails/private.h"

#include "asset/view.h"
#include "view/thumbnail.h"

#include <string.h>

static const double RATE = 30.0;       ///< At which a clip is played up to its moment.
static const double MOST_STEPS = 90.0; ///< In which it is.

/// A store of packs that notes the files of packs which it finds, too.
typedef struct NotingStore {
    MieniPackStore store;
    StudioPacks *packs;
    GPtrArray *inputs;
} NotingStore;

static void note(GPtrArray *inputs, const char *path)
{
    if (!g_ptr_array_find_with_equal_func(inputs, path, g_str_equal, NULL))
        g_ptr_array_add(inputs, g_strdup(path));
}

static bool find_pack(void *user, const MieniProject *project, const char *path, const char *member,
                      MienAuthorPack *out_pack)
{
    const NotingStore *noting = user;
    const MieniPackStore *inner = &noting->packs->store;
    if (!inner->find(inner->user, project, path, member, out_pack))
        return false;
    for (int i = 0; i < noting->packs->count; ++i) {
        const StudioPack *pack = &noting->packs->items[i];
        for (int k = 0; k < pack->input_count && pack->used == noting->packs->clock; ++k)
            note(noting->inputs, pack->inputs[k].path);
    }
    return true;
}

static void keep_pack(void *user, const MieniProject *project, const char *path, const char *member,
                      const MieniInputs *inputs, const MienAuthorPack *pack)
{
    const NotingStore *noting = user;
    const MieniPackStore *inner = &noting->packs->store;
    inner->keep(inner->user, project, path, member, inputs, pack);
    for (int i = 0; i < inputs->count; ++i)
        note(noting->inputs, inputs->items[i].path);
}

/// A text of an asset, such as its mesh. Free it; NULL if it has none.
static char *read_text(const MieniProject *project, const char *path,
                       const char *(*get)(const MieniAsset *asset))
{
    MieniAsset asset;
    MieniProject quiet = *project;
    quiet.inputs = NULL;
    if (mieni_project_load(&quiet, path, mieni_asset_kind_of_path(path), &asset, NULL) != MIEN_OK)
        return NULL;
    const char *text = mieni_text_or_empty(get(&asset));
    char *copy = text[0] != '\0' ? g_strdup(text) : NULL;
    mieni_asset_release(&asset);
    return copy;
}

/// The first character on the skeleton of a clip.
static char *character_of_clip(const MieniProject *project, const StudioDrawing *drawing)
{
    g_autofree char *skeleton = read_text(project, drawing->asset, mieni_asset_skeleton);
    for (guint i = 0; i < drawing->characters->len && skeleton != NULL; ++i) {
        g_autofree char *other = read_text(project, drawing->characters->pdata[i], mieni_asset_skeleton);
        if (g_strcmp0(skeleton, other) == 0)
            return g_strdup(drawing->characters->pdata[i]);
    }
    return NULL;
}

/// The mesh that a clip is previewed on. Free it; NULL if there is none.
static char *preview_mesh_of(const MieniProject *project, const char *clip)
{
    g_autofree char *path = read_text(project, clip, mieni_asset_preview);
    return path != NULL && mieni_asset_kind_of_path(path) == MIENI_ASSET_MESH ? g_steal_pointer(&path) : NULL;
}

/// A clip on the bones and morphs of a mesh, without any graph.
static MienStatus open_plain(StudioOpened *opened, const char *clip, const char *mesh, MieniProblem *problem)
{
    StudioPreview *preview = opened->preview;
    MieniCharacter *character = &preview->character;
    g_autofree char *skeleton = read_text(&preview->project, mesh, mieni_asset_skeleton);
    const MieniCharacterParts parts = {.skeleton = skeleton, .mesh = mesh};
    if (skeleton == NULL)
        return MIEN_ERROR_DATA;
    MienStatus status = mieni_character_open_parts(&preview->project, clip, &parts, character, problem);
    if (status != MIEN_OK)
        return status;
    const int place = mieni_character_find_asset(character, MIEN_GRAPH_CLIP, "clip");
    if (place < 0 || !mieni_character_replace(character, place, clip))
        status = MIEN_ERROR_MEMORY;
    if (status == MIEN_OK)
        status = mieni_character_bind(character, NULL, problem);
    preview->is_made = status == MIEN_OK;
    if (status != MIEN_OK)
        mieni_character_close(character);
    return status;
}

static MienStatus open_clip(StudioOpened *opened, const StudioDrawing *drawing, MieniProblem *problem)
{
    StudioPreview *preview = opened->preview;
    g_autofree char *on =
        drawing->on != NULL ? g_strdup(drawing->on) : character_of_clip(&preview->project, drawing);
    if (on == NULL)
        on = preview_mesh_of(&preview->project, drawing->asset);
    if (on == NULL)
        return MIEN_ERROR_DATA;
    if (mieni_asset_kind_of_path(on) == MIENI_ASSET_MESH) {
        const MienStatus status = open_plain(opened, drawing->asset, on, problem);
        if (status != MIEN_OK)
            return status;
    } else {
        g_strlcpy(preview->path, on, sizeof preview->path);
        g_strlcpy(preview->clip, drawing->asset, sizeof preview->clip);
        studio_preview_run(preview);
    }
    return preview->is_made ? mieni_face_make(&preview->character, NULL, &opened->face, problem)
                            : MIEN_ERROR_DATA;
}

/// The mesh that a pose asset is shown on. Free it; NULL: bones alone.
static char *mesh_of(const MieniProject *project, const StudioDrawing *drawing)
{
    MieniProject quiet = *project;
    MieniPaths meshes = {0};
    quiet.inputs = NULL; // whose mesh it is matters less than what it looks like
    if (drawing->on != NULL)
        return mieni_asset_kind_of_path(drawing->on) == MIENI_ASSET_MESH
                   ? g_strdup(drawing->on)
                   : read_text(project, drawing->on, mieni_asset_mesh);
    mieni_character_meshes(&quiet, drawing->asset, &meshes, NULL);
    char *first = meshes.count > 0 ? g_strdup(meshes.items[0]) : NULL;
    mieni_paths_release(&meshes);
    return first;
}

static MienStatus open_face(StudioOpened *opened, const StudioDrawing *drawing, MieniProblem *problem)
{
    const MieniProject *project = &opened->preview->project;
    const MieniAssetKind kind = mieni_asset_kind_of_path(drawing->asset);
    if (kind == MIENI_ASSET_CLIP)
        return open_clip(opened, drawing, problem);
    g_autofree char *mesh = kind == MIENI_ASSET_POSES ? mesh_of(project, drawing) : NULL;
    return mieni_face_open(project, drawing->asset, &(MieniFaceOptions){.mesh = mesh}, &opened->face,
                           problem);
}

static void put_draft(StudioDrawing *drawing)
{
    GHashTableIter each;
    void *path, *bytes;
    g_hash_table_iter_init(&each, drawing->draft);
    while (g_hash_table_iter_next(&each, &path, &bytes)) {
        gsize size = 0;
        const void *data = g_bytes_get_data(bytes, &size);
        if (((const char *)path)[0] == '\0') // its seal
            continue;
        studio_snapshot_put(drawing->preview->snapshot, path, data, size, NULL);
    }
}

/// What a face is made of, without assets that only move it.
static void hash_parts(StudioOpened *opened, const GPtrArray *inputs)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; i < inputs->len; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(inputs->pdata[i]);
        if (kind != MIENI_ASSET_POSES && kind != MIENI_ASSET_GRAPH && kind != MIENI_ASSET_CLIP)
            g_ptr_array_add(parts, inputs->pdata[i]);
    }
    studio_picture_cache_hash(&opened->preview->project, parts, opened->parts);
}

/// What a picture of a face at rest or of a pose shows: the face, and where its bones and morphs are.
static void find_look(const StudioOpened *opened, StudioLook *look)
{
    MieniFace *face = opened->face;
    MieniFacePose pose;
    if (look->pose != NULL && !mieni_face_find_pose(face, look->pose, &pose))
        return;
    const MieniPosing posing = {.is_rest = true, .pose_count = look->pose != NULL, .poses = &pose};
    if (mieni_face_pose_some(face, &posing, 0, 0, face->positions, face->normals) != MIEN_OK)
        return;
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(hash, (const guchar *)opened->parts, -1);
    g_checksum_update(hash, (const guchar *)(look->pose != NULL ? "pose" : "head"), -1);
    g_checksum_update(hash, (const guchar *)face->bones,
                      (gssize)(sizeof *face->bones * (gsize)face->bone_count));
    if (face->character->morph_count > 0)
        g_checksum_update(hash, (const guchar *)face->morphs,
                          (gssize)(sizeof *face->morphs * (gsize)face->character->morph_count));
    g_strlcpy(look->hash, g_checksum_get_string(hash), sizeof look->hash);
}

/// Finds the looks of all pictures that wait once a face was opened, later that of the picture alone.
static void find_looks(StudioDrawing *drawing)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(drawing->asset);
    for (guint i = 0; i < drawing->looks->len && kind != MIENI_ASSET_CLIP && (i == 0 || drawing->is_new); ++i)
        find_look(drawing->opened, drawing->looks->pdata[i]);
    const StudioLook *own = drawing->looks->pdata[0];
    g_autofree char *name = studio_look_name(own);
    drawing->is_known =
        own->hash[0] != '\0' && drawing->known != NULL && g_hash_table_contains(drawing->known, name);
}

/// Opens the face of a drawing, and notes all files that it is made of.
static bool open_noting(StudioDrawing *drawing, StudioDrawer *drawer)
{
    StudioPreview *preview = drawing->preview;
    StudioOpened *opened = g_new0(StudioOpened, 1);
    MieniInputs inputs = {.has_no_hashes = true};
    NotingStore noting = {.packs = drawer->packs, .inputs = g_ptr_array_new_with_free_func(g_free)};
    MieniProblem problem = {0};
    noting.store = (MieniPackStore){&noting, find_pack, keep_pack};
    preview->project.packs = drawer->packs != NULL ? &noting.store : NULL;
    preview->project.inputs = &inputs;
    opened->preview = g_steal_pointer(&drawing->preview);
    opened->subject = g_strdup(drawing->subject);
    const MienStatus status = open_face(opened, drawing, &problem);
    preview->project.packs = NULL; // all that it needs is there
    preview->project.inputs = NULL;
    for (int i = 0; i < inputs.count; ++i)
        note(noting.inputs, inputs.items[i].path);
    mieni_inputs_release(&inputs);
    note(noting.inputs, drawing->asset);
    g_clear_pointer(&drawing->inputs, g_ptr_array_unref);
    drawing->inputs = noting.inputs;
    drawing->opened = opened;
    drawing->is_new = true;
    studio_picture_cache_hash(&preview->project, drawing->inputs, drawing->content);
    hash_parts(opened, drawing->inputs);
    if (status == MIEN_OK && drawing->draft == NULL)
        studio_picture_cache_note(&preview->project, drawing->subject, drawing->inputs);
    return status == MIEN_OK;
}

static MienStatus draw_head(StudioOpened *opened, MieniRenderer *renderer, int pixels, bool is_rest,
                            MieniPicture *out_picture)
{
    const MieniShot shot = {.width = pixels,
                            .height = pixels,
                            .framing = {.yaw = -10.0f, .pitch = 2.0f, .is_turned = true, .fill = 0.92f},
                            .quality = MIENI_QUALITY_LIVE,
                            .is_transparent = true,
                            .is_rest = is_rest};
    return mieni_shot_picture(opened->face, opened->mesh, renderer, &shot, NULL, 0, out_picture, NULL, NULL);
}

static MienStatus draw_clip(StudioOpened *opened, const StudioDrawing *drawing, MieniRenderer *renderer,
                            MieniPicture *out_picture)
{
    const double length = mieni_character_length(opened->face->character);
    const double time = drawing->time < 0.0 ? 0.5 * length : drawing->time;
    const double rate = time * RATE > MOST_STEPS ? MOST_STEPS / time : RATE;
    const MienStatus status = mieni_face_go(opened->face, time, rate, NULL);
    return status == MIEN_OK ? draw_head(opened, renderer, drawing->pixels, false, out_picture) : status;
}

static MienStatus draw_pose(StudioOpened *opened, const StudioDrawing *drawing, MieniRenderer *renderer,
                            MieniPicture *out_picture)
{
    MieniFacePose pose;
    if (!mieni_face_find_pose(opened->face, drawing->pose, &pose))
        return MIEN_ERROR_DATA;
    return mieni_thumbnail_draw(opened->face, opened->mesh, renderer,
                                &(MieniPosing){.is_rest = true, .pose_count = 1, .poses = &pose},
                                drawing->pixels, out_picture, NULL);
}

/// Gives the face a mesh to draw, unless it has one.
static MienStatus attach(StudioOpened *opened, MieniRenderer *renderer)
{
    if (opened->mesh != NULL)
        return MIEN_OK;
    const MienStatus status = mieni_face_attach(opened->face, renderer, &opened->mesh, NULL);
    if (status == MIEN_OK)
        mieni_face_drop_images(opened->face);
    return status;
}

static void draw(StudioDrawing *drawing, StudioDrawer *drawer)
{
    StudioOpened *opened = drawing->opened;
    MieniPicture picture = {0};
    MienStatus status = attach(opened, drawer->renderer);
    if (status == MIEN_OK) {
        if (mieni_asset_kind_of_path(drawing->asset) == MIENI_ASSET_CLIP)
            status = draw_clip(opened, drawing, drawer->renderer, &picture);
        else if (drawing->pose != NULL)
            status = draw_pose(opened, drawing, drawer->renderer, &picture);
        else
            status = draw_head(opened, drawer->renderer, drawing->pixels, true, &picture);
    }
    if (status == MIEN_OK && picture.pixels != NULL) {
        const gsize row = (gsize)picture.width * 4;
        g_autoptr(GBytes) bytes = g_bytes_new(picture.pixels, row * (gsize)picture.height);
        drawing->texture =
            gdk_memory_texture_new(picture.width, picture.height, GDK_MEMORY_R8G8B8A8, bytes, row);
        studio_picture_cache_keep(drawing->content, drawing->key, drawing->texture);
    }
    mieni_picture_release(&picture);
}

/// Whether there is a renderer to draw with.
static bool make_ready(StudioDrawer *drawer)
{
    if (drawer->renderer == NULL && !drawer->is_hopeless)
        drawer->is_hopeless = mieni_renderer_create(NULL, &drawer->renderer, NULL) != MIEN_OK;
    if (drawer->packs == NULL)
        studio_packs_make(&drawer->packs, (size_t)96 << 20); // without it, all is cooked again
    return drawer->renderer != NULL;
}

void studio_drawing_run(StudioDrawing *drawing, StudioDrawer *drawer)
{
    for (guint i = 0; i < drawing->closed->len; ++i)
        studio_opened_close(drawing->closed->pdata[i]);
    if (drawing->draft != NULL && drawing->preview != NULL)
        put_draft(drawing);
    else if (drawing->content[0] == '\0' && drawing->preview != NULL)
        drawing->inputs =
            studio_picture_cache_inputs(&drawing->preview->project, drawing->subject, drawing->content);
    if (drawing->content[0] != '\0')
        drawing->texture = studio_picture_cache_find(drawing->content, drawing->key, drawing->pixels);
    if (drawing->texture != NULL || (drawing->opened == NULL && drawing->preview == NULL) ||
        !make_ready(drawer))
        return;
    if (drawing->opened == NULL && !open_noting(drawing, drawer))
        return;
    find_looks(drawing);
    if (!drawing->is_known)
        draw(drawing, drawer);
}

void studio_opened_close(StudioOpened *opened)
{
    mieni_render_mesh_destroy(opened->mesh);
    mieni_face_close(opened->face);
    opened->mesh = NULL;
    opened->face = NULL;
}

void studio_drawer_release(StudioDrawer *drawer)
{
    mieni_renderer_destroy(drawer->renderer);
    studio_packs_destroy(drawer->packs);
    *drawer = (StudioDrawer){0};
}
