// SPDX-License-Identifier: MIT

#include "render/text.h"
