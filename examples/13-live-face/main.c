// SPDX-License-Identifier: MIT
//
// A game loop with a live face: datagrams of a phone arrive at a UDP socket, become curves, and move a
// character. The phone is this program too: it sends to the socket, over the network of this machine.

#define _POSIX_C_SOURCE 200809L

#include "mien/mien.h"
#include "mien_live/face.h"
#include "mien_live/receiver.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { RATE = 60, SECONDS = 4, MOST_CURVES = 256 };

/// What a game keeps for a live face.
typedef struct Game {
    int socket;
    struct sockaddr_in address;
    MienLiveReceiver *receiver;
    MienLiveFace *face;
    MienActor *actor;
    double now; ///< Seconds; a game has a clock.
} Game;

/// A phone: the mouth opens and closes each second; in the third second it sees no face.
static void send_frame(const Game *game, int number)
{
    static MienLiveFrame frame;
    uint8_t bytes[1024];
    size_t size = 0;
    const int phase = number % RATE;
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    snprintf(frame.name, sizeof frame.name, "phone");
    frame.has_face = number / RATE != 2;
    frame.has_time = frame.has_timecode = true;
    frame.timecode_frame = number;
    frame.timecode_rate = RATE;
    frame.timecode_rate_divisor = 1;
    mien_live_frame_set(&frame, "jawOpen", (float)(phase < 30 ? phase : RATE - phase) / 30.0f);
    if (mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL) == MIEN_OK)
        sendto(game->socket, bytes, size, 0, (const struct sockaddr *)&game->address, sizeof game->address);
}

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    Game *game = user;
    (void)source; // one phone
    mien_live_face_add(game->face, 0, frame, game->now);
}

/// Takes what has arrived since the last frame; never waits.
static void receive(Game *game)
{
    static uint8_t bytes[MIEN_LIVE_MAX_DATAGRAM];
    struct sockaddr_in from;
    socklen_t from_size = sizeof from;
    ssize_t size;
    while ((size = recvfrom(game->socket, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &from_size)) >=
           0) {
        MienLiveAddress sender = {{[10] = 0xff, 0xff}, ntohs(from.sin_port)};
        memcpy(sender.bytes + 12, &from.sin_addr, 4);
        mien_live_receiver_add(game->receiver, &sender, bytes, (size_t)size, game->now, take_frame, game);
    }
    mien_live_receiver_poll(game->receiver, game->now, take_frame, game);
}

/// One frame of the game.
static MienStatus update(Game *game)
{
    static float values[MOST_CURVES];
    receive(game);
    mien_live_face_sample(game->face, game->now, values);
    const int count = mien_skeleton_curve_count(mien_actor_skeleton(game->actor));
    for (int curve = 0; curve < count; ++curve)
        mien_actor_set_curve(game->actor, curve, values[curve]);
    return mien_actor_step(game->actor, 1.0 / RATE);
}

static MienStatus play(Game *game)
{
    const MienSkeleton *skeleton = mien_actor_skeleton(game->actor);
    const int open = mien_skeleton_find_curve(skeleton, "jawOpen"),
              jaw = mien_skeleton_find_bone(skeleton, "jaw");
    for (int frame = 0; frame < RATE * SECONDS; ++frame) {
        game->now = (double)frame / RATE;
        send_frame(game, frame);
        const MienStatus status = update(game);
        if (status != MIEN_OK)
            return status;
        if (frame % 20 != 10)
            continue;
        const MienCurveSet curves = mien_actor_curves(game->actor);
        const MienLiveSourceState state = mien_live_face_source(game->face, 0);
        printf("%.2f s  jawOpen %.2f  jaw %.3f  %s\n", game->now, (double)mien_curve_set_value(&curves, open),
               (double)mien_actor_bones(game->actor)[jaw].rotation.x,
               game->now - state.last_face < 0.02 ? "live" : "no face");
    }
    const MienLiveSourceInfo *phone = mien_live_receiver_source(game->receiver, 0);
    printf("%s, %s: %d frames, %d without a face\n", phone->name, mien_live_protocol_name(phone->protocol),
           phone->frame_count, phone->no_face_count);
    return MIEN_OK;
}

/// A socket on a free port of this machine that never waits. A game for phones uses INADDR_ANY and 11111.
static bool open_socket(Game *game)
{
    socklen_t size = sizeof game->address;
    game->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    game->socket = socket(AF_INET, SOCK_DGRAM, 0);
    return game->socket >= 0 && fcntl(game->socket, F_SETFL, O_NONBLOCK) == 0 &&
           bind(game->socket, (const struct sockaddr *)&game->address, size) == 0 &&
           getsockname(game->socket, (struct sockaddr *)&game->address, &size) == 0;
}

/// A live face with the curves of the skeleton, in its order.
static MienStatus open_face(Game *game, MienError *error)
{
    const MienSkeleton *skeleton = mien_actor_skeleton(game->actor);
    const char *names[MOST_CURVES];
    const int count = mien_skeleton_curve_count(skeleton);
    if (count > MOST_CURVES)
        return MIEN_ERROR_LIMIT;
    for (int curve = 0; curve < count; ++curve)
        names[curve] = mien_skeleton_curve_name(skeleton, curve);
    const MienLiveFaceDesc desc = {.curves = names, .curve_count = count};
    MienStatus status = mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &game->receiver, error);
    if (status == MIEN_OK)
        status = mien_live_face_create(&desc, &game->face, error);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s BUNDLE\n", argv[0]);
        return 2;
    }
    static Game game = {.socket = -1};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienError error = {.location = "socket", .message = "it could not be opened"};
    const MienLoadOptions in_place = {.borrow_data = true};
    const MienActorMembers members = {.mesh = "ada.mesh", .poses = "ada.poses"};
    MienStatus status = open_socket(&game) ? MIEN_OK : MIEN_ERROR_FILE;
    if (status == MIEN_OK)
        status = mien_file_open(argv[1], NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), &in_place, &bundle, &error);
    if (status == MIEN_OK)
        status = mien_actor_load(bundle, &members, NULL, &game.actor, &error);
    if (status == MIEN_OK)
        status = open_face(&game, &error);
    if (status == MIEN_OK)
        status = play(&game);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_live_face_destroy(game.face);
    mien_live_receiver_destroy(game.receiver);
    mien_actor_destroy(game.actor);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    if (game.socket >= 0)
        close(game.socket);
    return status == MIEN_OK ? 0 : 1;
}
