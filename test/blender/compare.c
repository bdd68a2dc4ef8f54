// SPDX-License-Identifier: MIT
//
// Holds poses that were imported from files of Blender against what Blender itself shows,
// and those of different files against each other:
//
//     blender-compare FOLDER NAME=SKELETON …
//
// FOLDER is a project that is built, with truth.bin and names.txt of face.py; NAME is what
// assets of one file are called. Prints a line for each and exits with 1 if a vertex is
// further off than a ten thousandth of the face, if poses of files that share a skeleton
// differ by as much, or if names do.

#include "support/check.h"

#include "mien/mien.h"
#include "project/files/files.h"

#include <math.h>

enum { MOST_FACES = 4, MOST_POSES = 32, NAME_ROOM = 64 };
static const double most = 1e-4;

static struct {
    int pose_count, vertex_count;
    const uint8_t *positions; ///< Doubles, perhaps not aligned.
    char names[MOST_POSES][NAME_ROOM];
    double size; ///< The diagonal of what holds the first pose.
} truth;

typedef struct Face {
    const char *name, *skeleton_name;
    MienFile *files[3];
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienPoseAsset *poses;
    MienMeshBinding *mesh_binding;
    MienPoseBinding *pose_binding;
    int bone_count, curve_count, vertex_count, morph_count, joint_count;
    int *places;          ///< Per vertex, that of Blender; -1: none is there.
    MienVec3 *positions;  ///< Of the pose shown last.
    MienTransform *local; ///< Per pose and bone.
    float *curves;        ///< Per pose and curve.
} Face;

static double truth_number(int pose, int vertex, int axis)
{
    double value;
    memcpy(&value,
           truth.positions + 8 * ((size_t)3 * (size_t)(pose * truth.vertex_count + vertex) + (size_t)axis),
           sizeof value);
    return value;
}

static bool open_truth(const char *folder, MieniBuffer *bytes)
{
    char path[512];
    MieniBuffer text;
    uint32_t counts[2];
    snprintf(path, sizeof path, "%s/names.txt", folder);
    if (mieni_file_read(path, &text, NULL) != MIEN_OK)
        return false;
    int count = 0;
    for (char *line = strtok(text.bytes, "\n"); line != NULL && count < MOST_POSES; line = strtok(NULL, "\n"))
        snprintf(truth.names[count++], NAME_ROOM, "%s", line);
    mieni_buffer_release(&text);
    snprintf(path, sizeof path, "%s/truth.bin", folder);
    if (mieni_file_read(path, bytes, NULL) != MIEN_OK || bytes->size < sizeof counts)
        return false;
    memcpy(counts, bytes->bytes, sizeof counts);
    truth.pose_count = (int)counts[0];
    truth.vertex_count = (int)counts[1];
    truth.positions = (const uint8_t *)bytes->bytes + sizeof counts;
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
        double low = 1e9, high = -1e9;
        for (int v = 0; v < truth.vertex_count; ++v) {
            const double at = truth_number(0, v, axis);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        square += (high - low) * (high - low);
    }
    truth.size = sqrt(square);
    return truth.pose_count == count && bytes->size == sizeof counts + (size_t)24 * counts[0] * counts[1];
}

static MienFile *open_pack(const char *folder, const char *name, const char *kind)
{
    char path[512];
    MienFile *file = NULL;
    snprintf(path, sizeof path, "%s/.mien/packs/%s.%s.mien", folder, name, kind);
    if (mien_file_open(path, NULL, &file, NULL) != MIEN_OK)
        printf("%s cannot be opened\n", path);
    return file;
}

static bool open_face(Face *face, const char *folder)
{
    static const char *const kinds[3] = {"skeleton", "mesh", "poses"};
    for (int i = 0; i < 3; ++i) {
        face->files[i] = open_pack(folder, i == 0 ? face->skeleton_name : face->name, kinds[i]);
        if (face->files[i] == NULL)
            return false;
    }
    const void *data[3];
    size_t sizes[3];
    for (int i = 0; i < 3; ++i) {
        data[i] = mien_file_data(face->files[i]);
        sizes[i] = mien_file_size(face->files[i]);
    }
    if (mien_skeleton_load(data[0], sizes[0], NULL, &face->skeleton, NULL) != MIEN_OK ||
        mien_mesh_load(data[1], sizes[1], NULL, &face->mesh, NULL) != MIEN_OK ||
        mien_pose_asset_load(data[2], sizes[2], NULL, &face->poses, NULL) != MIEN_OK ||
        mien_mesh_binding_create(face->mesh, face->skeleton, NULL, &face->mesh_binding, NULL) != MIEN_OK)
        return false;
    const MienPoseBindingOptions options = {.mesh_rest_pose =
                                                mien_mesh_binding_rest_pose(face->mesh_binding)};
    if (mien_pose_binding_create(face->poses, face->skeleton, &options, &face->pose_binding, NULL) != MIEN_OK)
        return false;
    const MienMeshInfo info = mien_mesh_info(face->mesh);
    face->bone_count = mien_skeleton_bone_count(face->skeleton);
    face->curve_count = mien_skeleton_curve_count(face->skeleton);
    face->vertex_count = info.vertex_count;
    face->morph_count = info.morph_count;
    face->joint_count = info.joint_count;
    face->places = calloc((size_t)info.vertex_count + 1, sizeof *face->places);
    face->positions = calloc((size_t)info.vertex_count + 1, sizeof *face->positions);
    face->local = calloc((size_t)(face->bone_count * truth.pose_count + 1), sizeof *face->local);
    face->curves = calloc((size_t)(face->curve_count * truth.pose_count + 1), sizeof *face->curves);
    return true;
}

static void close_face(Face *face)
{
    mien_pose_binding_destroy(face->pose_binding);
    mien_mesh_binding_destroy(face->mesh_binding);
    mien_pose_asset_destroy(face->poses);
    mien_mesh_destroy(face->mesh);
    mien_skeleton_destroy(face->skeleton);
    for (int i = 0; i < 3; ++i)
        mien_file_close(face->files[i]);
    free(face->places);
    free(face->positions);
    free(face->local);
    free(face->curves);
}

static void *aligned(size_t size) { return aligned_alloc(64, (size + 64) / 64 * 64); }

/// A pose at 1, from its bones and curves to vertices, as a host does it.
static bool show(Face *face, int pose)
{
    const size_t pose_size = mien_pose_job_scratch_size(face->poses),
                 skin_size = mien_skin_job_scratch_size(face->mesh);
    MienTransform *local = face->local + pose * face->bone_count;
    float *values = face->curves + pose * face->curve_count;
    uint32_t *present = calloc((size_t)mien_curve_set_words(face->curve_count) + 1, sizeof *present);
    float *nothing = calloc((size_t)face->curve_count + 1, sizeof *nothing);
    uint32_t *absent = calloc((size_t)mien_curve_set_words(face->curve_count) + 1, sizeof *absent);
    float *morphs = calloc((size_t)face->morph_count + 1, sizeof *morphs);
    MienMatrix34 *model = aligned((size_t)face->bone_count * sizeof *model);
    MienMatrix34 *palette = aligned((size_t)face->joint_count * sizeof *palette);
    void *pose_scratch = aligned(pose_size), *skin_scratch = aligned(skin_size);
    const MienCurveSet curves = {face->curve_count, values, present};
    const MienPoseWeight weight = {pose, 1};
    const MienPoseJob posing = {.asset = face->poses,
                                .binding = face->pose_binding,
                                .bone_count = face->bone_count,
                                .input = mien_mesh_binding_rest_pose(face->mesh_binding),
                                .out_bones = local,
                                .curves = {face->curve_count, nothing, absent},
                                .out_curves = curves,
                                .weights = &weight,
                                .weight_count = 1,
                                .scratch = pose_scratch,
                                .scratch_size = pose_size};
    const MienMorphJob morphing = {.binding = face->mesh_binding,
                                   .curves = curves,
                                   .morph_count = face->morph_count,
                                   .out_weights = morphs};
    const MienModelJob placing = {.skeleton = face->skeleton,
                                  .bone_count = face->bone_count,
                                  .local_count = face->bone_count,
                                  .local = local,
                                  .out_model = model};
    const MienPaletteJob binding = {.binding = face->mesh_binding,
                                    .bone_count = face->bone_count,
                                    .model = model,
                                    .joint_count = face->joint_count,
                                    .out_palette = palette};
    const MienSkinJob skinning = {.mesh = face->mesh,
                                  .joint_count = face->joint_count,
                                  .palette = palette,
                                  .morph_count = face->morph_count,
                                  .weights = morphs,
                                  .vertex_count = face->vertex_count,
                                  .out_positions = face->positions,
                                  .scratch = skin_scratch,
                                  .scratch_size = skin_size};
    const bool is_well = mien_pose_job_run(&posing) == MIEN_OK && mien_morph_job_run(&morphing) == MIEN_OK &&
                         mien_model_job_run(&placing) == MIEN_OK &&
                         mien_palette_job_run(&binding) == MIEN_OK && mien_skin_job_run(&skinning) == MIEN_OK;
    free(present);
    free(nothing);
    free(absent);
    free(morphs);
    free(model);
    free(palette);
    free(pose_scratch);
    free(skin_scratch);
    return is_well;
}

static double distance(const MienVec3 *at, int pose, int vertex)
{
    const double x = (double)at->x - truth_number(pose, vertex, 0),
                 y = (double)at->y - truth_number(pose, vertex, 1),
                 z = (double)at->z - truth_number(pose, vertex, 2);
    return sqrt(x * x + y * y + z * z) / truth.size;
}

/// Which vertex of Blender each is: exporters split and sort them, so the nearest at rest.
static bool find_places(Face *face)
{
    for (int v = 0; v < face->vertex_count; ++v) {
        double nearest = 1;
        for (int t = 0; t < truth.vertex_count; ++t) {
            const double far = distance(&face->positions[v], 0, t);
            if (far < nearest) {
                nearest = far;
                face->places[v] = t;
            }
        }
        if (nearest > most) {
            printf("%s: vertex %d is %g from any of Blender's\n", face->name, v, nearest);
            return false;
        }
    }
    return true;
}

/// All poses of a face against Blender's; false if one is wrong.
static bool check_face(Face *face)
{
    double largest = 0, least_moved = 1;
    const int count = mien_pose_asset_info(face->poses).pose_count;
    bool is_right = count == truth.pose_count;
    for (int p = 0; p < count && is_right; ++p)
        if (strcmp(mien_pose_asset_pose(face->poses, p).name, truth.names[p]) != 0)
            is_right = false;
    if (!is_right) {
        printf("%s: the poses are not those of names.txt\n", face->name);
        return false;
    }
    for (int p = 0; p < count; ++p) {
        double moved = 0;
        if (!show(face, p) || (p == 0 && !find_places(face)))
            return false;
        for (int v = 0; v < face->vertex_count; ++v) {
            const double far = distance(&face->positions[v], p, face->places[v]),
                         from = distance(&face->positions[v], 0, face->places[v]);
            largest = far > largest ? far : largest;
            moved = from > moved ? from : moved;
        }
        least_moved = p > 0 && moved < least_moved ? moved : least_moved;
    }
    printf("%-6s %d poses, %d vertices: at most %.2g of the face from Blender's, every pose moves %.2g\n",
           face->name, count, face->vertex_count, largest, least_moved);
    return largest <= most && least_moved > 100 * most;
}

static double difference(const MienTransform *a, const MienTransform *b)
{
    const float *p = &a->rotation.x, *q = &b->rotation.x;
    const double dot = (double)p[0] * q[0] + (double)p[1] * q[1] + (double)p[2] * q[2] + (double)p[3] * q[3];
    const double parts[] = {
        (double)a->translation.x - b->translation.x,
        (double)a->translation.y - b->translation.y,
        (double)a->translation.z - b->translation.z,
        (double)a->scale.x - b->scale.x,
        (double)a->scale.y - b->scale.y,
        (double)a->scale.z - b->scale.z,
    };
    double largest = 0;
    for (int k = 0; k < 4; ++k) {
        const double off = fabs((double)p[k] - (dot < 0 ? -1 : 1) * (double)q[k]);
        largest = off > largest ? off : largest;
    }
    for (size_t k = 0; k < sizeof parts / sizeof *parts; ++k)
        largest = fabs(parts[k]) > largest ? fabs(parts[k]) : largest;
    return largest;
}

/// Poses of two files on one skeleton, bone by bone and curve by curve.
static bool compare_faces(const Face *a, const Face *b)
{
    double bones = 0, curves = 0;
    for (int i = 0; i < truth.pose_count * a->bone_count; ++i) {
        const double off = difference(&a->local[i], &b->local[i]);
        bones = off > bones ? off : bones;
    }
    for (int i = 0; i < truth.pose_count * a->curve_count; ++i) {
        const double off = fabs((double)a->curves[i] - b->curves[i]);
        curves = off > curves ? off : curves;
    }
    printf("%s and %s: bones differ by %.2g, curves by %.2g\n", a->name, b->name, bones, curves);
    return bones <= most && curves <= most;
}

int main(int count, char **words)
{
    Face faces[MOST_FACES] = {{0}};
    MieniBuffer bytes = {0};
    int face_count = 0, wrong = 0, compared = 0;
    if (count < 3 || !open_truth(words[1], &bytes)) {
        printf("there is no truth.bin with names.txt\n");
        return 2;
    }
    for (int i = 2; i < count && face_count < MOST_FACES; ++i) {
        char *equals = strchr(words[i], '=');
        Face *face = &faces[face_count++];
        face->name = words[i];
        face->skeleton_name = equals != NULL ? equals + 1 : words[i];
        if (equals != NULL)
            *equals = '\0';
        wrong += !open_face(face, words[1]) || !check_face(face);
    }
    for (int a = 0; a < face_count; ++a)
        for (int b = a + 1; b < face_count && wrong == 0; ++b)
            if (strcmp(faces[a].skeleton_name, faces[b].skeleton_name) == 0) {
                wrong += !compare_faces(&faces[a], &faces[b]);
                ++compared;
            }
    printf("%d faces, %d pairs, %d wrong\n", face_count, compared, wrong);
    for (int i = 0; i < face_count; ++i)
        close_face(&faces[i]);
    mieni_buffer_release(&bytes);
    return wrong > 0;
}
