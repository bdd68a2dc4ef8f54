// SPDX-License-Identifier: MIT
//
// mien diff --visual: a page with what differs, before and after, and how far it moved.

#include "core/float_rules.h"

#include "cli/diff_faces.h"

#include "cli/lines.h"
#include "io/png_write.h"
#include "render/render.h"

#include <string.h>

enum {
    WIDTH = 440,
    HEIGHT = 500,
    MOST_PICTURES = 24, ///< Poses with pictures; the page lists the others.
};

/// In text of a page.
static void put_escaped(MieniTextOut *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            mieni_text_putf(out, "&#%d;", *text);
        else
            mieni_text_put_bytes(out, text, 1);
    }
}

static const char *millimetres(const CliArgs *args, float metres)
{
    return cli_fixed_text(args, (double)metres * 1000.0, metres < 0.01f ? 2 : 1);
}

/// "moves by up to 1.00 mm, farthest at lip_up; 214 of 17393 vertices move"
static const char *sentence(const CliDiffFaces *faces, const CliDiffPose *pose)
{
    const CliArgs *args = faces->args;
    return cli_text(args, "%smoves by up to %s mm, farthest at %s; %d of %d vertices move by a tenth of that",
                    pose->in[0] < 0   ? "is new and "
                    : pose->in[1] < 0 ? "is gone and "
                                      : "",
                    millimetres(args, pose->most), pose->bone != NULL ? pose->bone : "nothing",
                    pose->moved_count, faces->vertex_count);
}

#if defined(MIEN_RENDER)

/// What draws, opened once for the page.
typedef struct Camera {
    MieniRenderer *renderer;
    MieniRenderMesh *mesh;
    MieniCamera camera;
} Camera;

static int camera_open(const CliDiffFaces *faces, Camera *camera)
{
    MienError error = {0};
    const MieniFraming framing = {.aspect = (float)WIDTH / (float)HEIGHT, .fill = 0.72f};
    if (mieni_renderer_create(NULL, &camera->renderer, &error) != MIEN_OK ||
        mieni_render_mesh_from(camera->renderer, faces->mesh, NULL, &camera->mesh, &error) != MIEN_OK)
        return cli_fail_error(faces->args, NULL, &error);
    camera->camera = mieni_camera_frame(faces->min, faces->max, &framing);
    return CLI_EXIT_OK;
}

static void camera_close(Camera *camera)
{
    mieni_render_mesh_destroy(camera->mesh);
    mieni_renderer_destroy(camera->renderer);
}

static void put_base64(MieniTextOut *out, const uint8_t *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned a = bytes[i], b = i + 1 < size ? bytes[i + 1] : 0u,
                       c = i + 2 < size ? bytes[i + 2] : 0u;
        const unsigned all = a << 16 | b << 8 | c;
        const char four[4] = {letters[all >> 18], letters[all >> 12 & 63],
                              i + 1 < size ? letters[all >> 6 & 63] : '=',
                              i + 2 < size ? letters[all & 63] : '='};
        mieni_text_put_bytes(out, four, 4);
    }
}

static int put_picture(const CliDiffFaces *faces, const Camera *camera, int side, const float *heat,
                       float range, const char *caption, MieniTextOut *out)
{
    const MieniRenderItem item = {.mesh = camera->mesh,
                                  .positions = faces->sides[side].positions,
                                  .normals = faces->sides[side].normals,
                                  .heat = heat};
    const MieniScene scene = {.item_count = 1, .items = &item, .camera = camera->camera, .heat_range = range};
    MieniPicture picture;
    MienIoBytes bytes = {0};
    MienError error = {0};
    MienStatus status = mieni_render_picture(camera->renderer, &scene, WIDTH, HEIGHT, &picture, NULL, &error);
    if (status == MIEN_OK) {
        const MienIoImage image = {picture.width, picture.height, picture.pixels};
        status = mieni_png_write(&image, NULL, &bytes, &error);
    }
    if (status == MIEN_OK) {
        mieni_text_putf(out,
                        "<figure><img width=\"%d\" height=\"%d\" alt=\"%s\" src=\"data:image/png;base64,",
                        WIDTH, HEIGHT, caption);
        put_base64(out, bytes.data, bytes.size);
        mieni_text_putf(out, "\"><figcaption>%s</figcaption></figure>\n", caption);
    }
    mien_io_bytes_release(&bytes);
    mieni_picture_release(&picture);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_error(faces->args, NULL, &error);
}

/// A bar of colours with round millimetres below it.
static void put_legend(const CliArgs *args, float range, MieniTextOut *out)
{
    const MieniHeatLegend legend = mieni_heat_legend(range);
    mieni_text_put(out, "<div class=\"bar\" style=\"background:linear-gradient(90deg");
    for (int i = 0; i <= 16; ++i) {
        const MieniColor color = mieni_heat_color((float)i / 16.0f);
        mieni_text_putf(out, ",#%02x%02x%02x", color.r, color.g, color.b);
    }
    mieni_text_put(out, ")\"></div><div class=\"ticks\">");
    for (int i = 0; i < legend.count; ++i)
        mieni_text_putf(out, "<span style=\"left:%s%%\">%s mm</span>",
                        cli_fixed_text(args, (double)(legend.ticks[i] / range) * 100.0, 1),
                        millimetres(args, legend.ticks[i]));
    mieni_text_put(out, "</div>\n");
}

static int put_pictures(CliDiffFaces *faces, MieniTextOut *out)
{
    Camera camera = {0};
    const int count = faces->pose_count < MOST_PICTURES ? faces->pose_count : MOST_PICTURES;
    int code = count > 0 ? camera_open(faces, &camera) : CLI_EXIT_OK;
    for (int p = 0; p < count && code == CLI_EXIT_OK; ++p) {
        CliDiffPose *pose = &faces->poses[p];
        code = cli_is_cancelled() ? cli_fail_cancelled(faces->args) : cli_diff_faces_pose(faces, pose);
        mieni_text_put(out, "<section><h2>");
        put_escaped(out, pose->name);
        mieni_text_put(out, "</h2><p>");
        put_escaped(out, sentence(faces, pose));
        mieni_text_put(out, ".</p><div class=\"row\">\n");
        if (code == CLI_EXIT_OK)
            code = put_picture(faces, &camera, 0, NULL, 0.0f, "before", out);
        if (code == CLI_EXIT_OK)
            code = put_picture(faces, &camera, 1, NULL, 0.0f, "after", out);
        if (code == CLI_EXIT_OK)
            code = put_picture(faces, &camera, 1, faces->heat, pose->most, "how far it moved", out);
        mieni_text_put(out, "</div>\n");
        if (pose->most > 0.0f)
            put_legend(faces->args, pose->most, out);
        mieni_text_put(out, "</section>\n");
    }
    camera_close(&camera);
    return code;
}

#else

static int put_pictures(CliDiffFaces *faces, MieniTextOut *out)
{
    (void)out;
    if (faces->pose_count == 0)
        return CLI_EXIT_OK;
    return cli_fail(faces->args, CLI_EXIT_INPUT, NULL, NULL,
                    "This program was built without pictures (MIEN_RENDER): leave --visual away.");
}

#endif

static int put_page(CliDiffFaces *faces, MieniTextOut *out)
{
    mieni_text_put(out,
                   "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Poses that differ"
                   "</title>\n<style>body{font:15px Cantarell,sans-serif;color:#1f2933;margin:32px;"
                   "max-width:1400px}h1{font-size:22px}h2{font-size:18px;margin:32px 0 4px}p{color:#52606d;"
                   "margin:0 0 12px}.row{display:flex;gap:12px;flex-wrap:wrap}figure{margin:0}img{border-"
                   "radius:6px;display:block}figcaption{color:#52606d;font-size:13px;padding:4px 0}.bar{"
                   "width:440px;height:12px;border-radius:3px;margin-top:4px}.ticks{position:relative;width:"
                   "440px;height:22px;font-size:12px;color:#52606d}.ticks span{position:absolute;"
                   "white-space:nowrap}</style></head><body>\n<h1>");
    put_escaped(out, faces->sides[0].path);
    mieni_text_put(out, " and ");
    put_escaped(out, faces->sides[1].path);
    mieni_text_putf(out, "</h1>\n<p>%s, %d as before.</p>\n",
                    faces->pose_count == 1 ? "1 pose differs"
                                           : cli_text(faces->args, "%d poses differ", faces->pose_count),
                    faces->same_count);
    const int code = put_pictures(faces, out);
    if (faces->pose_count > MOST_PICTURES)
        mieni_text_put(out, "<h2>And more</h2>\n");
    for (int p = MOST_PICTURES; p < faces->pose_count; ++p) {
        mieni_text_put(out, "<p>");
        put_escaped(out,
                    cli_text(faces->args, "%s %s", faces->poses[p].name, sentence(faces, &faces->poses[p])));
        mieni_text_put(out, ".</p>\n");
    }
    mieni_text_put(out, "</body></html>\n");
    return code;
}

/// What differs, as a line or an object each, to standard output.
static int tell(const CliDiffFaces *faces)
{
    const CliArgs *args = faces->args;
    const CliArgs plain = {.program = args->program, .arena = args->arena, .json = args->json};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", cli_value(args, "output", "-"));
    cli_json_set_number(&json, json.root, "same", faces->same_count);
    MieniJson *list = mieni_json_set(&json, json.root, "poses", mieni_json_array(&json));
    for (int p = 0; p < faces->pose_count; ++p) {
        const CliDiffPose *pose = &faces->poses[p];
        MieniJson *row = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, row, "name", pose->name);
        cli_json_set_float(&json, row, "metres", pose->most);
        cli_json_set_string(&json, row, "bone", pose->bone != NULL ? pose->bone : "");
        cli_json_set_number(&json, row, "vertices", pose->moved_count);
        mieni_text_putf(&out, "%s %s\n", pose->name, sentence(faces, pose));
    }
    return cli_write_either(&plain, &out, &json); // --output is where the page went
}

int cli_diff_visual(const CliArgs *args)
{
    CliDiffFaces faces;
    MieniTextOut page = {0};
    if (!cli_has(args, "output"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--visual needs --output FILE for the page.");
    cli_catch_signals();
    int code = cli_diff_faces_open(&faces, args);
    if (code == CLI_EXIT_OK)
        code = put_page(&faces, &page);
    if (code == CLI_EXIT_OK)
        code = cli_write_result(args, &page);
    else
        mieni_text_release(&page);
    if (code == CLI_EXIT_OK && strcmp(cli_value(args, "output", "-"), "-") != 0)
        code = tell(&faces);
    const bool is_different = faces.pose_count > 0;
    cli_diff_faces_close(&faces);
    return code == CLI_EXIT_OK && is_different ? CLI_EXIT_FINDINGS : code;
}
