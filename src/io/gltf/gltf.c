// SPDX-License-Identifier: MIT
//
// Looking into the tree of an opened glTF file.

#include "io/gltf/gltf.h"

#include <string.h>

const MieniJson *mieni_gltf_array(const MienIoGltf *gltf, const char *key)
{
    return mieni_json_get(gltf->json.root, key);
}

int mieni_gltf_count(const MienIoGltf *gltf, const char *key)
{
    const MieniJson *array = mieni_gltf_array(gltf, key);
    return array != NULL ? array->count : 0;
}

const MieniJson *mieni_gltf_item(const MienIoGltf *gltf, const char *key, int index)
{
    const MieniJson *array = mieni_gltf_array(gltf, key);
    return array != NULL && index >= 0 && index < array->count ? array->items[index] : NULL;
}

int mieni_gltf_index(const MieniJson *object, const char *key)
{
    return (int)mieni_json_get_number(object, key, -1.0);
}

const MieniJson *mieni_gltf_extension(const MieniJson *object, const char *name)
{
    return mieni_json_get(mieni_json_get(object, "extensions"), name);
}

bool mien_io_gltf_uses(const MienIoGltf *gltf, const char *extension)
{
    const MieniJson *used = gltf != NULL ? mieni_gltf_array(gltf, "extensionsUsed") : NULL;
    for (int i = 0; used != NULL && extension != NULL && i < used->count; ++i)
        if (used->items[i]->type == MIENI_JSON_STRING && strcmp(used->items[i]->string, extension) == 0)
            return true;
    return false;
}
