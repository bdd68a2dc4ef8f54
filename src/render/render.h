// SPDX-License-Identifier: MIT
//
// Draws posed meshes by OpenGL 3.3 in studio light: a soft key with shadows, a fill from
// the sky, rims from behind, and skin that light passes through. Knows nothing of poses:
// vertices come posed, as mien_skin_job_run makes them.
//
// A renderer has a context of its own that needs no display (EGL without a surface), or
// draws in a host's context that is current whenever the renderer is called, such as a
// GtkGLArea's. In a host's context everything a call changes is put back before it
// returns: framebuffer, viewport, scissor, program, vertex array, buffers, textures and
// samplers of the units used, active unit, blending, depth, culling, polygon mode, masks,
// pixel storing, sRGB and multisampling.
//
// Ownership  You destroy what a create function gave you, meshes before their renderer.
//            Scenes and all they point at are yours and only read during a call.
// Threads    A renderer belongs to one thread at a time; different renderers to any.
//            With a context of its own, a call leaves no context current; a host's stays.
// Memory     Every call may allocate.
// Errors     Without OpenGL 3.3: MIEN_ERROR_HOST, and what to install. Sizes and indices
//            are checked; positions that are not finite are MIEN_ERROR_DATA.

#pragma once

#include "mien/mesh.h"
#include "render/camera.h"
#include "render/heat.h"
#include "render/picture.h"

typedef struct MieniRenderer MieniRenderer;
typedef struct MieniRenderMesh MieniRenderMesh;

/// Zero-initialise: zero is the default of every field.
typedef struct MieniRendererOptions {
    const MienAllocator *allocator; ///< NULL for malloc and free. Must outlive the renderer.
    bool is_hosted;                 ///< Draw in the context that is current now, and stays the host's.
} MieniRendererOptions;

/// Opens a renderer. options and error may be NULL. On failure *out_renderer is NULL.
MienStatus mieni_renderer_create(const MieniRendererOptions *options, MieniRenderer **out_renderer,
                                 MienError *error);
void mieni_renderer_destroy(MieniRenderer *renderer); ///< NULL is fine.
/// Who draws, such as "llvmpipe (LLVM 15.0.6, 256 bits)". Lives as long as the renderer.
const char *mieni_renderer_name(const MieniRenderer *renderer);

/// How light meets a material.
typedef enum MieniSurface {
    MIENI_SURFACE_PLAIN = 0, ///< As roughness says.
    MIENI_SURFACE_SKIN,      ///< Light enters and comes out reddened beside where it entered.
    MIENI_SURFACE_EYE,       ///< Wet: mirrors the lamps as crisp highlights.
    MIENI_SURFACE_MOUTH,     ///< Teeth, gums and tongue: wet, and lifted out of the mouth's dark.
    MIENI_SURFACE_HAIR,      ///< A broad sheen.
    MIENI_SURFACE_CLOTH,     ///< No shine, a soft edge.
    MIENI_SURFACE_HOLLOW,    ///< The inside of a mouth: darker than it is painted.
} MieniSurface;

/// What a material's name promises: "Wolf3D_Skin" is skin, "eye_left" an eye; plain if it
/// says nothing.
MieniSurface mieni_surface_named(const char *name);

typedef struct MieniRenderMaterial {
    float base_color[4]; ///< Linear red, green, blue, and opacity. Multiplied by colours and image.
    float roughness, metallic;
    MieniSurface surface;
    int image; ///< -1: none.
} MieniRenderMaterial;

typedef struct MieniRenderImage {
    int width, height;
    const uint8_t
        *pixels; ///< As of MienIoImage: RGBA, sRGB, from the top. NULL: not at hand, counts as white.
} MieniRenderImage;

/// What a mesh is made of. Zero-initialise, then fill. Copied.
typedef struct MieniRenderMeshSource {
    int vertex_count, index_count;
    const uint32_t *indices; ///< Three per triangle, anticlockwise seen from outside.
    /// Where vertices rest, by which closed surfaces are found, so that their backs need not be
    /// drawn; NULL: every back is drawn, which takes up to twice as long.
    const MienVec3 *positions;
    const float *uvs;       ///< Two per vertex, (0, 0) is the image's upper left; NULL: none.
    const uint16_t *colors; ///< Linear RGBA per vertex, 65535 is 1; NULL: white.
    int part_count;
    const MienSubmesh *parts; ///< NULL: all triangles are of material 0. Names are not used.
    int material_count;
    const MieniRenderMaterial *materials; ///< NULL: light grey.
    int image_count;
    const MieniRenderImage *images;
} MieniRenderMeshSource;

/// Makes a mesh to draw. On failure *out_mesh is NULL.
MienStatus mieni_render_mesh_create(MieniRenderer *renderer, const MieniRenderMeshSource *source,
                                    MieniRenderMesh **out_mesh, MienError *error);
/// The same of a packed mesh; materials become surfaces by their names. images: as many as
/// the mesh has, or NULL for none at hand. White skin whose image is not at hand is clay.
MienStatus mieni_render_mesh_from(MieniRenderer *renderer, const MienMesh *mesh,
                                  const MieniRenderImage *images, MieniRenderMesh **out_mesh,
                                  MienError *error);
void mieni_render_mesh_destroy(MieniRenderMesh *mesh); ///< NULL is fine.

/// A mesh in a scene. Zero-initialise, then fill.
typedef struct MieniRenderItem {
    const MieniRenderMesh *mesh; ///< NULL: bones only.
    const MienVec3 *positions;   ///< Posed, one per vertex of the mesh.
    const MienVec3 *normals;     ///< One per vertex; NULL: made from the triangles.
    const MienMatrix34 *model;   ///< Where it stands in the scene; NULL: where it is. Scale must be uniform.
    const float *heat;           ///< Metres per vertex, drawn as colours in place of materials; NULL: none.
    bool has_wires;              ///< Edges of triangles over it.
    bool is_hidden;              ///< Only bones or wires are drawn.
    int bone_count;              ///< Bones to draw over it; 0: none.
    const MienMatrix34 *bones;   ///< As mien_model_job_run gives them.
    const int *bone_parents;     ///< -1 for a root.
    const bool *bone_marks;      ///< Bones drawn in the mark's colour; NULL: none.
} MieniRenderItem;

typedef enum MieniLight {
    MIENI_LIGHT_STUDIO = 0, ///< Key from the upper left, cool and warm rims.
    MIENI_LIGHT_EVEN,       ///< Much sky, little key, no rims: for comparing shapes and textures.
    MIENI_LIGHT_FLAT,       ///< No light: colours as they are painted.
} MieniLight;

typedef enum MieniQuality {
    MIENI_QUALITY_STILL = 0, ///< For files.
    MIENI_QUALITY_LIVE,      ///< For small pictures, and viewports at rest: coarser shadows.
    MIENI_QUALITY_DRAFT,     ///< For every frame of a viewport that moves: light is as coarse as the mesh.
} MieniQuality;

/// What surfaces look like, where no heat is shown.
typedef enum MieniPaint {
    MIENI_PAINT_MATERIALS = 0, ///< As they are painted.
    MIENI_PAINT_CLAY,          ///< All of one dull grey, for judging shapes.
    MIENI_PAINT_NORMALS,       ///< Directions in the scene, X Y Z as red, green and blue, without light.
    MIENI_PAINT_COUNT,
} MieniPaint;

/// What to draw. Zero-initialise: zero is the default of every field but the camera.
typedef struct MieniScene {
    int item_count;
    const MieniRenderItem *items;
    MieniCamera camera;
    MieniLight light;
    MieniPaint paint;
    MieniQuality quality;
    /// Sky and shadows are those of the last drawing, if it had as many vertices in the same light:
    /// for drafts of what hardly moved since, and exact if only the camera did.
    bool keeps_light;
    bool light_follows;   ///< Lamps turn with the camera, as for a turntable of the viewer's.
    MieniColor ground[2]; ///< Background, middle and edge; both zero: a neutral grey.
    bool is_transparent;  ///< No background at all.
    float heat_range;     ///< Metres of the last heat colour; 0: the largest value there is.
    /// For mieni_render_draw: the width and height of a drawn pixel; 0 or 1: full resolution. For
    /// drafts on the CPU, which is slow at pixels.
    int coarseness;
    int samples; ///< Per pixel: 0 for 4, or 1 in a draft; 1, 2, 4 or 8, as far as the machine has them.
} MieniScene;

/// What a drawing came to.
typedef struct MieniRenderReport {
    int samples;      ///< Per pixel, in fact.
    float heat_range; ///< Metres of the last heat colour, for mieni_heat_legend; 0 without heat.
    float heat_most;  ///< The largest value; 0 without heat.
    bool is_empty;    ///< No item covers a sample: the picture is all background.
} MieniRenderReport;

/// Draws into a new picture. report and error may be NULL. On failure *out_picture is empty.
MienStatus mieni_render_picture(MieniRenderer *renderer, const MieniScene *scene, int width, int height,
                                MieniPicture *out_picture, MieniRenderReport *report, MienError *error);
/// Draws into the framebuffer that the host has bound for drawing, over the rectangle at
/// (x, y) from its lower left. For hosted renderers.
MienStatus mieni_render_draw(MieniRenderer *renderer, const MieniScene *scene, int x, int y, int width,
                             int height, MieniRenderReport *report, MienError *error);
