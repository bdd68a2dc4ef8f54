// SPDX-License-Identifier: MIT
//
// What the texts of all kinds of packs share.

#pragma once

#include "author/inspect/view.h"
#include "base/text_out.h"
#include "mien_author/pack_text.h"

/// The lines of a clip; false without memory.
bool mieni_put_clip(MieniTextOut *out, const MieniPackView *view);
/// The lines of a mesh.
void mieni_put_mesh(MieniTextOut *out, const MienMesh *mesh);
/// The lines of a graph.
void mieni_put_graph(MieniTextOut *out, const MieniPackView *view);
