// SPDX-License-Identifier: MIT
//
// What all nodes do to results.

#include "core/float_rules.h"

#include "core/graph/data.h"

#include <string.h>

static void copy_bones(const MieniGraphRun *run, const MienTransform *from, MienTransform *out)
{
    if (run->bone_count > 0)
        memcpy(out, from, (size_t)run->bone_count * sizeof *out);
}

void mieni_value_reference(const MieniGraphRun *run, MieniValue *out)
{
    copy_bones(run, run->binding->reference, out->bones);
    mien_curve_set_clear(&out->curves);
}

void mieni_value_no_delta(const MieniGraphRun *run, MieniValue *out)
{
    if (run->bone_count > 0)
        memset(out->bones, 0, (size_t)run->bone_count * sizeof *out->bones);
    mien_curve_set_clear(&out->curves);
}

void mieni_value_copy(const MieniGraphRun *run, const MieniValue *from, MieniValue *out)
{
    if (out->bones != from->bones)
        copy_bones(run, from->bones, out->bones);
    if (out->curves.values == from->curves.values || out->curves.count == 0)
        return;
    memcpy(out->curves.values, from->curves.values, (size_t)out->curves.count * sizeof(float));
    memcpy(out->curves.present, from->curves.present,
           (size_t)mien_curve_set_words(out->curves.count) * sizeof(uint32_t));
}
