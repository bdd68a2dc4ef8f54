// SPDX-License-Identifier: MIT
//
// Settings of the user for all projects. They are in mien/settings.json in the settings folder
// ($XDG_CONFIG_HOME, or ~/.config), or in environment variables. A project cannot change them.

#pragma once

#include "project/files/files.h"

/// Whether a folder is one that the user trusts, or lies in one: "trusted" in the settings, and
/// MIEN_TRUST, a list of folders with colons between them (semicolons on Windows), or "*".
/// In trusted projects links may lead anywhere, and they may belong to another user.
bool mieni_user_trusts(const char *folder);

/// A text of the settings; false, and "", if there is none.
bool mieni_user_setting(const char *key, char out[MIENI_PATH_ROOM]);

/// Where the settings are; "" if there is no folder for them.
void mieni_user_settings_path(char out[MIENI_PATH_ROOM]);
