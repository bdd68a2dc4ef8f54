// SPDX-License-Identifier: MIT
//
// Poses on the clipboard: rows as in the asset for this program, names for others; and pasted
// weights such as jaw_open=0.62 smile=0.8.

#include "studio/panels/poses/commands.h"

#include <string.h>

#include "asset/edit/poses.h"
#include "studio/model/facts/strings.h"

#define POSES_TYPE "application/x-mien-poses+json"

enum { MOST = 64 << 20 }; ///< Bytes that are read from a clipboard.

// Copying

/// A row of its own: it names its file, whatever the asset's source is.
static MieniJson *copy_row(MieniJsonDocument *json, const MieniPoseView *pose, const MieniSourceView *source)
{
    MieniPoseView *copy = (MieniPoseView *)mieni_json_copy(json, mieni_pose_json(pose));
    const bool has_source = mieni_pose_frame_json(pose) != NULL || mieni_pose_time_json(pose) != NULL ||
                            mieni_pose_marker_json(pose) != NULL;
    if (has_source && mieni_pose_file_json(pose) == NULL) {
        if (mieni_source_file(source) != NULL)
            mieni_pose_set_file(json, copy, mieni_source_file(source));
        if (mieni_source_take(source) != NULL && mieni_pose_take_json(pose) == NULL)
            mieni_pose_set_take(json, copy, mieni_source_take(source));
    }
    mieni_pose_set_id(json, copy, NULL);
    return mieni_pose_json(copy);
}

/// Rows of poses as JSON; NULL if out of memory. Unreference it.
static GBytes *rows_text(const MieniAsset *asset, const char *const *names, int count)
{
    MieniJsonDocument json;
    MieniTextOut out = {0};
    mieni_json_begin(&json, NULL);
    MieniJson *list = mieni_json_array(&json);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < count; ++i) {
        const int row = mieni_pose_asset_find_pose(poses, names[i]);
        if (row >= 0)
            mieni_json_append(
                &json, list,
                copy_row(&json, mieni_pose_asset_pose(poses, row), mieni_pose_asset_source(poses)));
    }
    if (list != NULL && !json.arena.is_out_of_memory)
        mieni_text_put_json(&out, list);
    GBytes *bytes = out.bytes != NULL && !out.is_out_of_memory ? g_bytes_new(out.bytes, out.size) : NULL;
    mieni_text_release(&out);
    mieni_json_release(&json);
    return bytes;
}

static void copy(StudioPosesPanel *panel, const char *const *names, int count, bool only_names)
{
    const MieniAsset *asset = studio_poses_asset(panel);
    g_autofree char *text = g_strjoinv("\n", (char **)names);
    g_autoptr(GBytes) rows = asset != NULL && !only_names ? rows_text(asset, names, count) : NULL;
    g_autoptr(GdkContentProvider) as_text = gdk_content_provider_new_typed(G_TYPE_STRING, text);
    GdkContentProvider *both[2] = {NULL, g_object_ref(as_text)};
    g_autoptr(GdkContentProvider) content = NULL;
    if (rows != NULL) {
        both[0] = gdk_content_provider_new_for_bytes(POSES_TYPE, rows);
        content = gdk_content_provider_new_union(both, 2); // takes them
    } else {
        content = both[1];
    }
    gdk_clipboard_set_content(gtk_widget_get_clipboard(GTK_WIDGET(panel)), content);
}

// Pasting

/// Adds rows to an asset under names that are free.
static MienStatus add_rows(void *user, MieniAsset *asset, MienError *error)
{
    const MieniJson *rows = user;
    MieniJsonDocument *json = &asset->json;
    MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    for (int i = 0; i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        const char *wanted = mieni_pose_name(mieni_pose_view(row));
        if (wanted == NULL)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("poses[%d]", i),
                              "The clipboard contains no pose");
        g_autofree char *name = g_strdup(wanted);
        for (int n = 2; mieni_pose_asset_find_pose(poses, name) >= 0; ++n) {
            g_free(name);
            name = g_strdup_printf("%.200s_%d", wanted, n);
        }
        MieniPoseView *pose = mieni_pose_asset_add_pose(json, poses);
        for (int k = 0; k < row->count; ++k)
            mieni_json_set(json, mieni_pose_json(pose), row->keys[k], mieni_json_copy(json, row->items[k]));
        mieni_pose_set_name(json, pose, name);
    }
    if (json->arena.is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    return mieni_asset_check(asset, error);
}

static void paste_rows(StudioPosesPanel *panel, const char *text, size_t size)
{
    MieniJsonDocument json;
    MienError error = {0};
    MieniProblem problem = {0};
    char label[STUDIO_LABEL_ROOM];
    MienStatus status = mieni_json_read(&json, text, size, NULL, &error);
    if (status == MIEN_OK && (json.root->type != MIENI_JSON_ARRAY || json.root->count == 0))
        status = mieni_fail(&error, MIEN_ERROR_DATA, mieni_nowhere(), "The clipboard contains no poses");
    if (status != MIEN_OK) {
        mieni_problem_set(&problem, "clipboard", status, mieni_at_error(&error), "%s", error.message);
    } else {
        const char *first = mieni_text_or_empty(mieni_pose_name(mieni_pose_view(json.root->items[0])));
        status = studio_change(
            studio_workspace_studio(panel->workspace), panel->path, add_rows, json.root,
            studio_label_many(label, "paste", (const char *const[]){first}, json.root->count, "poses"), NULL,
            &problem);
    }
    studio_workspace_check(panel->workspace, status, &problem);
    mieni_json_release(&json);
}

/// Takes "jaw_open=0.62 smile=0.8"; false if it is none of that.
static bool paste_weights(StudioPosesPanel *panel, const char *text)
{
    g_auto(GStrv) parts = g_strsplit_set(text, " \t\r\n", -1);
    StudioSession *session = studio_poses_session(panel);
    int count = 0;
    for (int pass = 0; pass < 2; ++pass) {
        if (pass == 1)
            studio_session_mark(session);
        for (char **part = parts; *part != NULL; ++part) {
            const char *equals = strrchr(*part, '=');
            double number;
            if ((*part)[0] == '\0')
                continue;
            if (equals == NULL || equals == *part || !studio_number_read(equals + 1, 0, 0, 1, &number))
                return false;
            g_autofree char *name = g_strndup(*part, (gsize)(equals - *part));
            count += pass;
            if (pass == 1)
                studio_session_set_weight(session, name, (float)number);
        }
    }
    studio_workspace_session_changed(panel->workspace);
    return count > 0;
}

static void on_text(GObject *source, GAsyncResult *result, void *user)
{
    StudioPosesPanel *panel = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (panel->workspace != NULL && text != NULL && !paste_weights(panel, text) &&
        !studio_commands_run(panel->commands, "poses.paste-names"))
        studio_workspace_toast(panel->workspace, "No poses on the clipboard", NULL, NULL);
    g_object_unref(panel);
}

static void on_bytes(GObject *source, GAsyncResult *result, void *user)
{
    StudioPosesPanel *panel = user;
    g_autoptr(GOutputStream) memory = G_OUTPUT_STREAM(source);
    if (g_output_stream_splice_finish(memory, result, NULL) >= 0 && panel->workspace != NULL) {
        g_autoptr(GBytes) bytes = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
        gsize size;
        const char *text = g_bytes_get_data(bytes, &size);
        if (size > 0 && size <= MOST)
            paste_rows(panel, text, size);
    }
    g_object_unref(panel);
}

static void on_stream(GObject *source, GAsyncResult *result, void *user)
{
    const char *type;
    g_autoptr(GInputStream) stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(source), result, &type, NULL);
    if (stream == NULL) {
        g_object_unref(user);
        return;
    }
    g_output_stream_splice_async(g_memory_output_stream_new_resizable(), stream,
                                 G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                 G_PRIORITY_DEFAULT, NULL, on_bytes, user);
}

static void paste(StudioPosesPanel *panel)
{
    GdkClipboard *clipboard = gtk_widget_get_clipboard(GTK_WIDGET(panel));
    const GdkContentFormats *formats = gdk_clipboard_get_formats(clipboard);
    if (gdk_content_formats_contain_mime_type(formats, POSES_TYPE))
        gdk_clipboard_read_async(clipboard, (const char *[]){POSES_TYPE, NULL}, G_PRIORITY_DEFAULT, NULL,
                                 on_stream, g_object_ref(panel));
    else
        gdk_clipboard_read_text_async(clipboard, NULL, on_text, g_object_ref(panel));
}

void studio_poses_run_clipboard(void *user, const char *name)
{
    StudioPosesPanel *panel = user;
    int count;
    if (panel->workspace == NULL)
        return;
    g_auto(GStrv) names = studio_poses_selected(panel, &count);
    const bool only_names = strcmp(name, "poses.copy-names") == 0;
    if (strcmp(name, "win.paste") == 0) {
        paste(panel);
        return;
    }
    if (only_names && count == 0) { // of the whole asset
        g_autoptr(GPtrArray) all = g_ptr_array_new();
        for (guint i = 0; i < panel->list.items->len; ++i)
            g_ptr_array_add(all, ((const StudioPoseItem *)panel->list.items->pdata[i])->name);
        g_ptr_array_add(all, NULL);
        copy(panel, (const char *const *)all->pdata, (int)all->len - 1, true);
        return;
    }
    if (count > 0)
        copy(panel, (const char *const *)names, count, only_names);
    if (count > 0 && strcmp(name, "win.cut") == 0)
        studio_poses_run_edit(panel, "win.delete");
}
