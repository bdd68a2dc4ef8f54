// SPDX-License-Identifier: MIT
//
// Location of the installed documentation pages.

#include "studio/app/help.h"

#include <glib.h>

enum { UP_MOST = 8 }; ///< Folders above the program that are looked into.

char *studio_help_find(const char *page)
{
    static const char *const places[] = {"share/doc/mien", "docs"};
    g_autofree char *folder = g_file_read_link("/proc/self/exe", NULL);
    for (int up = 0; folder != NULL && up < UP_MOST; ++up) {
        char *above = g_path_get_dirname(folder);
        g_free(folder);
        folder = above;
        for (gsize i = 0; i < G_N_ELEMENTS(places); ++i) {
            // A folder of that name alone proves nothing: the editor's own page must be there.
            g_autofree char *ours = g_build_filename(folder, places[i], "studio.md", NULL);
            g_autofree char *path = g_build_filename(folder, places[i], page, NULL);
            if (g_file_test(ours, G_FILE_TEST_EXISTS))
                return g_file_test(path, G_FILE_TEST_EXISTS) ? g_steal_pointer(&path)
                                                             : g_steal_pointer(&ours);
        }
    }
    return NULL;
}
