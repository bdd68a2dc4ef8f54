// SPDX-License-Identifier: MIT
//
// Distance between two transforms.

#include "core/float_rules.h"

#include "cli/report/difference.h"

#include "base/format.h"

#include <string.h>

bool cli_differs(const MienTransform *from, const MienTransform *to)
{
    return memcmp(&from->rotation, &to->rotation, sizeof from->rotation) != 0 ||
           memcmp(&from->translation, &to->translation, sizeof from->translation) != 0 ||
           memcmp(&from->scale, &to->scale, sizeof from->scale) != 0;
}

CliDifference cli_difference(const MienTransform *from, const MienTransform *to)
{
    CliDifference difference = {.by = {.q = {0.0, 0.0, 0.0, 1.0}, .s = {1.0, 1.0, 1.0}},
                                .is_any = cli_differs(from, to)};
    if (!difference.is_any)
        return difference;
    MieniPlace a = mieni_place_of(from);
    const MieniPlace b = mieni_place_of(to);
    for (int i = 0; i < 3; ++i) {
        a.q[i] = -a.q[i];
        difference.by.t[i] = b.t[i] - a.t[i];
        difference.by.s[i] = a.s[i] != 0.0 ? b.s[i] / a.s[i] : 1.0;
    }
    mieni_multiply4(b.q, a.q, difference.by.q);
    difference.turned = mieni_degrees_of(difference.by.q);
    difference.moved = 1000.0 * mieni_length3(difference.by.t);
    return difference;
}
