// SPDX-License-Identifier: MIT
//
// Processes that cook for a build. Each has a socket as standard input and output.

#define _GNU_SOURCE // MSG_NOSIGNAL, where there is one

#include "project/build/pool.h"

#include "project/files/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if !defined(MSG_NOSIGNAL)
#define MSG_NOSIGNAL 0 // the socket is told instead
#endif

extern char **environ;

enum { MAX_WORKERS = 256 };

typedef struct Worker {
    pid_t process; ///< 0: none.
    int socket;
    int item; ///< What it is asked for; -1: nothing.
    MieniTextOut line;
} Worker;

struct MieniPool {
    MieniPoolOptions options;
    Worker workers[MAX_WORKERS];
    int count;
    bool is_cancelled;
};

MieniPool *mieni_pool_begin(const MieniPoolOptions *options)
{
    MieniPool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->options = *options;
    pool->count = options->jobs > 0 ? options->jobs : mieni_os_processors();
    if (pool->count > MAX_WORKERS)
        pool->count = MAX_WORKERS;
    return pool;
}

/// The environment with the cache in it.
static char **make_environment(char *cache)
{
    size_t count = 0;
    while (environ[count] != NULL)
        ++count;
    char **made = calloc(count + 2, sizeof *made);
    size_t kept = 0;
    for (size_t i = 0; made != NULL && i < count; ++i)
        if (cache[0] == '\0' || strncmp(environ[i], "MIEN_CACHE=", 11) != 0)
            made[kept++] = environ[i];
    if (made != NULL && cache[0] != '\0')
        made[kept] = cache;
    return made;
}

/// Starts a process in a group of its own: Ctrl-C reaches us alone, and we end the group.
static int spawn(const MieniPoolOptions *options, int socket, pid_t *out_process)
{
    const char *root = options->project->root[0] != '\0' ? options->project->root : ".";
    const char *const words[] = {options->program, "cook", "--serve", "--project", root, NULL};
    char cache[MIENI_PATH_ROOM + 16] = "";
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    if (options->cache != NULL)
        snprintf(cache, sizeof cache, "MIEN_CACHE=%s", options->cache);
    char **environment = make_environment(cache);
    if (environment == NULL)
        return ENOMEM;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE); // an orphan ends at its next word
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, 0);
    posix_spawn_file_actions_adddup2(&actions, socket, 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    const int reason =
        posix_spawnp(out_process, words[0], &actions, &attributes, (char *const *)words, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return reason;
}

static MienStatus start(const MieniPool *pool, Worker *worker, MieniProblem *problem)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return mieni_problem_set(problem, "", MIEN_ERROR_FILE, mieni_nowhere(), "%s", strerror(errno));
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#if defined(SO_NOSIGPIPE)
    setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
    const int reason = spawn(&pool->options, ends[1], &worker->process);
    close(ends[1]);
    if (reason == 0) {
        worker->socket = ends[0];
        worker->item = -1;
        return MIEN_OK;
    }
    close(ends[0]);
    worker->process = 0;
    return mieni_problem_set(problem, pool->options.program, MIEN_ERROR_FILE, mieni_nowhere(), "%s",
                             strerror(reason));
}

/// Waits for a process that was told to end, or whose socket is closed.
static void reap(Worker *worker)
{
    close(worker->socket);
    while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
        ;
    mieni_text_release(&worker->line);
    worker->process = 0;
}

static bool send_all(int socket, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/// A worker that crashed loses its request.
static void lose(const MieniPool *pool, Worker *worker)
{
    const int item = worker->item;
    reap(worker);
    if (item >= 0)
        pool->options.ended(pool->options.user, item, true);
}

/// Gives a worker the next request, and starts it if need be. *out_is_busy is false if there is none.
static MienStatus give(const MieniPool *pool, Worker *worker, bool *out_is_busy, MieniProblem *problem)
{
    const MieniPoolOptions *options = &pool->options;
    MieniTextOut request = {0};
    int item;
    MienStatus status = MIEN_OK;
    *out_is_busy = options->next(options->user, &item, &request);
    if (!*out_is_busy)
        return MIEN_OK;
    mieni_text_put(&request, "\n");
    if (request.is_out_of_memory)
        status = mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (status == MIEN_OK && worker->process == 0)
        status = start(pool, worker, problem);
    if (status == MIEN_OK) {
        worker->item = item;
        if (!send_all(worker->socket, request.bytes, request.size))
            lose(pool, worker);
    }
    mieni_text_release(&request);
    return status;
}

/// Hears whole lines; the last of an answer frees the worker.
static void hear_bytes(const MieniPool *pool, Worker *worker, const char *bytes, size_t size)
{
    const MieniPoolOptions *options = &pool->options;
    for (const char *end; size > 0 && (end = memchr(bytes, '\n', size)) != NULL;) {
        const size_t used = (size_t)(end - bytes);
        mieni_text_put_bytes(&worker->line, bytes, used);
        mieni_text_put_bytes(&worker->line, "", 1);
        if (!worker->line.is_out_of_memory && strcmp(worker->line.bytes, "{\"end\": true}") == 0) {
            const int item = worker->item;
            worker->item = -1;
            options->ended(options->user, item, false);
        } else if (!worker->line.is_out_of_memory && worker->item >= 0) {
            options->hear(options->user, worker->item, worker->line.bytes);
        }
        worker->line.size = 0;
        bytes = end + 1;
        size -= used + 1;
    }
    mieni_text_put_bytes(&worker->line, bytes, size);
}

/// Reads what a worker says; one that says nothing more has crashed.
static void hear(const MieniPool *pool, Worker *worker)
{
    char bytes[16384];
    const ssize_t size = recv(worker->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size > 0)
        hear_bytes(pool, worker, bytes, (size_t)size);
    else if (size == 0 || (errno != EINTR && errno != EAGAIN))
        lose(pool, worker);
}

/// Ends all, those that do not listen after half a second the hard way. What they were writing is swept
/// later.
static void cancel(MieniPool *pool)
{
    pool->is_cancelled = true;
    for (int i = 0; i < pool->count; ++i)
        if (pool->workers[i].process != 0)
            kill(-pool->workers[i].process, SIGTERM);
    const double begin = mieni_os_seconds();
    for (int i = 0; i < pool->count; ++i) {
        Worker *worker = &pool->workers[i];
        while (worker->process != 0) {
            const pid_t ended = waitpid(worker->process, NULL, WNOHANG);
            if (ended == 0 && mieni_os_seconds() - begin < 0.5) {
                mieni_os_sleep(5000000);
                continue;
            }
            if (ended == 0)
                kill(-worker->process, SIGKILL);
            reap(worker);
        }
    }
}

/// Waits for a word of those who are busy.
static void listen_to_all(MieniPool *pool)
{
    struct pollfd watched[MAX_WORKERS];
    int which[MAX_WORKERS], count = 0;
    for (int i = 0; i < pool->count; ++i) {
        if (pool->workers[i].process == 0)
            continue;
        watched[count] = (struct pollfd){.fd = pool->workers[i].socket, .events = POLLIN};
        which[count++] = i;
    }
    if (poll(watched, (nfds_t)count, 100) <= 0)
        return;
    for (int i = 0; i < count; ++i)
        if (watched[i].revents != 0)
            hear(pool, &pool->workers[which[i]]);
}

MienStatus mieni_pool_run(MieniPool *pool, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    for (bool is_busy = true; is_busy && !pool->is_cancelled;) {
        is_busy = false;
        for (int i = 0; i < pool->count; ++i) {
            Worker *worker = &pool->workers[i];
            bool is_given = worker->process != 0 && worker->item >= 0;
            if (!is_given && status == MIEN_OK)
                status = give(pool, worker, &is_given, problem);
            is_busy = is_busy || is_given;
        }
        if (pool->options.is_cancelled(pool->options.user))
            cancel(pool);
        else if (is_busy)
            listen_to_all(pool);
        if (status != MIEN_OK) {
            cancel(pool);
            break;
        }
    }
    return status;
}

void mieni_pool_end(MieniPool *pool)
{
    if (pool == NULL)
        return;
    for (int i = 0; i < pool->count; ++i)
        if (pool->workers[i].process != 0)
            shutdown(pool->workers[i].socket, SHUT_RDWR); // they end at the end of their input
    for (int i = 0; i < pool->count; ++i)
        if (pool->workers[i].process != 0)
            reap(&pool->workers[i]);
    free(pool);
}
