// SPDX-License-Identifier: MIT
//
// The page of mien accept --page.

#include "core/float_rules.h"

#include "cli/report/accept_page.h"

#include "cli/messages.h"
#include "cli/output.h"
#include "cli/report/page.h"
#include "io/png_plain.h"

enum { PIXELS = 280, MOST_PICTURES = 6 }; ///< Per test.

static const char style[] = "section.failed{border-color:var(--mark)}section.skipped{opacity:.75}\n"
                            "figure{margin:16px 0 0;max-width:560px}img{display:block;width:100%;height:auto;"
                            "border-radius:8px}figcaption{padding-top:6px;font-size:14px}\n"
                            ".shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));"
                            "gap:0 var(--gap)}\n"
                            ".head .ok{color:var(--soft)}\n"
                            "@media print{section{break-inside:avoid}}\n";

typedef struct Page {
    const CliArgs *args;
    const MienAcceptReport *report;
    MieniTextOut *figures; ///< One per finding.
    MienError error;
    MienStatus status;
} Page;

const char *cli_accept_result_text(MienAcceptResult result)
{
    return result == MIEN_ACCEPT_PASSED ? "passed" : result == MIEN_ACCEPT_FAILED ? "FAILED" : "skipped";
}

/// Keeps a picture as text of the page.
static bool take_picture(void *user, int finding, const uint8_t *pixels)
{
    Page *page = user;
    MieniTextOut *out = &page->figures[finding];
    const MienAcceptFinding *found = &page->report->findings[finding];
    const MienIoImage image = {2 * PIXELS, PIXELS, pixels};
    MienIoBytes bytes = {0};
    if (finding - page->report->rows[found->test].first >= MOST_PICTURES)
        return true;
    page->status = mieni_png_plain_write(&image, NULL, &bytes, &page->error);
    if (page->status != MIEN_OK)
        return false;
    mieni_text_putf(out, "<figure><img width=\"%d\" height=\"%d\" alt=\"\" src=\"data:image/png;base64,",
                    2 * PIXELS, PIXELS);
    cli_page_put_base64(out, bytes.data, bytes.size);
    mieni_text_put(out, "\">");
    mien_io_bytes_release(&bytes);
    return true;
}

static void put_finding(const Page *page, int finding, MieniTextOut *out)
{
    const bool has_picture = page->figures[finding].bytes != NULL;
    if (has_picture)
        mieni_text_put(out, page->figures[finding].bytes);
    mieni_text_put(out, has_picture ? "<figcaption>" : "<p>");
    cli_page_put_text(out, page->report->findings[finding].text);
    mieni_text_put(out, has_picture ? "</figcaption></figure>\n" : "</p>\n");
}

static void put_test(const Page *page, int test, const MieniAcceptance *acceptance, MieniTextOut *out)
{
    const MienAcceptTestInfo info = mien_accept_test_info(test);
    const MienAcceptRow *row = &page->report->rows[test];
    const float own = acceptance->limits[test], limit = own == own ? own : info.limit;
    const char *result = cli_accept_result_text(row->result);
    mieni_text_putf(out, "<section class=\"%s\"><div class=\"head\"><h2>%s</h2><strong%s>%s</strong></div>",
                    row->result == MIEN_ACCEPT_FAILED ? "failed" : result, info.title,
                    row->result == MIEN_ACCEPT_FAILED ? "" : " class=\"ok\"", result);
    mieni_text_putf(out, "<p class=\"soft\"><code>%s</code> &#183; %s, %s %s", info.id, info.unit,
                    info.is_minimum ? "at least" : "at most", cli_float_text(page->args, limit));
    if (row->result == MIEN_ACCEPT_SKIPPED)
        mieni_text_putf(out, " &#183; %s", row->reason);
    else
        mieni_text_putf(out, " &#183; %d measured", row->measured_count);
    mieni_text_put(out, "</p>\n<div class=\"shots\">");
    for (int i = 0; i < row->count; ++i)
        put_finding(page, row->first + i, out);
    mieni_text_put(out, "</div></section>\n");
}

static void put_page(const Page *page, const char *face, const MieniAcceptance *acceptance, MieniTextOut *out)
{
    const MienAcceptReport *report = page->report;
    cli_page_begin(out, cli_text(page->args, "%s: acceptance", face), style);
    mieni_text_put(out, "<ul class=\"counts\">");
    if (report->failed_count > 0)
        mieni_text_putf(out, "<li class=\"hot\"><b>%d</b> failed</li>", report->failed_count);
    mieni_text_putf(out, "<li><b>%d</b> passed</li><li><b>%d</b> skipped</li></ul>\n", report->passed_count,
                    report->skipped_count);
    mieni_text_putf(
        out,
        "<p class=\"soft\">Each picture has the face at rest on the left and with the poses of the test on "
        "the right. The head is %s m high.</p>\n",
        cli_fixed_text(page->args, report->head_height, 3));
    for (int wanted = MIEN_ACCEPT_FAILED, pass = 0; pass < 2; ++pass, wanted = MIEN_ACCEPT_PASSED)
        for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
            if ((report->rows[test].result == MIEN_ACCEPT_FAILED) == (wanted == MIEN_ACCEPT_FAILED))
                put_test(page, test, acceptance, out);
    mieni_text_put(out, "</main></body></html>\n");
}

int cli_accept_write_page(const CliArgs *args, const char *file, const char *face,
                          const MieniAcceptance *acceptance, const MienAcceptReport *report)
{
    Page page = {.args = args, .report = report};
    const MienAcceptPictures pictures = {.pixels = PIXELS, .user = &page, .take = take_picture};
    MieniTextOut out = {0};
    int code = CLI_EXIT_OK;
    page.figures = mieni_arena_take(args->arena, (size_t)report->finding_count, sizeof *page.figures);
    if (page.figures == NULL)
        return cli_fail_memory(args);
    MienStatus status = mien_accept_draw(&acceptance->desc, report, &pictures, &page.error);
    status = page.status != MIEN_OK ? page.status : status;
    if (status == MIEN_OK) {
        put_page(&page, face, acceptance, &out);
        code = out.is_out_of_memory ? cli_fail_memory(args) : cli_write_file(args, file, out.bytes, out.size);
    } else {
        code = cli_fail_error(args, file, &page.error);
    }
    for (int i = 0; i < report->finding_count; ++i)
        mieni_text_release(&page.figures[i]);
    mieni_text_release(&out);
    return code;
}
