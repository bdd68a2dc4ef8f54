// SPDX-License-Identifier: MIT
//
// UDP sockets of POSIX, and of Windows, which has nearly the same functions.

#if defined(_WIN32)
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

#include "cli/live/socket.h"

#include "base/number.h"
#include "cli/cli.h"

#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_ipv4(const MienLiveAddress *address)
{
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

#if defined(_WIN32)
static void close_socket(intptr_t handle) { closesocket((SOCKET)handle); }
static void begin(void)
{
    static WSADATA data;
    static bool has_begun;
    if (!has_begun)
        has_begun = WSAStartup(MAKEWORD(2, 2), &data) == 0;
}
static int wait_for(WSAPOLLFD *polled, int count, int milliseconds)
{
    return WSAPoll(polled, (ULONG)count, milliseconds);
}
typedef WSAPOLLFD Polled;
typedef SOCKET Handle;
typedef int Length, Size;
static const char *reason(void) { return "The system refuses the address or the port."; }
#else
static void close_socket(intptr_t handle) { close((int)handle); }
static void begin(void) {}
typedef struct pollfd Polled;
typedef int Handle;
typedef socklen_t Length;
typedef size_t Size;
static int wait_for(Polled *polled, int count, int milliseconds)
{
    return poll(polled, (nfds_t)count, milliseconds);
}
static const char *reason(void)
{
    return errno == EADDRINUSE ? "Another program uses this port: end it, or choose another one with --port."
           : errno == EADDRNOTAVAIL
               ? "This machine does not have the address: use one of its own, or 0.0.0.0 for all."
           : errno == EACCES ? "Ports below 1024 are for administrators: choose another one with --port."
                             : strerror(errno);
}
#endif

bool cli_address_read(const char *text, MienLiveAddress *address)
{
    char host[64];
    const char *colon = strrchr(text, ':');
    const bool has_brackets = text[0] == '[', is_bare_ipv6 = !has_brackets && colon != strchr(text, ':');
    const char *end = text + strlen(text);
    if (has_brackets) {
        end = strchr(text, ']');
        if (end == NULL || (end[1] != '\0' && end[1] != ':'))
            return false;
        colon = end[1] == ':' ? end + 1 : NULL;
        ++text;
    } else if (colon != NULL && !is_bare_ipv6) {
        end = colon;
    }
    if (colon != NULL && !is_bare_ipv6) {
        double port;
        if (!mieni_number_read(colon + 1, strlen(colon + 1), &port) || !(port >= 1 && port <= 65535) ||
            port != (double)(int)port)
            return false;
        address->port = (uint16_t)port;
    }
    if ((size_t)(end - text) >= sizeof host)
        return false;
    memcpy(host, text, (size_t)(end - text));
    host[end - text] = '\0';
    begin();
    memcpy(address->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, host, address->bytes + 12) == 1 ||
           inet_pton(AF_INET6, host, address->bytes) == 1;
}

bool cli_address_is_loopback(const MienLiveAddress *address)
{
    static const uint8_t six[16] = {[15] = 1};
    return is_ipv4(address) ? address->bytes[12] == 127 : memcmp(address->bytes, six, sizeof six) == 0;
}

const char *cli_address_text(const CliArgs *args, const MienLiveAddress *address)
{
    char text[INET6_ADDRSTRLEN] = "";
    const bool is_four = is_ipv4(address);
    inet_ntop(is_four ? AF_INET : AF_INET6, address->bytes + (is_four ? 12 : 0), text, sizeof text);
    return cli_text(args, "%s", text);
}

static Length put_address(const MienLiveAddress *from, struct sockaddr_storage *out)
{
    memset(out, 0, sizeof *out);
    if (is_ipv4(from)) {
        struct sockaddr_in *four = (struct sockaddr_in *)out;
        four->sin_family = AF_INET;
        four->sin_port = htons(from->port);
        memcpy(&four->sin_addr, from->bytes + 12, 4);
        return (Length)sizeof *four;
    }
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)out;
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(from->port);
    memcpy(&six->sin6_addr, from->bytes, 16);
    return (Length)sizeof *six;
}

static void get_address(const struct sockaddr_storage *from, MienLiveAddress *out)
{
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)from;
        memcpy(out->bytes, mapped, sizeof mapped);
        memcpy(out->bytes + 12, &four->sin_addr, 4);
        out->port = ntohs(four->sin_port);
    } else {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
        memcpy(out->bytes, &six->sin6_addr, 16);
        out->port = ntohs(six->sin6_port);
    }
}

bool cli_address_is_own(const MienLiveAddress *address)
{
    struct sockaddr_storage at;
    MienLiveAddress any_port = *address;
    any_port.port = 0;
    begin();
    const Length length = put_address(&any_port, &at);
    const intptr_t handle = (intptr_t)socket(at.ss_family, SOCK_DGRAM, 0);
    const bool is_own = handle >= 0 && bind((Handle)handle, (struct sockaddr *)&at, length) == 0;
    if (handle >= 0)
        close_socket(handle);
    return is_own;
}

int cli_sockets_open(const CliArgs *args, const MienLiveAddress *at, CliSockets *sockets)
{
    struct sockaddr_storage address;
    begin();
    const Length length = put_address(at, &address);
    if (sockets->count == CLI_MOST_SOCKETS)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "At most %d ports can be read at once.",
                        (int)CLI_MOST_SOCKETS);
    const intptr_t handle = (intptr_t)socket(address.ss_family, SOCK_DGRAM, 0);
    if (handle < 0 || bind((Handle)handle, (struct sockaddr *)&address, length) != 0) {
        const char *why = reason();
        if (handle >= 0)
            close_socket(handle);
        return cli_fail(args, CLI_EXIT_INPUT, NULL,
                        cli_text(args, "%s, port %d", cli_address_text(args, at), at->port), "%s", why);
    }
    sockets->ports[sockets->count] = at->port;
    sockets->are_ipv4[sockets->count] = is_ipv4(at);
    sockets->handles[sockets->count++] = handle;
    return CLI_EXIT_OK;
}

void cli_sockets_close(CliSockets *sockets)
{
    for (int i = 0; i < sockets->count; ++i)
        close_socket(sockets->handles[i]);
    sockets->count = 0;
}

int64_t cli_sockets_receive(CliSockets *sockets, int milliseconds, void *bytes, size_t size,
                            MienLiveAddress *out_from)
{
    Polled polled[CLI_MOST_SOCKETS];
    struct sockaddr_storage from;
    Length length = (Length)sizeof from;
    memset(polled, 0, sizeof polled);
    for (int i = 0; i < sockets->count; ++i) {
        polled[i].fd = (Handle)sockets->handles[i];
        polled[i].events = POLLIN;
    }
    if (wait_for(polled, sockets->count, milliseconds) <= 0)
        return -1;
    for (int i = 0; i < sockets->count; ++i) {
        if ((polled[i].revents & POLLIN) == 0)
            continue;
        const int64_t received = (int64_t)recvfrom((Handle)sockets->handles[i], bytes, (Size)size, 0,
                                                   (struct sockaddr *)&from, &length);
        if (received >= 0)
            get_address(&from, out_from);
        return received;
    }
    return -1;
}

/// The first socket that can send to an address; -1: none.
static int find_socket(const CliSockets *sockets, const MienLiveAddress *to)
{
    for (int i = 0; i < sockets->count; ++i)
        if (sockets->are_ipv4[i] == is_ipv4(to))
            return i;
    return -1;
}

int cli_sockets_open_to(const CliArgs *args, const MienLiveAddress *to, CliSockets *sockets)
{
    MienLiveAddress any = {0};
    if (find_socket(sockets, to) >= 0)
        return CLI_EXIT_OK;
    if (is_ipv4(to))
        memcpy(any.bytes, mapped, sizeof mapped);
    return cli_sockets_open(args, &any, sockets);
}

bool cli_sockets_send(const CliSockets *sockets, const MienLiveAddress *to, const void *bytes, size_t size)
{
    struct sockaddr_storage address;
    const Length length = put_address(to, &address);
    const int socket = find_socket(sockets, to);
    return socket >= 0 && sendto((Handle)sockets->handles[socket], bytes, (Size)size, 0,
                                 (struct sockaddr *)&address, length) == (int64_t)size;
}
