// SPDX-License-Identifier: MIT

#include "cli/report/lint_format.h"

#include "mien/base.h"

#include <stdlib.h>
#include <string.h>

/// As SARIF and GitHub call a severity.
static const char *level_of(MieniLintSeverity severity, const char *info)
{
    return severity == MIENI_LINT_ERROR ? "error" : severity == MIENI_LINT_WARNING ? "warning" : info;
}

/// Puts a text with the bytes that keep() refuses as %XX.
static void put_percent(MieniTextOut *out, const char *text, bool (*keep)(char))
{
    for (; *text != '\0'; ++text) {
        if (keep(*text))
            mieni_text_put_bytes(out, text, 1);
        else
            mieni_text_putf(out, "%%%02X", (unsigned)(unsigned char)*text);
    }
}

static bool is_of_uri(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("-._~/", c) != NULL);
}

static bool is_of_message(char c) { return c != '%' && c != '\r' && c != '\n'; }

static bool is_of_property(char c) { return is_of_message(c) && c != ':' && c != ','; }

/// The same of a text that a terminal may show.
static void put_safe(MieniTextOut *out, const char *text, bool (*keep)(char))
{
    MieniTextOut safe = {0};
    cli_put(&safe, text);
    put_percent(out, safe.bytes != NULL ? safe.bytes : "", keep);
    out->is_out_of_memory = out->is_out_of_memory || safe.is_out_of_memory;
    mieni_text_release(&safe);
}

static MieniJson *set_object(MieniJsonDocument *json, MieniJson *object, const char *key)
{
    return mieni_json_set(json, object, key, mieni_json_object(json));
}

static MieniJson *set_list(MieniJsonDocument *json, MieniJson *object, const char *key)
{
    return mieni_json_set(json, object, key, mieni_json_array(json));
}

static MieniJson *add_object(MieniJsonDocument *json, MieniJson *list)
{
    return mieni_json_append(json, list, mieni_json_object(json));
}

static void set_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    cli_json_set_string(json, set_object(json, object, key), "text", text);
}

static void set_rules(MieniJsonDocument *json, MieniJson *driver)
{
    MieniJson *rules = set_list(json, driver, "rules");
    for (int i = 0; i < MIENI_LINT_CODES; ++i) {
        const MieniLintInfo *info = mieni_lint_info((MieniLintCode)i);
        MieniTextOut page = {0};
        MieniJson *rule = add_object(json, rules);
        cli_json_set_string(json, rule, "id", info->code);
        cli_json_set_string(json, rule, "name", info->name);
        mieni_text_putf(&page, "docs/lint.md#%c%s-%s", info->code[0] + ('a' - 'A'), info->code + 1,
                        info->name);
        set_text(json, rule, "help", page.bytes != NULL ? page.bytes : "");
        mieni_text_release(&page);
        cli_json_set_string(json, set_object(json, rule, "defaultConfiguration"), "level",
                            level_of(info->severity, "note"));
    }
}

/// The column that the location of a file that cannot be read says, or 0.
static int column_of(const MieniFinding *finding)
{
    const char start[] = "column ";
    return strncmp(finding->place, start, sizeof start - 1) == 0 ? atoi(finding->place + sizeof start - 1)
                                                                 : 0;
}

static void set_location(MieniJsonDocument *json, MieniJson *result, const MieniFinding *finding)
{
    MieniTextOut uri = {0};
    MieniJson *location = add_object(json, set_list(json, result, "locations"));
    MieniJson *physical = set_object(json, location, "physicalLocation");
    put_percent(&uri, finding->file, is_of_uri);
    cli_json_set_string(json, set_object(json, physical, "artifactLocation"), "uri",
                        uri.bytes != NULL ? uri.bytes : "");
    mieni_text_release(&uri);
    if (finding->line > 0) {
        MieniJson *region = set_object(json, physical, "region");
        cli_json_set_number(json, region, "startLine", finding->line);
        if (column_of(finding) > 0)
            cli_json_set_number(json, region, "startColumn", column_of(finding));
    }
    if (finding->place[0] != '\0' && column_of(finding) == 0)
        cli_json_set_string(json, add_object(json, set_list(json, location, "logicalLocations")),
                            "fullyQualifiedName", finding->place);
}

MieniJson *cli_lint_sarif(const MieniLintReport *report, MieniJsonDocument *json)
{
    MieniJson *root = mieni_json_object(json);
    cli_json_set_string(json, root, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cli_json_set_string(json, root, "version", "2.1.0");
    MieniJson *run = add_object(json, set_list(json, root, "runs"));
    MieniJson *driver = set_object(json, set_object(json, run, "tool"), "driver");
    cli_json_set_string(json, driver, "name", "mien lint");
    cli_json_set_string(json, driver, "version", mien_version());
    set_rules(json, driver);
    MieniJson *results = set_list(json, run, "results");
    for (int i = 0; i < report->count; ++i) {
        const MieniFinding *finding = &report->items[i];
        MieniJson *result = add_object(json, results);
        cli_json_set_string(json, result, "ruleId", mieni_lint_info(finding->code)->code);
        cli_json_set_number(json, result, "ruleIndex", (int)finding->code);
        cli_json_set_string(json, result, "level", level_of(finding->severity, "note"));
        set_text(json, result, "message", finding->message);
        set_location(json, result, finding);
    }
    return root;
}

void cli_lint_github(const MieniLintReport *report, MieniTextOut *out)
{
    for (int i = 0; i < report->count; ++i) {
        const MieniFinding *finding = &report->items[i];
        const MieniLintInfo *info = mieni_lint_info(finding->code);
        mieni_text_putf(out, "::%s file=", level_of(finding->severity, "notice"));
        put_safe(out, finding->file, is_of_property);
        if (finding->line > 0)
            mieni_text_putf(out, ",line=%d", finding->line);
        if (column_of(finding) > 0)
            mieni_text_putf(out, ",col=%d", column_of(finding));
        mieni_text_putf(out, ",title=%s %s::", info->code, info->name);
        put_safe(out, finding->message, is_of_message);
        mieni_text_put(out, "\n");
    }
}
