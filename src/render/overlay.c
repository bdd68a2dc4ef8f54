// SPDX-License-Identifier: MIT
//
// What is drawn over meshes: wires, and bones as diamonds with sticks to their parents.

#include "render/renderer.h"

typedef struct OverlayVertex {
    MienVec3 at;
    uint8_t color[4]; ///< Linear.
} OverlayVertex;

enum { DIAMOND = 24, STICK = 24, PER_BONE = DIAMOND + STICK }; ///< Vertices.

static GLint at(GLuint program, const char *name) { return glGetUniformLocation(program, name); }

static GLuint use_overlay(const MieniDrawing *drawing, float own, MienError *error)
{
    const GLuint program = mieni_program(drawing->renderer, MIENI_PROGRAM_OVERLAY, error);
    glUseProgram(program);
    if (program != 0) {
        glUniformMatrix4fv(at(program, "matrix"), 1, GL_FALSE, drawing->matrix);
        glUniform1f(at(program, "pull"), 0);
        glUniform1f(at(program, "own"), own);
    }
    return program;
}

MienStatus mieni_draw_wires(const MieniDrawing *drawing, MienError *error)
{
    GLuint program = 0;
    for (int i = 0, first = 0; i < drawing->scene->item_count; ++i) {
        const MieniRenderItem *item = &drawing->scene->items[i];
        if (item->mesh == NULL)
            continue;
        if (item->has_wires) {
            if (program == 0 && (program = use_overlay(drawing, 0, error)) == 0)
                return MIEN_ERROR_HOST;
            // Dark on what is shaded; by themselves on the background, somewhat lighter.
            const float shade = item->is_hidden ? 0.06f : 0.015f;
            glUniform4f(at(program, "tint"), shade, shade, shade * 1.3f, item->is_hidden ? 0.8f : 0.55f);
            glUniform1f(at(program, "pull"), 0.0005f);
            mieni_posed_bind(drawing->renderer, first, false);
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, item->mesh->index_buffer);
            glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
            glEnable(GL_BLEND);
            glDrawElements(GL_TRIANGLES, item->mesh->index_count, GL_UNSIGNED_INT, NULL);
            glDisable(GL_BLEND);
            glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        }
        first += item->mesh->vertex_count;
    }
    return MIEN_OK;
}

/// Puts a triangle, lighter the more it faces up and to the viewer.
static OverlayVertex *put_triangle(OverlayVertex *to, const MieniDrawing *drawing, MienVec3 a, MienVec3 b,
                                   MienVec3 c, const float color[3])
{
    const MienVec3 normal = vec_normal(vec_cross(vec_sub(b, a), vec_sub(c, a)), drawing->axes.z);
    const float facing = vec_dot(normal, drawing->axes.z) * 0.35f + vec_dot(normal, drawing->axes.y) * 0.25f;
    const float light = 0.55f + (facing > 0 ? facing : facing * 0.5f);
    const MienVec3 corners[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        to->at = corners[i];
        for (int k = 0; k < 3; ++k) {
            const float value = color[k] * light;
            to->color[k] = (uint8_t)((value < 1 ? value : 1) * 255 + 0.5f);
        }
        to++->color[3] = 242;
    }
    return to;
}

/// Two pyramids on a square around middle, with tips at head and tail.
static OverlayVertex *put_solid(OverlayVertex *to, const MieniDrawing *drawing, MienVec3 head, MienVec3 tail,
                                MienVec3 middle, float width, const float color[3])
{
    const Axes axes = axes_along(vec_normal(vec_sub(tail, head), drawing->axes.y));
    MienVec3 ring[4];
    for (int i = 0; i < 4; ++i)
        ring[i] = vec_add(middle, vec_scale(i % 2 == 0 ? axes.x : axes.y, i < 2 ? width : -width));
    for (int i = 0; i < 4; ++i) {
        to = put_triangle(to, drawing, ring[(i + 1) % 4], ring[i], head, color);
        to = put_triangle(to, drawing, ring[i], ring[(i + 1) % 4], tail, color);
    }
    return to;
}

static MienVec3 place_of(const MieniRenderItem *item, int bone)
{
    const float *m = item->bones[bone].m;
    const MienVec3 place = vec(m[3], m[7], m[11]);
    return item->model != NULL ? matrix_point(item->model, place) : place;
}

static OverlayVertex *put_bones(OverlayVertex *to, const MieniDrawing *drawing, const MieniRenderItem *item)
{
    static const float plain[3] = {0.03f, 0.42f, 0.75f}, marked[3] = {1.3f, 0.45f, 0.05f};
    const float size = drawing->distance * drawing->slope * 0.022f; // of half the picture's height
    for (int i = 0; i < item->bone_count; ++i) {
        const float *color = item->bone_marks != NULL && item->bone_marks[i] ? marked : plain;
        const MienVec3 place = place_of(item, i), tip = vec_scale(drawing->axes.y, size);
        to = put_solid(to, drawing, vec_sub(place, tip), vec_add(place, tip), place, size, color);
        if (item->bone_parents[i] < 0)
            continue;
        const MienVec3 head = place_of(item, item->bone_parents[i]);
        const MienVec3 along = vec_sub(place, head);
        const float length = vec_length(along),
                    width = length * 0.08f < size * 0.5f ? length * 0.08f : size * 0.5f;
        to = put_solid(to, drawing, head, place, vec_add(head, vec_scale(along, 0.12f)), width, color);
    }
    return to;
}

MienStatus mieni_draw_bones(const MieniDrawing *drawing, MienError *error)
{
    size_t count = 0;
    for (int i = 0; i < drawing->scene->item_count; ++i)
        count += (size_t)drawing->scene->items[i].bone_count;
    if (count == 0)
        return MIEN_OK;
    OverlayVertex *vertices =
        mieni_room(drawing->renderer, ROOM_UPLOAD, count * PER_BONE * sizeof(OverlayVertex), error);
    if (vertices == NULL)
        return MIEN_ERROR_MEMORY;
    OverlayVertex *end = vertices;
    for (int i = 0; i < drawing->scene->item_count; ++i)
        end = put_bones(end, drawing, &drawing->scene->items[i]);
    if (use_overlay(drawing, 1, error) == 0)
        return MIEN_ERROR_HOST;
    glBindBuffer(GL_ARRAY_BUFFER, drawing->renderer->overlay_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)(end - vertices) * sizeof(OverlayVertex)), vertices,
                 GL_STREAM_DRAW);
    glVertexAttribPointer(AT_POSITION, 3, GL_FLOAT, GL_FALSE, sizeof(OverlayVertex), NULL);
    glEnableVertexAttribArray(AT_COLOR);
    glVertexAttribPointer(AT_COLOR, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(OverlayVertex),
                          mieni_offset(offsetof(OverlayVertex, color)));
    glClear(GL_DEPTH_BUFFER_BIT); // over meshes, but one behind another
    glEnable(GL_BLEND);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(end - vertices));
    glDisable(GL_BLEND);
    glDisableVertexAttribArray(AT_COLOR);
    return MIEN_OK;
}
