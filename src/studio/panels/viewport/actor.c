// SPDX-License-Identifier: MIT
//
// Actors. If weights drive a pose asset, the clip is evaluated first and the weights are added,
// because curves given to a graph replace those of the clip.

#include "studio/panels/viewport/actor.h"

#include <math.h>
#include <string.h>

#define RATE 30.0 ///< Frames per second by which times are gone to.

void studio_role_free(void *given)
{
    StudioRole *role = given;
    g_free(role->path);
    g_free(role->shown);
    g_free(role->mesh);
    g_free(role);
}

StudioActor *studio_actor_begin(StudioWorkspace *workspace, const StudioRole *role, const char *clip,
                                guint64 texts, MieniProblem *problem)
{
    StudioPreview *preview;
    const char *plays = role->is_take ? NULL : clip; // the take of the clip is made with the preview
    if (studio_preview_begin(studio_workspace_studio(workspace), role->shown, role->mesh, plays,
                             studio_workspace_packs(workspace), &preview, problem) != MIEN_OK)
        return NULL;
    StudioActor *actor = g_new0(StudioActor, 1);
    actor->workspace = workspace;
    actor->role = (StudioRole){g_strdup(role->path), g_strdup(role->shown), g_strdup(role->mesh), role->label,
                               role->is_take};
    actor->clip = g_strdup(clip);
    actor->texts = texts;
    actor->preview = preview;
    actor->is_driven = mieni_asset_kind_of_path(role->shown) == MIENI_ASSET_POSES;
    return actor;
}

/// Finds the curve of each control, once.
static void find_curves(StudioActor *actor)
{
    const MieniCharacter *character = &actor->preview->character;
    const MieniFace *face = actor->face;
    int count = 0;
    for (int a = 0; a < face->poses_count; ++a)
        count += mien_pose_asset_info(face->poses[a].asset).driven_pose_count;
    actor->curves = g_new0(int, count + 1);
    actor->poses = g_new0(MieniFacePose, count + 1);
    actor->is_control = g_new0(bool, character->given.count + 1);
    actor->values = g_new0(float, character->given.count + 1);
    for (int a = 0, at = 0; a < face->poses_count; ++a) {
        const MienPoseAsset *asset = face->poses[a].asset;
        const int controls = mien_pose_asset_info(asset).driven_pose_count;
        for (int c = 0; c < controls; ++c, ++at) {
            const MienPoseInfo pose = mien_pose_asset_pose(asset, mien_pose_asset_driven_pose(asset, c).pose);
            actor->curves[at] = mien_skeleton_find_curve(character->skeleton, pose.name);
            if (actor->curves[at] >= 0)
                actor->is_control[actor->curves[at]] = true;
        }
    }
}

void studio_actor_run(StudioActor *actor)
{
    StudioPreview *preview = actor->preview;
    if (actor->role.is_take && actor->clip != NULL &&
        studio_preview_set_take(preview, actor->clip) != MIEN_OK)
        return;
    studio_workspace_make_preview(actor->workspace, preview);
    if (!preview->is_made ||
        mieni_face_make(&preview->character, NULL, &actor->face, &preview->problem) != MIEN_OK)
        return;
    actor->marks = g_new0(bool, actor->face->bone_count + 1);
    find_curves(actor);
}

void studio_actor_free(void *given)
{
    StudioActor *actor = given;
    if (actor == NULL)
        return;
    mieni_render_mesh_destroy(actor->mesh);
    mieni_face_close(actor->face);
    studio_preview_destroy(actor->preview);
    g_free(actor->role.path);
    g_free(actor->role.shown);
    g_free(actor->role.mesh);
    g_free(actor->clip);
    g_free(actor->marks);
    g_free(actor->curves);
    g_free(actor->is_control);
    g_free(actor->values);
    g_free(actor->poses);
    g_free(actor->live_curves);
    g_free(actor);
}

const char *studio_actor_label(const StudioActor *actor, char name[STUDIO_LABEL_ROOM])
{
    return actor->role.label != NULL ? actor->role.label : studio_asset_name(actor->role.path, name);
}

bool studio_actor_plays(const StudioActor *actor, const StudioRole *role, const char *clip, guint64 texts)
{
    return actor->texts == texts && strcmp(actor->role.path, role->path) == 0 &&
           strcmp(actor->role.shown, role->shown) == 0 && actor->role.is_take == role->is_take &&
           g_strcmp0(actor->role.mesh, role->mesh) == 0 && g_strcmp0(actor->clip, clip) == 0;
}

/// Lets the character do what it does by itself.
static MienStatus play_alone(StudioActor *actor, double time, double rate)
{
    for (int i = 0; i < actor->preview->character.given.count; ++i)
        actor->values[i] = NAN;
    return studio_preview_play(actor->preview, time, rate, actor->values);
}

/// Puts weights into the values of curves: in place of what the character does, or added to it.
static void add_weights(StudioActor *actor, const StudioActing *acting, bool is_sum)
{
    const MieniCharacter *character = &actor->preview->character;
    for (int i = 0; acting->has_weights && i < acting->session->weight_count; ++i) {
        const char *name = acting->session->weights[i].name;
        const int curve = mien_skeleton_find_curve(character->skeleton, name);
        const float weight = studio_session_effective(acting->session, name);
        if (curve >= 0)
            actor->values[curve] = weight + (is_sum ? mien_curve_set_value(&character->curves, curve) : 0.0f);
    }
}

/// Fades all controls but the one that is held.
static void hold(StudioActor *actor, const StudioActing *acting)
{
    const MieniCharacter *character = &actor->preview->character;
    const int held = mien_skeleton_find_curve(character->skeleton, acting->held);
    for (int i = 0; i < character->given.count; ++i) {
        const float own = mien_curve_set_value(&character->curves, i);
        const float value = isnan(actor->values[i]) ? own : actor->values[i];
        if ((actor->is_control[i] && value != 0.0f) || i == held)
            actor->values[i] = value * (1.0f - acting->held_part) + (i == held ? acting->held_part : 0.0f);
    }
}

/// Finds the curve of each live value, as the library does: by bytes, otherwise without case.
static void find_live_curves(StudioActor *actor, const StudioLiveValues *live)
{
    const MienSkeleton *skeleton = actor->preview->character.skeleton;
    if (actor->live_curves != NULL && actor->live_version == live->version &&
        actor->live_count == live->count)
        return;
    actor->live_curves = g_renew(int, actor->live_curves, live->count + 1);
    actor->live_count = live->count;
    actor->live_version = live->version;
    for (int i = 0; i < live->count; ++i) {
        int *curve = &actor->live_curves[i];
        *curve = mien_skeleton_find_curve(skeleton, live->names[i]);
        for (int c = 0; *curve < 0 && c < actor->preview->character.given.count; ++c)
            if (g_ascii_strcasecmp(mien_skeleton_curve_name(skeleton, c), live->names[i]) == 0)
                *curve = c;
    }
}

/// Curves that a source does not have are left to the character.
static void play_live(StudioActor *actor, const StudioLiveValues *live)
{
    find_live_curves(actor, live);
    for (int i = 0; i < actor->preview->character.given.count; ++i)
        actor->values[i] = NAN;
    for (int i = 0; i < live->count; ++i)
        if (actor->live_curves[i] >= 0)
            actor->values[actor->live_curves[i]] = live->values[i];
    studio_preview_play(actor->preview, live->time, 0.0, actor->values);
    actor->is_hurried = false;
}

static void play(StudioActor *actor, const StudioActing *acting)
{
    const StudioSession *session = acting->session;
    const MieniCharacter *character = &actor->preview->character;
    const bool is_held = acting->held != NULL && acting->held_part > 0.0f;
    const bool has_weights = acting->has_weights && session->weight_count > 0;
    // Pose assets alone have no memory; what has one is gone to frame by frame, once there is time.
    const double rate = actor->is_driven || acting->is_hurried ? 0.0 : RATE;
    if (rate > 0.0 && actor->is_hurried)
        mieni_character_restart(&actor->preview->character);
    actor->is_hurried = rate == 0.0 && !actor->is_driven &&
                        (actor->is_hurried || session->time < character->time || character->time < 0 ||
                         session->time - character->time > 1);
    const bool is_sum = actor->is_driven && actor->clip != NULL;
    if (is_sum || is_held || !has_weights)
        play_alone(actor, session->time, rate);
    else
        for (int i = 0; i < character->given.count; ++i)
            actor->values[i] = NAN;
    if (!has_weights && !is_held)
        return;
    add_weights(actor, acting, is_sum);
    if (is_held)
        hold(actor, acting);
    studio_preview_play(actor->preview, session->time, rate, actor->values);
}

/// What was asked of one asset, beyond its ranges too.
static void note_asked(StudioActor *actor, int place, int first, bool is_beyond)
{
    MieniFacePoses *of = &actor->face->poses[place];
    const MienCurveSet *curves = &actor->preview->character.curves;
    const int controls = mien_pose_asset_info(of->asset).driven_pose_count;
    for (int c = 0; c < controls; ++c) {
        const int curve = actor->curves[first + c];
        const MienDrivenPose control = mien_pose_asset_driven_pose(of->asset, c);
        const float asked = curve >= 0 ? mien_curve_set_value(curves, curve) : 0.0f;
        const float beyond = asked > control.max   ? asked - control.max
                             : asked < control.min ? asked - control.min
                                                   : 0.0f;
        of->asked[c] = asked;
        of->applied[c] += is_beyond ? beyond : 0.0f;
        actor->poses[first + c] = (MieniFacePose){place, control.pose, is_beyond ? beyond : 0.0f};
    }
}

/// Finds what is asked of poses and what masks, groups and ranges leave of it; lists what lies
/// beyond ranges if that is wanted, and gives how many those are.
static int note_weights(StudioActor *actor, bool is_beyond)
{
    const MieniFace *face = actor->face;
    const MienCurveSet *curves = &actor->preview->character.curves;
    int asked = 0, at = 0;
    for (int a = 0; a < face->poses_count; ++a) {
        const MienPoseAsset *asset = face->poses[a].asset;
        const int controls = mien_pose_asset_info(asset).driven_pose_count;
        for (int c = 0; c < controls; ++c, ++at) {
            const float value =
                actor->curves[at] >= 0 ? mien_curve_set_value(curves, actor->curves[at]) : 0.0f;
            if (value != 0.0f && asked < MIENI_FACE_MOST_POSES)
                actor->poses[asked++] = (MieniFacePose){a, mien_pose_asset_driven_pose(asset, c).pose, value};
        }
    }
    const MieniPosing driven = {.pose_count = asked, .poses = actor->poses, .is_driven = true};
    mieni_face_pose_some(actor->face, &driven, 0, 0, actor->face->positions, actor->face->normals);
    at = 0;
    for (int a = 0; a < face->poses_count; ++a) {
        note_asked(actor, a, at, is_beyond);
        at += mien_pose_asset_info(face->poses[a].asset).driven_pose_count;
    }
    int count = 0;
    for (int i = 0; i < at; ++i)
        if (actor->poses[i].weight != 0.0f && count < MIENI_FACE_MOST_POSES)
            actor->poses[count++] = actor->poses[i];
    return count;
}

void studio_actor_pose(StudioActor *actor, const StudioActing *acting)
{
    if (acting->live != NULL)
        play_live(actor, acting->live);
    else
        play(actor, acting);
    const int beyond = note_weights(actor, acting->session->is_beyond && !acting->is_rest);
    mieni_face_pose(actor->face, &(MieniPosing){.is_rest = acting->is_rest,
                                                .poses = actor->poses,
                                                .pose_count = acting->is_rest ? 0 : beyond});
}

bool studio_actor_has_curve(const StudioActor *actor, const char *name)
{
    return mien_skeleton_find_curve(actor->preview->character.skeleton, name) >= 0;
}

void studio_actor_mark(StudioActor *actor, const char *const *bones, int count)
{
    const MienSkeleton *skeleton = actor->preview->character.skeleton;
    memset(actor->marks, 0, sizeof *actor->marks * (size_t)actor->face->bone_count);
    for (int i = 0; i < count; ++i) {
        const int bone = mien_skeleton_find_bone(skeleton, bones[i]);
        if (bone >= 0)
            actor->marks[bone] = true;
    }
}
