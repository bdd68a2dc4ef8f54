// SPDX-License-Identifier: MIT
//
// Live input. A thread waits for datagrams, so that the times of their arrival are right while the window is
// drawn; the main loop takes them. A slow timer publishes what waits, and fades when nothing comes.

#include "studio/panels/live/input.h"

#include <string.h>

#include "project/files/os.h"
#include "project/recipes/calibration.h"
#include "project/recipes/recipes.h"
#include "studio/panels/workspace/live.h"

enum {
    POLL = 33,     ///< Milliseconds.
    WAIT = 50,     ///< Milliseconds until the thread ends when it should.
    MOST = 4096,   ///< Datagrams that wait for the main loop; more are dropped.
    TELL = 500000, ///< Microseconds between signals.
};

typedef struct Datagram {
    MienLiveAddress from;
    double arrival;
    size_t size;
    uint8_t bytes[];
} Datagram;

struct _StudioInput {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Which owns this object, and outlives it.
    StudioReceiver *receiver;
    MieniSockets sockets; ///< Those of the receiver, for the thread.
    GThread *thread;      ///< NULL: closed.
    GAsyncQueue *queue;   ///< Of Datagram.
    gint is_over;         ///< Atomic: the thread ends.
    gint is_woken;        ///< Atomic: the main loop will take what is in the queue.
    guint timer;
    bool is_driving;
    gint64 drove, told; ///< When.
};

G_DEFINE_TYPE(StudioInput, studio_input, G_TYPE_OBJECT)

static guint changed_signal;

static void studio_input_finalize(GObject *object)
{
    StudioInput *input = STUDIO_INPUT(object);
    studio_input_close(input);
    studio_receiver_destroy(input->receiver);
    g_async_queue_unref(input->queue);
    G_OBJECT_CLASS(studio_input_parent_class)->finalize(object);
}

static void studio_input_class_init(StudioInputClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_input_finalize;
    changed_signal =
        g_signal_new("changed", STUDIO_TYPE_INPUT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void studio_input_init(StudioInput *input)
{
    input->receiver = studio_receiver_create();
    input->queue = g_async_queue_new_full(g_free);
    input->is_driving = true;
    if (input->receiver == NULL)
        g_error("Out of memory"); // as GLib does
}

StudioInput *studio_input_of(StudioWorkspace *workspace)
{
    StudioInput *input = g_object_get_data(G_OBJECT(workspace), "live-input");
    if (input == NULL) {
        input = g_object_new(STUDIO_TYPE_INPUT, NULL);
        input->workspace = workspace;
        g_object_set_data_full(G_OBJECT(workspace), "live-input", input, g_object_unref);
    }
    return input;
}

static void tell(StudioInput *input)
{
    input->told = g_get_monotonic_time();
    g_signal_emit(input, changed_signal, 0);
}

// Receiving

/// Gives the faces the values of this moment. The viewport draws them once per frame.
static void drive(StudioInput *input)
{
    input->drove = g_get_monotonic_time();
    if (!input->is_driving)
        return;
    const StudioLiveValues values = studio_receiver_sample(input->receiver);
    if (values.count > 0)
        studio_live_drive(studio_live_of(input->workspace), &values);
}

static gboolean on_datagrams(void *user)
{
    StudioInput *input = user;
    Datagram *datagram;
    g_atomic_int_set(&input->is_woken, 0);
    while ((datagram = g_async_queue_try_pop(input->queue)) != NULL) {
        studio_receiver_add(input->receiver, &datagram->from, datagram->bytes, datagram->size,
                            datagram->arrival);
        g_free(datagram);
    }
    if (input->thread != NULL)
        drive(input);
    return G_SOURCE_REMOVE;
}

/// On the thread.
static void *receive(void *user)
{
    StudioInput *input = user;
    g_autofree uint8_t *bytes = g_malloc(MIEN_LIVE_MAX_DATAGRAM);
    while (g_atomic_int_get(&input->is_over) == 0) {
        MienLiveAddress from;
        const int64_t size =
            mieni_sockets_receive(&input->sockets, WAIT, bytes, MIEN_LIVE_MAX_DATAGRAM, &from);
        if (size < 0 || g_async_queue_length(input->queue) >= MOST)
            continue;
        Datagram *datagram = g_malloc(sizeof *datagram + (size_t)size);
        *datagram = (Datagram){.from = from, .arrival = mieni_os_seconds(), .size = (size_t)size};
        memcpy(datagram->bytes, bytes, (size_t)size);
        g_async_queue_push(input->queue, datagram);
        if (g_atomic_int_compare_and_exchange(&input->is_woken, 0, 1))
            g_main_context_invoke_full(NULL, G_PRIORITY_DEFAULT, on_datagrams, g_object_ref(input),
                                       g_object_unref);
    }
    return NULL;
}

static gboolean on_poll(void *user)
{
    StudioInput *input = user;
    const gint64 now = g_get_monotonic_time();
    studio_receiver_poll(input->receiver);
    if (now - input->drove >= POLL * 1000)
        drive(input);
    if (now - input->told >= TELL)
        tell(input);
    return G_SOURCE_CONTINUE;
}

bool studio_input_open(StudioInput *input, const char *address, const char *ports,
                       char out_reason[STUDIO_REASON_ROOM])
{
    studio_input_close(input);
    if (!studio_receiver_open(input->receiver, address, ports, out_reason))
        return false;
    input->sockets = *studio_receiver_sockets(input->receiver);
    input->is_over = 0;
    input->thread = g_thread_new("live", receive, input);
    input->timer = g_timeout_add(POLL, on_poll, input);
    tell(input);
    return true;
}

void studio_input_close(StudioInput *input)
{
    if (input->thread == NULL)
        return;
    g_atomic_int_set(&input->is_over, 1);
    g_thread_join(g_steal_pointer(&input->thread));
    on_datagrams(input); // what came until now
    g_clear_handle_id(&input->timer, g_source_remove);
    studio_receiver_close(input->receiver);
    studio_live_drive(studio_live_of(input->workspace), NULL);
    tell(input);
}

bool studio_input_is_open(const StudioInput *input) { return input->thread != NULL; }

void studio_input_set_driving(StudioInput *input, bool is_driving)
{
    input->is_driving = is_driving;
    if (is_driving && studio_input_is_open(input))
        drive(input);
    else
        studio_live_drive(studio_live_of(input->workspace), NULL);
    tell(input);
}

bool studio_input_is_driving(const StudioInput *input) { return input->is_driving; }

StudioReceiver *studio_input_receiver(const StudioInput *input) { return input->receiver; }

// Maps and calibrations

static MienStatus read_map(StudioInput *input, const char *name, MienAuthorMap **out_map,
                           MieniProblem *problem)
{
    const MieniAsset *asset;
    MieniTextOut text = {0};
    MienError error = {0};
    MienStatus status = MIEN_OK;
    if (mieni_map_is_built_in(name)) {
        status = mien_author_map_load(name, NULL, out_map, &error);
    } else {
        status = studio_asset(studio_workspace_studio(input->workspace), name, &asset, problem);
        if (status != MIEN_OK)
            return status;
        mieni_asset_write(asset, &text);
        status = text.is_out_of_memory ? MIEN_ERROR_MEMORY
                                       : mien_author_map_read(text.bytes, text.size, NULL, out_map, &error);
    }
    mieni_text_release(&text);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, name, status, mieni_at_error(&error), "%s", error.message);
}

bool studio_input_set_map(StudioInput *input, const char *name)
{
    MienAuthorMap *map = NULL;
    MieniProblem problem = {0};
    const MienStatus status = name != NULL ? read_map(input, name, &map, &problem) : MIEN_OK;
    studio_receiver_set_map(input->receiver, map);
    tell(input);
    return studio_workspace_check(input->workspace, status, &problem);
}

bool studio_input_set_calibration(StudioInput *input, const char *path)
{
    MienLiveCalibration *calibration = NULL;
    MieniProblem problem = {0};
    MienError error = {0};
    const MieniAsset *asset;
    MienStatus status = MIEN_OK;
    if (path != NULL)
        status = studio_asset(studio_workspace_studio(input->workspace), path, &asset, &problem);
    if (path != NULL && status == MIEN_OK) {
        status = mieni_calibration_make(asset, NULL, &calibration, &error);
        if (status != MIEN_OK)
            mieni_problem_set(&problem, path, status, mieni_at_error(&error), "%s", error.message);
    }
    studio_receiver_set_calibration(input->receiver, calibration);
    tell(input);
    return studio_workspace_check(input->workspace, status, &problem);
}

double studio_input_rate(const StudioInput *input)
{
    StudioSender senders[16];
    const int count = studio_receiver_senders(input->receiver, senders, G_N_ELEMENTS(senders));
    for (int i = 0; i < count; ++i)
        if (senders[i].is_chosen && senders[i].age < 1.0)
            return (double)senders[i].info->rate;
    return 0.0;
}
