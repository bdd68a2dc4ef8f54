// SPDX-License-Identifier: MIT
//
// A project with a toy's head in it, written to disk: balls for skull, jaw, eyes and body,
// each on a bone of its own, a morph, poses and an image. Where everything is, is known.

#pragma once

#include "support/lint_projects.h"
#include "support/render_scenes.h"

#include "io/png_write.h"
#include "mien_io/gltf_write.h"
#include "view/face.h"

#include <unistd.h>

enum { TOY_BALLS = 5, TOY_ROOM = 4000 };

/// The balls of the toy, in the order of its vertices; bones are where they are.
static const struct {
    const char *bone, *parent;
    MienVec3 middle;
    float radius;
    int segments;
} toy_balls[TOY_BALLS] = {{"root", "", {0, 0.5f, 0}, 0.2f, 12},
                          {"head", "root", {0, 1, 0}, 0.1f, 24},
                          {"jaw", "head", {0, 0.94f, 0.08f}, 0.03f, 12},
                          {"eye_L", "head", {0.04f, 1.03f, 0.08f}, 0.02f, 12},
                          {"eye_R", "head", {-0.04f, 1.03f, 0.08f}, 0.02f, 12}};

typedef struct Toy {
    Shape shape;
    uint16_t binds[TOY_ROOM];
    float weights[TOY_ROOM];
    int ball_of[TOY_ROOM];
    int first[TOY_BALLS + 1]; ///< Vertex of each ball.
    MienAuthorBone bones[TOY_BALLS];
    MienAuthorSkeleton skeleton;
    MienAuthorMeshJoint ties[TOY_BALLS];
    MienAuthorMeshBone places[TOY_BALLS];
    uint32_t puffed[TOY_ROOM];
    MienVec3 offsets[TOY_ROOM];
    MienAuthorMorph morph;
    MienAuthorSubmesh parts[2];
    MienAuthorMaterial materials[2];
    MienAuthorImage images[2];
    MienAuthorMesh mesh;
} Toy;

/// way: -1 for a toy that looks along -Z.
static inline void toy_vertices(Toy *toy, float way)
{
    Shape *shape = &toy->shape;
    for (int b = 0; b < TOY_BALLS; ++b) {
        const MienVec3 m = toy_balls[b].middle;
        const float r = toy_balls[b].radius;
        toy->first[b] = shape->vertex_count;
        shape_ball(shape, (MienVec3){way * m.x, m.y, way * m.z}, (MienVec3){r, r, r}, toy_balls[b].segments);
        toy->first[b + 1] = shape->vertex_count;
        for (int v = toy->first[b]; v < shape->vertex_count; ++v) {
            MienVec3 *n = &shape->normals[v];
            *n = (MienVec3){n->x * r, n->y * r, n->z * r};
            toy->binds[v] = (uint16_t)b;
            toy->weights[v] = 1;
        }
        if (b == 0)
            toy->parts[0] = (MienAuthorSubmesh){"body", 0, 0, shape->index_count};
    }
    toy->parts[1] = (MienAuthorSubmesh){"head", 1, toy->parts[0].index_count,
                                        shape->index_count - toy->parts[0].index_count};
    int count = 0;
    for (int v = toy->first[1]; v < toy->first[2]; ++v)
        if (way * shape->positions[v].x > 0.05f && way * shape->positions[v].z > 0) {
            toy->puffed[count] = (uint32_t)v;
            toy->offsets[count++] = (MienVec3){way * 0.02f, 0, 0};
        }
    toy->morph = (MienAuthorMorph){"puff", 0, count, toy->puffed, toy->offsets, NULL};
}

static inline void toy_bones(Toy *toy, float way)
{
    for (int b = 0; b < TOY_BALLS; ++b) {
        const int parent = b == 0 ? -1 : b == 1 ? 0 : 1;
        const MienVec3 at = toy_balls[b].middle,
                       from = b > 0 ? toy_balls[parent].middle : (MienVec3){0, 0, 0};
        toy->bones[b] = (MienAuthorBone){toy_balls[b].bone, parent, mien_transform_identity(), MIEN_ALL_LODS};
        toy->bones[b].rest.translation =
            (MienVec3){way * (at.x - from.x), at.y - from.y, way * (at.z - from.z)};
        toy->ties[b] = (MienAuthorMeshJoint){toy_balls[b].bone,
                                             {1, 0, 0, -way * at.x, 0, 1, 0, -at.y, 0, 0, 1, -way * at.z}};
        toy->places[b] = (MienAuthorMeshBone){toy_balls[b].bone, toy->bones[b].rest};
    }
    toy->skeleton = (MienAuthorSkeleton){.bone_count = TOY_BALLS, .bones = toy->bones};
}

/// Writes NAME.glb with an image that can be read, and one that cannot.
static inline void toy_put_glb(const char *name, float way)
{
    static Toy toy;
    static const uint8_t red[16] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
    const MienIoImage image = {2, 2, red};
    MienIoBytes png = {0}, glb = {0};
    MienError error = {0};
    char path[MIENI_PATH_ROOM];
    toy = (Toy){0};
    toy_vertices(&toy, way);
    toy_bones(&toy, way);
    CHECK_STATUS(mieni_png_write(&image, NULL, &png, NULL), MIEN_OK);
    toy.materials[0] = (MienAuthorMaterial){"shirt", {1, 1, 1, 1}, 0.5f, 0, 1};
    toy.materials[1] = (MienAuthorMaterial){"skin", {1, 1, 1, 1}, 0.5f, 0, 0};
    toy.images[0].name = "red.png";
    toy.images[1].name = "broken.png";
    const MienIoGltfImage images[2] = {{png.data, png.size}, {png.data, 50}};
    toy.mesh = (MienAuthorMesh){.vertex_count = toy.shape.vertex_count,
                                .positions = toy.shape.positions,
                                .normals = toy.shape.normals,
                                .uvs = toy.shape.uvs,
                                .influence_count = 1,
                                .vertex_joints = toy.binds,
                                .vertex_weights = toy.weights,
                                .joint_count = TOY_BALLS,
                                .joints = toy.ties,
                                .index_count = toy.shape.index_count,
                                .indices = toy.shape.indices,
                                .submesh_count = 2,
                                .submeshes = toy.parts,
                                .morph_count = 1,
                                .morphs = &toy.morph,
                                .bone_count = TOY_BALLS,
                                .bones = toy.places,
                                .material_count = 2,
                                .materials = toy.materials,
                                .image_count = 2,
                                .images = toy.images};
    const MienIoGltfWriting writing = {.skeleton = &toy.skeleton, .mesh = &toy.mesh, .images = images};
    const MienStatus status = mien_io_gltf_write(&writing, NULL, &glb, &error);
    if (status != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK_STATUS(status, MIEN_OK);
    snprintf(path, sizeof path, "%s/%s.glb", lint_folder, name);
    CHECK_STATUS(mieni_file_write(path, glb.data, glb.size, NULL, NULL), MIEN_OK);
    mien_io_bytes_release(&glb);
    mien_io_bytes_release(&png);
    shape_free(&toy.shape);
}

#define TOY_POSES(drop)                                                                                      \
    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"toy.skeleton.json\", \"mode\": \"additive\", "    \
    "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, " drop                   \
    ", 0.08]}]}, {\"name\": \"jawHint\", \"range\": [-1, 0.5], \"bones\": [{\"bone\": \"jaw\", \"t\": "      \
    "[0, -0.07, 0.08]}]}, {\"name\": \"lookUp\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [0.04, 0.035, "    \
    "0.08]}, {\"bone\": \"eye_R\", \"t\": [-0.04, 0.035, 0.08]}]}, {\"name\": \"nod\", \"bones\": "          \
    "[{\"bone\": \"head\", \"t\": [0, 0.4, 0]}]}, {\"name\": \"hop\", \"bones\": [{\"bone\": \"root\", "     \
    "\"t\": [0, 0.6, 0]}]}], \"overrides\": [{\"target\": \"jawOpen\", \"source\": \"lookUp\", "             \
    "\"kind\": \"multiply\", \"amount\": 0.5}]}"

/// Bones as text, and what hangs on them.
static inline void toy_put_assets(const char *name, float way)
{
    char path[100], text[2000];
    snprintf(path, sizeof path, "%s.skeleton.json", name);
    snprintf(text, sizeof text,
             "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\", \"t\": [0, 0.5, 0]}, "
             "{\"name\": \"head\", \"parent\": \"root\", \"t\": [0, 0.5, 0]}, {\"name\": \"jaw\", "
             "\"parent\": \"head\", \"t\": [0, -0.06, %s0.08]}, {\"name\": \"eye_L\", \"parent\": \"head\", "
             "\"t\": [%s0.04, 0.03, %s0.08]}, {\"name\": \"eye_R\", \"parent\": \"head\", \"t\": [%s0.04, "
             "0.03, %s0.08]}], \"curves\": [{\"name\": \"jawOpen\"}, {\"name\": \"puff\"}]}",
             way < 0 ? "-" : "", way < 0 ? "-" : "", way < 0 ? "-" : "", way < 0 ? "" : "-",
             way < 0 ? "-" : "");
    lint_put(path, text);
    snprintf(path, sizeof path, "%s.mesh.json", name);
    snprintf(text, sizeof text,
             "{\"kind\": \"mesh\", \"version\": 1, \"source\": {\"file\": \"%s.glb\"}, \"skeleton\": "
             "\"%s.skeleton.json\", \"morphs\": [{\"name\": \"puff\"}]}",
             name, name);
    lint_put(path, text);
    toy_put_glb(name, way);
}

/// A new project in lint_folder, and opened: the toy with its poses, and "back", which looks
/// the other way and has none.
static inline void toy_begin(void)
{
    MieniProblem problem = {0};
    if (lint_folder[0] == '\0') {
        snprintf(lint_folder, sizeof lint_folder, "/tmp/mien-view-XXXXXX");
        CHECK(mkdtemp(lint_folder) != NULL);
        lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
        toy_put_assets("toy", 1);
        toy_put_assets("back", -1);
        lint_put("toy.poses.json", TOY_POSES("-0.1"));
        lint_put("toy.character.json",
                 "{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"toy.skeleton.json\", \"mesh\": "
                 "\"toy.mesh.json\", \"poses\": \"toy.poses.json\"}");
    }
    mieni_project_close(&lint_project);
    CHECK_STATUS(mieni_project_open(&lint_project, lint_folder, &problem), MIEN_OK);
}

static inline void toy_end(void)
{
    char command[100];
    mieni_project_close(&lint_project);
    snprintf(command, sizeof command, "rm -rf '%s'", lint_folder);
    CHECK_INT(system(command), 0);
}

/// Opens a face of the project, or says why not and ends.
static inline MieniFace *toy_open(const char *path)
{
    MieniFace *face = NULL;
    MieniProblem problem = {0};
    if (mieni_face_open(&lint_project, path, NULL, &face, &problem) != MIEN_OK) {
        printf("%s: %s: %s\n", problem.file, problem.error.location, problem.error.message);
        abort();
    }
    return face;
}

/// A pose by its name, with a weight.
static inline MieniFacePose toy_pose(const MieniFace *face, const char *name, float weight)
{
    MieniFacePose pose = {-1, 0, 0};
    CHECK(mieni_face_find_pose(face, name, &pose));
    pose.weight = weight;
    return pose;
}

/// Poses a face with one pose over rest.
static inline void toy_strike(MieniFace *face, const char *name, float weight)
{
    const MieniFacePose pose = toy_pose(face, name, weight);
    CHECK_STATUS(mieni_face_pose(face, &(MieniPosing){.is_rest = true, .pose_count = 1, .poses = &pose}),
                 MIEN_OK);
}

/// A vertex that a bone moves, and where it rests; -1 if there is none.
static inline int toy_vertex_of(const MieniFace *face, const char *bone)
{
    const MienMesh *mesh = face->character->mesh;
    const int stride = mien_mesh_info(mesh).influence_stride;
    for (int v = 0; v < face->vertex_count; ++v) {
        const int bind = mien_mesh_vertex_joints(mesh)[v * stride];
        const int of = mien_mesh_binding_bone(face->character->mesh_binding, bind);
        if (of >= 0 && strcmp(mien_skeleton_bone_name(face->character->skeleton, of), bone) == 0)
            return v;
    }
    return -1;
}
