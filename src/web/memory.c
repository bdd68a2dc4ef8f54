// SPDX-License-Identifier: MIT
//
// Memory and errors, for all modules of the package.

#include "web/web.h"

#include <stdlib.h>
#include <string.h>

MienError web_error;

void *web_refuse(MienStatus status, const char *message)
{
    web_error = (MienError){.status = status};
    strncpy(web_error.message, message, sizeof web_error.message - 1);
    return NULL;
}

WEB_EXPORT(error_status) int web_error_status(void) { return (int)web_error.status; }
WEB_EXPORT(error_location) const char *web_error_location(void) { return web_error.location; }
WEB_EXPORT(error_message) const char *web_error_message(void) { return web_error.message; }
WEB_EXPORT(status_name) const char *web_status_name(int status)
{
    return mien_status_name((MienStatus)status);
}
WEB_EXPORT(version) const char *web_version(void) { return mien_version(); }

WEB_EXPORT(reserve) void *web_reserve(size_t size)
{
    void *memory = NULL;
    if (size > PTRDIFF_MAX / 2 ||
        (memory = aligned_alloc(MIEN_PACK_ALIGNMENT, (size + 63) & ~(size_t)63)) == NULL)
        return web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for this.");
    return memory;
}

WEB_EXPORT(release) void web_release(void *memory) { free(memory); }
