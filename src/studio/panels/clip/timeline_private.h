// SPDX-License-Identifier: MIT
//
// Shared by the sources of the timeline: its layout.

#pragma once

#include "studio/panels/clip/timeline.h"
#include "studio/panels/widgets/waveform.h"

#define STUDIO_TYPE_CLIP_TIMELINE (studio_clip_timeline_get_type())
G_DECLARE_FINAL_TYPE(StudioClipTimeline, studio_clip_timeline, STUDIO, CLIP_TIMELINE, GtkWidget)

/// What a pointer is doing.
typedef enum StudioClipDrag {
    STUDIO_DRAG_NONE = 0,
    STUDIO_DRAG_SCRUB,
    STUDIO_DRAG_BOX,
    STUDIO_DRAG_KEYS,
    STUDIO_DRAG_COPY,
    STUDIO_DRAG_HANDLE,
    STUDIO_DRAG_SCALE,
    STUDIO_DRAG_PAN,
    STUDIO_DRAG_ZOOM,
    STUDIO_DRAG_OVER, ///< Cancelled; waits for the button.
} StudioClipDrag;

/// What is under a point.
typedef enum StudioClipHit {
    STUDIO_HIT_NONE = 0,
    STUDIO_HIT_RULER,
    STUDIO_HIT_KEY,
    STUDIO_HIT_ARRIVE, ///< The handle before a key.
    STUDIO_HIT_LEAVE,
    STUDIO_HIT_CURVE,
    STUDIO_HIT_SUMMARY,    ///< Keys of all curves at a time.
    STUDIO_HIT_EDGE_START, ///< Of the box around what is selected.
    STUDIO_HIT_EDGE_END,
} StudioClipHit;

typedef struct StudioClipPoint {
    StudioClipHit hit;
    int curve, key; ///< Of the view.
    double time, value;
} StudioClipPoint;

/// A picture of one lane, good as long as nothing of it changes.
typedef struct StudioLaneNode {
    GskRenderNode *node;
    uint64_t hash;
} StudioLaneNode;

struct _StudioClipTimeline {
    GtkWidget parent_instance;
    StudioClip *clip;

    // Pictures.
    GskRenderNode *base;            ///< Ruler and grid.
    GskRenderNode *graph;           ///< Curves of the graph.
    GskRenderNode *sound;           ///< The outline of the clip's sound.
    const StudioWaveform *waveform; ///< NULL: the clip has no sound, or none that was read.
    double sound_offset;
    GHashTable *lanes;    ///< Of StudioLaneNode, by name.
    StudioClipLook drawn; ///< What those show.
    int drawn_width, drawn_height, drawn_row;
    int drawn_count;                ///< Lanes and graphs drawn again.
    int frame_count;                ///< Since scrubbing began.
    gint64 frame_time, frames_from; ///< Microseconds of drawing, and when that was.

    // Gestures.
    StudioClipDrag drag;
    StudioClipPoint at; ///< Where it began.
    StudioClipLook before;
    double x, y; ///< Of the pointer now.
    double begin_x, begin_y;
    GdkModifierType modifiers;
    bool has_moved, is_grouped, is_locked_time, is_locked_value;
    bool adds, is_new_key;
    guint tick;    ///< Applies the gesture once a frame.
    GArray *keys;  ///< Of MieniKeyPlace where the gesture began; curves are interned.
    GArray *whole; ///< Of StudioKey, the same.
    double box_start, box_end, box_low, box_high; ///< Of what is selected, when scaling.
    GtkGesture *gesture;
};

// timeline.c: where things are
double studio_timeline_x(const StudioClipTimeline *timeline, double time);
double studio_timeline_time(const StudioClipTimeline *timeline, double x);
double studio_timeline_y(const StudioClipTimeline *timeline, double value);
double studio_timeline_value(const StudioClipTimeline *timeline, double y);
double studio_timeline_top(const StudioClipTimeline *timeline);    ///< Of lanes or the graph.
double studio_timeline_bottom(const StudioClipTimeline *timeline); ///< Above the waveform.
double studio_timeline_pixel(const StudioClipTimeline *timeline);  ///< Seconds of one.
StudioClipPoint studio_timeline_pick(const StudioClipTimeline *timeline, double x, double y);
/// Where the handle of a key is.
void studio_timeline_handle(const StudioClipTimeline *timeline, const MienAuthorKey *key, bool is_leave,
                            double *out_x, double *out_y);
/// The box of selected keys; false if there are less than two.
bool studio_timeline_box(const StudioClipTimeline *timeline, graphene_rect_t *out_box);
bool studio_timeline_is_selected(const StudioClip *clip, const char *curve);

// draw.c
/// Says on standard error how fast scrubbing was, where times are asked for.
void studio_timeline_tell_speed(const StudioClipTimeline *timeline);
void studio_timeline_draw(StudioClipTimeline *timeline, GtkSnapshot *snapshot);
void studio_timeline_forget(StudioClipTimeline *timeline, bool is_data);

/// A picture that is drawn once: strokes of long curves take too long to be drawn for every frame.
cairo_t *studio_timeline_begin_picture(const StudioClipTimeline *timeline, const graphene_rect_t *area);
GskRenderNode *studio_timeline_end_picture(cairo_t *cairo, const graphene_rect_t *area);

// draw_graph.c
void studio_timeline_draw_graph(StudioClipTimeline *timeline, GtkSnapshot *snapshot);
void studio_timeline_draw_key(cairo_t *cairo, double x, double y, StudioTangent tangent, const GdkRGBA *color,
                              bool is_selected, bool is_hollow, const GdkRGBA *accent);

// gestures.c
void studio_timeline_add_gestures(StudioClipTimeline *timeline);
/// Cancels the gesture.
void studio_timeline_end(StudioClipTimeline *timeline, bool is_cancelled);
