// SPDX-License-Identifier: MIT
//
// Weights: displayed values and gestures. Weights belong to the session, unless Auto Key is on:
// then each gesture is an undo step of the clip.

#include "studio/panels/poses/private.h"

#include <math.h>
#include <string.h>

#include "studio/model/commands/clips.h"
#include "studio/model/facts/strings.h"

static const double SAME = 0.0005;

/// The clip that sliders would key, or NULL.
static const char *clip_of(const StudioPosesPanel *panel)
{
    const StudioSession *session = studio_poses_session(panel);
    return session != NULL && session->clip[0] != '\0' ? session->clip : NULL;
}

bool studio_poses_is_armed(const StudioPosesPanel *panel)
{
    return clip_of(panel) != NULL && studio_commands_state(panel->commands, "clip.auto-key");
}

static bool has_solo(const StudioSession *session)
{
    for (int i = 0; i < session->weight_count; ++i)
        if (session->weights[i].is_solo)
            return true;
    return false;
}

StudioPoseValues studio_poses_values(const StudioPosesPanel *panel, const StudioPoseItem *item)
{
    const StudioSession *session = studio_poses_session(panel);
    StudioPoseValues values = {.mark = NAN};
    float asked, applied;
    if (session == NULL)
        return values;
    const bool is_shown =
        studio_live_weight(studio_live_of(panel->workspace), panel->path, item->name, &asked, &applied);
    const double effective = (double)studio_session_effective(session, item->name);
    values.asked = (double)studio_session_weight(session, item->name);
    values.applied = is_shown ? (double)applied : CLAMP(effective, item->min, item->max);
    values.is_solo = studio_session_is_solo(session, item->name);
    values.is_quiet = has_solo(session) && !values.is_solo;
    if (item->kind != STUDIO_POSE_CONTROL)
        values.asked = values.applied;
    else if (is_shown && studio_poses_is_armed(panel))
        values.asked = (double)asked;
    else if (is_shown && clip_of(panel) != NULL && fabs((double)asked - effective) > SAME)
        values.mark = (double)asked;
    values.counts = !studio_weight_reads_zero((float)values.asked) && !values.is_quiet;
    return values;
}

char *studio_poses_reason(const StudioPosesPanel *panel, const StudioPoseItem *item,
                          const StudioPoseValues *values, bool is_long)
{
    StudioMask mask;
    char number[STUDIO_NUMBER_ROOM], other[STUDIO_NUMBER_ROOM];
    const StudioPoseGroup *group = studio_poses_list_group(&panel->list, item);
    if (studio_live_mask(studio_live_of(panel->workspace), panel->path, item->name, &mask))
        return is_long ? g_strdup_printf("Override: %s %s reduces this by %.0f %%.", mask.source,
                                         studio_number_text((double)mask.asked, 2, number),
                                         100 * (double)mask.taken)
                       : g_strdup_printf("override %s", mask.source);
    if (values->asked < item->min - SAME || values->asked > item->max + SAME)
        return is_long ? g_strdup_printf("The range is %s to %s.", studio_number_text(item->min, 2, number),
                                         studio_number_text(item->max, 2, other))
                       : g_strdup("range");
    if (group != NULL)
        return is_long ? g_strdup_printf("The group %s limits the sum of its weights.", group->name)
                       : g_strdup_printf("group %s", group->name);
    return NULL;
}

// Gestures

static void clear_gesture(StudioPosesPanel *panel)
{
    g_clear_pointer(&panel->gesture.names, g_strfreev);
    g_clear_pointer(&panel->gesture.values, g_free);
    panel->gesture.is_on = panel->gesture.is_keying = false;
}

/// The row itself, and if it is selected all others that are.
static void take_rows(StudioPosesPanel *panel, const char *name)
{
    int count;
    g_auto(GStrv) selected = studio_poses_selected(panel, &count);
    const bool is_among = g_strv_contains((const char *const *)selected, name);
    GPtrArray *names = g_ptr_array_new();
    g_ptr_array_add(names, g_strdup(name));
    for (int i = 0; i < count && is_among; ++i) {
        const StudioPoseItem *item = studio_poses_list_find(&panel->list, selected[i]);
        if (strcmp(selected[i], name) != 0 && item != NULL && item->kind == STUDIO_POSE_CONTROL)
            g_ptr_array_add(names, g_strdup(selected[i]));
    }
    panel->gesture.values = g_new0(double, names->len);
    for (guint i = 0; i < names->len; ++i) {
        const StudioPoseItem *item = studio_poses_list_find(&panel->list, names->pdata[i]);
        panel->gesture.values[i] = item != NULL ? studio_poses_values(panel, item).asked : 0;
    }
    g_ptr_array_add(names, NULL);
    panel->gesture.names = (char **)g_ptr_array_free(names, FALSE);
    if (!is_among)
        studio_poses_select_only(panel, name);
}

void studio_poses_gesture_begin(StudioPosesPanel *panel, const char *name)
{
    StudioSession *session = studio_poses_session(panel);
    MieniProblem problem = {0};
    if (session == NULL || panel->gesture.is_on)
        return;
    panel->gesture.is_on = true;
    take_rows(panel, name);
    if (studio_poses_is_armed(panel)) {
        const int count = (int)g_strv_length(panel->gesture.names);
        char label[STUDIO_LABEL_ROOM], number[STUDIO_NUMBER_ROOM];
        g_autofree char *several = g_strdup_printf("%d curves", count);
        g_snprintf(label, sizeof label, "key %.200s at %s s", count == 1 ? name : several,
                   studio_number_text(session->time, 2, number));
        panel->gesture.is_keying = studio_workspace_check(
            panel->workspace, studio_group_begin(studio_workspace_studio(panel->workspace), label, &problem),
            &problem);
    } else {
        studio_session_mark(session);
    }
}

static void key(StudioPosesPanel *panel, const char *name, double value, MienStatus *status,
                MieniProblem *problem)
{
    const StudioSession *session = studio_poses_session(panel);
    if (*status == MIEN_OK)
        *status = studio_clip_set_key(studio_workspace_studio(panel->workspace), session->clip, name,
                                      session->time, value, NULL, problem);
}

/// Each stops at its own end.
static double within(const StudioPosesPanel *panel, const char *name, double before, double by)
{
    const StudioPoseItem *item = studio_poses_list_find(&panel->list, name);
    const StudioSession *session = studio_poses_session(panel);
    double min = item != NULL ? item->min : 0, max = item != NULL ? item->max : 1;
    if (session->is_beyond) {
        min = MIN(min, -1);
        max = MAX(max, 2);
    }
    min = MIN(min, before); // what was typed beyond stays until it is moved back
    max = MAX(max, before);
    return CLAMP(before + by, min, max);
}

void studio_poses_gesture_move(StudioPosesPanel *panel, double value)
{
    StudioSession *session = studio_poses_session(panel);
    const StudioWeightGesture *gesture = &panel->gesture;
    MieniProblem problem = {0};
    if (session == NULL || !gesture->is_on)
        return;
    MienStatus status = MIEN_OK;
    if (gesture->is_keying) // from where the drag began
        status = studio_group_rewind(studio_workspace_studio(panel->workspace), &problem);
    for (int i = 0; gesture->is_on && gesture->names[i] != NULL; ++i) { // panels that follow may end it
        const double to =
            i == 0 ? value : within(panel, gesture->names[i], gesture->values[i], value - gesture->values[0]);
        if (gesture->is_keying)
            key(panel, gesture->names[i], to, &status, &problem);
        else
            studio_session_set_weight(session, gesture->names[i], (float)to);
    }
    studio_workspace_check(panel->workspace, status, &problem);
    studio_workspace_session_changed(panel->workspace);
}

void studio_poses_gesture_end(StudioPosesPanel *panel, bool is_cancelled)
{
    MieniProblem problem = {0};
    if (!panel->gesture.is_on)
        return;
    const bool is_keying = panel->gesture.is_keying;
    clear_gesture(panel);
    if (panel->workspace == NULL)
        return;
    Studio *studio = studio_workspace_studio(panel->workspace);
    if (is_keying)
        studio_workspace_check(panel->workspace,
                               is_cancelled ? studio_group_cancel(studio, &problem)
                                            : studio_group_end(studio, &problem),
                               &problem);
    studio_poses_apply_soon(panel);
    studio_poses_allow_commands(panel);
}

bool studio_poses_type(StudioPosesPanel *panel, const char *name, const char *text)
{
    const StudioPoseItem *item = studio_poses_list_find(&panel->list, name);
    const char *equals = strchr(text, '=');
    double number;
    if (item == NULL ||
        !studio_number_read(text, studio_poses_values(panel, item).asked, item->min, item->max, &number))
        return false;
    studio_poses_gesture_begin(panel, name);
    StudioSession *session = studio_poses_session(panel);
    MieniProblem problem = {0};
    MienStatus status = MIEN_OK;
    for (int i = 0; panel->gesture.is_on && panel->gesture.names[i] != NULL; ++i) {
        const StudioPoseItem *one = studio_poses_list_find(&panel->list, panel->gesture.names[i]);
        double to = number;
        if (one != NULL && equals != NULL) // each from its own
            studio_number_read(text, panel->gesture.values[i], one->min, one->max, &to);
        if (panel->gesture.is_keying)
            key(panel, panel->gesture.names[i], to, &status, &problem);
        else
            studio_session_set_weight(session, panel->gesture.names[i], (float)to);
    }
    studio_workspace_check(panel->workspace, status, &problem);
    studio_workspace_session_changed(panel->workspace);
    studio_poses_gesture_end(panel, false);
    return true;
}

void studio_poses_toggle_solo(StudioPosesPanel *panel, const char *const *names, int count)
{
    StudioSession *session = studio_poses_session(panel);
    bool are_all = true;
    if (session == NULL)
        return;
    for (int i = 0; i < count; ++i)
        are_all &= studio_session_is_solo(session, names[i]);
    for (int i = 0; i < count; ++i)
        studio_session_set_solo(session, names[i], !are_all);
    studio_workspace_session_changed(panel->workspace);
    studio_poses_allow_commands(panel);
}

void studio_poses_reset(StudioPosesPanel *panel, const char *const *names, int count)
{
    StudioSession *session = studio_poses_session(panel);
    if (session == NULL)
        return;
    studio_session_mark(session);
    if (names == NULL)
        studio_session_reset_weights(session);
    for (int i = 0; names != NULL && i < count; ++i)
        studio_session_set_weight(session, names[i], 0);
    studio_workspace_session_changed(panel->workspace);
    studio_poses_apply_soon(panel);
    studio_poses_allow_commands(panel);
}
