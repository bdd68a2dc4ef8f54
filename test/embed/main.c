// SPDX-License-Identifier: MIT
//
// The smallest host: it asks for the version and has bad bytes refused.

#include <stdio.h>
#include <string.h>

#include "mien/mien.h"

int main(int argc, char **argv)
{
    static const char bytes[] = "these bytes are no pack";
    MienPackInfo info;
    MienError error = {0};

    if (argc != 2 || strcmp(mien_version(), argv[1]) != 0 || strcmp(MIEN_VERSION, argv[1]) != 0) {
        fprintf(stderr, "version: %s\n", mien_version());
        return 1;
    }
    if (mien_pack_inspect(bytes, sizeof bytes, false, &info, &error) == MIEN_OK) {
        fprintf(stderr, "bad bytes were accepted\n");
        return 1;
    }
    printf("mien %s: %s\n", mien_version(), mien_status_name(error.status));
    return 0;
}
