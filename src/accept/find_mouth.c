// SPDX-License-Identifier: MIT
//
// Finding the mouth: the largest opening that appears in the picture when the jaw opens.

#include "core/float_rules.h"

#include "accept/accepting.h"

enum { PIXELS = MIENI_ACCEPT_PIXELS };

/// The mean height of teeth; otherwise where most faces have the mouth.
static double mouth_height(const MieniAccepting *a)
{
    double sum = 0.0;
    int count = 0;
    for (int v = 0; v < a->face.vertex_count; ++v)
        if (a->parts.of_vertex[v] == MIENI_PART_TEETH) {
            sum += (double)a->face.rest[v].y;
            ++count;
        }
    return count > 0 ? sum / (double)count : a->chin[1] + 0.17 * a->height;
}

/// Whether a pixel shows what is hidden at rest.
static bool is_new(const MieniAccepting *a, int pixel)
{
    const int32_t t = a->raster.triangles[pixel];
    if (t < 0 || a->parts.of_triangle[t] != MIENI_PART_SKIN)
        return t < 0 || a->parts.of_triangle[t] != MIENI_PART_EYE;
    return !a->parts.is_outer[t];
}

/// Marks the region of new pixels around one with a number, and returns its size.
static int fill_region(const MieniAccepting *a, const bool *is_hidden, int *regions, int *stack, int first,
                       int number)
{
    static const int sides[4] = {-1, 1, -PIXELS, PIXELS};
    int count = 1, size = 0;
    stack[0] = first;
    regions[first] = number;
    while (count > 0) {
        const int pixel = stack[--count];
        ++size;
        for (int i = 0; i < 4; ++i) {
            const int next = pixel + sides[i];
            const bool is_beside = i >= 2 || next / PIXELS == pixel / PIXELS;
            if (next < 0 || next >= PIXELS * PIXELS || !is_beside || regions[next] != 0 || is_hidden[next] ||
                !is_new(a, next))
                continue;
            regions[next] = number;
            stack[count++] = next;
        }
    }
    return size;
}

/// The number of the largest region; 0 if nothing is new.
static int largest_region(const MieniAccepting *a, const bool *is_hidden, int *regions, int *stack)
{
    int number = 0, largest = 0, most = 0;
    for (int p = 0; p < PIXELS * PIXELS; ++p) {
        if (regions[p] != 0 || is_hidden[p] || !is_new(a, p))
            continue;
        const int size = fill_region(a, is_hidden, regions, stack, p, ++number);
        largest = size > most ? number : largest;
        most = size > most ? size : most;
    }
    return largest;
}

static int within(double value) { return value < 0.0 ? 0 : value > PIXELS - 1 ? PIXELS - 1 : (int)value; }

/// What is seen in the region is inside the mouth, and the box is the region with a margin.
static void use_region(MieniAccepting *a, const int *regions, int number)
{
    int box[4] = {PIXELS, -1, PIXELS, -1};
    for (int p = 0; p < PIXELS * PIXELS; ++p) {
        const int column = p % PIXELS, row = p / PIXELS;
        if (regions[p] != number)
            continue;
        box[0] = column < box[0] ? column : box[0];
        box[1] = column > box[1] ? column : box[1];
        box[2] = row < box[2] ? row : box[2];
        box[3] = row > box[3] ? row : box[3];
        if (a->raster.triangles[p] >= 0)
            a->is_inner[a->raster.triangles[p]] = true;
        else
            a->has_hole = true;
    }
    const double width = (double)(box[1] - box[0]), side = 0.2 * width, up = 0.2 * width;
    a->mouth_box[0] = within((double)box[0] - side);
    a->mouth_box[1] = within((double)box[1] + side);
    a->mouth_box[2] = within((double)box[2] - up);
    a->mouth_box[3] = within((double)box[3] + up);
}

void mieni_accept_find_mouth(MieniAccepting *a)
{
    const size_t pixels = (size_t)PIXELS * PIXELS;
    const MieniAcceptPose *jaw = mieni_accept_role(a, "jawOpen");
    bool *is_hidden = mieni_arena_take(&a->arena, pixels, sizeof *is_hidden); // for being so at rest already
    int *regions = mieni_arena_take(&a->arena, pixels, sizeof *regions);
    int *stack = mieni_arena_take(&a->arena, pixels, sizeof *stack);
    a->is_inner = mieni_arena_take(&a->arena, (size_t)a->face.triangle_count, sizeof *a->is_inner);
    a->status = a->arena.is_out_of_memory ? MIEN_ERROR_MEMORY : a->status;
    if (jaw == NULL || !mieni_accept_show(a, NULL, 0))
        return;
    a->mouth_view = (MieniFaceView){.centre = {a->middle, mouth_height(a) - 0.03 * a->height, a->chin[2]},
                                    .side = 0.5 * a->height,
                                    .cosine = 1.0};
    mieni_accept_draw(a, &a->raster, &a->mouth_view, MIENI_PARTS_SOLID);
    for (int p = 0; p < PIXELS * PIXELS; ++p)
        is_hidden[p] = is_new(a, p);
    if (!mieni_accept_show_one(a, jaw, 1.0f))
        return;
    mieni_accept_draw(a, &a->raster, &a->mouth_view, MIENI_PARTS_SOLID);
    const int number = largest_region(a, is_hidden, regions, stack);
    a->mouth_box[1] = a->mouth_box[3] = PIXELS - 1;
    if (number > 0)
        use_region(a, regions, number);
    a->has_mouth = true;
}
