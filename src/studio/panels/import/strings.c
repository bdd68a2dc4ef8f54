// SPDX-License-Identifier: MIT
//
// Texts of imports.

#include "studio/panels/import/strings.h"

#include <glib.h>
#include <string.h>

/// Cuts what tells of options of the command line: ": give another name with --name."
static void cut_options(char *message)
{
    char *option = strstr(message, " --");
    if (option == NULL)
        return;
    char *cut = NULL;
    for (char *c = message; c < option; ++c)
        if ((*c == ':' || *c == '.') && c[1] == ' ')
            cut = c;
    if (cut != NULL)
        memcpy(cut, ".", 2);
}

/// "byte 81204" with a capital and commas between thousands.
static char *place_words(const char *place)
{
    GString *out = g_string_new("");
    for (const char *c = place; *c != '\0'; ++c) {
        const bool is_first = c == place || !g_ascii_isdigit(c[-1]);
        if (!g_ascii_isdigit(*c) || !is_first) {
            g_string_append_c(out, *c);
            continue;
        }
        const size_t size = strspn(c, "0123456789");
        for (size_t i = 0; i < size; ++i) {
            if (i > 0 && (size - i) % 3 == 0 && size > 4)
                g_string_append_c(out, ',');
            g_string_append_c(out, c[i]);
        }
        c += size - 1;
    }
    if (out->len > 0)
        out->str[0] = g_ascii_toupper(out->str[0]);
    return g_string_free(out, FALSE);
}

char *studio_import_refusal(const MieniProblem *problem)
{
    g_autofree char *message = g_strdup(problem->error.message),
                    *place = place_words(problem->error.location);
    cut_options(message);
    if (place[0] == '\0')
        return g_steal_pointer(&message);
    return g_strdup_printf("%s: %s", place, message);
}
