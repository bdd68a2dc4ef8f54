// SPDX-License-Identifier: MIT
//
// Pages support light and dark mode, have no script, and fit any screen width.

#include "cli/report/page.h"

static const char shared_style[] =
    ":root{color-scheme:light "
    "dark;--gap:16px;--page:#f6f7f9;--card:#fff;--ink:#1b2128;--soft:#5b6672;--line:#dfe3e8;"
    "--mark:#b3261e;--tint:#fbeae6}\n"
    "@media(prefers-color-scheme:dark){:root{--page:#14171b;--card:#1d2127;--ink:#e8eaed;--soft:#9aa4af;"
    "--line:#323841;--mark:#ff9d85;--tint:#3a2420}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 Cantarell,system-ui,-apple-system,"
    "\"Segoe UI\",Roboto,\"DejaVu Sans\",sans-serif}\n"
    "main{max-width:1280px;margin:0 auto;padding:32px 24px 64px}\n"
    "h1{font-size:26px;line-height:1.2;margin:0 0 8px;overflow-wrap:anywhere}\n"
    "h2{font-size:19px;line-height:1.3;margin:0;overflow-wrap:anywhere}\n"
    "h3{font-size:16px;margin:40px 0 8px}\n"
    "p{margin:0 0 12px}.soft,figcaption,th,summary,.ticks{color:var(--soft)}\n"
    "code{font:13px ui-monospace,\"DejaVu Sans Mono\",monospace;overflow-wrap:anywhere}\n"
    ".counts{display:flex;flex-wrap:wrap;gap:8px;list-style:none;margin:16px 0;padding:0}\n"
    ".counts li{background:var(--card);border:1px solid var(--line);border-radius:999px;padding:2px 14px}\n"
    ".counts .hot{background:var(--tint);border-color:transparent;color:var(--mark)}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:16px 0 "
    "0;font-variant-numeric:tabular-nums}\n"
    "th,td{text-align:left;padding:6px 20px 6px 0;border-bottom:1px solid var(--line)}\n"
    "th{font-weight:500;font-size:13px}td.n,th.n{text-align:right;white-space:nowrap}\n"
    "a{color:inherit;text-decoration-color:var(--soft);text-underline-offset:3px}\n"
    "section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px;"
    "margin-top:24px}\n"
    ".head{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:4px 16px}\n"
    ".head strong{font-size:19px;color:var(--mark);white-space:nowrap;font-variant-numeric:tabular-nums}\n";

void cli_page_put_text(MieniTextOut *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (*text == '<' || *text == '>' || *text == '&' || *text == '"')
            mieni_text_putf(out, "&#%d;", *text);
        else
            mieni_text_put_bytes(out, text, 1);
    }
}

void cli_page_put_base64(MieniTextOut *out, const uint8_t *bytes, size_t size)
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

void cli_page_begin(MieniTextOut *out, const char *title, const char *style)
{
    mieni_text_put(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>");
    cli_page_put_text(out, title);
    mieni_text_put(out, "</title>\n<style>\n");
    mieni_text_put(out, shared_style);
    mieni_text_put(out, style);
    mieni_text_put(out, "</style></head>\n<body><main>\n<h1>");
    cli_page_put_text(out, title);
    mieni_text_put(out, "</h1>\n");
}
