// SPDX-License-Identifier: MIT
//
// Running Ninja and understanding what it says. Steps speak JSON, a line each; a
// line of Ninja's own about the progress begins with a byte that nothing else has.

#include "project/build_ninja.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define MARK "\x01"

/// What was heard so far.
typedef struct Listener {
    const MieniBuildPlan *plan;
    const MieniBuildOptions *options;
    MieniBuildResult *result;
    MieniTextOut line;
    int done, total;
    char what[MIENI_PATH_ROOM]; ///< What the last step made.
    bool is_failed;             ///< The last step.
    bool has_said;              ///< The last step said what is wrong.
    bool is_command;            ///< The next line is the command of a failed step.
    bool is_stopped;            ///< Steps were ended and say so; that is no news.
    char complaint[160];        ///< Of Ninja itself.
} Listener;

static void tell(const Listener *listener, MieniBuildEvent event)
{
    event.done = listener->done;
    event.total = listener->total;
    if (listener->options->listen != NULL)
        listener->options->listen(listener->options->user, &event);
}

static const char *subject(const Listener *listener)
{
    const MieniBuildStep *step = mieni_build_plan_find(listener->plan, listener->what);
    return step == NULL ? listener->what : step->member != NULL ? step->member : step->asset;
}

static void tell_error(Listener *listener, const MieniProblem *problem)
{
    listener->has_said = true;
    if (listener->is_stopped)
        return;
    listener->result->failed++;
    listener->result->is_unwritten |= problem->is_write;
    tell(listener, (MieniBuildEvent){MIENI_BUILD_ERROR, .file = problem->file, .problem = problem});
}

/// A failed step that said nothing, such as one that crashed.
static void end_step(Listener *listener)
{
    if (listener->is_failed && !listener->has_said) {
        MieniProblem problem = {0};
        mieni_problem_set(&problem, subject(listener), MIEN_ERROR_DATA,
                          "Cooking ended without a word: run \"mien cook\" on it.", "%s", "");
        tell_error(listener, &problem);
    }
    listener->is_failed = listener->has_said = false;
}

static MienStatus status_of_name(const char *name)
{
    for (int status = MIEN_OK + 1; status < 64; ++status)
        if (strcmp(mien_status_name((MienStatus)status), name) == 0)
            return (MienStatus)status;
    return MIEN_ERROR_DATA;
}

/// An error or a warning as the program says them under --json.
static void hear_message(Listener *listener, const MieniJson *message, bool is_error)
{
    MieniProblem problem = {0};
    const char *place = mieni_json_get_string(message, "place", "");
    const int line = (int)mieni_json_get_number(message, "line", 0);
    char head[40] = "";
    if (line > 0)
        snprintf(head, sizeof head, "line %d%s", line, place[0] != '\0' ? ", " : "");
    mieni_problem_set(&problem, mieni_json_get_string(message, "file", subject(listener)),
                      status_of_name(mieni_json_get_string(message, "status", "")),
                      mieni_json_get_string(message, "message", ""), "%s%s", head, place);
    problem.is_write = strcmp(mieni_json_get_string(message, "status", ""), "write") == 0;
    if (is_error)
        tell_error(listener, &problem);
    else
        tell(listener, (MieniBuildEvent){MIENI_BUILD_WARNING, .file = problem.file, .problem = &problem});
}

static void hear_step(Listener *listener, const char *line)
{
    MieniJsonDocument document;
    if (mieni_json_read(&document, line, strlen(line), NULL, NULL) != MIEN_OK) {
        if (listener->is_failed && line[0] != '\0') { // of a sanitizer, the loader, the shell
            MieniProblem problem = {0};
            mieni_problem_set(&problem, subject(listener), MIEN_ERROR_DATA, line, "%s", "");
            if (!listener->has_said)
                tell_error(listener, &problem);
        }
        return;
    }
    const MieniJson *error = mieni_json_get(document.root, "error");
    const MieniJson *warning = mieni_json_get(document.root, "warning");
    const MieniJson *changed = mieni_json_get(document.root, "changed");
    listener->result->cached += mieni_json_get_bool(document.root, "cached", false);
    if (error != NULL)
        hear_message(listener, error, true);
    else if (warning != NULL)
        hear_message(listener, warning, false);
    else if (changed != NULL && changed->boolean)
        listener->result->cooked++;
    else if (changed != NULL)
        listener->result->unchanged++;
    mieni_json_release(&document);
}

/// "\x0112/345 .mien/packs/a.poses.mien"
static void hear_progress(Listener *listener, const char *line)
{
    end_step(listener);
    char *at = NULL;
    listener->done = (int)strtol(line, &at, 10);
    if (*at == '/')
        listener->total = (int)strtol(at + 1, &at, 10);
    snprintf(listener->what, sizeof listener->what, "%s", *at == ' ' ? at + 1 : at);
    listener->result->due++;
    tell(listener, (MieniBuildEvent){MIENI_BUILD_STEP, .file = subject(listener)});
}

static void hear(Listener *listener, const char *line)
{
    if (line[0] == MARK[0]) {
        hear_progress(listener, line + 1);
    } else if (listener->is_command) {
        listener->is_command = false;
    } else if (strncmp(line, "FAILED: ", 8) == 0) {
        listener->is_failed = listener->is_command = true;
    } else if (strncmp(line, "ninja: ", 7) == 0) {
        static const char *const bad[] = {"error: ", "fatal: ", "build stopped: "};
        for (int i = 0; i < 3; ++i)
            if (strncmp(line + 7, bad[i], strlen(bad[i])) == 0 && listener->complaint[0] == '\0')
                snprintf(listener->complaint, sizeof listener->complaint, "Ninja says: %s",
                         line + 7 + strlen(bad[i]));
    } else {
        hear_step(listener, line);
    }
}

static void hear_bytes(Listener *listener, const char *bytes, size_t size)
{
    while (size > 0) {
        const char *end = memchr(bytes, '\n', size);
        const size_t used = end != NULL ? (size_t)(end - bytes) : size;
        mieni_text_put_bytes(&listener->line, bytes, used);
        if (end == NULL)
            return;
        mieni_text_put_bytes(&listener->line, "", 1);
        if (!listener->line.is_out_of_memory)
            hear(listener, listener->line.bytes);
        listener->line.size = 0;
        bytes += used + 1;
        size -= used + 1;
    }
}

/// Listens until every holder of the pipe has ended; asks whether to cancel meanwhile.
static void listen_to(Listener *listener, int handle, pid_t group)
{
    const MieniBuildOptions *options = listener->options;
    char bytes[16384];
    for (;;) {
        struct pollfd wait = {.fd = handle, .events = POLLIN};
        const int ready = poll(&wait, 1, 200);
        if (!listener->result->is_cancelled && options->is_cancelled != NULL &&
            options->is_cancelled(options->user)) {
            listener->result->is_cancelled = true;
            kill(-group, SIGINT); // Ninja ends its steps and removes what they made
        }
        if (!listener->is_stopped && listener->result->is_unwritten) {
            listener->is_stopped = true; // the disk is full for all others too
            kill(-group, SIGINT);
        }
        if (ready <= 0)
            continue;
        const ssize_t size = read(handle, bytes, sizeof bytes);
        if (size > 0)
            hear_bytes(listener, bytes, (size_t)size);
        else if (size == 0 || (errno != EINTR && errno != EAGAIN))
            return;
    }
}

/// The environment of the steps: ours, with the program and the form of progress.
static char **make_environment(char *program, char *cache)
{
    static char status[] = "NINJA_STATUS=" MARK "%f/%t ";
    int count = 0, kept = 0;
    while (environ[count] != NULL)
        ++count;
    char **made = calloc((size_t)count + 4, sizeof *made);
    for (int i = 0; made != NULL && i < count; ++i)
        if (strncmp(environ[i], "MIEN=", 5) != 0 && strncmp(environ[i], "NINJA_STATUS=", 13) != 0 &&
            strncmp(environ[i], "MIEN_CACHE=", 11) != 0)
            made[kept++] = environ[i];
    if (made != NULL) {
        made[kept++] = status;
        made[kept++] = program;
        if (cache[0] != '\0')
            made[kept++] = cache;
    }
    return made;
}

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

/// Starts Ninja in a process group of its own: Ctrl-C reaches us alone, and we end
/// the group.
static int spawn(pid_t *out_child, int out, char *const *words, char *const *environment)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); // orphaned, it ends at its next word
    sigaddset(&defaults, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_adddup2(&actions, out, 2);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    const int reason = posix_spawnp(out_child, words[0], &actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

static MienStatus start(const MieniProject *project, const MieniBuildOptions *options,
                        const MieniPaths *targets, int out, pid_t *out_child, MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM], jobs[16], failures[16], program[MIENI_PATH_ROOM + 8],
        cache[MIENI_PATH_ROOM + 16] = "";
    mieni_path_join(file, project->build, "build.ninja");
    snprintf(jobs, sizeof jobs, "%d", options->jobs);
    snprintf(failures, sizeof failures, "%d", options->failures);
    snprintf(program, sizeof program, "MIEN=%s", options->program);
    if (options->cache != NULL)
        snprintf(cache, sizeof cache, "MIEN_CACHE=%s", options->cache);
    const char **words = calloc((size_t)targets->count + 16, sizeof *words);
    char **environment = make_environment(program, cache);
    MienStatus status = MIEN_OK;
    if (words != NULL && environment != NULL) {
        int count = 0;
        words[count++] = "ninja";
        words[count++] = "-C";
        words[count++] = project->root[0] != '\0' ? project->root : ".";
        words[count++] = "-f";
        words[count++] = file;
        words[count++] = "-k";
        words[count++] = failures;
        if (options->jobs > 0) {
            words[count++] = "-j";
            words[count++] = jobs;
        }
        if (options->dry_run)
            words[count++] = "-n";
        for (int i = 0; i < targets->count; ++i)
            words[count++] = targets->items[i];
        const int reason = spawn(out_child, out, (char *const *)words, environment);
        if (reason == ENOENT)
            status = mieni_problem_set(
                problem, "", MIEN_ERROR_FILE,
                "Building needs Ninja 1.8 or later: install it (\"apt install ninja-build\").", "%s", "");
        else if (reason != 0)
            status = mieni_problem_set(problem, "ninja", MIEN_ERROR_FILE, strerror(reason), "%s", "");
    } else {
        status = no_memory(problem);
    }
    free(words);
    free(environment);
    return status;
}

/// What Ninja itself complained of. Its notes are the only files that it writes.
static MienStatus ninja_problem(const MieniProject *project, const Listener *listener, MieniProblem *problem)
{
    const char *complaint = listener->complaint, *name = NULL;
    char file[MIENI_PATH_ROOM] = "";
    if (strstr(complaint, "deps log") != NULL)
        name = ".ninja_deps";
    else if (strstr(complaint, "build log") != NULL)
        name = ".ninja_log";
    if (name != NULL)
        mieni_path_join(file, project->build, name);
    const MienStatus status =
        mieni_problem_set(problem, file, MIEN_ERROR_FILE,
                          complaint[0] != '\0' ? complaint : "Ninja ended without a word.", "%s", "");
    if (problem != NULL)
        problem->is_write = name != NULL || strstr(complaint, strerror(ENOSPC)) != NULL;
    return status;
}

MienStatus mieni_ninja_run(const MieniProject *project, const MieniBuildPlan *plan,
                           const MieniBuildOptions *options, const MieniPaths *targets,
                           MieniBuildResult *result, MieniProblem *problem)
{
    int ends[2], code = 0;
    pid_t child = 0;
    if (pipe(ends) != 0)
        return mieni_problem_set(problem, "ninja", MIEN_ERROR_FILE, strerror(errno), "%s", "");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    MienStatus status = start(project, options, targets, ends[1], &child, problem);
    close(ends[1]);
    if (status == MIEN_OK) {
        Listener listener = {.plan = plan, .options = options, .result = result};
        listen_to(&listener, ends[0], child);
        while (waitpid(child, &code, 0) < 0 && errno == EINTR)
            ;
        end_step(&listener);
        if (!options->dry_run && code != 0)
            result->untried = listener.total - listener.done;
        if (listener.line.is_out_of_memory)
            status = no_memory(problem);
        else if (code != 0 && result->failed == 0 && !result->is_cancelled)
            status = ninja_problem(project, &listener, problem);
        mieni_text_release(&listener.line);
    }
    close(ends[0]);
    return status;
}
