// SPDX-License-Identifier: MIT
//
// What pictures show of a character: the head, the face, all of it, or what a pose moves;
// and which way it looks, because VRM 0 has faces that look along -Z.

#include "core/float_rules.h"

#include "view/face.h"

#include "view/vectors.h"

#include <string.h>

/// Where along Z a morph moves the head, on average; false if it does not.
static bool morph_place(const MieniFace *face, const MienMorph *morph, float *out_z)
{
    double sum = 0.0, weights = 0.0;
    for (int i = 0; i < morph->vertex_count; ++i) {
        const MienVec3 d = morph->positions[i];
        const double way = (double)(d.x * d.x + d.y * d.y + d.z * d.z);
        if (!face->is_head[morph->vertices[i]])
            continue;
        sum += way * (double)face->rest[morph->vertices[i]].z;
        weights += way;
    }
    *out_z = weights > 0.0 ? (float)(sum / weights) : 0.0f;
    return weights > 0.0;
}

/// Whether eyes are in the back of the head; without bones of eyes, whether most morphs are.
static bool is_looking_back(const MieniFace *face)
{
    const MienMesh *mesh = face->character->mesh;
    const MieniBox *head = &face->boxes[MIENI_FRAME_HEAD];
    const float middle = 0.5f * (head->min.z + head->max.z);
    int behind = 0, count = 0;
    float z;
    for (int b = 0; b < face->bone_count; ++b) {
        behind += face->is_eye[b] && face->model[b].m[11] < middle;
        count += face->is_eye[b];
    }
    if (count > 0)
        return behind * 2 > count;
    for (int m = 0; m < face->character->morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        if (!morph_place(face, &morph, &z))
            continue;
        behind += z < middle;
        ++count;
    }
    return behind * 2 > count;
}

/// Without a mesh, bones are what is there.
static void measure_bones(MieniFace *face)
{
    for (int b = 0; b < face->bone_count; ++b) {
        const float *m = face->model[b].m;
        box_grow(&face->boxes[MIENI_FRAME_BODY], (MienVec3){m[3], m[7], m[11]});
    }
    face->boxes[MIENI_FRAME_HEAD] = face->boxes[MIENI_FRAME_FACE] = face->boxes[MIENI_FRAME_BODY];
}

MienStatus mieni_face_measure(MieniFace *face)
{
    const MieniPosing posing = {.is_rest = true};
    MieniBox *head = &face->boxes[MIENI_FRAME_HEAD], *body = &face->boxes[MIENI_FRAME_BODY];
    const MienStatus status = mieni_face_pose(face, &posing);
    if (status != MIEN_OK)
        return status;
    if (face->vertex_count == 0) {
        measure_bones(face);
        return MIEN_OK;
    }
    memcpy(face->rest, face->positions, sizeof *face->rest * (size_t)face->vertex_count);
    mieni_face_note_head(face);
    for (int v = 0; v < face->vertex_count; ++v) {
        box_grow(body, face->rest[v]);
        if (face->is_head[v])
            box_grow(head, face->rest[v]);
    }
    face->looks_back = is_looking_back(face);
    const float air = 0.06f * (head->max.x - head->min.x); // for ears that would touch the edges
    head->min.x -= air;
    head->max.x += air;
    return MIEN_OK;
}

/// What poses move of a face, in the front half of the head: ears and the back of the
/// mouth are at no place to look at.
typedef struct Moved {
    int back_count; ///< Vertices of the head's back half.
    float least;    ///< Metres that count.
    MieniBox box;
} Moved;

static Moved begin_moved(MieniFace *face)
{
    const MieniBox *head = &face->boxes[MIENI_FRAME_HEAD];
    const float middle = 0.5f * (head->min.z + head->max.z);
    Moved moved = {.least = 0.005f * (head->max.y - head->min.y)};
    for (int v = 0; v < face->vertex_count; ++v) {
        face->is_front[v] = face->is_head[v] && (face->rest[v].z > middle) != face->looks_back;
        moved.back_count += face->is_head[v] && !face->is_front[v];
    }
    return moved;
}

/// Adds what a pose moves: vertices that go at least half as far as the one that goes
/// farthest. A pose that takes the back of the head along turns it and tells nothing.
static void add_moved(const MieniFace *face, Moved *moved)
{
    const float least = moved->least * moved->least;
    float most = 0.0f;
    int behind = 0;
    for (int v = 0; v < face->vertex_count; ++v) {
        const float way = face->is_head[v] ? square_of_way(face->rest[v], face->positions[v]) : 0.0f;
        most = face->is_front[v] && way > most ? way : most;
        behind += !face->is_front[v] && way >= least;
    }
    if (most < least || behind > moved->back_count / 2)
        return;
    for (int v = 0; v < face->vertex_count; ++v) {
        const MienVec3 from = face->rest[v], to = face->positions[v];
        if (!face->is_front[v] || square_of_way(from, to) < most / 4.0f)
            continue;
        box_grow(&moved->box, from);
        box_grow(&moved->box, (MienVec3){from.x, to.y, from.z});
    }
}

static MienStatus measure_face(MieniFace *face)
{
    const MieniBox *head = &face->boxes[MIENI_FRAME_HEAD];
    Moved moved = begin_moved(face);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < face->pose_count && status == MIEN_OK; ++i) {
        const MieniFacePose pose = mieni_face_pose_at(face, i);
        const MieniPosing posing = {.is_rest = true, .pose_count = 1, .poses = &pose};
        status = mieni_face_pose(face, &posing);
        if (status == MIEN_OK)
            add_moved(face, &moved);
    }
    const MieniBox *box = &moved.box;
    const bool is_face = box->is_known && box->max.y - box->min.y > 0.1f * (head->max.y - head->min.y);
    if (status == MIEN_OK)
        face->boxes[MIENI_FRAME_FACE] = is_face ? *box : *head; // one eye is no face
    return status;
}

MienStatus mieni_face_box(MieniFace *face, MieniFrame frame, MieniBox *out_box)
{
    MienStatus status = MIEN_OK;
    if (frame == MIENI_FRAME_FACE && !face->boxes[frame].is_known)
        status = measure_face(face);
    *out_box = box_in_scene(face, face->boxes[frame]);
    return status;
}

MieniBox mieni_face_moved(const MieniFace *face)
{
    const float least = 1e-5f * 1e-5f;
    MieniBox box = {0};
    float most = 0.0f;
    for (int v = 0; v < face->vertex_count; ++v) {
        const float way = square_of_way(face->rest[v], face->positions[v]);
        most = way > most ? way : most;
    }
    for (int v = 0; v < face->vertex_count && most >= least; ++v) {
        if (square_of_way(face->rest[v], face->positions[v]) < most * 0.01f) // of the way, a tenth
            continue;
        box_grow(&box, face->rest[v]);
        box_grow(&box, face->positions[v]);
    }
    return box_in_scene(face, box);
}

float mieni_face_heat(MieniFace *face)
{
    float most = 0.0f;
    for (int v = 0; v < face->vertex_count; ++v) {
        face->heat[v] = mieni_sqrtf(square_of_way(face->rest[v], face->positions[v]));
        most = face->heat[v] > most ? face->heat[v] : most;
    }
    return most;
}
