// SPDX-License-Identifier: MIT
//
// Fitting keys to samples.

#include "core/float_rules.h"

#include "studio/model/commands/fit_keys.h"

enum {
    MOST_PARTS = 160,
    SPARE = 40
}; ///< Segments that wait; near the end cuts halve them, which never takes more.

/// A segment between two samples, and its slopes per sample.
typedef struct Part {
    int from, to;
    double leave, arrive;
} Part;

static double distance(double a, double b) { return a > b ? a - b : b - a; }

/// The slopes whose cubic has the least squares to the samples between; a straight line if two samples
/// are all.
static void fit(const float *samples, Part *part)
{
    const int count = part->to - part->from;
    const double first = (double)samples[part->from], last = (double)samples[part->to],
                 length = (double)count;
    double aa = 0, ab = 0, bb = 0, ay = 0, by = 0;
    for (int i = 1; i < count; ++i) {
        const double u = (double)i / length, v = 1 - u;
        const double a = u * v * v * length, b = -u * u * v * length; // weights of both slopes
        const double y =
            (double)samples[part->from + i] - (first * v * v * (1 + 2 * u) + last * u * u * (3 - 2 * u));
        aa += a * a;
        ab += a * b;
        bb += b * b;
        ay += a * y;
        by += b * y;
    }
    const double det = aa * bb - ab * ab;
    part->leave = part->arrive = (last - first) / length;
    if (count > 2 && det > 1e-12 * aa * bb && det > 0) {
        part->leave = (ay * bb - by * ab) / det;
        part->arrive = (by * aa - ay * ab) / det;
    }
}

/// The sample that is farthest from the cubic, and how far.
static int worst(const float *samples, const Part *part, double *out_error)
{
    const int count = part->to - part->from;
    const double first = (double)samples[part->from], last = (double)samples[part->to],
                 length = (double)count;
    int found = part->from + count / 2;
    *out_error = 0;
    for (int i = 1; i < count; ++i) {
        const double u = (double)i / length, v = 1 - u;
        const double value = first * v * v * (1 + 2 * u) + last * u * u * (3 - 2 * u) +
                             (part->leave * v - part->arrive * u) * u * v * length;
        const double error = distance(value, (double)samples[part->from + i]);
        if (error > *out_error) {
            *out_error = error;
            found = part->from + i;
        }
    }
    return found;
}

static void put(MienAuthorKey *keys, int *count, const float *samples, const Part *part, double rate)
{
    if (*count == 0) {
        keys[0] = (MienAuthorKey){.time = (double)part->from / rate,
                                  .value = samples[part->from],
                                  .interpolation = MIEN_AUTHOR_CUBIC,
                                  .arrive = (float)(part->leave * rate)};
        *count = 1;
    }
    keys[*count - 1].leave = (float)(part->leave * rate);
    keys[(*count)++] = (MienAuthorKey){.time = (double)part->to / rate,
                                       .value = samples[part->to],
                                       .interpolation = MIEN_AUTHOR_CUBIC,
                                       .arrive = (float)(part->arrive * rate),
                                       .leave = (float)(part->arrive * rate)};
}

int studio_fit_keys(const float *samples, int sample_count, double rate, float error, MienAuthorKey *out_keys)
{
    Part parts[MOST_PARTS];
    int waiting = 0, count = 0;
    if (sample_count <= 0 || !(rate > 0))
        return 0;
    if (sample_count == 1) {
        out_keys[0] = (MienAuthorKey){.value = samples[0], .interpolation = MIEN_AUTHOR_CUBIC};
        return 1;
    }
    parts[waiting++] = (Part){.to = sample_count - 1};
    while (waiting > 0) {
        Part part = parts[--waiting];
        double farthest;
        fit(samples, &part);
        int cut = worst(samples, &part, &farthest);
        if (farthest <= (double)error || part.to - part.from < 2) {
            put(out_keys, &count, samples, &part, rate);
            continue;
        }
        const int edge = (part.to - part.from) / 8; // not at the ends, where cuts would help little
        cut = cut < part.from + edge ? part.from + edge : cut > part.to - edge ? part.to - edge : cut;
        if (cut <= part.from || cut >= part.to || waiting + 2 > MOST_PARTS - SPARE)
            cut = part.from + (part.to - part.from) / 2;
        parts[waiting++] = (Part){.from = cut, .to = part.to};
        parts[waiting++] = (Part){.from = part.from, .to = cut};
    }
    return count;
}
