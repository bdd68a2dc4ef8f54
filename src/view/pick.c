// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "view/pick.h"

#include "view/vectors.h"

/// A way from the eye, and the nearest triangle on it.
typedef struct Ray {
    MienVec3 from, along;
    float nearest; ///< Below 0: none yet.
    int triangle;
    float parts[2]; ///< Of the triangle's second and third corner.
} Ray;

static MienVec3 put(const MienMatrix34 *model, MienVec3 p)
{
    if (model == NULL)
        return p;
    const float *m = model->m;
    return (MienVec3){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                      m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                      m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

/// Solves for the distance and the parts of the corners, by Cramer's rule; a triangle whose
/// determinant is not positive looks away.
static void meet(Ray *ray, int triangle, const MienVec3 corners[3])
{
    const MienVec3 first = minus(corners[1], corners[0]), second = minus(corners[2], corners[0]);
    const MienVec3 side = cross(ray->along, second), from = minus(ray->from, corners[0]);
    const float whole = dot(first, side);
    if (!(whole > 1e-20f))
        return;
    const float a = dot(from, side) / whole;
    const MienVec3 other = cross(from, first);
    const float b = dot(ray->along, other) / whole, distance = dot(second, other) / whole;
    if (!(a >= 0.0f && b >= 0.0f && a + b <= 1.0f && distance > 0.0f) ||
        (ray->nearest >= 0.0f && distance >= ray->nearest))
        return;
    ray->nearest = distance;
    ray->triangle = triangle;
    ray->parts[0] = a;
    ray->parts[1] = b;
}

static int bone_of(const MieniFace *face, int vertex)
{
    const MienMesh *mesh = face->character->mesh;
    const int stride = mien_mesh_info(mesh).influence_stride;
    const uint16_t *binds = mien_mesh_vertex_joints(mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    return mien_mesh_binding_bone(face->character->mesh_binding, binds[most]);
}

bool mieni_face_pick(const MieniFace *face, const MienMatrix34 *model, const MieniCamera *camera, int width,
                     int height, float x, float y, MieniPick *out_pick)
{
    static const MienMatrix34 turned = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}};
    const MienMesh *mesh = face->character->mesh;
    Ray ray = {.nearest = -1.0f};
    if (mesh == NULL || !mieni_camera_ray(camera, width, height, x, y, &ray.from, &ray.along))
        return false;
    if (model == NULL && face->looks_back)
        model = &turned;
    const uint32_t *indices = mien_mesh_indices(mesh);
    for (int t = 0; t < mien_mesh_info(mesh).index_count / 3; ++t) {
        MienVec3 corners[3];
        for (int k = 0; k < 3; ++k)
            corners[k] = put(model, face->positions[indices[3 * t + k]]);
        meet(&ray, t, corners);
    }
    if (ray.nearest < 0.0f)
        return false;
    *out_pick = (MieniPick){.triangle = ray.triangle, .distance = ray.nearest};
    out_pick->place =
        (MienVec3){ray.from.x + ray.nearest * ray.along.x, ray.from.y + ray.nearest * ray.along.y,
                   ray.from.z + ray.nearest * ray.along.z};
    float least = -1.0f;
    for (int k = 0; k < 3; ++k) {
        const int vertex = (int)indices[3 * ray.triangle + k];
        const float way = square_of_way(out_pick->place, put(model, face->positions[vertex]));
        if (least >= 0.0f && way >= least)
            continue;
        least = way;
        out_pick->vertex = vertex;
    }
    out_pick->bone = bone_of(face, out_pick->vertex);
    return true;
}

static const float LEAST = 1e-5f; ///< Metres that count.

int mieni_face_movers(MieniFace *face, int vertex, MieniMover *out_movers, int room)
{
    int count = 0;
    if (vertex < 0 || vertex >= face->vertex_count)
        return 0;
    for (int i = 0; i < face->pose_count; ++i) {
        const MieniFacePose pose = mieni_face_pose_at(face, i);
        const MieniPosing posing = {.is_rest = true, .pose_count = 1, .poses = &pose};
        MienVec3 to;
        if (mieni_face_pose_some(face, &posing, vertex, 1, &to, NULL) != MIEN_OK)
            continue;
        const MieniMover mover = {pose, mieni_sqrtf(square_of_way(face->rest[vertex], to))};
        int at = count;
        while (at > 0 && out_movers[at - 1].metres < mover.metres)
            --at;
        if (mover.metres < LEAST || at == room)
            continue;
        count += count < room;
        for (int k = count - 1; k > at; --k)
            out_movers[k] = out_movers[k - 1];
        out_movers[at] = mover;
    }
    return count;
}

/// Pulls, the strongest first.
typedef struct Pulls {
    MieniPull *items;
    int count, room;
} Pulls;

static void add_pull(Pulls *pulls, MieniPull pull)
{
    int at = pulls->count;
    while (at > 0 && pulls->items[at - 1].metres < pull.metres)
        --at;
    if (pull.metres < LEAST || at == pulls->room)
        return;
    pulls->count += pulls->count < pulls->room;
    for (int k = pulls->count - 1; k > at; --k)
        pulls->items[k] = pulls->items[k - 1];
    pulls->items[at] = pull;
}

static float length(MienVec3 v) { return mieni_sqrtf(dot(v, v)); }

/// Adds the vertex's part of each morph; returns where they put it before bones move it.
static MienVec3 add_morphs(const MieniFace *face, int vertex, Pulls *pulls)
{
    const MienMesh *mesh = face->character->mesh;
    MienVec3 at = mien_mesh_positions(mesh)[vertex];
    for (int m = 0; m < face->character->morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        const float weight = face->morphs[m];
        int first = 0, last = weight != 0.0f ? morph.vertex_count : 0;
        while (first < last) { // vertices ascend
            const int middle = first + (last - first) / 2;
            if (morph.vertices[middle] < (uint32_t)vertex)
                first = middle + 1;
            else
                last = middle;
        }
        if (weight == 0.0f || first == morph.vertex_count || morph.vertices[first] != (uint32_t)vertex)
            continue;
        const MienVec3 by = morph.positions[first];
        const MienVec3 way = {weight * by.x, weight * by.y, weight * by.z};
        at = plus(at, way);
        add_pull(pulls, (MieniPull){-1, m, weight, length(way)});
    }
    return at;
}

int mieni_face_pulls(MieniFace *face, int vertex, MieniPull *out_pulls, int room)
{
    Pulls pulls = {.items = out_pulls, .room = room};
    const MienMesh *mesh = face->character->mesh;
    if (mesh == NULL || vertex < 0 || vertex >= face->vertex_count)
        return 0;
    const MienVec3 at = add_morphs(face, vertex, &pulls);
    const int stride = mien_mesh_info(mesh).influence_stride;
    const uint16_t *joints = mien_mesh_vertex_joints(mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(mesh) + (ptrdiff_t)vertex * stride;
    MienVec3 now[MIEN_MAX_INFLUENCES];
    for (int i = 0; i < stride; ++i)
        now[i] = put(&face->palette[joints[i]], at);
    if (mieni_face_pose_some(face, &(MieniPosing){.is_rest = true}, vertex, 0, face->positions, NULL) !=
        MIEN_OK)
        return pulls.count;
    for (int i = 0; i < stride; ++i) {
        const MienVec3 rest = put(&face->palette[joints[i]], at);
        add_pull(&pulls, (MieniPull){mien_mesh_binding_bone(face->character->mesh_binding, joints[i]), -1,
                                     weights[i], weights[i] * length(minus(now[i], rest))});
    }
    return pulls.count;
}
