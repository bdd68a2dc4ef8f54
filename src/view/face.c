// SPDX-License-Identifier: MIT
//
// Opens a face and its poses.

#include "core/float_rules.h"

#include "view/face.h"

#include "asset/view.h"
#include "core/internal.h"
#include "view/vectors.h"

#include <string.h>

// Recognizes eyes and heads by bone names.

/// The letters of what a bone's name ends with, in lower case: "leye" of "Bip01 L_Eye".
static void letters_of(const char *name, char out[32])
{
    int count = 0;
    for (; *name != '\0'; ++name) {
        const char lower = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (*name == ':' || *name == ' ')
            count = 0;
        else if (lower >= 'a' && lower <= 'z' && count < 31)
            out[count++] = lower;
    }
    out[count] = '\0';
}

static bool is_eye_name(const char *name)
{
    static const char *const names[] = {"eyel",     "eyer",    "leye",     "reye",         "lefteye",
                                        "righteye", "eyeleft", "eyeright", "jadjlfaceeye", "jadjrfaceeye"};
    static const char *const endings[] = {"joint", "jnt", "bone", "armature"};
    char letters[32];
    letters_of(name, letters);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; ++i) {
        char *ending = strstr(letters, endings[i]);
        if (ending != NULL && ending[strlen(endings[i])] == '\0')
            *ending = '\0';
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(letters, names[i]) == 0)
            return true;
    return false;
}

/// Private: bones that are eyes, by their names; vertices of the head.
static void face_note_bones(MieniFace *face)
{
    const MienSkeleton *skeleton = face->character->skeleton;
    for (int b = 0; b < face->bone_count; ++b) {
        face->parents[b] = mien_skeleton_bone_parent(skeleton, b);
        face->is_eye[b] = is_eye_name(mien_skeleton_bone_name(skeleton, b));
    }
}

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

/// Whether a bone is another or hangs on it.
static bool is_below(const MieniFace *face, int bone, int above)
{
    while (bone >= 0 && bone != above)
        bone = face->parents[bone];
    return bone >= 0;
}

/// Whether the bone that moves a vertex most is the head or on it.
static bool is_on_head(const MieniFace *face, int vertex, int head)
{
    const MieniCharacter *character = face->character;
    const int stride = mien_mesh_info(character->mesh).influence_stride;
    const uint16_t *binds = mien_mesh_vertex_joints(character->mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(character->mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    return is_below(face, mien_mesh_binding_bone(character->mesh_binding, binds[most]), head);
}

/// Notes the vertices of the head; all of them if no bone is one.
static void face_note_head(MieniFace *face)
{
    const MienSkeleton *skeleton = face->character->skeleton;
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

// Poses a face: the character's pose, poses on top, eyes that look at the camera, and the
// resulting vertices.

/// Turns what hangs on an eye about its centre, so far as the camera is from the front.
static void turn_eyes(MieniFace *face, const MieniPosing *posing)
{
    const double half = 3.14159265358979323846 / 360.0;
    double sines[2], cosines[2];
    const float angles[2] = {posing->yaw, face->looks_back ? -posing->pitch : posing->pitch};
    for (int i = 0; i < 2; ++i) {
        const double angle =
            angles[i] > 35.0f || angles[i] < -35.0f ? 0.0 : (double)(angles[i] * posing->gaze);
        mien_sincos(angle * half, &sines[i], &cosines[i]);
    }
    const MienQuat turn = mien_quat_multiply((MienQuat){0.0f, (float)sines[0], 0.0f, (float)cosines[0]},
                                             (MienQuat){-(float)sines[1], 0.0f, 0.0f, (float)cosines[1]});
    for (int eye = 0; eye < face->bone_count; ++eye) {
        if (!face->is_eye[eye])
            continue;
        const float *e = face->model[eye].m;
        const MienVec3 center = {e[3], e[7], e[11]};
        for (int b = eye; b < face->bone_count; ++b) {
            int above = b;
            while (above > eye)
                above = face->parents[above];
            if (above != eye)
                continue;
            float *m = face->model[b].m;
            for (int column = 0; column < 4; ++column) {
                const float at = column == 3 ? 1.0f : 0.0f;
                const MienVec3 from = {m[column] - at * center.x, m[4 + column] - at * center.y,
                                       m[8 + column] - at * center.z};
                const MienVec3 to = mien_quat_rotate(turn, from);
                m[column] = to.x + at * center.x;
                m[4 + column] = to.y + at * center.y;
                m[8 + column] = to.z + at * center.z;
            }
        }
    }
}

/// What a control is asked for beyond its range.
static float part_beyond(const MienDrivenPose *control, float asked)
{
    return asked > control->max ? asked - control->max : asked < control->min ? asked - control->min : 0.0f;
}

/// Puts what poses are asked for on the controls of their asset, and lets it make weights of
/// that. In the asset's own order: no curve needs to be on the skeleton's table.
static MienStatus drive(const MieniFace *face, int place, const MieniPosing *posing)
{
    const MieniFacePoses *of = &face->poses[place];
    const MienPoseAssetInfo info = mien_pose_asset_info(of->asset);
    mien_curve_set_clear(&of->controls);
    for (int k = 0; k < posing->pose_count; ++k) {
        const MieniFacePose *pose = &posing->poses[k];
        if (pose->poses != place)
            continue;
        if (pose->pose < 0 || pose->pose >= info.pose_count)
            return MIEN_ERROR_ARGUMENT;
        const MienPoseInfo about = mien_pose_asset_pose(of->asset, pose->pose);
        if (about.driven_pose >= 0 && !about.is_inbetween)
            mien_curve_set_put(&of->controls, about.driven_pose,
                               mien_curve_set_value(&of->controls, about.driven_pose) + pose->weight);
    }
    return mien_pose_job_run(&(MienPoseJob){.asset = of->asset,
                                            .bone_count = info.bone_count,
                                            .input = mien_pose_asset_base(of->asset),
                                            .out_bones = of->bones,
                                            .curves = of->controls,
                                            .out_input_weights = of->asked,
                                            .out_final_weights = of->applied,
                                            .out_weights = of->weights,
                                            .scratch = face->scratch,
                                            .scratch_size = face->scratch_size});
}

/// Weights that the asset made of what was driven, and of poses that no control drives.
static int list_driven(MieniFace *face, int place, const MieniPosing *posing)
{
    const MieniFacePoses *of = &face->poses[place];
    const MienPoseAssetInfo info = mien_pose_asset_info(of->asset);
    int count = 0;
    for (int c = 0; c < info.driven_pose_count && posing->is_beyond; ++c) {
        const MienDrivenPose control = mien_pose_asset_driven_pose(of->asset, c);
        of->weights[control.pose] += part_beyond(&control, mien_curve_set_value(&of->controls, c));
    }
    for (int k = 0; k < posing->pose_count; ++k) {
        const MieniFacePose *pose = &posing->poses[k];
        if (pose->poses != place)
            continue;
        const MienPoseInfo about = mien_pose_asset_pose(of->asset, pose->pose);
        if (about.driven_pose < 0 || about.is_inbetween)
            of->weights[pose->pose] += pose->weight;
    }
    for (int p = 0; p < info.pose_count; ++p)
        if (of->weights[p] != 0.0f)
            face->weights[count++] = (MienPoseWeight){p, of->weights[p]};
    return count;
}

static int list_plain(MieniFace *face, int place, const MieniPosing *posing)
{
    int count = 0;
    for (int k = 0; k < posing->pose_count; ++k)
        if (posing->poses[k].poses == place)
            face->weights[count++] = (MienPoseWeight){posing->poses[k].pose, posing->poses[k].weight};
    return count;
}

/// Lays the poses of one asset over bones and curves.
static MienStatus lay_asset(MieniFace *face, int place, const MieniPosing *posing)
{
    MieniFacePoses *of = &face->poses[place];
    const MienStatus status = posing->is_driven ? drive(face, place, posing) : MIEN_OK;
    if (status != MIEN_OK)
        return status;
    const int count = posing->is_driven ? list_driven(face, place, posing) : list_plain(face, place, posing);
    if (count == 0)
        return MIEN_OK;
    return mien_pose_job_run(&(MienPoseJob){.asset = of->asset,
                                            .binding = of->binding,
                                            .lod = face->character->level,
                                            .bone_count = face->character->bone_count,
                                            .input = face->bones,
                                            .out_bones = face->bones,
                                            .curves = face->curves,
                                            .out_curves = face->curves,
                                            .weights = face->weights,
                                            .weight_count = count,
                                            .scratch = face->scratch,
                                            .scratch_size = face->scratch_size});
}

/// Adds the weight of a morph to its curve.
static MienStatus lay_morph(MieniFace *face, const MieniFacePose *pose)
{
    const MieniCharacter *character = face->character;
    if (character->mesh == NULL || pose->pose < 0 || pose->pose >= character->morph_count)
        return MIEN_ERROR_ARGUMENT;
    const int curve = mien_mesh_binding_curve(character->mesh_binding, pose->pose);
    if (curve >= 0)
        mien_curve_set_put(&face->curves, curve, mien_curve_set_value(&face->curves, curve) + pose->weight);
    return MIEN_OK;
}

static MienStatus lay_poses(MieniFace *face, const MieniPosing *posing)
{
    MienStatus status = MIEN_OK;
    if (posing->pose_count < 0 || posing->pose_count > MIENI_FACE_MOST_POSES)
        return MIEN_ERROR_ARGUMENT;
    for (int i = 0; i < face->poses_count && status == MIEN_OK; ++i)
        status = lay_asset(face, i, posing);
    for (int k = 0; k < posing->pose_count && status == MIEN_OK; ++k)
        if (posing->poses[k].poses < 0)
            status = lay_morph(face, &posing->poses[k]);
    return status;
}

/// Bones and curves of a posing, up to model matrices.
static MienStatus pose_bones(MieniFace *face, const MieniPosing *posing)
{
    MieniCharacter *character = face->character;
    const MienTransform *reference = mieni_character_rest_pose(character);
    memcpy(face->bones, posing->is_rest ? reference : character->bones,
           sizeof *face->bones * (size_t)face->bone_count);
    memcpy(face->curves.values, character->curves.values, sizeof(float) * (size_t)face->curves.count);
    memcpy(face->curves.present, character->curves.present,
           sizeof(uint32_t) * (size_t)mien_curve_set_words(face->curves.count));
    if (posing->is_rest)
        mien_curve_set_clear(&face->curves);
    MienStatus status = lay_poses(face, posing);
    if (status == MIEN_OK)
        status = mien_model_job_run(&(MienModelJob){.skeleton = character->skeleton,
                                                    .bone_count = face->bone_count,
                                                    .local_count = character->bone_count,
                                                    .local = face->bones,
                                                    .rest_pose = reference,
                                                    .out_model = face->model});
    if (status == MIEN_OK && posing->gaze > 0.0f)
        turn_eyes(face, posing);
    return status;
}

MienStatus mieni_face_pose_some(MieniFace *face, const MieniPosing *posing, int first_vertex,
                                int vertex_count, MienVec3 *out_positions, MienVec3 *out_normals)
{
    static const MieniPosing now = {0};
    MieniCharacter *character = face->character;
    MienStatus status = pose_bones(face, posing != NULL ? posing : &now);
    if (status != MIEN_OK || character->mesh == NULL)
        return status;
    status = mien_morph_job_run(&(MienMorphJob){.binding = character->mesh_binding,
                                                .lod = character->level,
                                                .curves = face->curves,
                                                .morph_count = character->morph_count,
                                                .out_weights = face->morphs});
    if (status == MIEN_OK)
        status = mien_palette_job_run(&(MienPaletteJob){.binding = character->mesh_binding,
                                                        .bone_count = face->bone_count,
                                                        .model = face->model,
                                                        .joint_count = face->joint_count,
                                                        .out_palette = face->palette});
    if (status == MIEN_OK)
        status = mien_skin_job_run(&(MienSkinJob){.mesh = character->mesh,
                                                  .joint_count = face->joint_count,
                                                  .palette = face->palette,
                                                  .morph_count = character->morph_count,
                                                  .weights = face->morphs,
                                                  .first_vertex = first_vertex,
                                                  .vertex_count = vertex_count,
                                                  .out_positions = out_positions,
                                                  .out_normals = out_normals,
                                                  .scratch = face->scratch,
                                                  .scratch_size = face->scratch_size});
    return status;
}

MienStatus mieni_face_pose(MieniFace *face, const MieniPosing *posing)
{
    return mieni_face_pose_some(face, posing, 0, face->vertex_count, face->positions, face->normals);
}

// Bounds for images of a character: the head, the face, everything, or what a pose moves; and the
// view direction, because VRM 0 faces look along -Z.

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

/// Private: boxes of the head and of all, and which way the face looks.
static MienStatus face_measure(MieniFace *face)
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
    face_note_head(face);
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

MienVec3 mieni_face_way(const MieniFace *face, MieniFrame frame)
{
    const double forward = face->looks_back ? -1.0 : 1.0;
    double x = 0.0, y = 0.0, z = 0.0, count = 0.0;
    for (int v = 0; v < face->vertex_count; ++v) {
        if (frame != MIENI_FRAME_BODY && !face->is_head[v])
            continue;
        x += (double)face->positions[v].x - (double)face->rest[v].x;
        y += (double)face->positions[v].y - (double)face->rest[v].y;
        z += (double)face->positions[v].z - (double)face->rest[v].z;
        count += 1.0;
    }
    const double sum = x + y + z;
    if (count == 0.0 || sum - sum != 0.0) // vertices that are no numbers are the renderer's to refuse
        return (MienVec3){0.0f, 0.0f, 0.0f};
    return (MienVec3){(float)(forward * x / count), (float)(y / count), (float)(forward * z / count)};
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

static float heat_from(MieniFace *face, const MienVec3 *from)
{
    float most = 0.0f;
    for (int v = 0; v < face->vertex_count; ++v) {
        face->heat[v] = mieni_sqrtf(square_of_way(from[v], face->positions[v]));
        most = face->heat[v] > most ? face->heat[v] : most;
    }
    return most;
}

float mieni_face_heat(MieniFace *face) { return heat_from(face, face->rest); }

float mieni_face_heat_from(MieniFace *face, const MieniFace *other)
{
    return heat_from(face, other->positions);
}

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static bool take_controls(MieniArena *arena, MieniFacePoses *poses, const MienPoseAssetInfo *info)
{
    const size_t controls = (size_t)info->driven_pose_count;
    const int curves = info->driven_pose_count + info->curve_count;
    poses->asked = mieni_arena_take(arena, controls, sizeof(float));
    poses->applied = mieni_arena_take(arena, controls, sizeof(float));
    poses->weights = mieni_arena_take(arena, (size_t)info->pose_count, sizeof(float));
    poses->bones = mieni_arena_take(arena, (size_t)info->bone_count, sizeof *poses->bones);
    poses->controls.count = curves;
    poses->controls.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    poses->controls.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    return !arena->is_out_of_memory;
}

static MienStatus bind_asset(MieniFace *face, const MieniCharacterAsset *asset, MieniProblem *problem)
{
    MieniFacePoses *poses = &face->poses[face->poses_count++];
    const MienPoseBindingOptions options = {.allocator = face->arena.allocator,
                                            .mesh_rest_pose = mieni_character_rest_pose(face->character)};
    const MienPoseAssetInfo info = mien_pose_asset_info(asset->poses);
    MienError error = {0};
    *poses = (MieniFacePoses){.asset = asset->poses, .path = asset->path};
    const MienStatus status =
        mien_pose_binding_create(asset->poses, face->character->skeleton, &options, &poses->binding, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, asset->path, status, mieni_at_error(&error), "%s", error.message);
    face->scratch_size = larger(face->scratch_size, mien_pose_job_scratch_size(asset->poses));
    face->pose_count += info.pose_count;
    return take_controls(&face->arena, poses, &info) ? MIEN_OK : no_memory(problem, asset->path);
}

static MienStatus bind_poses(MieniFace *face, MieniProblem *problem)
{
    const MieniCharacter *character = face->character;
    MienStatus status = MIEN_OK;
    face->poses = mieni_arena_take(&face->arena, (size_t)character->asset_count, sizeof *face->poses);
    if (face->poses == NULL)
        return no_memory(problem, character->path);
    for (int i = 0; i < character->asset_count && status == MIEN_OK; ++i)
        if (character->assets[i].poses != NULL && !character->assets[i].is_shared)
            status = bind_asset(face, &character->assets[i], problem);
    const size_t most =
        face->pose_count > MIENI_FACE_MOST_POSES ? (size_t)face->pose_count : MIENI_FACE_MOST_POSES;
    face->weights = mieni_arena_take(&face->arena, most, sizeof *face->weights);
    if (status == MIEN_OK && face->weights == NULL)
        status = no_memory(problem, character->path);
    if (face->pose_count == 0) { // a face that only morphs move
        face->shows_morphs = true;
        face->pose_count = character->morph_count;
    }
    return status;
}

static bool take_bones(MieniFace *face)
{
    MieniArena *arena = &face->arena;
    const size_t bones = (size_t)mien_skeleton_bone_count(face->character->skeleton);
    const int curves = face->character->curves.count;
    face->bone_count = (int)bones;
    face->bones = mieni_arena_take(arena, bones, sizeof *face->bones);
    face->parents = mieni_arena_take(arena, bones, sizeof *face->parents);
    face->is_eye = mieni_arena_take(arena, bones, sizeof *face->is_eye);
    face->model = mieni_arena_take(arena, bones, sizeof *face->model);
    face->curves.count = curves;
    face->curves.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    face->curves.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    return !arena->is_out_of_memory;
}

static bool take_vertices(MieniFace *face)
{
    MieniArena *arena = &face->arena;
    const MienMesh *mesh = face->character->mesh;
    const MienMeshInfo info = mien_mesh_info(mesh);
    const size_t vertices = (size_t)info.vertex_count;
    face->joint_count = info.joint_count;
    face->vertex_count = info.vertex_count;
    face->palette = mieni_arena_take(arena, (size_t)info.joint_count, sizeof *face->palette);
    face->morphs = mieni_arena_take(arena, (size_t)info.morph_count, sizeof(float));
    face->is_head = mieni_arena_take(arena, vertices, sizeof *face->is_head);
    face->is_front = mieni_arena_take(arena, vertices, sizeof *face->is_front);
    face->rest = mieni_arena_take(arena, vertices, sizeof *face->rest);
    face->positions = mieni_arena_take(arena, vertices, sizeof *face->positions);
    face->heat = mieni_arena_take(arena, vertices, sizeof(float));
    if (info.has_normals)
        face->normals = mieni_arena_take(arena, vertices, sizeof *face->normals);
    face->scratch_size = larger(face->scratch_size, mien_skin_job_scratch_size(mesh));
    return !arena->is_out_of_memory;
}

/// Makes all of a face whose character is there.
static MienStatus make_ready(MieniFace *face, const MieniFaceOptions *options, MieniProblem *problem)
{
    const MieniCharacter *character = face->character;
    if (!take_bones(face) || (character->mesh != NULL && !take_vertices(face)))
        return no_memory(problem, character->path);
    face_note_bones(face);
    MienStatus status = bind_poses(face, problem);
    face->scratch = mieni_allocate(face->arena.allocator, face->scratch_size, 64);
    if (status == MIEN_OK && face->scratch == NULL)
        status = no_memory(problem, character->path);
    if (status == MIEN_OK && character->mesh != NULL && !options->has_no_images)
        status = mieni_images_open(character->project, character->mesh, options->allocator, &face->images,
                                   problem);
    if (status != MIEN_OK)
        return status;
    status = face_measure(face);
    return status == MIEN_OK
               ? status
               : mieni_problem_set(problem, character->path, status, mieni_nowhere(), "The job was refused.");
}

static MieniFace *begin(const MieniFaceOptions *options)
{
    MieniFace *face = mieni_allocate(options->allocator, sizeof *face, _Alignof(MieniFace));
    if (face != NULL)
        *face = (MieniFace){.arena = {.allocator = options->allocator}};
    return face;
}

/// Gives the face away if it is fine, and closes it otherwise.
static MienStatus end(MieniFace *face, MienStatus status, MieniFace **out_face)
{
    if (status == MIEN_OK)
        *out_face = face;
    else
        mieni_face_close(face);
    return status;
}

MienStatus mieni_face_make(MieniCharacter *character, const MieniFaceOptions *options, MieniFace **out_face,
                           MieniProblem *problem)
{
    const MieniFaceOptions wish = options != NULL ? *options : (MieniFaceOptions){0};
    MieniFace *face = begin(&wish);
    *out_face = NULL;
    if (face == NULL)
        return no_memory(problem, character->path);
    face->character = character;
    return end(face, make_ready(face, &wish, problem), out_face);
}

/// The skeleton that a mesh or a pose asset names.
static MienStatus find_skeleton(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM],
                                MieniProblem *problem)
{
    MieniAsset asset;
    const MienStatus status =
        mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, problem);
    if (status != MIEN_OK)
        return status;
    const bool fits = mieni_path_join(out, "", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    mieni_asset_release(&asset);
    return fits ? MIEN_OK
                : mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                    "This path is too long.");
}

/// Puts a character together around a mesh, a pose asset or a skeleton.
static MienStatus open_part(const MieniProject *project, const char *path, MieniAssetKind kind,
                            const char *mesh, MieniCharacter *out_character, MieniProblem *problem)
{
    char skeleton[MIENI_PATH_ROOM];
    MieniPaths meshes = {0};
    MieniCharacterParts parts = {.skeleton = path, .mesh = mesh};
    MienStatus status = MIEN_OK;
    if (kind != MIENI_ASSET_SKELETON) {
        status = find_skeleton(project, path, skeleton, problem);
        parts.skeleton = skeleton;
    }
    if (kind == MIENI_ASSET_MESH)
        parts.mesh = path;
    if (status == MIEN_OK && kind == MIENI_ASSET_POSES) {
        parts.poses = path;
        if (mesh == NULL)
            status = mieni_character_meshes(project, path, &meshes, problem);
        if (meshes.count > 0)
            parts.mesh = meshes.items[0];
    }
    if (status == MIEN_OK)
        status = mieni_character_open_parts(project, path, &parts, out_character, problem);
    mieni_paths_release(&meshes);
    return status;
}

MienStatus mieni_face_open(const MieniProject *project, const char *path, const MieniFaceOptions *options,
                           MieniFace **out_face, MieniProblem *problem)
{
    const MieniFaceOptions wish = options != NULL ? *options : (MieniFaceOptions){0};
    const MieniCharacterOptions binding = {.level = wish.level};
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    MieniFace *face = begin(&wish);
    MienStatus status;
    *out_face = NULL;
    if (face == NULL)
        return no_memory(problem, path);
    face->character = &face->own;
    if (kind == MIENI_ASSET_CHARACTER)
        status = mieni_character_open(project, path, &face->own, problem);
    else if (kind == MIENI_ASSET_MESH || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_SKELETON)
        status = open_part(project, path, kind, wish.mesh, &face->own, problem);
    else
        status = mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                                   "Only characters, meshes, pose assets and skeletons can be shown.");
    if (status == MIEN_OK)
        status = mieni_character_bind(&face->own, &binding, problem);
    if (status == MIEN_OK)
        status = make_ready(face, &wish, problem);
    return end(face, status, out_face);
}

void mieni_face_close(MieniFace *face)
{
    if (face == NULL)
        return;
    const MienAllocator *allocator = face->arena.allocator;
    for (int i = 0; i < face->poses_count; ++i)
        mien_pose_binding_destroy(face->poses[i].binding);
    if (face->scratch != NULL)
        mieni_free(allocator, face->scratch, face->scratch_size, 64);
    mieni_images_release(&face->images);
    mieni_character_close(&face->own);
    mieni_arena_release(&face->arena);
    mieni_free(allocator, face, sizeof *face, _Alignof(MieniFace));
}

void mieni_face_drop_images(MieniFace *face) { mieni_images_release(&face->images); }

MienStatus mieni_face_go(MieniFace *face, double time, double rate, bool (*is_over)(void))
{
    if (time < face->character->time)
        mieni_character_restart(face->character);
    return mieni_character_go(face->character, time, rate, is_over);
}

bool mieni_face_find_pose(const MieniFace *face, const char *name, MieniFacePose *out_pose)
{
    for (int i = 0; i < face->poses_count; ++i) {
        const int pose = mien_pose_asset_find_pose(face->poses[i].asset, name);
        *out_pose = (MieniFacePose){.poses = i, .pose = pose, .weight = 1.0f};
        if (pose >= 0)
            return true;
    }
    const MienMesh *mesh = face->character->mesh;
    *out_pose = (MieniFacePose){
        .poses = -1, .pose = mesh != NULL ? mien_mesh_find_morph(mesh, name) : -1, .weight = 1.0f};
    return out_pose->pose >= 0;
}

MieniFacePose mieni_face_pose_at(const MieniFace *face, int index)
{
    int poses = 0;
    if (face->shows_morphs)
        return (MieniFacePose){.poses = -1, .pose = index, .weight = 1.0f};
    while (index >= mien_pose_asset_info(face->poses[poses].asset).pose_count)
        index -= mien_pose_asset_info(face->poses[poses++].asset).pose_count;
    return (MieniFacePose){.poses = poses, .pose = index, .weight = 1.0f};
}

const char *mieni_face_pose_name(const MieniFace *face, MieniFacePose pose)
{
    return pose.poses < 0 ? mien_mesh_morph(face->character->mesh, pose.pose).name
                          : mien_pose_asset_pose(face->poses[pose.poses].asset, pose.pose).name;
}
