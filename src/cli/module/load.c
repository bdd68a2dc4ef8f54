// SPDX-License-Identifier: MIT

#include "cli/module/load.h"

#include "cli/cli.h"
#include "cli/limits.h"
#include "project/files/os.h"

#include <dlfcn.h>
#include <string.h>

const char *cli_module_path(const CliArgs *args, const char *relative)
{
    char program[4096];
    if (!mieni_os_program(program, sizeof program))
        return NULL;
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return NULL;
    *slash = '\0';
    return cli_text(args, "%s/%s", program, relative);
}

CliModule cli_module_load(const CliArgs *args, const char *relative, const char *function)
{
    MieniOsInfo info;
    CliModule module = {.path = cli_module_path(args, relative)};
    module.is_there = module.path != NULL && mieni_os_look(module.path, &info);
    if (!module.is_there)
        return module;
    void *handle = dlopen(module.path, RTLD_NOW | RTLD_LOCAL);
    module.symbol = handle != NULL ? dlsym(handle, function) : NULL;
    module.why = module.symbol == NULL ? dlerror() : NULL;
    return module;
}

const CliHost *cli_module_host(void)
{
    static CliHost host;
    host = (CliHost){cli_is_cancelled,   cli_undo_late,     cli_keep_quiet,
                     mieni_os_hold_stop, mieni_os_let_stop, cli_budget()};
    return &host;
}
