// SPDX-License-Identifier: MIT
//
// What the renderer's sources share.

#pragma once

#include "core/float_rules.h"

#include "core/internal.h"
#include "render/camera_axes.h"
#include "render/lamps.h"
#include "render/mesh.h"
#include "render/render.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

/// Attributes of vertices in every program.
enum { AT_POSITION, AT_NORMAL, AT_SKY, AT_LAMP, AT_UV, AT_COLOR };

/// What changes with every picture, as it lies in the buffer.
typedef struct MieniVertexPosed {
    MienVec3 position, normal;
    uint16_t sky[4], lamp[2];
} MieniVertexPosed;

/// A place in a buffer, which OpenGL takes as a pointer.
static inline const void *mieni_offset(size_t bytes) { return (const void *)(uintptr_t)bytes; }

typedef enum MieniProgramKind {
    MIENI_PROGRAM_SHADE,        ///< Light on opaque surfaces.
    MIENI_PROGRAM_SHADE_DENSE,  ///< The same, at vertices.
    MIENI_PROGRAM_SHADE_IMAGE,  ///< With an image.
    MIENI_PROGRAM_SHADE_PACKED, ///< Of fragments in a texture.
    MIENI_PROGRAM_BLEND,        ///< Where something is seen through.
    MIENI_PROGRAM_OVERLAY,      ///< Bones and wires.
    MIENI_PROGRAM_RESOLVE,      ///< From samples to pixels, over the background.
    MIENI_PROGRAM_COUNT,
} MieniProgramKind;

/// Memory that grows and is kept from picture to picture.
typedef struct MieniRoom {
    void *memory;
    size_t size;
} MieniRoom;

enum {
    ROOM_POSITIONS,
    ROOM_NORMALS,
    ROOM_SKY_PROJECTED, // three of world.c's
    ROOM_SKY_SUMS,
    ROOM_SKY_DEPTHS,
    ROOM_KEY_PROJECTED, // and again
    ROOM_KEY_SUMS,
    ROOM_KEY_DEPTHS,
    ROOM_SKY,
    ROOM_LAMP,
    ROOM_UPLOAD,
    ROOM_FRAGMENT_VERTICES,
    ROOM_ON_PICTURE,
    ROOM_BATCHES,
    ROOM_TRIANGLES,
    ROOM_SEEN,
    ROOM_FRAGMENTS,
    ROOM_PARTS,
    ROOM_SHADED,
    ROOM_CORNERS,
    ROOM_GROUND,
    ROOM_CODES,
    ROOM_COUNT
};

/// What a background is made of.
typedef struct MieniGround {
    int width, height;
    float colors[6]; ///< Linear, of the middle and the edge.
} MieniGround;

struct MieniRenderer {
    const MienAllocator *allocator;
    bool is_hosted;
    EGLDisplay display;
    EGLContext context;
    char name[128];
    bool is_software; ///< OpenGL is on the processor.
    GLint max_samples, max_texture_side;
    GLuint programs[MIENI_PROGRAM_COUNT]; ///< 0 until it is used.
    GLuint vertex_array, posed_buffer, heat_buffer, overlay_buffer, white;
    GLuint shadows; ///< Depths that the key's points see, a layer each.
    int shadow_side, shadow_layers;
    GLuint frame, frame_color, frame_depth; ///< Samples.
    GLuint result, result_color;            ///< Pixels of a picture.
    int frame_width, frame_height, frame_samples, result_width, result_height;
    GLuint fragments, shaded, shaded_color; ///< Of deferred drawings; 0 until there is one.
    MieniGround ground;                     ///< Whose pixels ROOM_GROUND has; zero: none.
    MieniRoom rooms[ROOM_COUNT];
    int lit_count;     ///< Vertices that the light of the last drawing, which the rooms have, is for.
    MieniLight lit_by; ///< And what light that is.
};

/// context.c: makes a context of the renderer's own, or looks at the host's.
MienStatus mieni_context_open(MieniRenderer *renderer, MienError *error);
void mieni_context_close(MieniRenderer *renderer);

/// Everything of the host's context that drawing changes.
typedef struct MieniSaved {
    GLint draw_frame, read_frame, renderbuffer, program, vertex_array, array_buffer, unpack_buffer,
        pack_buffer;
    GLint active_unit, textures[3][3], samplers[3];
    GLint viewport[4], scissor[4], polygon_mode[2];
    GLint blend[6], depth_func, cull_mode, front_face, pack[4], unpack[4];
    GLboolean enabled[13], color_mask[4], depth_mask;
    GLfloat clear_color[4], clear_depth, depth_range[2], offset[2];
} MieniSaved;

/// Between these, OpenGL is the renderer's. begin makes an own context current; both
/// keep a host's state.
MienStatus mieni_context_begin(MieniRenderer *renderer, MieniSaved *saved, MienError *error);
void mieni_context_end(MieniRenderer *renderer, const MieniSaved *saved);
/// MIEN_OK, or what OpenGL complained of since the last call.
MienStatus mieni_context_check(MienError *error);

/// shaders.c: a program, made when first used. 0, and the error filled, if it cannot be.
GLuint mieni_program(MieniRenderer *renderer, MieniProgramKind kind, MienError *error);

/// surfaces.c: sets what a material is in the program that is in use.
void mieni_surface_use(GLuint program, const MieniRenderMaterial *material);
/// The same for colours in place of materials, which must be read more than look good.
void mieni_surface_use_plain(GLuint program);

/// What one drawing works on.
typedef struct MieniDrawing {
    MieniRenderer *renderer;
    const MieniScene *scene;
    int width, height, samples;
    Axes axes;
    float distance, slope; ///< To the target; half the height at distance 1.
    float matrix[16];      ///< From the scene to clip space, column by column.
    MieniLamps lamps;
    MieniDepthMap key_maps[MIENI_MAX_KEYS]; ///< Of the key's points, if shadows are fine.
    MieniWorld world;
    uint16_t *sky;  ///< Four per vertex, as mieni_world_sky gives them.
    uint16_t *lamp; ///< Two per vertex: what the key sees of it, and whether pixels must look themselves.
    float heat_range, heat_most;
    const uint8_t *codes;      ///< Of deferred drawings: sRGB of linear light, 65535 is 1.
    bool has_report, is_empty; ///< Whether a report is wanted; what it says.
} MieniDrawing;

/// world.c: gathers what a scene has, places the camera and works out sky and shadows.
MienStatus mieni_world_gather(MieniDrawing *drawing, MienError *error);
/// Memory of at least size bytes; its content is lost. NULL, and the error filled, if
/// there is none.
void *mieni_room(MieniRenderer *renderer, int which, size_t size, MienError *error);

/// draw.c: sets what is the same for all materials in a program, and uses it.
void mieni_lamps_use(const MieniDrawing *drawing, GLuint program);
/// Sets what an item's material, or what is shown in its place, is in the program in use.
void mieni_item_use(const MieniDrawing *drawing, const MieniRenderItem *item, int material, GLuint program);
/// Whether materials count, and not colours in their place.
bool mieni_has_materials(const MieniScene *scene, const MieniRenderItem *item);
/// Linear colours of an item's vertices, four each; first: its first vertex in the world.
void mieni_colors_fill(const MieniDrawing *drawing, const MieniRenderItem *item, int first, uint16_t *out);
/// Everything but the background, into the samples.
MienStatus mieni_draw_items(const MieniDrawing *drawing, MienError *error);
/// deferred.c: whether software OpenGL need only shade what the processor found visible.
bool mieni_can_defer(const MieniDrawing *drawing);
/// Draws a gathered world so, into an empty picture. Draws nothing if it reaches behind the camera.
MienStatus mieni_deferred_draw(MieniDrawing *drawing, MieniPicture *picture, bool *out_is_drawn,
                               MienError *error);
/// ground.c: linear colours of the background's middle and edge.
void mieni_ground_colors(const MieniScene *scene, float out[6]);
/// Fills a picture with the background, and prepares mixing with it.
MienStatus mieni_ground_begin(MieniDrawing *drawing, MieniPicture *picture, MienError *error);
/// A pixel of some samples, whose light adds up to sum, over the background.
void mieni_ground_mix(const MieniDrawing *drawing, int x, int y, const uint32_t sum[3], uint32_t samples,
                      uint8_t *pixel);
/// overlay.c: wires and bones over it.
MienStatus mieni_draw_wires(const MieniDrawing *drawing, MienError *error);
MienStatus mieni_draw_bones(const MieniDrawing *drawing, MienError *error);

/// Binds the posed vertices from the first one on as AT_POSITION, and all that goes with
/// them if is_whole.
void mieni_posed_bind(const MieniRenderer *renderer, int first_vertex, bool is_whole);
