// SPDX-License-Identifier: MIT
//
// Finding the mouth and measuring its opening.

#include "core/float_rules.h"

#include "face/mouth.h"

double mieni_mouth_height(const MieniShownFace *face, const MieniFaceParts *parts, double otherwise)
{
    double sum = 0.0;
    int count = 0;
    for (int v = 0; v < face->vertex_count; ++v)
        if (parts->of_vertex[v] == MIENI_PART_TEETH) {
            sum += (double)face->rest[v].y;
            ++count;
        }
    return count > 0 ? sum / (double)count : otherwise;
}

static void draw(MieniMouthView *m, const MieniShownFace *face, const MieniFaceParts *parts)
{
    mieni_raster_draw(&m->raster, &(MieniRasterDesc){.view = &m->view,
                                                     .positions = face->positions,
                                                     .vertex_count = face->vertex_count,
                                                     .indices = face->indices,
                                                     .triangle_count = face->triangle_count,
                                                     .kinds = parts->of_triangle,
                                                     .shown = MIENI_PARTS_SOLID});
}

/// Whether a pixel shows what is hidden at rest.
static bool is_new(const MieniMouthView *m, const MieniFaceParts *parts, int pixel)
{
    const int32_t t = m->raster.triangles[pixel];
    if (t < 0 || parts->of_triangle[t] != MIENI_PART_SKIN)
        return t < 0 || parts->of_triangle[t] != MIENI_PART_EYE;
    return !parts->is_outer[t];
}

bool mieni_mouth_open(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts,
                      const MieniFaceView *view, int pixels, MieniArena *arena)
{
    const size_t count = (size_t)pixels * (size_t)pixels;
    *mouth = (MieniMouthView){.view = *view, .box = {0, pixels - 1, 0, pixels - 1}};
    mouth->is_inner = mieni_arena_take(arena, (size_t)face->triangle_count, sizeof *mouth->is_inner);
    mouth->was_new = mieni_arena_take(arena, count, sizeof *mouth->was_new);
    mouth->regions = mieni_arena_take(arena, count, sizeof *mouth->regions);
    mouth->stack = mieni_arena_take(arena, count, sizeof *mouth->stack);
    if (!mieni_raster_open(&mouth->raster, pixels, face->vertex_count, arena))
        return false;
    draw(mouth, face, parts);
    for (int p = 0; p < pixels * pixels; ++p)
        mouth->was_new[p] = is_new(mouth, parts, p);
    return true;
}

/// Marks the region of new pixels around one with a number, and returns its size.
static int fill_region(const MieniMouthView *m, const MieniFaceParts *parts, int first, int number)
{
    const int pixels = m->raster.pixels, sides[4] = {-1, 1, -pixels, pixels};
    int count = 1, size = 0;
    m->stack[0] = first;
    m->regions[first] = number;
    while (count > 0) {
        const int pixel = m->stack[--count];
        ++size;
        for (int i = 0; i < 4; ++i) {
            const int next = pixel + sides[i];
            const bool is_beside = i >= 2 || next / pixels == pixel / pixels;
            if (next < 0 || next >= pixels * pixels || !is_beside || m->regions[next] != 0 ||
                m->was_new[next] || !is_new(m, parts, next))
                continue;
            m->regions[next] = number;
            m->stack[count++] = next;
        }
    }
    return size;
}

/// The number of the largest region; 0 if nothing is new.
static int largest_region(const MieniMouthView *m, const MieniFaceParts *parts)
{
    const int pixels = m->raster.pixels;
    int number = 0, largest = 0, most = 0;
    for (int p = 0; p < pixels * pixels; ++p) {
        if (m->regions[p] != 0 || m->was_new[p] || !is_new(m, parts, p))
            continue;
        const int size = fill_region(m, parts, p, ++number);
        largest = size > most ? number : largest;
        most = size > most ? size : most;
    }
    return largest;
}

static int within(double value, int pixels)
{
    return value < 0.0 ? 0 : value > (double)(pixels - 1) ? pixels - 1 : (int)value;
}

/// What is seen in the region is inside the mouth, and the box is the region with a margin.
static void use_region(MieniMouthView *m, int number)
{
    const int pixels = m->raster.pixels;
    int box[4] = {pixels, -1, pixels, -1};
    for (int p = 0; p < pixels * pixels; ++p) {
        const int column = p % pixels, row = p / pixels;
        if (m->regions[p] != number)
            continue;
        box[0] = column < box[0] ? column : box[0];
        box[1] = column > box[1] ? column : box[1];
        box[2] = row < box[2] ? row : box[2];
        box[3] = row > box[3] ? row : box[3];
        if (m->raster.triangles[p] >= 0)
            m->is_inner[m->raster.triangles[p]] = true;
        else
            m->has_hole = true;
    }
    const double margin = 0.2 * (double)(box[1] - box[0]);
    for (int k = 0; k < 4; ++k)
        m->box[k] = within((double)box[k] + (k % 2 == 0 ? -margin : margin), pixels);
}

void mieni_mouth_find(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts)
{
    draw(mouth, face, parts);
    const int number = largest_region(mouth, parts);
    if (number > 0)
        use_region(mouth, number);
}

void mieni_mouth_crop(MieniMouthView *mouth)
{
    const int *box = mouth->box, width = box[1] - box[0] + 1, height = box[3] - box[2] + 1;
    const int pixels = width > height ? width : height;
    const double pixel = mouth->view.side / (double)mouth->raster.pixels;
    const double middle = 0.5 * (double)mouth->raster.pixels, half = 0.5 * (double)pixels;
    mouth->view.centre[0] += pixel * ((double)box[0] + half - middle);
    mouth->view.centre[1] -= pixel * ((double)box[2] + half - middle);
    mouth->view.side = pixel * (double)pixels;
    mouth->raster.pixels = pixels;
    mouth->box[0] = mouth->box[2] = 0;
    mouth->box[1] = width - 1;
    mouth->box[3] = height - 1;
}

/// Whether a pixel shows the inside of the mouth.
static bool is_open(const MieniMouthView *m, const MieniFaceParts *parts, int pixel)
{
    const int32_t t = m->raster.triangles[pixel];
    if (t < 0)
        return m->has_hole;
    return m->is_inner[t] || parts->of_triangle[t] == MIENI_PART_TEETH ||
           parts->of_triangle[t] == MIENI_PART_TONGUE;
}

/// The highest run of open pixels in a column.
static int highest_run(const MieniMouthView *m, const MieniFaceParts *parts, int column)
{
    int run = 0, most = 0;
    for (int row = m->box[2]; row <= m->box[3]; ++row) {
        run = is_open(m, parts, row * m->raster.pixels + column) ? run + 1 : 0;
        most = run > most ? run : most;
    }
    return most;
}

double mieni_mouth_gap(MieniMouthView *mouth, const MieniShownFace *face, const MieniFaceParts *parts)
{
    int before = 0, most = 0;
    draw(mouth, face, parts);
    for (int column = mouth->box[0]; column <= mouth->box[1]; ++column) {
        const int run = highest_run(mouth, parts, column), both = run < before ? run : before;
        most = both > most ? both : most; // of two columns, so that one pixel is no gap
        before = run;
    }
    return (double)most * mouth->view.side / (double)mouth->raster.pixels;
}
