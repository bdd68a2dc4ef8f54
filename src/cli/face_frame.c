// SPDX-License-Identifier: MIT
//
// What pictures show of a character: the head, the face or all of it; and which way it
// looks, because VRM 0 has faces that look along -Z.

#include "core/float_rules.h"

#include "cli/face.h"

#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "head", "Bip01 Head", "J_Bip_C_Head", "Head_Joint" and "head.x", not "forehead",
/// "HeadTop" or "head_end".
static bool is_head_name(const char *name)
{
    static const char *const ends[] = {"end", "eff", "top", "tip", "nub"};
    for (const char *at = name; *at != '\0'; ++at) {
        const char before = at > name ? at[-1] : ' ';
        if ((at[0] != 'h' && at[0] != 'H') ||
            (strncmp(at + 1, "ead", 3) != 0 && strncmp(at + 1, "EAD", 3) != 0))
            continue;
        if (is_letter(before) && !(at[0] == 'H' && before >= 'a' && before <= 'z'))
            continue;
        if (is_letter(at[4]))
            continue;
        const char *rest = at + 4;
        while (*rest != '\0' && !is_letter(*rest))
            ++rest;
        bool is_end = false;
        for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i)
            is_end = is_end || ((rest[0] | 32) == ends[i][0] && rest[0] != '\0' &&
                                (rest[1] | 32) == ends[i][1] && (rest[2] | 32) == ends[i][2]);
        if (!is_end)
            return true;
    }
    return false;
}

/// Whether the bone that moves a vertex most is the head or on it.
static bool is_on_head(const CliFace *face, int vertex, int head)
{
    const MieniCharacter *character = &face->open.character;
    const int stride = mien_mesh_info(character->mesh).influence_stride;
    const uint16_t *binds = mien_mesh_vertex_binds(character->mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(character->mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    return cli_face_is_below(face, mien_mesh_binding_bone(character->mesh_binding, binds[most]), head);
}

/// Notes the vertices of the head; all of them if no bone is one.
static void find_head(CliFace *face)
{
    const MienSkeleton *skeleton = face->open.character.skeleton;
    int head = 0, count = 0;
    while (head < face->bone_count && !is_head_name(mien_skeleton_bone_name(skeleton, head)))
        ++head;
    for (int v = 0; v < face->vertex_count && head < face->bone_count; ++v) {
        face->is_head[v] = is_on_head(face, v, head);
        count += face->is_head[v];
    }
    for (int v = 0; v < face->vertex_count && count == 0; ++v)
        face->is_head[v] = true;
}

static CliBox box_of(MienVec3 at) { return (CliBox){at, at, true}; }

static void grow(CliBox *box, MienVec3 at)
{
    if (!box->is_known)
        *box = box_of(at);
    box->min = (MienVec3){at.x < box->min.x ? at.x : box->min.x, at.y < box->min.y ? at.y : box->min.y,
                          at.z < box->min.z ? at.z : box->min.z};
    box->max = (MienVec3){at.x > box->max.x ? at.x : box->max.x, at.y > box->max.y ? at.y : box->max.y,
                          at.z > box->max.z ? at.z : box->max.z};
}

/// Where along Z a morph moves the head, on average; false if it does not.
static bool morph_place(const CliFace *face, const MienMorph *morph, float *out_z)
{
    double sum = 0.0, weights = 0.0;
    for (int i = 0; i < morph->vertex_count; ++i) {
        const MienVec3 d = morph->positions[i];
        const double way = (double)(d.x * d.x + d.y * d.y + d.z * d.z);
        if (!face->is_head[morph->vertices[i]])
            continue;
        sum += way * (double)face->positions[morph->vertices[i]].z;
        weights += way;
    }
    *out_z = weights > 0.0 ? (float)(sum / weights) : 0.0f;
    return weights > 0.0;
}

/// Whether eyes are in the back of the head; without bones of eyes, whether most morphs are.
static bool is_looking_back(const CliFace *face)
{
    const MienMesh *mesh = face->open.character.mesh;
    const CliBox *head = &face->boxes[CLI_FRAME_HEAD];
    const float middle = 0.5f * (head->min.z + head->max.z);
    int behind = 0, count = 0;
    float z;
    for (int b = 0; b < face->bone_count; ++b) {
        behind += face->is_eye[b] && face->model[b].m[11] < middle;
        count += face->is_eye[b];
    }
    if (count > 0)
        return behind * 2 > count;
    for (int m = 0; m < mien_mesh_info(mesh).morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        if (!morph_place(face, &morph, &z))
            continue;
        behind += z < middle;
        ++count;
    }
    return behind * 2 > count;
}

int cli_face_measure(CliFace *face)
{
    const CliShot rest = {.is_rest = true};
    CliBox *head = &face->boxes[CLI_FRAME_HEAD], *body = &face->boxes[CLI_FRAME_BODY];
    const int code = cli_face_skin(face, &rest, NULL, 0);
    if (code != CLI_EXIT_OK)
        return code;
    find_head(face);
    for (int v = 0; v < face->vertex_count; ++v) {
        grow(body, face->positions[v]);
        if (face->is_head[v])
            grow(head, face->positions[v]);
    }
    face->looks_back = is_looking_back(face);
    const float air = 0.06f * (head->max.x - head->min.x); // for ears that would touch the edges
    head->min.x -= air;
    head->max.x += air;
    return CLI_EXIT_OK;
}

/// What poses move of a face, in the front half of the head: ears and the back of the
/// mouth are at no place to look at.
typedef struct Moved {
    const MienVec3 *rest;
    bool *is_front; ///< Per vertex.
    int back_count; ///< Vertices of the head's back half.
    float least;    ///< Metres that count.
    CliBox box;
} Moved;

static int begin_moved(CliFace *face, Moved *moved)
{
    const CliShot shot = {.is_rest = true};
    const CliBox *head = &face->boxes[CLI_FRAME_HEAD];
    const size_t count = (size_t)face->vertex_count;
    const float middle = 0.5f * (head->min.z + head->max.z);
    MienVec3 *rest = mieni_arena_take(face->args.arena, count, sizeof *rest);
    *moved = (Moved){.rest = rest, .least = 0.005f * (head->max.y - head->min.y)};
    moved->is_front = mieni_arena_take(face->args.arena, count, sizeof *moved->is_front);
    if (rest == NULL || moved->is_front == NULL)
        return cli_fail_memory(&face->args);
    const int code = cli_face_skin(face, &shot, NULL, 0);
    if (code != CLI_EXIT_OK)
        return code;
    memcpy(rest, face->positions, count * sizeof *rest);
    for (size_t v = 0; v < count; ++v) {
        moved->is_front[v] = face->is_head[v] && (rest[v].z > middle) != face->looks_back;
        moved->back_count += face->is_head[v] && !moved->is_front[v];
    }
    return CLI_EXIT_OK;
}

static float square_of_way(MienVec3 from, MienVec3 to)
{
    const float x = to.x - from.x, y = to.y - from.y, z = to.z - from.z;
    return x * x + y * y + z * z;
}

/// Adds what a pose moves: vertices that go at least half as far as the one that goes
/// farthest. A pose that takes the back of the head along turns it and tells nothing.
static void add_moved(const CliFace *face, Moved *moved)
{
    const float least = moved->least * moved->least;
    float most = 0.0f;
    int behind = 0;
    for (int v = 0; v < face->vertex_count; ++v) {
        const float way = face->is_head[v] ? square_of_way(moved->rest[v], face->positions[v]) : 0.0f;
        most = moved->is_front[v] && way > most ? way : most;
        behind += !moved->is_front[v] && way >= least;
    }
    if (most < least || behind > moved->back_count / 2)
        return;
    for (int v = 0; v < face->vertex_count; ++v) {
        const MienVec3 from = moved->rest[v], to = face->positions[v];
        if (!moved->is_front[v] || square_of_way(from, to) < most / 4.0f)
            continue;
        grow(&moved->box, from);
        grow(&moved->box, (MienVec3){from.x, to.y, from.z});
    }
}

int cli_face_measure_face(CliFace *face)
{
    const CliShot shot = {.is_rest = true};
    const CliBox *head = &face->boxes[CLI_FRAME_HEAD];
    Moved moved;
    int code = begin_moved(face, &moved);
    for (int i = 0; i < face->pose_count && code == CLI_EXIT_OK; ++i) {
        const CliFacePose pose = cli_face_pose(face, i);
        code = cli_face_skin(face, &shot, &pose, 1);
        if (code == CLI_EXIT_OK)
            add_moved(face, &moved);
    }
    const CliBox *box = &moved.box;
    const bool is_face = box->is_known && box->max.y - box->min.y > 0.1f * (head->max.y - head->min.y);
    face->boxes[CLI_FRAME_FACE] = is_face ? *box : *head; // one eye is no face
    return code;
}
