// SPDX-License-Identifier: MIT
//
// Typed views of text assets. A view is an object of an asset's tree: MieniPoseView is a row of
// "poses". Only this module knows the keys. members.inc.h lists the members; each gives functions:
//
//   TEXT(Pose, pose, name)
//     const char *mieni_pose_name(const MieniPoseView *pose);        NULL if it is absent
//     void mieni_pose_set_name(json, pose, text);                    NULL removes it
//   NUMBER(Pose, pose, at)
//     double mieni_pose_position(pose, fallback);  void mieni_pose_set_position(json, pose, number);
//   BOOL(Modifier, modifier, off)
//     bool mieni_modifier_off(modifier);     void mieni_modifier_set_off(json, modifier, flag);
//   VECTOR(Pose, pose, range, 2)
//     bool mieni_pose_range(pose, double out[2]);                    false if it is absent
//   TEXTS(Pose, pose, product)
//     int mieni_pose_corrective_count(pose);    const char *mieni_pose_corrective(pose, i);
//     void mieni_pose_add_corrective(json, pose, text);                 at the end
//   VALUES(Pose, pose, curves)
//     int mieni_pose_curves_count(pose);     const char *mieni_pose_curves_name(pose, i);
//     double mieni_pose_curves_value(pose, i);
//   CHILD(Clip, clip, tracks, Source)
//     const MieniSourceView *mieni_clip_tracks(clip);                NULL if it is absent
//   ROWS(PoseAsset, pose_asset, poses, Pose, pose, name)
//     int mieni_pose_asset_pose_count(asset);
//     const MieniPoseView *mieni_pose_asset_pose(asset, i);
//     int mieni_pose_asset_find_pose(asset, name);                   the index of the first; -1 if none
//     MieniPoseView *mieni_pose_asset_add_pose(json, asset);         at the end
//
// and every member, of whatever type,
//   MieniJson *mieni_pose_name_json(pose), its value or NULL: for the place of an error, copies, and edits;
//   void mieni_pose_set_name_json(json, pose, value);  void mieni_pose_unset_name(pose);
//
// All take NULL for the object and find it empty. mieni_pose_json(pose) is the object itself, and
// mieni_pose_view(json) the way back; mieni_pose_new(json) is an empty one; mieni_pose_asset_of(asset)
// is the root of an asset, or NULL if the asset is of another kind.

#pragma once

#include "asset/asset.h"

#define OBJECT(Type, type, schema)                                                                           \
    typedef struct Mieni##Type##View Mieni##Type##View;                                                      \
    static inline const Mieni##Type##View *mieni_##type##_view(const MieniJson *json)                        \
    {                                                                                                        \
        return (const Mieni##Type##View *)json;                                                              \
    }                                                                                                        \
    static inline MieniJson *mieni_##type##_json(const Mieni##Type##View *type)                              \
    {                                                                                                        \
        return (MieniJson *)type;                                                                            \
    }                                                                                                        \
    static inline Mieni##Type##View *mieni_##type##_new(MieniJsonDocument *json)                             \
    {                                                                                                        \
        return (Mieni##Type##View *)mieni_json_object(json);                                                 \
    }
#define TEXT(Type, type, member)
#define NUMBER(Type, type, member)
#define BOOL(Type, type, member)
#define VECTOR(Type, type, member, size)
#define TEXTS(Type, type, member)
#define VALUES(Type, type, member)
#define CHILD(Type, type, member, Other)
#define ROWS(Type, type, member, Other, row, key)
#define ANY(Type, type, member)
#include "asset/members.inc.h"
#undef OBJECT
#undef TEXT
#undef NUMBER
#undef BOOL
#undef VECTOR
#undef TEXTS
#undef VALUES
#undef CHILD
#undef ROWS
#undef ANY

/// How many items an array or object has; 0 for NULL.
int mieni_view_count(const MieniJson *list);
/// An item as a number or a text; 0 or "" if it is something else.
double mieni_view_number(const MieniJson *list, int index);
const char *mieni_view_text(const MieniJson *list, int index);
/// All numbers of an array; false if it is not one of this count.
bool mieni_view_vector(const MieniJson *array, int count, double *out);
/// Sets a member; a text of NULL removes it.
void mieni_view_set_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text);
/// Appends an empty object, or a text, to an array, which is made if it is absent.
MieniJson *mieni_view_add(MieniJsonDocument *json, MieniJson *object, const char *key);
void mieni_view_add_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text);

#define OBJECT(Type, type, schema)
#define ANY(Type, type, member)                                                                              \
    static inline MieniJson *mieni_##type##_##member##_json(const Mieni##Type##View *type)                   \
    {                                                                                                        \
        return mieni_json_get(mieni_##type##_json(type), #member);                                           \
    }                                                                                                        \
    static inline void mieni_##type##_set_##member##_json(MieniJsonDocument *json, Mieni##Type##View *type,  \
                                                          MieniJson *value)                                  \
    {                                                                                                        \
        mieni_json_set(json, mieni_##type##_json(type), #member, value);                                     \
    }                                                                                                        \
    static inline void mieni_##type##_unset_##member(Mieni##Type##View *type)                                \
    {                                                                                                        \
        mieni_json_unset(mieni_##type##_json(type), #member);                                                \
    }
#define TEXT(Type, type, member)                                                                             \
    ANY(Type, type, member)                                                                                  \
    static inline const char *mieni_##type##_##member(const Mieni##Type##View *type)                         \
    {                                                                                                        \
        return mieni_json_get_string(mieni_##type##_json(type), #member, NULL);                              \
    }                                                                                                        \
    static inline void mieni_##type##_set_##member(MieniJsonDocument *json, Mieni##Type##View *type,         \
                                                   const char *text)                                         \
    {                                                                                                        \
        mieni_view_set_text(json, mieni_##type##_json(type), #member, text);                                 \
    }
#define NUMBER(Type, type, member)                                                                           \
    ANY(Type, type, member)                                                                                  \
    static inline double mieni_##type##_##member(const Mieni##Type##View *type, double fallback)             \
    {                                                                                                        \
        return mieni_json_get_number(mieni_##type##_json(type), #member, fallback);                          \
    }                                                                                                        \
    static inline void mieni_##type##_set_##member(MieniJsonDocument *json, Mieni##Type##View *type,         \
                                                   double number)                                            \
    {                                                                                                        \
        mieni_json_set(json, mieni_##type##_json(type), #member, mieni_json_number(json, number));           \
    }
#define BOOL(Type, type, member)                                                                             \
    ANY(Type, type, member)                                                                                  \
    static inline bool mieni_##type##_##member(const Mieni##Type##View *type)                                \
    {                                                                                                        \
        return mieni_json_get_bool(mieni_##type##_json(type), #member, false);                               \
    }                                                                                                        \
    static inline void mieni_##type##_set_##member(MieniJsonDocument *json, Mieni##Type##View *type,         \
                                                   bool flag)                                                \
    {                                                                                                        \
        mieni_json_set(json, mieni_##type##_json(type), #member, mieni_json_bool(json, flag));               \
    }
#define VECTOR(Type, type, member, size)                                                                     \
    ANY(Type, type, member)                                                                                  \
    static inline bool mieni_##type##_##member(const Mieni##Type##View *type, double out[size])              \
    {                                                                                                        \
        return mieni_view_vector(mieni_##type##_##member##_json(type), size, out);                           \
    }
#define TEXTS(Type, type, member)                                                                            \
    ANY(Type, type, member)                                                                                  \
    static inline int mieni_##type##_##member##_count(const Mieni##Type##View *type)                         \
    {                                                                                                        \
        return mieni_view_count(mieni_##type##_##member##_json(type));                                       \
    }                                                                                                        \
    static inline const char *mieni_##type##_##member(const Mieni##Type##View *type, int index)              \
    {                                                                                                        \
        return mieni_view_text(mieni_##type##_##member##_json(type), index);                                 \
    }                                                                                                        \
    static inline void mieni_##type##_add_##member(MieniJsonDocument *json, Mieni##Type##View *type,         \
                                                   const char *text)                                         \
    {                                                                                                        \
        mieni_view_add_text(json, mieni_##type##_json(type), #member, text);                                 \
    }
#define VALUES(Type, type, member)                                                                           \
    ANY(Type, type, member)                                                                                  \
    static inline int mieni_##type##_##member##_count(const Mieni##Type##View *type)                         \
    {                                                                                                        \
        return mieni_view_count(mieni_##type##_##member##_json(type));                                       \
    }                                                                                                        \
    static inline const char *mieni_##type##_##member##_name(const Mieni##Type##View *type, int index)       \
    {                                                                                                        \
        return mieni_##type##_##member##_json(type)->keys[index];                                            \
    }                                                                                                        \
    static inline double mieni_##type##_##member##_value(const Mieni##Type##View *type, int index)           \
    {                                                                                                        \
        return mieni_view_number(mieni_##type##_##member##_json(type), index);                               \
    }
#define CHILD(Type, type, member, Other)                                                                     \
    ANY(Type, type, member)                                                                                  \
    static inline Mieni##Other##View *mieni_##type##_##member(const Mieni##Type##View *type)                 \
    {                                                                                                        \
        return (Mieni##Other##View *)mieni_##type##_##member##_json(type);                                   \
    }
#define ROWS(Type, type, member, Other, row, key)                                                            \
    ANY(Type, type, member)                                                                                  \
    static inline int mieni_##type##_##row##_count(const Mieni##Type##View *type)                            \
    {                                                                                                        \
        return mieni_view_count(mieni_##type##_##member##_json(type));                                       \
    }                                                                                                        \
    static inline Mieni##Other##View *mieni_##type##_##row(const Mieni##Type##View *type, int index)         \
    {                                                                                                        \
        return (Mieni##Other##View *)mieni_##type##_##member##_json(type)->items[index];                     \
    }                                                                                                        \
    static inline int mieni_##type##_find_##row(const Mieni##Type##View *type, const char *text)             \
    {                                                                                                        \
        return mieni_json_find(mieni_##type##_##member##_json(type), #key, text);                            \
    }                                                                                                        \
    static inline Mieni##Other##View *mieni_##type##_add_##row(MieniJsonDocument *json,                      \
                                                               Mieni##Type##View *type)                      \
    {                                                                                                        \
        return (Mieni##Other##View *)mieni_view_add(json, mieni_##type##_json(type), #member);               \
    }

#include "asset/members.inc.h"
#undef OBJECT
#undef TEXT
#undef NUMBER
#undef BOOL
#undef VECTOR
#undef TEXTS
#undef VALUES
#undef CHILD
#undef ROWS
#undef ANY

/// Roots of assets; NULL if the asset is of another kind.
MieniProjectView *mieni_project_of(const MieniAsset *asset);
MieniSkeletonView *mieni_skeleton_of(const MieniAsset *asset);
MieniMeshView *mieni_mesh_of(const MieniAsset *asset);
MieniModifiersView *mieni_modifiers_of(const MieniAsset *asset);
MieniClipView *mieni_clip_of(const MieniAsset *asset);
MieniClipsView *mieni_clips_of(const MieniAsset *asset);
MieniPoseAssetView *mieni_pose_asset_of(const MieniAsset *asset);
MieniCharacterView *mieni_character_of(const MieniAsset *asset);
MieniMapView *mieni_map_of(const MieniAsset *asset);
MieniCalibrationView *mieni_calibration_of(const MieniAsset *asset);
MieniGraphView *mieni_graph_of(const MieniAsset *asset);

/// The kind that a text says it is, whatever its file is called; MIENI_ASSET_NONE if none.
MieniAssetKind mieni_asset_kind_of_json(const MieniJson *root);

/// What several kinds have: NULL if this one does not, or it is absent.
const char *mieni_asset_skeleton(const MieniAsset *asset); ///< The path of its skeleton.
MieniJson *mieni_asset_skeleton_json(const MieniAsset *asset);
const char *mieni_asset_mesh(const MieniAsset *asset);
const char *mieni_asset_preview(const MieniAsset *asset);
MieniJson *mieni_asset_preview_json(const MieniAsset *asset);
const MieniSourceView *mieni_asset_source(const MieniAsset *asset); ///< Of a skeleton, a mesh or poses.
MieniJson *mieni_asset_modifiers_json(const MieniAsset *asset);     ///< Of a clip, clips or a list.
/// The index of the first modifier that does this; -1 if none.
int mieni_asset_find_modifier(const MieniAsset *asset, const char *what);
/// Sets the path of its skeleton, of kinds that have one.
void mieni_asset_set_skeleton(MieniAsset *asset, const char *skeleton);

/// The name in {"parameter": "name"}, which gives a value in its place; NULL for another value.
const char *mieni_value_parameter(const MieniJson *value);
MieniJson *mieni_value_of_parameter(MieniJsonDocument *json, const char *name);

/// The name of a row of poses, bones, curves, morphs or others that have one; "" if it is absent.
const char *mieni_row_name(const MieniJson *rows, int index);

/// The text, or "" for NULL.
static inline const char *mieni_text_or_empty(const char *text) { return text != NULL ? text : ""; }
