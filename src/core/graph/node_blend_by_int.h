// SPDX-License-Identifier: MIT
//
// What select and the state machine share: their state is a fade over their inputs,
// their result the weighted sum. Private to core.

#pragma once

#include "core/graph/data.h"
#include "core/graph/fade.h"
#include "core/graph/mix.h"

/// State and scratch for a fade over count inputs.
void mieni_faded_bind(MieniGraphBinder *binder, int node, int count);
void mieni_faded_reach(MieniGraphRun *run, int node, const MieniFade *fade);
void mieni_faded_evaluate(MieniGraphRun *run, int node, MieniCurveRule rule);
