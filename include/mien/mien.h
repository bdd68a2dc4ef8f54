// SPDX-License-Identifier: MIT
//
// Includes all public headers of the runtime.

#pragma once

#include "mien/actor.h"
#include "mien/base.h"
#include "mien/bundle.h"
#include "mien/clip.h"
#include "mien/curves.h"
#include "mien/graph.h"
#include "mien/life.h"
#include "mien/math.h"
#include "mien/mesh.h"
#include "mien/pack.h"
#include "mien/pose_asset.h"
#include "mien/pose_job.h"
#include "mien/skeleton.h"
#include "mien/skin.h"
