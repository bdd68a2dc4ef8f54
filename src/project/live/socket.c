// SPDX-License-Identifier: MIT
//
// UDP sockets of POSIX, and of Windows, which has nearly the same functions.

#if defined(_WIN32)
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

#include "project/live/socket.h"

#include "base/number.h"

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
    return errno == EADDRINUSE ? "Another program uses this port: end it, or choose another port."
           : errno == EADDRNOTAVAIL
               ? "This machine does not have the address: use one of its own, or 0.0.0.0 for all."
           : errno == EACCES ? "Ports below 1024 are for administrators: choose another port."
                             : strerror(errno);
}
#endif

bool mieni_address_read(const char *text, MienLiveAddress *address)
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

bool mieni_address_is_loopback(const MienLiveAddress *address)
{
    static const uint8_t six[16] = {[15] = 1};
    return is_ipv4(address) ? address->bytes[12] == 127 : memcmp(address->bytes, six, sizeof six) == 0;
}

const char *mieni_address_text(const MienLiveAddress *address, char out[MIENI_ADDRESS_ROOM])
{
    const bool is_four = is_ipv4(address);
    out[0] = '\0';
    inet_ntop(is_four ? AF_INET : AF_INET6, address->bytes + (is_four ? 12 : 0), out, MIENI_ADDRESS_ROOM);
    return out;
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

bool mieni_address_is_own(const MienLiveAddress *address)
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

bool mieni_sockets_open(const MienLiveAddress *at, MieniSockets *sockets, const char **out_reason)
{
    struct sockaddr_storage address;
    begin();
    const Length length = put_address(at, &address);
    if (sockets->count == MIENI_SOCKETS_MOST) {
        *out_reason = "At most 16 ports can be read at once.";
        return false;
    }
    const intptr_t handle = (intptr_t)socket(address.ss_family, SOCK_DGRAM, 0);
    if (handle < 0 || bind((Handle)handle, (struct sockaddr *)&address, length) != 0) {
        *out_reason = reason();
        if (handle >= 0)
            close_socket(handle);
        return false;
    }
    sockets->ports[sockets->count] = at->port;
    sockets->are_ipv4[sockets->count] = is_ipv4(at);
    sockets->handles[sockets->count++] = handle;
    return true;
}

void mieni_sockets_close(MieniSockets *sockets)
{
    for (int i = 0; i < sockets->count; ++i)
        close_socket(sockets->handles[i]);
    sockets->count = 0;
}

int64_t mieni_sockets_receive(MieniSockets *sockets, int milliseconds, void *bytes, size_t size,
                              MienLiveAddress *out_from)
{
    Polled polled[MIENI_SOCKETS_MOST];
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
static int find_socket(const MieniSockets *sockets, const MienLiveAddress *to)
{
    for (int i = 0; i < sockets->count; ++i)
        if (sockets->are_ipv4[i] == is_ipv4(to))
            return i;
    return -1;
}

bool mieni_sockets_open_to(const MienLiveAddress *to, MieniSockets *sockets, const char **out_reason)
{
    MienLiveAddress any = {0};
    if (find_socket(sockets, to) >= 0)
        return true;
    if (is_ipv4(to))
        memcpy(any.bytes, mapped, sizeof mapped);
    return mieni_sockets_open(&any, sockets, out_reason);
}

bool mieni_sockets_send(const MieniSockets *sockets, const MienLiveAddress *to, const void *bytes,
                        size_t size)
{
    struct sockaddr_storage address;
    const Length length = put_address(to, &address);
    const int socket = find_socket(sockets, to);
    return socket >= 0 && sendto((Handle)sockets->handles[socket], bytes, (Size)size, 0,
                                 (struct sockaddr *)&address, length) == (int64_t)size;
}
