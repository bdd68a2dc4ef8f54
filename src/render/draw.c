// SPDX-License-Identifier: MIT
//
// Items into the samples: opaque ones, then what is seen through. There is no pass for
// depths alone: cards do not need it, and with several samples per pixel llvmpipe, which
// draws only what deferred.c cannot, shades what is hidden anyway. Of closed surfaces only
// the fronts are drawn, which is half the work.

#include "render/renderer.h"

#include "render/srgb.h"

static GLint at(GLuint program, const char *name) { return glGetUniformLocation(program, name); }

void mieni_posed_bind(const MieniRenderer *renderer, int first_vertex, bool is_whole)
{
    const size_t base = (size_t)first_vertex * sizeof(MieniVertexPosed);
    const GLsizei stride = sizeof(MieniVertexPosed);
    glBindBuffer(GL_ARRAY_BUFFER, renderer->posed_buffer);
    glEnableVertexAttribArray(AT_POSITION);
    glVertexAttribPointer(AT_POSITION, 3, GL_FLOAT, GL_FALSE, stride, mieni_offset(base));
    if (!is_whole)
        return;
    glEnableVertexAttribArray(AT_NORMAL);
    glVertexAttribPointer(AT_NORMAL, 3, GL_FLOAT, GL_FALSE, stride,
                          mieni_offset(base + offsetof(MieniVertexPosed, normal)));
    glEnableVertexAttribArray(AT_SKY);
    glVertexAttribPointer(AT_SKY, 4, GL_UNSIGNED_SHORT, GL_TRUE, stride,
                          mieni_offset(base + offsetof(MieniVertexPosed, sky)));
    glEnableVertexAttribArray(AT_LAMP);
    glVertexAttribPointer(AT_LAMP, 2, GL_UNSIGNED_SHORT, GL_TRUE, stride,
                          mieni_offset(base + offsetof(MieniVertexPosed, lamp)));
}

static void bind_paint(const MieniRenderMesh *mesh)
{
    glBindBuffer(GL_ARRAY_BUFFER, mesh->paint_buffer);
    glEnableVertexAttribArray(AT_UV);
    glVertexAttribPointer(AT_UV, 2, GL_FLOAT, GL_FALSE, sizeof(MieniVertexPaint), NULL);
    glEnableVertexAttribArray(AT_COLOR);
    glVertexAttribPointer(AT_COLOR, 4, GL_UNSIGNED_SHORT, GL_TRUE, sizeof(MieniVertexPaint),
                          mieni_offset(offsetof(MieniVertexPaint, color)));
}

static MienStatus upload_posed(const MieniDrawing *drawing, MienError *error)
{
    const MieniWorld *world = &drawing->world;
    const size_t size = (size_t)world->vertex_count * sizeof(MieniVertexPosed);
    MieniVertexPosed *posed = mieni_room(drawing->renderer, ROOM_UPLOAD, size, error);
    if (posed == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < world->vertex_count; ++i) {
        const uint16_t *sky = drawing->sky + (size_t)i * 4, *lamp = drawing->lamp + (size_t)i * 2;
        posed[i] = (MieniVertexPosed){
            world->positions[i], world->normals[i], {sky[0], sky[1], sky[2], sky[3]}, {lamp[0], lamp[1]}};
    }
    glBindBuffer(GL_ARRAY_BUFFER, drawing->renderer->posed_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, posed, GL_STREAM_DRAW);
    return MIEN_OK;
}

bool mieni_has_materials(const MieniScene *scene, const MieniRenderItem *item)
{
    return item->heat == NULL && scene->paint == MIENI_PAINT_MATERIALS;
}

static void fill_heat(const MieniDrawing *drawing, const MieniRenderItem *item, uint16_t *all)
{
    enum { STEPS = 1024 };
    uint16_t colors[STEPS + 1][4];
    for (int i = 0; i <= STEPS; ++i) {
        const MieniColor color = mieni_heat_color((float)i / STEPS);
        const uint8_t parts[3] = {color.r, color.g, color.b};
        for (int c = 0; c < 3; ++c)
            colors[i][c] = (uint16_t)(mieni_srgb_decode(parts[c]) * 65535 + 0.5f);
        colors[i][3] = 65535;
    }
    const float scale = drawing->heat_range > 0 ? 1 / drawing->heat_range : 0;
    for (int i = 0; i < item->mesh->vertex_count; ++i) {
        const float share = item->heat[i] * scale;
        const int step = share < 1 ? (int)(share * STEPS + 0.5f) : STEPS;
        for (int c = 0; c < 4; ++c)
            all[i * 4 + c] = colors[step][c];
    }
}

static void fill_clay(int count, uint16_t *all)
{
    static const uint16_t clay[4] = {28000, 26600, 25200, 65535};
    for (int i = 0; i < count * 4; ++i)
        all[i] = clay[i % 4];
}

/// What is written as sRGB is half of the direction, and a half.
static void fill_normals(const MienVec3 *normals, int count, uint16_t *all)
{
    for (int i = 0; i < count; ++i) {
        const float parts[3] = {normals[i].x, normals[i].y, normals[i].z};
        for (int c = 0; c < 3; ++c) {
            const float part = parts[c] < -1 ? -1 : parts[c] > 1 ? 1 : parts[c];
            const uint8_t shade = (uint8_t)((part * 0.5f + 0.5f) * 255 + 0.5f);
            all[i * 4 + c] = (uint16_t)(mieni_srgb_decode(shade) * 65535 + 0.5f);
        }
        all[i * 4 + 3] = 65535;
    }
}

void mieni_colors_fill(const MieniDrawing *drawing, const MieniRenderItem *item, int first, uint16_t *out)
{
    const int count = item->mesh->vertex_count;
    if (item->heat != NULL)
        fill_heat(drawing, item, out);
    else if (drawing->scene->paint == MIENI_PAINT_CLAY)
        fill_clay(count, out);
    else if (drawing->scene->paint == MIENI_PAINT_NORMALS)
        fill_normals(drawing->world.normals + first, count, out);
    else
        for (int i = 0; i < count * 4; ++i)
            out[i] = item->mesh->paint[i / 4].color[i % 4];
}

/// Colours of vertices, in place of the mesh's own.
static MienStatus bind_colors(const MieniDrawing *drawing, const MieniRenderItem *item, int first,
                              MienError *error)
{
    const int count = item->mesh->vertex_count;
    const size_t size = (size_t)count * 4 * sizeof(uint16_t);
    uint16_t *all = mieni_room(drawing->renderer, ROOM_UPLOAD, size, error);
    if (all == NULL)
        return MIEN_ERROR_MEMORY;
    mieni_colors_fill(drawing, item, first, all);
    glBindBuffer(GL_ARRAY_BUFFER, drawing->renderer->heat_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, all, GL_STREAM_DRAW);
    glVertexAttribPointer(AT_COLOR, 4, GL_UNSIGNED_SHORT, GL_TRUE, 0, NULL);
    return MIEN_OK;
}

/// How much of the colour is shown as it is.
static float unlit_part(const MieniScene *scene, const MieniRenderItem *item)
{
    if (scene->light == MIENI_LIGHT_FLAT)
        return 1;
    if (item->heat != NULL)
        return 0.4f;
    return scene->paint == MIENI_PAINT_NORMALS ? 1 : 0;
}

/// What the key's points see, a layer each, for pixels that look themselves.
static void upload_shadows(const MieniDrawing *drawing)
{
    MieniRenderer *renderer = drawing->renderer;
    const int side = drawing->lamps.key_side, count = drawing->lamps.key_count;
    if (!drawing->lamps.has_fine_shadows || drawing->scene->light == MIENI_LIGHT_FLAT)
        return;
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, renderer->shadows);
    if (renderer->shadow_side != side || renderer->shadow_layers != count)
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT32F, side, side, count, 0, GL_DEPTH_COMPONENT,
                     GL_FLOAT, NULL);
    renderer->shadow_side = side;
    renderer->shadow_layers = count;
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, side, side, count, GL_DEPTH_COMPONENT, GL_FLOAT,
                    drawing->key_maps[0].depths); // the others follow
}

/// From the scene to a shadow map's texture: across, down, depth; column by column.
static void shadow_matrix(const MieniDrawing *drawing, MienVec3 to_lamp, float out[16])
{
    const Axes axes = axes_along(to_lamp);
    const float scale = 0.5f / drawing->world.radius;
    const MienVec3 rows[3] = {vec_scale(axes.x, scale), vec_scale(axes.y, scale), vec_scale(axes.z, -scale)};
    for (int row = 0; row < 3; ++row) {
        out[row] = rows[row].x;
        out[4 + row] = rows[row].y;
        out[8 + row] = rows[row].z;
        out[12 + row] = 0.5f - vec_dot(rows[row], drawing->world.focus);
    }
    out[3] = out[7] = out[11] = 0;
    out[15] = 1;
}

void mieni_lamps_use(const MieniDrawing *drawing, GLuint program)
{
    const MieniLamps *lamps = &drawing->lamps;
    float key_matrix[16];
    shadow_matrix(drawing, lamps->key, key_matrix);
    glUseProgram(program);
    glUniformMatrix4fv(at(program, "matrix"), 1, GL_FALSE, drawing->matrix);
    glUniformMatrix4fv(at(program, "key_matrix"), 1, GL_FALSE, key_matrix);
    glUniform1f(at(program, "key_spread"), lamps->key_spread);
    glUniform1i(at(program, "key_count"), lamps->has_fine_shadows ? lamps->key_count : 0);
    glUniform3fv(at(program, "eye"), 1, &drawing->scene->camera.eye.x);
    glUniform3fv(at(program, "key"), 1, &lamps->key.x);
    glUniform3fv(at(program, "box"), 1, &lamps->box.x);
    glUniform3fv(at(program, "rims"), 2, &lamps->rims[0].x);
    glUniform3fv(at(program, "glints"), 2, &lamps->glints[0].x);
    glUniform1f(at(program, "key_strength"), lamps->key_strength);
    glUniform1f(at(program, "sky_strength"), lamps->sky_strength);
    glUniform1f(at(program, "rim_strength"), lamps->rim_strength);
    glUniform1f(at(program, "sky_most"), MIENI_SKY_MOST);
    glUniform1f(at(program, "lift"), drawing->world.radius * MIENI_KEY_LIFT);
    glUniform1i(at(program, "image"), 0);
    glUniform1i(at(program, "shadows"), 1);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D_ARRAY, drawing->renderer->shadows);
    glActiveTexture(GL_TEXTURE0);
}

static void draw_indices(int first, int count)
{
    glDrawElements(GL_TRIANGLES, count, GL_UNSIGNED_INT, mieni_offset((size_t)first * sizeof(uint32_t)));
}

void mieni_item_use(const MieniDrawing *drawing, const MieniRenderItem *item, int material, GLuint program)
{
    const MieniMeshMaterial *own = &item->mesh->materials[material];
    const bool is_own = mieni_has_materials(drawing->scene, item);
    if (is_own)
        mieni_surface_use(program, &own->given);
    else
        mieni_surface_use_plain(program);
    glUniform1f(at(program, "unlit"), unlit_part(drawing->scene, item));
    glBindTexture(GL_TEXTURE_2D, is_own && own->texture != 0 ? own->texture : drawing->renderer->white);
}

/// is_dense: light is at vertices, where those of closed surfaces that look away are not
/// turned, because triangles that look here have such corners too.
static void draw_range(const MieniMeshRange *range, bool mirrored, GLuint program, bool is_dense)
{
    glCullFace(mirrored ? GL_FRONT : GL_BACK);
    glEnable(GL_CULL_FACE);
    glUniform1f(at(program, "has_backs"), is_dense ? 0 : 1);
    draw_indices(range->first_index, range->closed_count);
    glDisable(GL_CULL_FACE);
    glUniform1f(at(program, "has_backs"), 1);
    draw_indices(range->first_index + range->closed_count, range->index_count - range->closed_count);
}

/// Which ranges of a mesh a pass draws.
typedef enum Pass {
    PASS_PLAIN,  ///< Opaque ones without an image.
    PASS_IMAGE,  ///< Opaque ones with one.
    PASS_MOSTLY, ///< Blended ones, where they are mostly there.
    PASS_HARDLY, ///< Blended ones, elsewhere.
} Pass;

static void draw_ranges(const MieniDrawing *drawing, const MieniRenderItem *item, Pass pass, GLuint program)
{
    const MieniRenderMesh *mesh = item->mesh;
    const bool is_own = mieni_has_materials(drawing->scene, item);
    for (int i = 0; i < mesh->range_count; ++i) {
        const MieniMeshRange *range = &mesh->ranges[i];
        const MieniMeshMaterial *material = &mesh->materials[range->material];
        const bool is_blended = material->is_blended && is_own;
        const bool has_image = material->texture != 0 && is_own;
        if (is_blended != (pass >= PASS_MOSTLY) || (pass == PASS_PLAIN && has_image) ||
            (pass == PASS_IMAGE && !has_image))
            continue;
        mieni_item_use(drawing, item, range->material, program);
        draw_range(range, mieni_is_mirrored(item), program,
                   program == drawing->renderer->programs[MIENI_PROGRAM_SHADE_DENSE]);
    }
}

/// One pass over all items.
static MienStatus draw_pass(const MieniDrawing *drawing, Pass pass, GLuint program, MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0, first = 0; i < drawing->scene->item_count && status == MIEN_OK; ++i) {
        const MieniRenderItem *item = &drawing->scene->items[i];
        if (item->mesh == NULL)
            continue;
        if (!item->is_hidden) {
            mieni_posed_bind(drawing->renderer, first, true);
            glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, item->mesh->index_buffer);
            bind_paint(item->mesh);
            if (!mieni_has_materials(drawing->scene, item))
                status = bind_colors(drawing, item, first, error);
            if (status == MIEN_OK)
                draw_ranges(drawing, item, pass, program);
        }
        first += item->mesh->vertex_count;
    }
    for (GLuint i = AT_NORMAL; i <= AT_COLOR; ++i)
        glDisableVertexAttribArray(i);
    return status;
}

static bool is_blended(const MieniMeshMaterial *material) { return material->is_blended; }
static bool is_imaged(const MieniMeshMaterial *material)
{
    return material->texture != 0 && !material->is_blended;
}

/// Whether a scene has such a material: programs are made, which takes long, only then.
static bool has_material(const MieniScene *scene, bool (*is_such)(const MieniMeshMaterial *material))
{
    for (int i = 0; i < scene->item_count; ++i) {
        const MieniRenderItem *item = &scene->items[i];
        if (item->mesh == NULL || item->is_hidden || !mieni_has_materials(scene, item))
            continue;
        for (int m = 0; m < item->mesh->material_count; ++m)
            if (is_such(&item->mesh->materials[m]))
                return true;
    }
    return false;
}

static MienStatus draw_imaged(const MieniDrawing *drawing, MienError *error)
{
    const GLuint program = mieni_program(drawing->renderer, MIENI_PROGRAM_SHADE_IMAGE, error);
    if (program == 0)
        return MIEN_ERROR_HOST;
    mieni_lamps_use(drawing, program);
    return draw_pass(drawing, PASS_IMAGE, program, error);
}

static MienStatus draw_blended(const MieniDrawing *drawing, MienError *error)
{
    const GLuint program = mieni_program(drawing->renderer, MIENI_PROGRAM_BLEND, error);
    if (program == 0)
        return MIEN_ERROR_HOST;
    mieni_lamps_use(drawing, program);
    glUniform1f(at(program, "cut"), 0.5f);
    glUniform1f(at(program, "cut_side"), 1);
    glEnable(GL_BLEND);
    MienStatus status = draw_pass(drawing, PASS_MOSTLY, program, error);
    glUniform1f(at(program, "cut_side"), 0);
    glDepthMask(GL_FALSE);
    if (status == MIEN_OK)
        status = draw_pass(drawing, PASS_HARDLY, program, error);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    return status;
}

/// Pixels that a triangle covers on average where nothing is in front of it, and half of
/// them look away.
static float triangle_pixels(const MieniDrawing *drawing)
{
    enum { ENOUGH = 1000 };
    const MieniWorld *world = &drawing->world;
    const MienVec3 *positions = world->positions;
    const float pixel = 2 * drawing->distance * drawing->slope / (float)drawing->height;
    double area = 0, count = 0;
    for (int i = 0; i < world->item_count; ++i) {
        const MieniRenderMesh *mesh = world->items[i].mesh;
        if (mesh == NULL)
            continue;
        const int step = (mesh->index_count / 3 / ENOUGH + 1) * 3;
        for (int k = 0; k + 2 < mesh->index_count; k += step) {
            const uint32_t *corner = mesh->indices + k;
            const MienVec3 a = positions[corner[0]];
            area += (double)vec_length(
                vec_cross(vec_sub(positions[corner[1]], a), vec_sub(positions[corner[2]], a)));
            count += 1;
        }
        positions += mesh->vertex_count;
    }
    return count > 0 ? (float)(area / count) / 2 / (pixel * pixel) : 0;
}

/// Whether light is worked out at vertices, which is much sooner done where triangles are
/// small, because llvmpipe shades 16 pixels for each at least. Shadows become as coarse as
/// the mesh.
static bool is_dense(const MieniDrawing *drawing)
{
    return drawing->scene->quality == MIENI_QUALITY_DRAFT && triangle_pixels(drawing) < 100;
}

MienStatus mieni_draw_items(const MieniDrawing *drawing, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    const GLuint shade =
        mieni_program(renderer, is_dense(drawing) ? MIENI_PROGRAM_SHADE_DENSE : MIENI_PROGRAM_SHADE, error);
    if (shade == 0)
        return MIEN_ERROR_HOST;
    glBindVertexArray(renderer->vertex_array);
    MienStatus status = upload_posed(drawing, error);
    if (status != MIEN_OK)
        return status;
    upload_shadows(drawing);
    glEnable(GL_DEPTH_TEST);
    mieni_lamps_use(drawing, shade);
    status = draw_pass(drawing, PASS_PLAIN, shade, error);
    if (status == MIEN_OK && has_material(drawing->scene, is_imaged))
        status = draw_imaged(drawing, error);
    if (status == MIEN_OK && has_material(drawing->scene, is_blended))
        status = draw_blended(drawing, error);
    return status;
}
