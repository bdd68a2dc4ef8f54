// SPDX-License-Identifier: MIT
//
// Images of a pose in two versions. Built with MIEN_RENDER.

#include "core/float_rules.h"

#include "cli/draw/diff_camera.h"
#include "cli/limits.h"
#include "cli/report/page.h"

#include "base/transform.h"
#include "cli/draw/face.h"
#include "io/png_write.h"

enum { WIDTH = 480, HEIGHT = 540 };

/// One way to look at the face.
typedef struct View {
    MieniCamera camera;
    const char *from;   ///< " from the left", "" from the front.
    bool has_own_light; ///< Lamps come along, because they are at the front.
} View;

struct CliDiffCamera {
    CliDiffFaces *faces;
    MieniRenderer *renderer;
    MieniRenderMesh *mesh;
};

int cli_diff_camera_open(CliDiffFaces *faces, CliDiffCamera **out_camera)
{
    const CliArgs *args = faces->args;
    MieniProject loose; // images of a pack are looked for where the program runs
    MienError error = {0};
    MieniImages images = {0};
    MieniProblem problem = {0};
    CliDiffCamera *camera = *out_camera = mieni_arena_take(args->arena, 1, sizeof *camera);
    if (camera == NULL)
        return cli_fail_memory(args);
    *camera = (CliDiffCamera){.faces = faces};
    mieni_project_open_loose(&loose, "");
    loose.budget = cli_budget();
    int code = cli_renderer_open(args, &camera->renderer);
    if (code == CLI_EXIT_OK && mieni_images_open(faces->mesh_project != NULL ? faces->mesh_project : &loose,
                                                 faces->mesh, NULL, &images, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    cli_face_warn(args, &images);
    if (code == CLI_EXIT_OK &&
        mieni_render_mesh_from(camera->renderer, faces->mesh, images.given, &camera->mesh, &error) != MIEN_OK)
        code = cli_fail_error(args, faces->mesh_path, &error);
    mieni_images_release(&images);
    return code;
}

void cli_diff_camera_close(CliDiffCamera *camera)
{
    if (camera == NULL)
        return;
    mieni_render_mesh_destroy(camera->mesh);
    mieni_renderer_destroy(camera->renderer);
}

/// How much of the heat looks towards a camera: 1 if all of it does.
static double seen_heat(const CliDiffFaces *faces, const MieniCamera *camera)
{
    const MienVec3 *normals = faces->sides[1].normals;
    const double to[3] = {(double)camera->eye.x - (double)camera->target.x,
                          (double)camera->eye.y - (double)camera->target.y,
                          (double)camera->eye.z - (double)camera->target.z};
    const double length = mieni_length3(to);
    double seen = 0.0, all = 0.0;
    for (int v = 0; v < faces->vertex_count; ++v) {
        const double heat = (double)faces->heat[v], along = (double)normals[v].x * to[0] +
                                                            (double)normals[v].y * to[1] +
                                                            (double)normals[v].z * to[2];
        all += heat;
        seen += along > 0.0 ? heat * along : 0.0;
    }
    return all > 0.0 && length > 0.0 ? seen / (all * length) : 1.0;
}

/// The usual view if it sees enough of what moved, otherwise the one that sees most.
static View look_at(const CliDiffFaces *faces, MienVec3 min, MienVec3 max, float fill)
{
    static const struct {
        float yaw, pitch;
        const char *from;
    } ways[] = {{-16.0f, 4.0f, ""},
                {55.0f, 4.0f, ", from the face's left"},
                {-75.0f, 4.0f, ", from the face's right"},
                {-16.0f, -45.0f, ", from below"},
                {-16.0f, 60.0f, ", from above"},
                {180.0f, 10.0f, ", from behind"}};
    const double enough = 0.25;
    View best = {0};
    double most = -1.0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && most < enough; ++i) {
        const MieniFraming framing = {.yaw = ways[i].yaw + (faces->front < 0.0 ? 180.0f : 0.0f),
                                      .pitch = ways[i].pitch,
                                      .is_turned = true,
                                      .fill = fill,
                                      .aspect = (float)WIDTH / (float)HEIGHT};
        const View view = {mieni_camera_frame(min, max, &framing), ways[i].from, i > 0 || faces->front < 0.0};
        const double seen = faces->sides[1].normals != NULL ? seen_heat(faces, &view.camera) : enough;
        if (seen > most)
            best = view;
        most = seen > most ? seen : most;
    }
    return best;
}

/// Where a picture's farthest vertex is, as a ring.
static void put_ring(const CliArgs *args, const View *view, MienVec3 place, MieniTextOut *out)
{
    float at[3];
    if (!mieni_camera_project(&view->camera, WIDTH, HEIGHT, place, at) || at[0] < 0.0f || at[1] < 0.0f ||
        at[0] > (float)WIDTH || at[1] > (float)HEIGHT)
        return;
    mieni_text_putf(out, "<i style=\"left:%s%%;top:%s%%\"></i>",
                    cli_fixed_text(args, (double)at[0] * 100.0 / WIDTH, 2),
                    cli_fixed_text(args, (double)at[1] * 100.0 / HEIGHT, 2));
}

/// Decimals that steps of a size need.
static int decimals_of(double step)
{
    int decimals = 0;
    for (; decimals < 6; ++decimals, step *= 10.0)
        if (step - (double)(long long)(step + 0.5) < 1e-3 && (double)(long long)(step + 0.5) - step < 1e-3)
            break;
    return decimals;
}

/// A bar of colours with round millimetres below it.
static void put_legend(const CliArgs *args, float range, MieniTextOut *out)
{
    const MieniHeatLegend legend = mieni_heat_legend(range);
    const int decimals = legend.count > 1 ? decimals_of((double)legend.ticks[1] * 1000.0) : 0;
    mieni_text_put(out, "<div class=\"bar\" style=\"background:linear-gradient(90deg");
    for (int i = 0; i <= 16; ++i) {
        const MieniColor color = mieni_heat_color((float)i / 16.0f);
        mieni_text_putf(out, ",#%02x%02x%02x", color.r, color.g, color.b);
    }
    mieni_text_put(out, ")\"></div><div class=\"ticks\">");
    for (int i = 0; i < legend.count; ++i) {
        const float share = legend.ticks[i] / range;
        mieni_text_putf(out, "<span%s style=\"left:%s%%\">%s</span>",
                        i == 0          ? " class=\"first\""
                        : share > 0.95f ? " class=\"last\""
                                        : "",
                        cli_fixed_text(args, (double)share * 100.0, 1),
                        i > 0 ? cli_fixed_text(args, (double)legend.ticks[i] * 1000.0, decimals) : "0");
    }
    if (legend.ticks[legend.count - 1] < range * 0.88f) // there is room for what the end is
        mieni_text_putf(out, "<span class=\"last\" style=\"left:100%%\">%s</span>",
                        cli_diff_millimetres(args, range));
    mieni_text_put(out, "</div>");
}

/// One picture of a row.
typedef struct Shot {
    int side;
    float range; ///< Metres of the last colour; 0: no heat.
    const char *kind, *caption;
} Shot;

static int put_picture(CliDiffCamera *camera, const View *view, const Shot *shot, const CliDiffPose *pose,
                       MieniTextOut *out)
{
    const CliDiffFaces *faces = camera->faces;
    const CliArgs *args = faces->args;
    const CliDiffSide *side = &faces->sides[shot->side];
    const MieniRenderItem item = {.mesh = camera->mesh,
                                  .positions = side->positions,
                                  .normals = side->normals,
                                  .heat = shot->range > 0.0f ? faces->heat : NULL};
    const MieniScene scene = {.item_count = 1,
                              .items = &item,
                              .camera = view->camera,
                              .quality = MIENI_QUALITY_LIVE, // many pictures, none large
                              .light_follows = view->has_own_light,
                              .heat_range = shot->range};
    MieniPicture picture = {0};
    MienIoBytes bytes = {0};
    MienError error = {0};
    if (cli_is_cancelled()) {
        cli_progress_pause(&camera->faces->progress);
        return cli_fail_cancelled(args);
    }
    MienStatus status = mieni_render_picture(camera->renderer, &scene, WIDTH, HEIGHT, &picture, NULL, &error);
    if (status == MIEN_OK) {
        const MienIoImage image = {picture.width, picture.height, picture.pixels};
        status = mieni_png_write(&image, NULL, &bytes, &error);
    }
    if (status == MIEN_OK) {
        mieni_text_putf(out,
                        "<figure class=\"%s\"><div class=\"shot\"><img width=\"%d\" height=\"%d\" alt=\"%s\" "
                        "src=\"data:image/png;base64,",
                        shot->kind, WIDTH, HEIGHT, shot->caption);
        cli_page_put_base64(out, bytes.data, bytes.size);
        mieni_text_put(out, "\">");
        if (shot->range > 0.0f)
            put_ring(args, view, pose->place, out);
        mieni_text_put(out, "</div>");
        if (shot->range > 0.0f)
            put_legend(args, shot->range, out);
        mieni_text_putf(out, "<figcaption>%s</figcaption></figure>\n", shot->caption);
    }
    mien_io_bytes_release(&bytes);
    mieni_picture_release(&picture);
    if (status != MIEN_OK)
        cli_progress_pause(&camera->faces->progress);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(args, NULL, &error);
}

/// Three pictures: before, after, and heat up to a range.
static int put_row(CliDiffCamera *camera, const View *view, const CliDiffPose *pose, float range,
                   const char *closer, MieniTextOut *out)
{
    const CliArgs *args = camera->faces->args;
    const bool is_added = pose->state == CLI_DIFF_ADDED, is_removed = pose->state == CLI_DIFF_REMOVED;
    const Shot shots[] = {
        {0, 0.0f, "before", cli_text(args, "%s%s%s", is_added ? "Before" : "Before", closer, view->from)},
        {1, 0.0f, "after", cli_text(args, "%s%s%s", is_removed ? "Before" : "After", closer, view->from)},
        {1, range, "heat",
         cli_text(args, "Displacement%s, 0 to %s mm", closer, cli_diff_millimetres(args, range))}};
    int code = CLI_EXIT_OK;
    mieni_text_put(out, "<div class=\"row\">\n");
    for (int i = 0; i < 3 && code == CLI_EXIT_OK; ++i)
        if (i < 2 || range > 0.0f)
            code = put_picture(camera, view, &shots[i], pose, out);
    mieni_text_put(out, "</div>\n");
    return code;
}

/// The box of what moved, large enough to show where on the face it is. False if most of the
/// face moved: the image of the whole face shows that.
static bool close_box(const CliDiffFaces *faces, const CliDiffPose *pose, MienVec3 *min, MienVec3 *max)
{
    const float part = 0.28f, much = 0.6f;
    const float whole = faces->max.y - faces->min.y, half = whole * part * 0.5f;
    const MienVec3 middle = {(pose->min.x + pose->max.x) * 0.5f, (pose->min.y + pose->max.y) * 0.5f,
                             (pose->min.z + pose->max.z) * 0.5f};
    if (pose->max.x - pose->min.x > whole * much || pose->max.y - pose->min.y > whole * much)
        return false;
    *min = (MienVec3){middle.x - half, middle.y - half, middle.z - half};
    *max = (MienVec3){middle.x + half, middle.y + half, middle.z + half};
    *min =
        (MienVec3){pose->min.x < min->x ? pose->min.x : min->x, pose->min.y < min->y ? pose->min.y : min->y,
                   pose->min.z < min->z ? pose->min.z : min->z};
    *max =
        (MienVec3){pose->max.x > max->x ? pose->max.x : max->x, pose->max.y > max->y ? pose->max.y : max->y,
                   pose->max.z > max->z ? pose->max.z : max->z};
    return true;
}

int cli_diff_put_pictures(CliDiffCamera *camera, CliDiffPose *pose, MieniTextOut *out)
{
    CliDiffFaces *faces = camera->faces;
    MienVec3 min, max;
    const bool is_changed = pose->state == CLI_DIFF_CHANGED;
    int code = cli_diff_faces_pose(faces, pose);
    if (code != CLI_EXIT_OK)
        return code;
    const bool is_close = is_changed && close_box(faces, pose, &min, &max);
    const bool is_faint = !is_close && pose->most < faces->range * 0.3f; // hardly visible
    const View whole = look_at(faces, faces->min, faces->max, 0.76f);
    code = put_row(camera, &whole, pose, is_changed && !is_faint ? faces->range : pose->most, "", out);
    if (code != CLI_EXIT_OK || !is_close)
        return code;
    const View closer = look_at(faces, min, max, 0.7f);
    return put_row(camera, &closer, pose, pose->most, ", close up", out);
}
