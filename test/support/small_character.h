// SPDX-License-Identifier: MIT
//
// A character small enough to be written down whole, as a glTF file would give it: three
// bones, a mesh of two parts with morphs, a clip of tracks and curves.

#pragma once

#include "support/check.h"

#include "mien_author/clip.h"
#include "mien_author/mesh.h"
#include "mien_author/skeleton.h"
#include "mien_io/gltf_write.h"

enum {
    CHARACTER_BONES = 3,
    CHARACTER_VERTICES = 9,
    CHARACTER_INFLUENCES = 5,
    CHARACTER_INDICES = 12,
    CHARACTER_FRAMES = 11,
};

typedef struct SmallCharacter {
    MienAuthorBone bones[CHARACTER_BONES];
    MienAuthorSkeleton skeleton;
    MienVec3 positions[CHARACTER_VERTICES], normals[CHARACTER_VERTICES];
    float uvs[CHARACTER_VERTICES][2];
    uint16_t colors[CHARACTER_VERTICES][4];
    uint16_t vertex_joints[CHARACTER_VERTICES][CHARACTER_INFLUENCES];
    float vertex_weights[CHARACTER_VERTICES][CHARACTER_INFLUENCES];
    MienAuthorMeshJoint binds[CHARACTER_BONES];
    uint32_t indices[CHARACTER_INDICES];
    MienAuthorSubmesh parts[2];
    uint32_t moved[2][3];
    MienVec3 offsets[2][3], turned[3];
    MienAuthorMorph morphs[2];
    MienAuthorMeshBone places[CHARACTER_BONES];
    MienAuthorMaterial materials[2];
    MienAuthorImage images[2];
    MienAuthorMesh mesh;
    MienTransform samples[CHARACTER_FRAMES];
    MienAuthorClipTrack tracks[1];
    MienAuthorKey keys[2][3];
    MienAuthorClipCurve curves[2];
    MienAuthorClipEvent events[2];
    MienAuthorClip clip;
} SmallCharacter;

static inline void small_character_mesh(SmallCharacter *c)
{
    for (int v = 0; v < CHARACTER_VERTICES; ++v) {
        c->positions[v] = (MienVec3){0.1f * (float)v, (float)(v % 3), 0.3f};
        c->normals[v] = (MienVec3){v % 2 == 0 ? 0.0f : 0.6f, v % 2 == 0 ? 1.0f : 0.8f, 0.0f};
        c->uvs[v][0] = (float)v / 16.0f;
        c->uvs[v][1] = 1.0f - (float)v / 16.0f;
        for (int k = 0; k < 4; ++k)
            c->colors[v][k] = (uint16_t)(v == 0 ? 65535 : 7919 * (4 * v + k - 4));
        c->vertex_weights[v][0] = v < 4 ? 0.5f : 1.0f;
        c->vertex_joints[v][0] = v < 4 ? 1 : 0;
        c->vertex_weights[v][1] = v < 4 ? 0.5f : 0.0f;
    }
    // The first vertex has as many influences as there are.
    for (int i = 0; i < CHARACTER_INFLUENCES; ++i) {
        c->vertex_joints[0][i] = (uint16_t)(i % CHARACTER_BONES);
        c->vertex_weights[0][i] = i == 0 ? 0.5f : 0.125f;
    }
    for (int b = 0; b < CHARACTER_BONES; ++b) {
        c->binds[b] = (MienAuthorMeshJoint){c->bones[b].name, {1, 0, 0, 0, 0, 1, 0, -0.7f, 0, 0, 1, 0.25f}};
        c->places[b] = (MienAuthorMeshBone){c->bones[b].name, c->bones[b].rest};
    }
    const uint32_t indices[CHARACTER_INDICES] = {0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7};
    memcpy(c->indices, indices, sizeof indices);
    c->parts[0] = (MienAuthorSubmesh){"skin", 1, 0, 6};
    c->parts[1] = (MienAuthorSubmesh){"teeth", -1, 6, 6}; // and a vertex that nothing uses
    for (int i = 0; i < 3; ++i) {
        c->moved[0][i] = (uint32_t)i;
        c->moved[1][i] = (uint32_t)(2 * i + 1);
        c->offsets[0][i] = (MienVec3){0.0f, -0.25f * (float)(i + 1), 0.0f};
        c->offsets[1][i] = (MienVec3){0.5f, 0.0f, 0.125f};
        c->turned[i] = (MienVec3){0.0f, 0.0f, 0.5f};
    }
    c->morphs[0] = (MienAuthorMorph){"open", 0.25f, 3, c->moved[0], c->offsets[0], c->turned};
    c->morphs[1] = (MienAuthorMorph){"wide", 0.0f, 3, c->moved[1], c->offsets[1], NULL};
    c->materials[0] = (MienAuthorMaterial){"plain", {1, 1, 1, 1}, 1.0f, 1.0f, -1};
    c->materials[1] = (MienAuthorMaterial){"painted", {0.1f, 0.2f, 0.3f, 0.5f}, 0.75f, 0.0f, 0};
    c->images[0].name = "skin.png";
    c->images[1].name = "eyes.png";
    c->mesh = (MienAuthorMesh){.vertex_count = CHARACTER_VERTICES,
                               .positions = c->positions,
                               .normals = c->normals,
                               .uvs = c->uvs[0],
                               .colors = c->colors[0],
                               .influence_count = CHARACTER_INFLUENCES,
                               .vertex_joints = c->vertex_joints[0],
                               .vertex_weights = c->vertex_weights[0],
                               .joint_count = CHARACTER_BONES,
                               .joints = c->binds,
                               .index_count = CHARACTER_INDICES,
                               .indices = c->indices,
                               .submesh_count = 2,
                               .submeshes = c->parts,
                               .morph_count = 2,
                               .morphs = c->morphs,
                               .bone_count = CHARACTER_BONES,
                               .bones = c->places,
                               .material_count = 2,
                               .materials = c->materials,
                               .image_count = 2,
                               .images = c->images};
}

static inline void small_character_clip(SmallCharacter *c)
{
    for (int f = 0; f < CHARACTER_FRAMES; ++f) {
        c->samples[f] = c->bones[1].rest;
        // Turns slowly enough that arcs and lines are the same.
        const float turn = 0.01f * (float)f;
        c->samples[f].rotation = mien_quat_normalize((MienQuat){turn, 0.0f, 0.0f, 1.0f});
        c->samples[f].translation.y += 0.125f * (float)(f % 4);
    }
    c->tracks[0] =
        (MienAuthorClipTrack){.bone = "jaw", .sample_count = CHARACTER_FRAMES, .samples = c->samples};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 2; ++i)
            c->keys[i][k] = (MienAuthorKey){
                .time = 0.5 * k, .value = (float)(k * (i + 1)) / 4.0f, .interpolation = MIEN_AUTHOR_LINEAR};
    c->curves[0] = (MienAuthorClipCurve){.name = "open", .key_count = 3, .keys = c->keys[0]};
    c->curves[1] = (MienAuthorClipCurve){.name = "wide", .key_count = 3, .keys = c->keys[1]};
    c->events[0] = (MienAuthorClipEvent){"snap", 0.75};
    c->events[1] = (MienAuthorClipEvent){"begin", 0.0};
    c->clip = (MienAuthorClip){.rate = 10,
                               .rate_divisor = 1,
                               .length = 1.0,
                               .curve_count = 2,
                               .curves = c->curves,
                               .track_count = 1,
                               .tracks = c->tracks,
                               .event_count = 2,
                               .events = c->events};
}

/// A character points into itself: do not copy it.
static inline void small_character(SmallCharacter *c)
{
    static const char *const names[] = {"head", "jaw", "eye"};
    memset(c, 0, sizeof *c);
    for (int b = 0; b < CHARACTER_BONES; ++b) {
        c->bones[b] = (MienAuthorBone){names[b], b == 0 ? -1 : 0, mien_transform_identity(), MIEN_ALL_LODS};
        c->bones[b].rest.translation = (MienVec3){0.1f * (float)b, 1.5f, 0.0f};
    }
    c->bones[2].rest.rotation = (MienQuat){0.0f, 0.6f, 0.0f, 0.8f};
    c->skeleton = (MienAuthorSkeleton){.bone_count = CHARACTER_BONES, .bones = c->bones};
    small_character_mesh(c);
    small_character_clip(c);
}
