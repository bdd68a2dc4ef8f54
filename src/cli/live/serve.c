// SPDX-License-Identifier: MIT
//
// Passes datagrams on to web pages over WebSocket. Each message is a part of a capture file: first its
// beginning, then a record per datagram.
//
// Strangers reach this server: pages of any site, which a browser lets connect to the own machine, and,
// beyond the own machine, everyone in the network. So a client is refused unless it names the server by
// an address, which no foreign name can stand for (DNS rebinding), comes from a page of the own machine or
// of a named origin, and has the token if others can connect. Nothing that clients send is read.

#define _POSIX_C_SOURCE 200809L

#include "core/float_rules.h"

#include "cli/live/listening.h"
#include "cli/live/serve.h"

#include "cli/limits.h"
#include "mien/base.h"
#include "mien_live/capture.h"
#include "project/files/os.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    RING = 256, // datagrams that wait for a client
    MOST_CLIENTS = 64,
    MOST_CONNECTIONS = 512, // with those that are still asking
    HANDSHAKE_SECONDS = 5,
    SEND_BUFFER = 65536,
    TOKEN = 32, // hexadecimal digits
};

/// A datagram as it is sent; the bytes begin behind LWS_PRE.
typedef struct Message {
    uint8_t *bytes;
    size_t size, room;
} Message;

typedef struct Client {
    struct lws *wsi;
    uint64_t next; ///< The next message to send.
    bool has_begun;
    bool is_dropped;
} Client;

typedef struct Server {
    CliListening listening;
    struct lws_context *context;
    lws_sorted_usec_list_t timer;
    MienLiveAddress at;
    char token[TOKEN + 1]; ///< "" if none is needed.
    int most_clients;
    Client *clients[MOST_CLIENTS];
    int client_count;
    Message ring[RING];
    uint64_t head; ///< Messages so far.
    int served_count, refused_count, dropped_count;
    bool is_out_of_memory;
} Server;

// -- Who may connect

/// The host of "name:8011", "[::1]:8011" or "1.2.3.4": an address, or localhost.
static bool is_address(const char *host, bool *out_is_own)
{
    MienLiveAddress address = {0};
    const size_t name = strlen("localhost");
    if (strncmp(host, "localhost", name) == 0 && (host[name] == '\0' || host[name] == ':')) {
        *out_is_own = true;
        return true;
    }
    const bool is_valid = mieni_address_read(host, &address);
    *out_is_own = is_valid && mieni_address_is_loopback(&address);
    return is_valid;
}

static bool is_given_origin(const CliArgs *args, const char *origin)
{
    for (int i = 0; i < args->given_count; ++i)
        if (strcmp(args->given[i].option->name, "origin") == 0 && strcmp(args->given[i].value, origin) == 0)
            return true;
    return false;
}

/// A page of the own machine, or of a site that was named.
static bool is_origin_accepted(const CliArgs *args, const char *origin)
{
    const char *host = strstr(origin, "://");
    bool is_own = false;
    return is_given_origin(args, origin) ||
           (host != NULL && strncmp(origin, "http", 4) == 0 && is_address(host + 3, &is_own) && is_own);
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
static bool is_token(const char *given, const char *wanted)
{
    unsigned differs = 0;
    if (strlen(given) != TOKEN)
        return false;
    for (size_t i = 0; i < TOKEN; ++i)
        differs |= (unsigned)(given[i] ^ wanted[i]);
    return differs == 0;
}

static bool is_accepted(const Server *server, struct lws *wsi)
{
    char host[256] = "", origin[512] = "", argument[TOKEN + 16] = "";
    bool is_own;
    const CliArgs *args = server->listening.args;
    if (server->client_count >= server->most_clients ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0 || !is_address(host, &is_own))
        return false;
    const int origin_size = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN);
    if (origin_size > 0 && (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
                            !is_origin_accepted(args, origin)))
        return false;
    if (server->token[0] == '\0')
        return true;
    const char *given = lws_get_urlarg_by_name(wsi, "token=", argument, sizeof argument);
    return given != NULL && is_token(given, server->token);
}

// -- Clients

static void leave(Server *server, const Client *client)
{
    for (int i = 0; i < server->client_count; ++i)
        if (server->clients[i] == client)
            server->clients[i] = server->clients[--server->client_count];
}

/// False if others were faster.
static bool join(Server *server, Client *client, struct lws *wsi)
{
    const int size = SEND_BUFFER;
    if (server->client_count >= server->most_clients)
        return false;
    *client = (Client){.wsi = wsi, .next = server->head};
    server->clients[server->client_count++] = client;
    server->served_count++;
    (void)setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    lws_callback_on_writable(wsi);
    return true;
}

/// Sends the beginning, then what waits, as long as the connection takes it. Below 0: close.
static int send_waiting(Server *server, Client *client, struct lws *wsi)
{
    if (!client->has_begun) {
        uint8_t bytes[LWS_PRE + MIEN_LIVE_CAPTURE_HEADER];
        mien_live_capture_begin(bytes + LWS_PRE);
        client->has_begun = true;
        if (lws_write(wsi, bytes + LWS_PRE, MIEN_LIVE_CAPTURE_HEADER, LWS_WRITE_BINARY) < 0)
            return -1;
    }
    while (client->next < server->head && !client->is_dropped) {
        if (lws_send_pipe_choked(wsi)) {
            lws_callback_on_writable(wsi);
            return 0;
        }
        const Message *message = &server->ring[client->next++ % RING];
        if (lws_write(wsi, message->bytes + LWS_PRE, message->size, LWS_WRITE_BINARY) < 0)
            return -1;
    }
    return client->is_dropped ? -1 : 0;
}

static void wake_clients(Server *server)
{
    for (int i = 0; i < server->client_count; ++i) {
        Client *client = server->clients[i];
        if (server->head - client->next < RING) {
            lws_callback_on_writable(client->wsi);
        } else if (!client->is_dropped) { // too slow: the next message takes the place of what it lacks
            client->is_dropped = true;
            server->dropped_count++;
            lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        }
    }
}

// -- Datagrams

static bool reserve(Message *message, size_t size)
{
    if (message->room >= size)
        return true;
    uint8_t *bytes = realloc(message->bytes, LWS_PRE + size);
    if (bytes == NULL)
        return false;
    message->bytes = bytes;
    message->room = size;
    return true;
}

static void pass_on(Server *server, size_t size)
{
    const CliListening *listening = &server->listening;
    Message *message = &server->ring[server->head % RING];
    MienLiveRecord record = {.kind = MIEN_LIVE_RECORD_DATAGRAM,
                             .arrival = (uint64_t)((listening->now - listening->began) * 1e9),
                             .date = (uint64_t)mieni_os_time(),
                             .port = listening->from.port,
                             .bytes = listening->bytes,
                             .size = size};
    memcpy(record.address, listening->from.bytes, sizeof record.address);
    wake_clients(server); // those for whom there is no room drop out before it is used again
    if (!reserve(message, size + MIEN_LIVE_CAPTURE_EXTRA)) {
        server->is_out_of_memory = true;
        return;
    }
    if (mien_live_capture_write(&record, message->bytes + LWS_PRE, message->room, &message->size, NULL) ==
        MIEN_OK) {
        server->head++;
        wake_clients(server);
    }
}

static int count_refused(const MienLiveReceived *received)
{
    return received->unknown_count + received->refused_count + received->stranger_count;
}

static void ignore_frame(void *user, int source, const MienLiveFrame *frame)
{
    (void)user, (void)source, (void)frame;
}

/// Takes all datagrams that are there. Only those of known protocols and accepted senders are passed on.
static void receive_datagrams(Server *server)
{
    CliListening *listening = &server->listening;
    int64_t size;
    listening->now = mieni_os_seconds();
    while ((size = mieni_sockets_receive(&listening->sockets, 0, listening->bytes, MIEN_LIVE_MAX_DATAGRAM,
                                         &listening->from)) >= 0) {
        MienLiveReceived received = mien_live_receiver_received(listening->receiver);
        const int before = count_refused(&received);
        mien_live_receiver_add(listening->receiver, &listening->from, listening->bytes, (size_t)size,
                               listening->now, ignore_frame, NULL);
        received = mien_live_receiver_received(listening->receiver);
        if (count_refused(&received) == before)
            pass_on(server, (size_t)size);
    }
}

// -- The server

static int on_web(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    Server *server = lws_context_user(lws_get_context(wsi));
    (void)in, (void)size;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (is_accepted(server, wsi))
            return 0;
        server->refused_count++;
        return 1;
    case LWS_CALLBACK_ESTABLISHED:
        return join(server, user, wsi) ? 0 : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_waiting(server, user, wsi);
    case LWS_CALLBACK_RECEIVE:
        return -1; // clients have nothing to say
    case LWS_CALLBACK_CLOSED:
        leave(server, user);
        return 0;
    case LWS_CALLBACK_HTTP: // there are no pages here
        server->refused_count++;
        lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL);
        return -1;
    default:
        return 0;
    }
}

static int on_udp(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        receive_datagrams(lws_context_user(lws_get_context(wsi)));
    return 0;
}

/// Wakes the loop, which then checks whether it is over.
static void on_timer(lws_sorted_usec_list_t *timer)
{
    Server *server = lws_container_of(timer, Server, timer);
    server->listening.now = mieni_os_seconds();
    mien_live_receiver_poll(server->listening.receiver, server->listening.now, ignore_frame, NULL);
    lws_sul_schedule(server->context, 0, timer, on_timer, LWS_US_PER_SEC / 10);
}

static int read_address(const CliArgs *args, Server *server)
{
    const char *given = cli_value(args, "web", "127.0.0.1:8011");
    const double clients = cli_number(args, "clients", 8);
    server->at.port = 8011;
    if (!mieni_address_read(given, &server->at))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, given,
                        "--web is an address of this machine, with or without a port: 127.0.0.1:8011.");
    if (!(clients >= 1 && clients <= MOST_CLIENTS))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--clients is from 1 to %d.", (int)MOST_CLIENTS);
    server->most_clients = (int)clients;
    return CLI_EXIT_OK;
}

static bool make_token(Server *server)
{
    uint8_t random[TOKEN / 2];
    if (mieni_address_is_loopback(&server->at))
        return true;
    if (lws_get_random(server->context, random, sizeof random) != sizeof random)
        return false;
    for (int i = 0; i < TOKEN / 2; ++i)
        lws_snprintf(server->token + 2 * i, 3, "%02x", random[i]);
    return true;
}

static bool is_any(const MienLiveAddress *address)
{
    static const uint8_t four[16] = {[10] = 255, [11] = 255}, six[16];
    return memcmp(address->bytes, four, 16) == 0 || memcmp(address->bytes, six, 16) == 0;
}

static bool adopt_sockets(const Server *server)
{
    struct lws_vhost *host = lws_get_vhost_by_name(server->context, "default");
    for (int i = 0; i < server->listening.sockets.count; ++i) {
        const lws_sock_file_fd_type descriptor = {.filefd = (int)server->listening.sockets.handles[i]};
        if (lws_adopt_descriptor_vhost(host, LWS_ADOPT_RAW_FILE_DESC, descriptor, "udp", NULL) == NULL)
            return false;
    }
    return true;
}

static int open_server(const CliArgs *args, Server *server)
{
    static const struct lws_protocols protocols[] = {
        {.name = "mien", .callback = on_web, .per_session_data_size = sizeof(Client), .rx_buffer_size = 128},
        {.name = "udp", .callback = on_udp},
        {0},
    };
    const struct lws_context_creation_info info = {
        .port = server->at.port,
        .iface = is_any(&server->at) ? NULL : cli_address_text(args, &server->at),
        .protocols = protocols,
        .user = server,
        .timeout_secs = HANDSHAKE_SECONDS,
        .keepalive_timeout = HANDSHAKE_SECONDS,
        .fd_limit_per_thread = MOST_CONNECTIONS,
        .max_http_header_pool = 64,
        .max_http_header_data = 2048,
        .pt_serv_buf_size = 4096,
        .options =
            LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
            (strchr(cli_address_text(args, &server->at), ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
    };
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (server->context == NULL)
        return cli_fail(
            args, CLI_EXIT_INPUT, NULL,
            cli_text(args, "%s, port %d", cli_address_text(args, &server->at), server->at.port),
            "Pages cannot be served there: another program uses the port, or it is not an address "
            "of this machine. Choose another one with --web.");
    return make_token(server) && adopt_sockets(server) ? CLI_EXIT_OK : cli_fail_memory(args);
}

/// The address for pages, at once: programs that start this one read it.
static int tell_address(const CliArgs *args, const Server *server, bool *is_over)
{
    MieniTextOut out = {0};
    const char *host = is_any(&server->at) ? "THIS-MACHINE" : cli_address_text(args, &server->at);
    const bool is_six = strchr(host, ':') != NULL;
    const char *url = cli_text(args, "ws://%s%s%s:%d/%s%s", is_six ? "[" : "", host, is_six ? "]" : "",
                               server->at.port, server->token[0] != '\0' ? "?token=" : "", server->token);
    if (args->json) {
        mieni_text_put(&out, "{\"url\": ");
        mieni_text_put_string(&out, url);
        mieni_text_put(&out, "}\n");
    } else {
        cli_putf(&out, "%s\n", url);
    }
    const int code = args->quiet && !args->json ? CLI_EXIT_OK : cli_write_next(args, &out, is_over);
    mieni_text_release(&out);
    return code;
}

static int serve(const CliArgs *args, Server *server)
{
    bool is_over = false;
    const int code = tell_address(args, server, &is_over);
    on_timer(&server->timer);
    while (code == CLI_EXIT_OK && !is_over && !server->is_out_of_memory &&
           !cli_listening_is_over(&server->listening) && lws_service(server->context, 0) >= 0)
        continue;
    if (server->is_out_of_memory)
        return cli_fail_memory(args);
    cli_inform(args, "%s served, %d refused, %d too slow; %s.",
               cli_many_text(args, server->served_count, "client"), server->refused_count,
               server->dropped_count,
               cli_many_text(args, mien_live_receiver_received(server->listening.receiver).datagram_count,
                             "datagram"));
    return code;
}

static void close_server(Server *server)
{
    if (server->context != NULL)
        lws_context_destroy(server->context); // and the sockets that it adopted
    if (server->context != NULL)
        server->listening.sockets.count = 0;
    cli_listening_close(&server->listening);
    for (int i = 0; i < RING; ++i)
        free(server->ring[i].bytes);
}

static int run(const CliArgs *args)
{
    Server *server = mieni_arena_take(args->arena, 1, sizeof *server);
    if (server == NULL)
        return cli_fail_memory(args);
    int code = read_address(args, server);
    if (code == CLI_EXIT_OK)
        code = cli_listening_open(args, &server->listening);
    if (code == CLI_EXIT_OK)
        code = open_server(args, server);
    if (code == CLI_EXIT_OK)
        code = serve(args, server);
    close_server(server);
    return code;
}

__attribute__((visibility("default"))) CliServeEntry mien_serve;

int mien_serve(const CliHost *host, const char *version, const CliArgs *args)
{
    cli_follow_host(host);
    cli_follow_budget(host->budget);
    mieni_os_follow_stops(host->hold_stop, host->let_stop);
    if (strcmp(version, mien_version()) != 0)
        return cli_fail(args, CLI_EXIT_INPUT, NULL, NULL,
                        "What serves live data has version %s, and this is mien %s: install mien again.",
                        mien_version(), version);
    return run(args);
}
