// SPDX-License-Identifier: MIT
//
// The user's settings, read from a home of this test.

#include "support/temporary.h"

#include "project/user_settings.h"

static char folder[64];

/// Settings with one text of size letters.
static void put_setting(int size)
{
    static char text[2 * MIENI_PATH_ROOM];
    char path[MIENI_PATH_ROOM];
    int used = snprintf(text, sizeof text, "{\"long\": \"");
    memset(text + used, 'a', (size_t)size);
    snprintf(text + used + size, sizeof text - (size_t)(used + size), "\", \"number\": 1}");
    mieni_user_settings_path(path);
    CHECK_STATUS(mieni_file_write(path, text, strlen(text), NULL, NULL), MIEN_OK);
}

TEST(texts)
{
    char value[MIENI_PATH_ROOM];
    CHECK(!mieni_user_setting("long", value) && value[0] == '\0'); // no file yet
    put_setting(MIENI_PATH_ROOM - 1);
    CHECK(mieni_user_setting("long", value));
    CHECK_INT(strlen(value), MIENI_PATH_ROOM - 1);
    CHECK(!mieni_user_setting("number", value) && value[0] == '\0');
    CHECK(!mieni_user_setting("none", value) && value[0] == '\0');
    put_setting(MIENI_PATH_ROOM); // would be cut
    CHECK(!mieni_user_setting("long", value) && value[0] == '\0');
}

CHECK_MAIN
{
    if (!temporary_make(folder, "settings"))
        exit(1);
    char *whole = mieni_os_real_path(folder);
    CHECK(whole != NULL && mieni_os_set_variable("XDG_CONFIG_HOME", whole));
    free(whole);
    RUN(texts);
    temporary_remove(folder);
}
