// SPDX-License-Identifier: MIT
//
// Live: face capture from the network. Bytes of a datagram become a frame of named values, and
// frames become datagrams. There are no sockets and no threads here: receive and send the bytes
// with your own.
//
// Names   ARKit's shapes have ARKit's names in every frame ("jawOpen"), also where a protocol spells
//         them JawOpen or jawOpen_L. Other names stay as sent.
// Space   Right-handed, metres and radians: x to the actor's left, y up, z forward, as in glTF.
// Values  0 to 1 for shapes, where percent was sent too. Values that are not finite, or beyond 1000,
//         and names that are not valid UTF-8 are dropped and counted.
//
// Ownership  Frames are structs of the caller, without pointers: copy them. Bytes are only read.
// Memory     Reading and writing a datagram allocates nothing.
// Threads    No state outside the given structs: call from any thread.
// Errors     Input is untrusted. A refused datagram leaves an empty frame; the location is the byte.

#pragma once

#include "mien/base.h"
#include "mien/math.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_MAX_DATAGRAM 65507 ///< Bytes of a UDP datagram over IPv4. Use a buffer of this size.
#define MIEN_LIVE_MAX_VALUES   512   ///< Values of a frame. Others are dropped and counted.
#define MIEN_LIVE_MAX_TEXT     16384 ///< Bytes of a frame's names, each with its zero.
#define MIEN_LIVE_MAX_SOURCE   256   ///< Bytes of a source's name or id, without the zero.
#define MIEN_LIVE_MAX_VALUE    1000.0f

typedef enum MienLiveProtocol {
    MIEN_LIVE_UNKNOWN = 0,
    MIEN_LIVE_LINK_FACE,    ///< Live Link Face, the phone app, in its ARKit mode. UDP 11111.
    MIEN_LIVE_VMC,          ///< Virtual Motion Capture protocol, over OSC. UDP 39539.
    MIEN_LIVE_IFACIALMOCAP, ///< iFacialMocap, the phone app: text, version 1 or 2. UDP 49983.
    MIEN_LIVE_FACEMOTION3D, ///< Facemotion3d, the phone app: the same text with other names. UDP 49983.
    MIEN_LIVE_VTUBE_STUDIO, ///< VTube Studio, the phone app, for 3rd party PC clients: JSON. UDP 21412.
    MIEN_LIVE_OPENSEEFACE,  ///< OpenSeeFace, a webcam tracker. UDP 11573.
    MIEN_LIVE_ROKOKO,       ///< Rokoko Studio, custom streaming: JSON without compression. UDP 14043.
    MIEN_LIVE_FMV3,         ///< Face Motion v3, of both phone apps above: mien_live/fmv3.h. UDP 49983.
} MienLiveProtocol;

/// Form of a rotation.
typedef enum MienLiveRotation {
    MIEN_LIVE_NO_ROTATION = 0,
    MIEN_LIVE_ANGLES,
    MIEN_LIVE_QUATERNION,
} MienLiveRotation;

/// A head or an eye, as sent. mien_live_transform_quaternion and mien_live_transform_angles convert.
typedef struct MienLiveTransform {
    MienLiveRotation form; ///< Which of the next two is given.
    /// Radians about x, y and z: positive is down, to the actor's left, and with the left ear up. They
    /// are applied in the order z, x, y.
    float angles[3];
    MienQuat rotation;
    bool has_position;
    MienVec3 position; ///< Metres.
} MienLiveTransform;

/// A named value.
typedef struct MienLiveValue {
    int name; ///< Where it begins in the frame's text. Use mien_live_frame_name.
    float value;
} MienLiveValue;

/// One moment of one face. About 24 KB. Add values by mien_live_frame_set alone.
typedef struct MienLiveFrame {
    MienLiveProtocol protocol;
    char id[MIEN_LIVE_MAX_SOURCE + 1];   ///< Identifies the source: the device's id. May be empty.
    char name[MIEN_LIVE_MAX_SOURCE + 1]; ///< For the user: the name of the subject. May be empty.

    /// Whether the sender sees a face. If not, there may be no values: keep the last ones, then fade.
    bool has_face;

    bool has_time;
    double time; ///< Seconds of the sender's clock. It may jump: use differences.
    bool has_timecode;
    int timecode_frame;
    float timecode_sub_frame; ///< 0 to 1.
    int timecode_rate, timecode_rate_divisor;

    MienLiveTransform head, left_eye, right_eye;

    int dropped_count; ///< Values that were sent and are not in this frame.
    int value_count;
    MienLiveValue values[MIEN_LIVE_MAX_VALUES];
    int text_size;
    char text[MIEN_LIVE_MAX_TEXT];
    uint16_t table[2 * MIEN_LIVE_MAX_VALUES]; ///< A hash table from names to values, for the library alone.
} MienLiveFrame;

// -- Frames

/// Empties a frame: no face, no time, no values.
MIEN_API void mien_live_frame_clear(MienLiveFrame *frame, MienLiveProtocol protocol);
/// The name of a value; "" if there is no such value. Valid until the frame changes.
MIEN_API const char *mien_live_frame_name(const MienLiveFrame *frame, int index);
/// The index of a value, or -1. Names are compared by bytes.
MIEN_API int mien_live_frame_find(const MienLiveFrame *frame, const char *name);
/// Sets a value; a name that the frame has keeps its place. False, and counted as dropped: the value or
/// the name is not valid, or the frame is full.
MIEN_API bool mien_live_frame_set(MienLiveFrame *frame, const char *name, float value);
/// Sets the value of a clip's curve: shapes of ARKit by any spelling, and HeadYaw, HeadPitch, HeadRoll,
/// LeftEyeYaw, ... as the rotations of head and eyes, in radians. False as above.
MIEN_API bool mien_live_frame_set_curve(MienLiveFrame *frame, const char *name, float value);

/// The rotation as a quaternion of length 1; the identity if there is none.
MIEN_API MienQuat mien_live_transform_quaternion(const MienLiveTransform *transform);
/// The rotation as angles; zeros if there is none.
MIEN_API void mien_live_transform_angles(const MienLiveTransform *transform, float out_angles[3]);

// -- Protocols

/// A constant name for the user, such as "Live Link Face"; never NULL.
MIEN_API const char *mien_live_protocol_name(MienLiveProtocol protocol);
/// The UDP port on which receivers of a protocol listen by default; 0 if there is none.
MIEN_API int mien_live_protocol_port(MienLiveProtocol protocol);
/// The protocol of a datagram by its first bytes and its length. A datagram may still be refused.
MIEN_API MienLiveProtocol mien_live_sniff(const void *bytes, size_t size);

/// ARKit's shapes, in the order of Live Link Face.
#define MIEN_LIVE_ARKIT_COUNT 52
/// The name of one of them; "" beyond.
MIEN_API const char *mien_live_arkit_name(int index);
/// The shape that a name means, also as JawOpen, jawopen, eyeBlink_L; -1 if it is none.
MIEN_API int mien_live_arkit_find(const char *name);

// -- Live Link Face, packet version 6

/// Reads a datagram. Without a face it has no values.
MIEN_API MienStatus mien_live_link_face_read(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                             MienError *error);
/// Reads only the 61 values at the end of a datagram, for packet versions that the function above
/// refuses. The frame has no source and no time.
MIEN_API MienStatus mien_live_link_face_read_tail(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                                  MienError *error);
/// Writes a datagram, at most 782 bytes. Receivers expect an id of 36 characters, a frame also when
/// nothing changed, and at most 60 frames per second. Shapes that the frame lacks are 0. Fails with
/// MIEN_ERROR_LIMIT if capacity is too small.
MIEN_API MienStatus mien_live_link_face_write(const MienLiveFrame *frame, void *out_bytes, size_t capacity,
                                              size_t *out_size, MienError *error);

/// The UDP port at which the app receives commands by default.
#define MIEN_LIVE_LINK_FACE_CONTROL 8000
/// Writes a command that makes the phone record, with video and its own table of curves. slate is UTF-8.
/// Send it only to a phone that the user named. Fails with MIEN_ERROR_LIMIT if capacity is too small.
MIEN_API MienStatus mien_live_link_face_record_start(const char *slate, int take, void *out_bytes,
                                                     size_t capacity, size_t *out_size, MienError *error);
/// Writes the command that ends it.
MIEN_API MienStatus mien_live_link_face_record_stop(void *out_bytes, size_t capacity, size_t *out_size,
                                                    MienError *error);

// -- Virtual Motion Capture protocol (VMC), in OSC messages

/// Called with each frame that a datagram completes. The frame is valid until the call returns.
typedef void (*MienLiveOnFrame)(void *user, const MienLiveFrame *frame);
/// Called with each datagram to send. The bytes are valid until the call returns.
typedef void (*MienLiveOnDatagram)(void *user, const void *bytes, size_t size);

/// Seconds after which values are published although their Apply is missing.
#define MIEN_LIVE_VMC_WAIT 0.1

/// What one sender has sent so far. A frame is complete with the message Apply, which may be in another
/// datagram than the values; values stay until they are sent again. Zero-initialise; about 26 KB.
typedef struct MienLiveVmc {
    int no_apply_count; ///< Frames that were published without Apply. Tell the user: the sender lacks it.
    int apply_count;
    bool is_pending; ///< Values have arrived since the last frame.
    double pending_since;
    bool has_begun;
    MienLiveFrame frame;
    int last_set[MIEN_LIVE_MAX_VALUES]; ///< The apply_count of each value.
} MienLiveVmc;

/// Reads a datagram of the sender: a message or a bundle. now is the arrival time in seconds of any clock
/// that never goes back. Unknown addresses are ignored, as are messages with too few arguments.
MIEN_API MienStatus mien_live_vmc_read(MienLiveVmc *vmc, const void *bytes, size_t size, double now,
                                       MienLiveOnFrame on_frame, void *user, MienError *error);
/// Publishes values whose Apply is missing for MIEN_LIVE_VMC_WAIT. Call it about 30 times per second.
MIEN_API void mien_live_vmc_poll(MienLiveVmc *vmc, double now, MienLiveOnFrame on_frame, void *user);

/// Zero-initialise: zero is every field's default.
typedef struct MienLiveVmcOptions {
    /// Also send the status (OK), and the time of frames that have one: for a performer, which sends to
    /// UDP 39539. An assistant, which sends a face to a performer's UDP 39540, does not.
    bool is_performer;
    size_t max_datagram; ///< Bytes, 512 to 1,472; 0: 1,400.
} MienLiveVmcOptions;

/// Writes a frame as one or more bundles, the last with Apply. ARKit's shapes are sent as JawOpen; head
/// and eyes as bones. options may be NULL.
MIEN_API MienStatus mien_live_vmc_write(const MienLiveFrame *frame, const MienLiveVmcOptions *options,
                                        MienLiveOnDatagram on_datagram, void *user, MienError *error);

// -- iFacialMocap and Facemotion3d, text

typedef enum MienLiveTextStyle {
    MIEN_LIVE_TEXT_V1 = 0,       ///< iFacialMocap: "eyeBlink_L-12". No negative values.
    MIEN_LIVE_TEXT_V2,           ///< iFacialMocap: "eyeBlink_L&12".
    MIEN_LIVE_TEXT_FACEMOTION3D, ///< "eyeBlinkLeft&12".
} MienLiveTextStyle;

/// The text that makes a phone send, to UDP 49983 of iFacialMocap or UDP 49993 of Facemotion3d. It then
/// sends to port 49983 of the asking address: bind that first, and ask again every 2 s until data comes.
/// Send it only to a phone that the user named.
MIEN_API const char *mien_live_text_start(MienLiveTextStyle style);
/// Reads a datagram of any style. Fields that are not understood are skipped.
MIEN_API MienStatus mien_live_text_read(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                        MienError *error);
/// Writes a datagram: values in whole percent, angles and positions with up to four decimals. Fails with
/// MIEN_ERROR_LIMIT if capacity is too small.
MIEN_API MienStatus mien_live_text_write(const MienLiveFrame *frame, MienLiveTextStyle style, char *out_text,
                                         size_t capacity, size_t *out_size, MienError *error);

// -- VTube Studio, the phone app

/// Writes a request for data, to UDP 21412 of the phone: seconds (0.5 to 10) of data to our ports (1 to
/// 32). Ask again before they are over. sent_by is the name of the program, 1 to 64 characters of ASCII.
MIEN_API MienStatus mien_live_vtube_studio_request(double seconds, const char *sent_by, const int *ports,
                                                   int port_count, char *out_text, size_t capacity,
                                                   size_t *out_size, MienError *error);
/// Reads a datagram.
MIEN_API MienStatus mien_live_vtube_studio_read(const void *bytes, size_t size, MienLiveFrame *out_frame,
                                                MienError *error);

// -- Rokoko Studio and OpenSeeFace, which may have several faces in a datagram

/// Reads a datagram, uses *frame for each face, and calls with it; not at all if the datagram is refused.
MIEN_API MienStatus mien_live_rokoko_read(const void *bytes, size_t size, MienLiveFrame *frame,
                                          MienLiveOnFrame on_frame, void *user, MienError *error);
/// The same for OpenSeeFace. Values are its 14 features, and leftEyeOpen and rightEyeOpen.
MIEN_API MienStatus mien_live_openseeface_read(const void *bytes, size_t size, MienLiveFrame *frame,
                                               MienLiveOnFrame on_frame, void *user, MienError *error);

// -- Unified Expressions, for VRChat and other games

#define MIEN_LIVE_UNIFIED_COUNT 88
/// The name of one of the base shapes, in the order of VRCFaceTracking: "EyeSquintRight", ...; "" beyond.
MIEN_API const char *mien_live_unified_name(int index);
/// The base shapes of a frame, 0 to 1. ARKit's shapes are translated; a base shape that the frame has by
/// its own name is taken as it is.
MIEN_API void mien_live_unified_values(const MienLiveFrame *frame, float out_values[MIEN_LIVE_UNIFIED_COUNT]);
/// Writes a frame as OSC bundles for the game's UDP 9000: "/avatar/parameters/v2/" and the names of all
/// base shapes, eyelids, gaze and, if the frame has it, the rotation of the head. prefix comes before
/// "v2/", and is "" or ends with '/'; at most 64 bytes.
MIEN_API MienStatus mien_live_unified_write(const MienLiveFrame *frame, const char *prefix,
                                            MienLiveOnDatagram on_datagram, void *user, MienError *error);
/// Writes a frame for VRChat's own face tracking, 132 bytes: "/tracking/face/v1" with a blob, for avatars
/// that report /avatar/avatarfullfacetracking. Known from one source, and not tried in the game.
MIEN_API MienStatus mien_live_vrchat_write(const MienLiveFrame *frame, void *out_bytes, size_t capacity,
                                           size_t *out_size, MienError *error);

#ifdef __cplusplus
}
#endif
