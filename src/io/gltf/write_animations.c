// SPDX-License-Identifier: MIT
//
// Animations of a file: each clip in the place of the one of its name, or after all
// others. What glTF has no word for (rate, events) goes into extras.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/write_base.h"

#include <string.h>

/// The place of an animation by its name, emptied: *out_before is what was there, or NULL
/// if it comes after all others.
static MieniJson *claim(MieniGltfWriter *writer, const char *name, int *out_index, MieniJson **out_before)
{
    MieniGltfOut *out = &writer->out;
    MieniJson *animations = mieni_json_get(out->json.root, "animations");
    int index = 0;
    while (index < writer->take_count && strcmp(writer->takes[index], name) != 0)
        ++index;
    *out_index = index;
    *out_before = index < writer->take_count ? animations->items[index] : NULL;
    if (*out_before == NULL)
        return mieni_gltf_out_add(out, "animations", out_index);
    MieniJson *animation = mieni_json_object(&out->json);
    if (animation != NULL)
        animations->items[*out_index] = animation;
    return animation;
}

/// As if the place had not been claimed.
static void give_back(MieniGltfWriter *writer, int index, MieniJson *before)
{
    MieniJson *animations = mieni_json_get(writer->out.json.root, "animations");
    if (before != NULL)
        animations->items[index] = before;
    else
        mieni_json_remove(animations, index);
    if (animations->count == 0)
        mieni_json_unset(writer->out.json.root, "animations");
}

/// Events in the order of their times.
static const MienAuthorClipEvent **sorted_events(MieniGltfMotion *motion)
{
    const MienAuthorClip *clip = motion->clip;
    const MienAuthorClipEvent **events =
        mieni_arena_take(&motion->writer->out.scratch, (size_t)clip->event_count, sizeof *events);
    for (int i = 0; events != NULL && i < clip->event_count; ++i) {
        int at = i;
        for (; at > 0 && events[at - 1]->time > clip->events[i].time; --at)
            events[at] = events[at - 1];
        events[at] = &clip->events[i];
    }
    return events;
}

/// Whether the clip has an event at every key and nowhere else: then they name its poses.
static bool has_pose_per_key(const MieniGltfMotion *motion, const MienAuthorClipEvent *const *events)
{
    const int count = motion->clip->event_count;
    if (motion->time_count != 1 || motion->times[0].count != count)
        return false;
    for (int i = 0; i < count; ++i)
        if ((float)events[i]->time != motion->times[0].times[i])
            return false;
    return true;
}

static void put_events(MieniGltfMotion *motion, MieniJson *extras, MieniJson *mien)
{
    MieniGltfOut *out = &motion->writer->out;
    MieniJsonDocument *json = &out->json;
    const MienAuthorClipEvent **events = sorted_events(motion);
    if (events == NULL)
        return;
    const bool are_poses = has_pose_per_key(motion, events);
    MieniJson *names = are_poses ? mieni_json_set(json, extras, "poseNames", mieni_json_array(json)) : NULL;
    MieniJson *list = mieni_json_set(json, mien, "events", mieni_json_array(json));
    for (int i = 0; i < motion->clip->event_count; ++i) {
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        mieni_gltf_set_text(out, row, "name", motion->clip->events[i].name);
        mieni_json_set(json, row, "time", mieni_json_number(json, motion->clip->events[i].time));
        if (are_poses)
            mieni_json_append(json, names, mieni_json_string(json, events[i]->name));
    }
}

void mieni_gltf_motion_extras(MieniGltfMotion *motion, MieniJson *animation)
{
    MieniGltfOut *out = &motion->writer->out;
    const MienAuthorClip *clip = motion->clip;
    MieniJson *extras = mieni_gltf_out_object(out, animation, "extras");
    MieniJson *mien = mieni_gltf_out_object(out, extras, "mien");
    MieniJson *rate = mieni_json_set(&out->json, mien, "rate", mieni_json_array(&out->json));
    mieni_json_append(&out->json, rate, mieni_json_number(&out->json, clip->rate > 0 ? clip->rate : 30));
    mieni_json_append(&out->json, rate,
                      mieni_json_number(&out->json, clip->rate_divisor > 0 ? clip->rate_divisor : 1));
    if (motion->names_poses)
        mieni_json_set(&out->json, mien, "poses", mieni_json_bool(&out->json, true));
    if (clip->event_count > 0)
        put_events(motion, extras, mien);
}

static MienStatus put_animation(MieniGltfWriter *writer, const MienIoGltfAnimation *given)
{
    MieniGltfMotion motion;
    int index;
    MieniJson *before, *animation = claim(writer, given->name, &index, &before);
    MienStatus status = mieni_gltf_motion_begin(&motion, writer, animation, given->name, given->clip);
    if (status == MIEN_OK)
        status = mieni_gltf_motion_tracks(&motion);
    if (status == MIEN_OK)
        status = given->form == MIEN_IO_GLTF_BAKED ? mieni_gltf_motion_weights(&motion)
                                                   : mieni_gltf_motion_pointers(&motion);
    if (status != MIEN_OK)
        return status;
    motion.names_poses = given->names_poses;
    mieni_gltf_motion_extras(&motion, animation);
    if (motion.channels->count == 0) {
        give_back(writer, index, before);
        mieni_gltf_lose(&writer->writing->losses,
                        "Nothing of this clip moves anything in the file; it is left out.", given->name, "");
    }
    return MIEN_OK;
}

MienStatus mieni_gltf_write_animations(MieniGltfWriter *writer)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < writer->writing->animation_count && status == MIEN_OK; ++i)
        status = put_animation(writer, &writer->writing->animations[i]);
    return status;
}
