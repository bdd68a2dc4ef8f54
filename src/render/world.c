// SPDX-License-Identifier: MIT
//
// A scene becomes one list of vertices in one space; around what the camera sees of it,
// lamps are aimed.

#include "render/renderer.h"

#include <pthread.h>
#include <string.h>

void *mieni_room(MieniRenderer *renderer, int which, size_t size, MienError *error)
{
    MieniRoom *room = &renderer->rooms[which];
    if (room->size < size) {
        if (room->memory != NULL)
            mieni_free(renderer->allocator, room->memory, room->size, 64);
        *room = (MieniRoom){mieni_allocate(renderer->allocator, size, 64), size};
        if (room->memory == NULL) {
            room->size = 0;
            mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory: try a smaller image.");
        }
    }
    if (size == 0 && room->memory == NULL) { // so that NULL means failure only
        static char nothing[64];
        return nothing;
    }
    return room->memory;
}

static MienStatus check_item(const MieniRenderer *renderer, const MieniRenderItem *item, int index,
                             MienError *error)
{
    const MieniRenderMesh *mesh = item->mesh;
    if (mesh != NULL && mesh->renderer != renderer)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("items[%d]", index),
                          "The mesh is another renderer's.");
    if (mesh != NULL && mesh->vertex_count > 0 && item->positions == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("items[%d]", index),
                          "There are no positions.");
    if (item->bone_count < 0 || (item->bone_count > 0 && (item->bones == NULL || item->bone_parents == NULL)))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("items[%d]", index), "There are no bones.");
    for (int i = 0; i < item->bone_count; ++i) {
        if (item->bone_parents[i] < -1 || item->bone_parents[i] >= item->bone_count)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("items[%d].bone_parents[%d]", index, i),
                              "There is no such parent.");
        const float *m = item->bones[i].m;
        if (!vec_is_finite(vec(m[3], m[7], m[11])))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("items[%d].bones[%d]", index, i),
                              "A bone is where no number is.");
    }
    return MIEN_OK;
}

/// Normals as the average of the triangles around, each as much as its area.
static void make_normals(const MieniRenderMesh *mesh, const MienVec3 *positions, MienVec3 *normals)
{
    for (int i = 0; i < mesh->vertex_count; ++i)
        normals[i] = vec(0, 0, 0);
    for (int i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *corner = mesh->indices + i;
        const MienVec3 a = positions[corner[0]];
        const MienVec3 n = vec_cross(vec_sub(positions[corner[1]], a), vec_sub(positions[corner[2]], a));
        for (int c = 0; c < 3; ++c)
            normals[corner[c]] = vec_add(normals[corner[c]], n);
    }
}

static MienStatus place_item(const MieniRenderItem *item, int index, MienVec3 *positions, MienVec3 *normals,
                             MienError *error)
{
    const int count = item->mesh->vertex_count;
    for (int i = 0; i < count; ++i) {
        const MienVec3 p = item->positions[i];
        positions[i] = item->model != NULL ? matrix_point(item->model, p) : p;
        if (!vec_is_finite(positions[i]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("items[%d].positions[%d]", index, i),
                              "A vertex is where no number is.");
    }
    if (item->normals == NULL)
        make_normals(item->mesh, positions, normals);
    for (int i = 0; i < count; ++i) {
        if (item->normals != NULL)
            normals[i] =
                item->model != NULL ? matrix_direction(item->model, item->normals[i]) : item->normals[i];
        normals[i] = vec_is_finite(normals[i]) ? vec_normal(normals[i], vec(0, 0, 1)) : vec(0, 0, 1);
    }
    return MIEN_OK;
}

static MienStatus gather_vertices(MieniDrawing *drawing, MienError *error)
{
    const MieniScene *scene = drawing->scene;
    MieniWorld *world = &drawing->world;
    int64_t count = 0;
    for (int i = 0; i < scene->item_count; ++i) {
        const MienStatus status = check_item(drawing->renderer, &scene->items[i], i, error);
        if (status != MIEN_OK)
            return status;
        count += scene->items[i].mesh != NULL ? scene->items[i].mesh->vertex_count : 0;
    }
    if (count > MIEN_MAX_VERTICES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", "items"),
                          "A scene has at most 16777216 vertices.");
    const size_t size = (size_t)count * sizeof(MienVec3);
    world->vertex_count = (int)count;
    world->items = scene->items;
    world->item_count = scene->item_count;
    world->positions = mieni_room(drawing->renderer, ROOM_POSITIONS, size, error);
    world->normals = mieni_room(drawing->renderer, ROOM_NORMALS, size, error);
    if (world->positions == NULL || world->normals == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0, first = 0; i < scene->item_count; ++i) {
        if (scene->items[i].mesh == NULL)
            continue;
        const MienStatus status =
            place_item(&scene->items[i], i, world->positions + first, world->normals + first, error);
        if (status != MIEN_OK)
            return status;
        first += scene->items[i].mesh->vertex_count;
    }
    return MIEN_OK;
}

/// How near and far things are along the view, vertices and bones alike.
static void find_range(const MieniDrawing *drawing, float *out_near, float *out_far)
{
    const MienVec3 eye = drawing->scene->camera.eye, back = drawing->axes.z;
    float near = drawing->distance, far = drawing->distance;
    for (int i = 0; i < drawing->world.vertex_count; ++i) {
        const float away = vec_dot(vec_sub(eye, drawing->world.positions[i]), back);
        near = away < near ? away : near;
        far = away > far ? away : far;
    }
    for (int i = 0; i < drawing->scene->item_count; ++i) {
        const MieniRenderItem *item = &drawing->scene->items[i];
        for (int b = 0; b < item->bone_count; ++b) {
            const float *m = item->bones[b].m;
            const MienVec3 at = vec(m[3], m[7], m[11]);
            const float away =
                vec_dot(vec_sub(eye, item->model != NULL ? matrix_point(item->model, at) : at), back);
            near = away < near ? away : near;
            far = away > far ? away : far;
        }
    }
    far *= 1.05f;
    near *= 0.95f;
    *out_near = near > far * 0.001f ? near : far * 0.001f;
    *out_far = far;
}

static void make_matrix(MieniDrawing *drawing)
{
    float near, far;
    find_range(drawing, &near, &far);
    const Axes *axes = &drawing->axes;
    const MienVec3 eye = drawing->scene->camera.eye;
    const MienVec3 rows[3] = {axes->x, axes->y, axes->z};
    const float tall = 1 / drawing->slope, wide = tall * (float)drawing->height / (float)drawing->width;
    const float scale[3] = {wide, tall, (far + near) / (near - far)};
    const float shift[3] = {0, 0, 2 * far * near / (near - far)};
    float *m = drawing->matrix;
    for (int row = 0; row < 3; ++row) {
        const MienVec3 r = vec_scale(rows[row], scale[row]);
        m[row] = r.x;
        m[4 + row] = r.y;
        m[8 + row] = r.z;
        m[12 + row] = shift[row] - vec_dot(r, eye);
    }
    m[3] = -axes->z.x; // w is the distance along the view
    m[7] = -axes->z.y;
    m[11] = -axes->z.z;
    m[15] = vec_dot(axes->z, eye);
}

/// Lamps look at the whole scene, or at what the camera sees if that is much less: a head
/// on a whole body deserves the shadows' texels.
static void find_focus(MieniDrawing *drawing)
{
    MieniWorld *world = &drawing->world;
    MienVec3 min, max;
    mieni_bounds(world->positions, world->vertex_count, &min, &max);
    const float aspect = (float)drawing->width / (float)drawing->height;
    const float seen = drawing->distance * drawing->slope * (aspect > 1 ? aspect : 1) * 1.5f;
    world->focus = vec_scale(vec_add(min, max), 0.5f);
    world->radius = 0.5f * vec_length(vec_sub(max, min)) * 1.02f;
    if (world->radius > seen) {
        world->focus = drawing->scene->camera.target;
        world->radius = seen;
    }
    if (!(world->radius > 1e-9f))
        world->radius = 1;
}

/// What finding the light of one kind of lamp works with.
typedef struct Finding {
    MieniDrawing *drawing;
    MieniProjected *projected;
    float *sums, *depths;
} Finding;

/// Memory for findings, from a room on: sums are a number of floats per vertex, depths of some maps.
static bool take_finding(MieniDrawing *drawing, int room, size_t sums, int side, int maps, Finding *out,
                         MienError *error)
{
    const size_t count = (size_t)drawing->world.vertex_count;
    const size_t texels = (size_t)side * (size_t)side * (size_t)maps + MIENI_DEPTH_LANES;
    *out = (Finding){drawing, mieni_room(drawing->renderer, room, count * sizeof(MieniProjected), error),
                     mieni_room(drawing->renderer, room + 1, count * sums * sizeof(float), error),
                     mieni_room(drawing->renderer, room + 2, texels * sizeof(float), error)};
    return out->projected != NULL && out->sums != NULL && out->depths != NULL;
}

/// What vertices see of the sky.
static void *find_sky(void *user)
{
    const Finding *sky = user;
    const MieniLamps *lamps = &sky->drawing->lamps;
    MieniDepthMap map = {.side = lamps->sky_side, .depths = sky->depths};
    mieni_world_sky(&sky->drawing->world, lamps, &map, sky->projected, sky->sums, sky->drawing->sky);
    return NULL;
}

/// How many of the key's maps are kept: all for fine shadows.
static int kept_maps(const MieniLamps *lamps) { return lamps->has_fine_shadows ? lamps->key_count : 1; }

/// What the key sees: of vertices, and for fine shadows all that its points see.
static void find_key(const Finding *key)
{
    MieniDrawing *drawing = key->drawing;
    const MieniLamps *lamps = &drawing->lamps;
    const size_t side = (size_t)lamps->key_side;
    for (int i = 0; i < drawing->world.vertex_count; ++i)
        key->sums[i] = 0;
    for (int i = 0; i < lamps->key_count; ++i) {
        const int kept = i % kept_maps(lamps);
        MieniDepthMap *map = &drawing->key_maps[kept];
        *map = (MieniDepthMap){.side = lamps->key_side, .depths = key->depths + side * side * (size_t)kept};
        mieni_depth_map_aim(map, &lamps->keys[i], drawing->world.focus, drawing->world.radius);
        mieni_world_shadow(&drawing->world, map, key->projected);
        mieni_world_key(&drawing->world, map, lamps->key, key->sums);
    }
    mieni_world_key_end(&drawing->world, key->sums, lamps->key_count, drawing->lamp);
}

/// Both at a time; the same numbers if there is no other thread.
static MienStatus find_light(MieniDrawing *drawing, MienError *error)
{
    enum { ENOUGH = 1000 }; // vertices that are worth a thread
    const MieniLamps *lamps = &drawing->lamps;
    Finding sky, key;
    pthread_t helper;
    if (!take_finding(drawing, ROOM_SKY_PROJECTED, 5, lamps->sky_side, 1, &sky, error) ||
        !take_finding(drawing, ROOM_KEY_PROJECTED, 1, lamps->key_side, kept_maps(lamps), &key, error))
        return MIEN_ERROR_MEMORY;
    const bool has_helper =
        drawing->world.vertex_count >= ENOUGH && pthread_create(&helper, NULL, find_sky, &sky) == 0;
    if (!has_helper)
        find_sky(&sky);
    find_key(&key);
    if (has_helper)
        pthread_join(helper, NULL);
    return MIEN_OK;
}

/// Whether light of the last drawing will do. Pixels that look at shadows themselves need new ones.
static bool keeps_light(const MieniDrawing *drawing)
{
    const MieniRenderer *renderer = drawing->renderer;
    return drawing->scene->keeps_light && !drawing->lamps.has_fine_shadows &&
           renderer->lit_count == drawing->world.vertex_count && renderer->lit_by == drawing->scene->light;
}

static MienStatus make_light(MieniDrawing *drawing, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    const size_t count = (size_t)drawing->world.vertex_count;
    drawing->sky = mieni_room(renderer, ROOM_SKY, count * 4 * sizeof(uint16_t), error);
    drawing->lamp = mieni_room(renderer, ROOM_LAMP, count * 2 * sizeof(uint16_t), error);
    if (drawing->sky == NULL || drawing->lamp == NULL)
        return MIEN_ERROR_MEMORY;
    if (keeps_light(drawing))
        return MIEN_OK;
    renderer->lit_count = 0;
    if (drawing->scene->light == MIENI_LIGHT_FLAT) {
        memset(drawing->sky, 0, count * 4 * sizeof(uint16_t));
        memset(drawing->lamp, 0, count * 2 * sizeof(uint16_t));
        return MIEN_OK;
    }
    const MienStatus status = find_light(drawing, error);
    if (status == MIEN_OK) {
        renderer->lit_count = drawing->world.vertex_count;
        renderer->lit_by = drawing->scene->light;
    }
    return status;
}

static MienStatus measure_heat(MieniDrawing *drawing, MienError *error)
{
    for (int i = 0; i < drawing->scene->item_count; ++i) {
        const MieniRenderItem *item = &drawing->scene->items[i];
        for (int v = 0; item->heat != NULL && item->mesh != NULL && v < item->mesh->vertex_count; ++v) {
            const float heat = item->heat[v];
            if (!(heat >= 0 && heat <= 3e38f))
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("items[%d].heat[%d]", i, v),
                                  "Heat is at least 0 and finite.");
            drawing->heat_most = heat > drawing->heat_most ? heat : drawing->heat_most;
            drawing->heat_range = drawing->scene->heat_range;
        }
    }
    if (!(drawing->heat_range > 0))
        drawing->heat_range = drawing->heat_most;
    return MIEN_OK;
}

MienStatus mieni_world_gather(MieniDrawing *drawing, MienError *error)
{
    const MieniScene *scene = drawing->scene;
    if (!mieni_camera_axes(&scene->camera, &drawing->axes, &drawing->distance, &drawing->slope))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", "camera"),
                          "A camera needs an eye apart from its target and a field below 170 degrees.");
    MienStatus status = gather_vertices(drawing, error);
    if (status == MIEN_OK)
        status = measure_heat(drawing, error);
    if (status != MIEN_OK)
        return status;
    make_matrix(drawing);
    find_focus(drawing);
    drawing->lamps = mieni_lamps(scene->light, scene->quality, scene->light_follows, &drawing->axes);
    return make_light(drawing, error);
}
