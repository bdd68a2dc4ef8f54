// SPDX-License-Identifier: MIT
//
// Properties of FBX objects: their own, otherwise those of the file's templates.

#include "core/float_rules.h"

#include "io/fbx/scene.h"

#include <string.h>

/// Where the values of a property begin: newer files have one more word before them.
static int first_value(const MieniFbxNode *property) { return strcmp(property->name, "P") == 0 ? 4 : 3; }

static const MieniFbxNode *find(const MieniFbxNode *properties, const char *name)
{
    const MieniFbxNode *node = properties != NULL ? properties->first_child : NULL;
    while (node != NULL && strcmp(mieni_fbx_text(node, 0, ""), name) != 0)
        node = node->next;
    return node;
}

const MieniFbxNode *mieni_fbx_property(const MieniFbxObject *object, const char *name, int *out_first)
{
    const MieniFbxNode *node = find(object->properties, name);
    if (node == NULL)
        node = find(object->defaults, name);
    *out_first = node != NULL ? first_value(node) : 0;
    return node;
}

double mieni_fbx_number(const MieniFbxObject *object, const char *name, double fallback)
{
    int first;
    const MieniFbxNode *node = mieni_fbx_property(object, name, &first);
    return mieni_fbx_real(node, first, fallback);
}

void mieni_fbx_vector(const MieniFbxObject *object, const char *name, double fallback, double out[3])
{
    int first;
    const MieniFbxNode *node = mieni_fbx_property(object, name, &first);
    for (int k = 0; k < 3; ++k)
        out[k] = mieni_fbx_real(node, first + k, fallback);
}

bool mieni_fbx_is_user(const MieniFbxObject *object, const char *name, const char **out_type)
{
    int first;
    const MieniFbxNode *node = mieni_fbx_property(object, name, &first);
    *out_type = mieni_fbx_text(node, 1, "");
    return node != NULL && strchr(mieni_fbx_text(node, first - 1, ""), 'U') != NULL;
}

double mieni_fbx_channel_default(const MieniFbxNode *node, const char *const *path, double fallback)
{
    for (; node != NULL && *path != NULL; ++path) {
        const MieniFbxNode *channel = mieni_fbx_child(node, "Channel");
        while (channel != NULL && strcmp(mieni_fbx_text(channel, 0, ""), *path) != 0)
            channel = mieni_fbx_next(channel, "Channel");
        node = channel;
    }
    return mieni_fbx_real(mieni_fbx_child(node, "Default"), 0, fallback);
}
