// SPDX-License-Identifier: MIT
//
// Limits from options and environment variables.

#include "cli/limits.h"

#include "base/number.h"
#include "cli/messages.h"
#include "project/files/os.h"

#include <stdlib.h>
#include <string.h>

static MieniBudget budget;
static MieniBudget *followed; // in a module: of the program

MieniBudget *cli_budget(void) { return followed != NULL ? followed : &budget; }

void cli_follow_budget(MieniBudget *given) { followed = given; }

static bool is_cancelled(void *user)
{
    (void)user;
    return cli_is_cancelled();
}

/// "2000000", "512K", "64M", "2G"; false for what is none, or nothing.
static bool read_size(const char *text, double *out_size)
{
    static const char letters[] = "KMG";
    size_t size = strlen(text);
    const char *letter = size > 1 ? strchr(letters, text[size - 1]) : NULL;
    double factor = 1;
    if (letter != NULL) {
        factor = (double)(UINT64_C(1) << 10 * (letter - letters + 1));
        --size;
    }
    if (!mieni_number_read(text, size, out_size))
        return false;
    *out_size *= factor;
    return *out_size > 0 && *out_size < 9e18;
}

static int set_limit(const CliArgs *args, const MieniLimitInfo *info, MienAuthorLimits *limits)
{
    const char *given = cli_value(args, info->option, NULL);
    const char *text = given != NULL ? given : getenv(info->environment);
    double number = 0;
    if (text == NULL || text[0] == '\0')
        return CLI_EXIT_OK;
    if (!read_size(text, &number))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "%s%s is a number above 0, such as 500000, 64M or 2G.", given != NULL ? "--" : "",
                        given != NULL ? info->option : info->environment);
    char *field = (char *)limits + info->offset;
    if (info->is_double)
        memcpy(field, &number, sizeof number);
    else
        memcpy(field, &(uint64_t){(uint64_t)number}, sizeof(uint64_t));
    if (given != NULL && !mieni_os_set_variable(info->environment, given))
        return cli_fail_memory(args);
    return CLI_EXIT_OK;
}

int cli_limits_begin(const CliArgs *args)
{
    MienAuthorLimits limits = {.is_cancelled = is_cancelled};
    int code = CLI_EXIT_OK;
    for (int i = 0; i < MIENI_LIMITS && code == CLI_EXIT_OK; ++i)
        code = set_limit(args, &mieni_limit_infos[i], &limits);
    mieni_budget_begin(&budget, NULL, &limits, 0);
    return code;
}
