// SPDX-License-Identifier: MIT
//
// What names of bones say: which are eyes, and which is the head.

#include "view/face.h"

#include <string.h>

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

void mieni_face_note_bones(MieniFace *face)
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
    const uint16_t *binds = mien_mesh_vertex_binds(character->mesh) + (ptrdiff_t)vertex * stride;
    const float *weights = mien_mesh_vertex_weights(character->mesh) + (ptrdiff_t)vertex * stride;
    int most = 0;
    for (int i = 1; i < stride; ++i)
        most = weights[i] > weights[most] ? i : most;
    return is_below(face, mien_mesh_binding_bone(character->mesh_binding, binds[most]), head);
}

/// Notes the vertices of the head; all of them if no bone is one.
void mieni_face_note_head(MieniFace *face)
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
