// SPDX-License-Identifier: MIT
//
// The page of mien diff --visual.

#include "core/float_rules.h"

#include "cli/report/diff_page.h"

#include "cli/draw/diff_camera.h"
#include "cli/report/page.h"

#include <string.h>

static const char style[] =
    ".row{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:var(--gap);margin-top:12px}\n"
    "figure{margin:0;min-width:0}.shot{position:relative;border-radius:8px;overflow:hidden}\n"
    "img{display:block;width:100%;height:auto}figcaption{font-size:13px;padding-top:6px}\n"
    ".shot i{position:absolute;width:34px;height:34px;margin:-17px;border-radius:50%;"
    "border:1.5px solid #17202a;box-shadow:0 0 0 1.5px #fffc}\n"
    ".bar{height:10px;border-radius:3px;margin-top:8px}\n"
    ".ticks{position:relative;height:20px;font-size:12px;font-variant-numeric:tabular-nums}\n"
    ".ticks span{position:absolute;transform:translateX(-50%)}.ticks .first{transform:none}"
    ".ticks .last{transform:translateX(-100%)}\n"
    "details{margin-top:32px}summary{cursor:pointer}details p{margin-top:8px}\n"
    "@media(max-width:720px){:root{--gap:10px}main{padding:20px 14px "
    "48px}h1{font-size:21px}section{padding:14px}"
    ".row{grid-template-columns:1fr 1fr}.heat{grid-column:1/-1}"
    ".wide{display:none}table{font-size:14px}th,td{padding-right:8px}}\n"
    ".before .shot{z-index:1}.row:has(.after:hover) .before .shot{transform:translateX(calc(100% + "
    "var(--gap)));pointer-events:none}\n"
    "@media print{section{break-inside:avoid}}\n";

/// "vertex 4211 on lip_upper_mid (67 %)"
static const char *where(const CliDiffFaces *faces, const CliDiffPose *pose)
{
    const CliArgs *args = faces->args;
    if (pose->bone == NULL || pose->bone[0] == '\0')
        return cli_text(args, "vertex %d", pose->vertex);
    return cli_text(args, "vertex %d on %s (%s %%)", pose->vertex, pose->bone,
                    cli_fixed_text(args, (double)pose->share * 100.0, 0));
}

const char *cli_diff_sentence(const CliDiffFaces *faces, const CliDiffPose *pose)
{
    const CliArgs *args = faces->args;
    if (pose->state == CLI_DIFF_RENAMED)
        return cli_text(args, "was named %s, and moves the face as before", pose->was);
    const char *moved = cli_text(args, "up to %s mm at %s; %d of %d vertices move, %d are unchanged",
                                 cli_diff_millimetres(args, pose->most), where(faces, pose),
                                 pose->moved_count, faces->vertex_count, pose->still_count);
    if (pose->state == CLI_DIFF_ADDED)
        return cli_text(args, "is new and moves the face %s", moved);
    if (pose->state == CLI_DIFF_REMOVED)
        return cli_text(args, "was removed and moved the face %s", moved);
    return pose->was != NULL ? cli_text(args, "was named %s and differs by %s", pose->was, moved)
                             : cli_text(args, "differs by %s", moved);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static void put_count(MieniTextOut *out, int count, const char *what, bool is_hot)
{
    if (count > 0)
        mieni_text_putf(out, "<li%s><b>%d</b> %s</li>", is_hot ? " class=\"hot\"" : "", count, what);
}

static void put_path(MieniTextOut *out, const char *word, const char *path)
{
    mieni_text_putf(out, "%s <code>", word);
    cli_page_put_text(out, path);
    mieni_text_put(out, "</code>");
}

static void put_header(const CliDiffFaces *faces, MieniTextOut *out)
{
    const CliArgs *args = faces->args;
    cli_page_begin(out, cli_text(args, "%s: poses that differ", file_name(faces->sides[1].path)), style);
    mieni_text_put(out, "<p class=\"soft\">");
    put_path(out, "Before:", faces->sides[0].path);
    put_path(out, " &#183; After:", faces->sides[1].path);
    put_path(out, " &#183; On:", faces->mesh_path);
    mieni_text_put(out, "</p>\n<ul class=\"counts\">");
    if (cli_diff_faces_count(faces) == 0)
        mieni_text_put(out, "<li>0 poses differ</li>");
    put_count(out, faces->counts[CLI_DIFF_CHANGED], "changed", true);
    put_count(out, faces->counts[CLI_DIFF_ADDED], "added", false);
    put_count(out, faces->counts[CLI_DIFF_REMOVED], "removed", false);
    put_count(out, faces->counts[CLI_DIFF_RENAMED], "renamed", false);
    put_count(out, faces->counts[CLI_DIFF_SAME], "unchanged", false);
    mieni_text_put(out, "</ul>\n");
}

static const char *state_text(const CliDiffFaces *faces, const CliDiffPose *pose)
{
    static const char *const states[] = {"changed", "added", "removed", "renamed", "unchanged"};
    if (pose->was == NULL)
        return states[pose->state];
    return cli_text(faces->args, "%s, was %s", states[pose->state], pose->was);
}

/// Every pose that differs, with its figure.
static void put_table(const CliDiffFaces *faces, MieniTextOut *out)
{
    const CliArgs *args = faces->args;
    mieni_text_put(out, "<p>Each pose is applied alone, at full weight, and the distance of every vertex "
                        "between the versions is measured. ");
    if (faces->counts[CLI_DIFF_CHANGED] > 0)
        mieni_text_putf(out,
                        "Colours on whole faces range from 0 to <b>%s mm</b>, the maximum of all poses; in "
                        "close-ups they range to the maximum of that pose. ",
                        cli_diff_millimetres(args, faces->range));
    mieni_text_put(out,
                   "A ring marks the vertex that moved farthest. Hover over an image of the new version to "
                   "see the old one in its place.</p>\n<div "
                   "class=\"scroll\"><table><thead><tr><th>Pose</th><th class=\"n\">mm</th><th>Where</th><th "
                   "class=\"n wide\">Vertices that move</th><th>What</th></tr></thead>\n<tbody>\n");
    for (int p = 0; p < cli_diff_faces_count(faces); ++p) {
        const CliDiffPose *pose = &faces->poses[p];
        const bool has_pictures = p < CLI_DIFF_MOST_PICTURES && pose->state != CLI_DIFF_RENAMED;
        const bool is_moved = pose->state != CLI_DIFF_RENAMED;
        mieni_text_put(out, has_pictures ? cli_text(args, "<tr><td><a href=\"#pose%d\">", p) : "<tr><td>");
        cli_page_put_text(out, pose->name);
        mieni_text_putf(out, "%s</td><td class=\"n\">%s</td><td>", has_pictures ? "</a>" : "",
                        is_moved ? cli_diff_millimetres(args, pose->most) : "0");
        cli_page_put_text(out, is_moved && pose->bone != NULL ? pose->bone : "");
        mieni_text_putf(out, "</td><td class=\"n wide\">%d</td><td>", is_moved ? pose->moved_count : 0);
        cli_page_put_text(out, state_text(faces, pose));
        mieni_text_put(out, "</td></tr>\n");
    }
    mieni_text_put(out, "</tbody></table></div>\n");
}

static void put_pose_head(const CliDiffFaces *faces, const CliDiffPose *pose, int index, MieniTextOut *out)
{
    const CliArgs *args = faces->args;
    mieni_text_putf(out, "<section id=\"pose%d\"><div class=\"head\"><h2>", index);
    cli_page_put_text(out, pose->name);
    mieni_text_putf(out, "</h2><strong>%s mm</strong></div>\n<p class=\"soft\">",
                    cli_diff_millimetres(args, pose->most));
    if (pose->state != CLI_DIFF_CHANGED || pose->was != NULL) {
        cli_page_put_text(out, state_text(faces, pose));
        mieni_text_put(out, " &#183; ");
    }
    mieni_text_put(out, "farthest at ");
    cli_page_put_text(out, where(faces, pose));
    mieni_text_putf(out, ", at %s, %s, %s mm &#183; %d of %d vertices move, %d are unchanged</p>\n",
                    cli_fixed_text(args, (double)pose->place.x * 1000.0, 1),
                    cli_fixed_text(args, (double)pose->place.y * 1000.0, 1),
                    cli_fixed_text(args, (double)pose->place.z * 1000.0, 1), pose->moved_count,
                    faces->vertex_count, pose->still_count);
}

static int put_sections(CliDiffFaces *faces, MieniTextOut *out)
{
    CliDiffCamera *camera = NULL;
    int count = cli_diff_faces_count(faces) - faces->counts[CLI_DIFF_RENAMED];
    count = count < CLI_DIFF_MOST_PICTURES ? count : CLI_DIFF_MOST_PICTURES;
    cli_progress_begin(&faces->progress, faces->args);
    int code = count > 0 ? cli_diff_camera_open(faces, &camera) : CLI_EXIT_OK;
    for (int p = 0; p < count && code == CLI_EXIT_OK; ++p) {
        put_pose_head(faces, &faces->poses[p], p, out);
        code = cli_diff_put_pictures(camera, &faces->poses[p], out);
        mieni_text_put(out, "</section>\n");
        if (code == CLI_EXIT_OK)
            cli_progress_part(&faces->progress, cli_value(faces->args, "output", "-"),
                              (double)(p + 1) / (double)count);
    }
    cli_progress_end(&faces->progress, code == CLI_EXIT_OK);
    cli_diff_camera_close(camera);
    return code;
}

/// Names of what did not change, folded away.
static void put_same(const CliDiffFaces *faces, MieniTextOut *out)
{
    const int count = faces->counts[CLI_DIFF_SAME];
    if (count == 0)
        return;
    mieni_text_putf(out, "<details><summary>%s unchanged</summary><p>",
                    cli_many_text(faces->args, count, "pose"));
    for (int p = faces->pose_count - count; p < faces->pose_count; ++p) {
        mieni_text_put(out, p > faces->pose_count - count ? ", " : "");
        cli_page_put_text(out, faces->poses[p].name);
    }
    mieni_text_put(out, "</p></details>\n");
}

int cli_diff_put_page(CliDiffFaces *faces, MieniTextOut *out)
{
    put_header(faces, out);
    if (cli_diff_faces_count(faces) > 0)
        put_table(faces, out);
    const int code = put_sections(faces, out);
    const int without =
        cli_diff_faces_count(faces) - faces->counts[CLI_DIFF_RENAMED] - CLI_DIFF_MOST_PICTURES;
    if (without > 0)
        mieni_text_putf(out, "<p class=\"soft\" style=\"margin-top:24px\">%s more in the table above.</p>\n",
                        cli_many_text(faces->args, without, "pose"));
    put_same(faces, out);
    mieni_text_put(out, "</main></body></html>\n");
    return code;
}
