// SPDX-License-Identifier: MIT
//
// Objects of files before version 7000, brought into the shape of later ones. Their
// objects are linked by name; meshes, and in the oldest skins too, are parts of models;
// takes are trees of channels.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/scene.h"

#include <string.h>

/// A name of an object, with what kind of name it is.
typedef struct Key {
    const char *text; ///< NULL: free.
    size_t size;
    int owner; ///< Of a channel: its model; otherwise -1.
    int object;
} Key;

typedef struct Old {
    MieniFbxScene *scene;
    uint32_t mask, count;
    Key *keys;
    int *mesh_of; ///< Per object, how many there were after models: the mesh within a model, or -1.
    int mesh_of_count;
} Old;

static uint32_t hash_of(const char *text, size_t size, int owner)
{
    uint64_t hash = UINT64_C(14695981039346656037) ^ (uint64_t)(uint32_t)owner;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ (uint8_t)text[i]) * UINT64_C(1099511628211);
    hash = (hash ^ (hash >> 33)) * UINT64_C(0xFF51AFD7ED558CCD);
    return (uint32_t)(hash >> 32);
}

static Key *find_key(const Old *old, const char *text, size_t size, int owner)
{
    uint32_t at = hash_of(text, size, owner) & old->mask;
    while (old->keys[at].text != NULL && (old->keys[at].size != size || old->keys[at].owner != owner ||
                                          memcmp(old->keys[at].text, text, size) != 0))
        at = (at + 1) & old->mask;
    return &old->keys[at];
}

/// Of two objects with one name the first counts.
static bool put_key(Old *old, const char *text, size_t size, int owner, int object)
{
    if (old->keys == NULL || 2 * old->count > old->mask) {
        Old larger = *old;
        larger.mask = old->keys == NULL ? 255 : 2 * old->mask + 1;
        larger.keys = mieni_arena_take(old->scene->arena, (size_t)larger.mask + 1, sizeof *larger.keys);
        if (larger.keys == NULL)
            return false;
        for (uint32_t i = 0; old->keys != NULL && i <= old->mask; ++i)
            if (old->keys[i].text != NULL)
                *find_key(&larger, old->keys[i].text, old->keys[i].size, old->keys[i].owner) = old->keys[i];
        *old = larger;
    }
    Key *key = find_key(old, text, size, owner);
    if (key->text == NULL) {
        *key = (Key){text, size, owner, object};
        ++old->count;
    }
    return true;
}

/// The object that a value names, or -1.
static int object_of(const Old *old, const MieniFbxNode *node, int value)
{
    if (old->keys == NULL || node->value_count <= value || node->values[value].type != MIENI_FBX_TEXT)
        return -1;
    const Key *key = find_key(old, node->values[value].text, node->values[value].size, -1);
    return key->text != NULL ? key->object : -1;
}

static MienStatus read_object(Old *old, const MieniFbxNode *node)
{
    MieniFbxScene *scene = old->scene;
    const char *name, *type = mieni_fbx_text(node, 1, "");
    const MienStatus status =
        mieni_fbx_split_name(scene, node->value_count > 0 ? &node->values[0] : NULL, &name);
    if (status != MIEN_OK)
        return status;
    const int index = mieni_fbx_add_object(scene, mieni_fbx_kind(node->name, type), node, name);
    if (index < 0)
        return mieni_fbx_no_memory(scene);
    if (type[0] == '\0') // of the oldest
        type = mieni_fbx_text(mieni_fbx_child(node, "Type"), 0, "");
    scene->objects[index].type = type;
    scene->objects[index].properties = mieni_fbx_child(node, "Properties60");
    if (node->value_count > 0 && node->values[0].type == MIENI_FBX_TEXT &&
        !put_key(old, node->values[0].text, node->values[0].size, -1, index))
        return mieni_fbx_no_memory(scene);
    return MIEN_OK;
}

/// Adds a part of something, which hangs from it.
static int add_part(Old *old, MieniFbxKind kind, const MieniFbxNode *node, const char *name, int parent)
{
    const int part = mieni_fbx_add_object(old->scene, kind, node, name);
    return part >= 0 && mieni_fbx_add_link(old->scene, part, parent, NULL) ? part : -1;
}

/// The default of a shape: a property of the model, or in the oldest files a channel.
static double default_of(const MieniFbxObject *model, const char *name, const char *channel)
{
    const char *const path[] = {channel, NULL};
    return mieni_fbx_number(model, name, mieni_fbx_channel_default(model->node, path, 0.0));
}

static MienStatus read_shapes(Old *old, int model, int mesh)
{
    MieniFbxScene *scene = old->scene;
    const MieniFbxNode *shape = mieni_fbx_child(scene->objects[model].node, "Shape");
    const int blend = shape != NULL ? add_part(old, MIENI_FBX_BLEND, NULL, "", mesh) : -1;
    for (; shape != NULL; shape = mieni_fbx_next(shape, "Shape")) {
        static const char suffix[] = " (Shape)";
        const char *name = mieni_fbx_text(shape, 0, "");
        const size_t size = strlen(name);
        const int channel = blend >= 0 ? add_part(old, MIENI_FBX_CHANNEL, NULL, name, blend) : -1;
        const int target = channel >= 0 ? add_part(old, MIENI_FBX_SHAPE, shape, name, channel) : -1;
        char *long_name = mieni_arena_take(scene->arena, size + sizeof suffix, 1);
        if (target < 0 || long_name == NULL)
            return mieni_fbx_no_memory(scene);
        memcpy(long_name, name, size);
        memcpy(long_name + size, suffix, sizeof suffix);
        scene->objects[channel].weight = default_of(&scene->objects[model], name, long_name);
        if (!put_key(old, name, size, model, channel) ||
            !put_key(old, long_name, size + sizeof suffix - 1, model, channel))
            return mieni_fbx_no_memory(scene);
    }
    return MIEN_OK;
}

/// Clusters of the oldest files are parts of the mesh.
static MienStatus read_clusters(Old *old, int model, int mesh)
{
    MieniFbxScene *scene = old->scene;
    const MieniFbxNode *link = mieni_fbx_child(scene->objects[model].node, "Link");
    const int skin = link != NULL ? add_part(old, MIENI_FBX_SKIN, NULL, "", mesh) : -1;
    for (; link != NULL; link = mieni_fbx_next(link, "Link")) {
        const int bone = object_of(old, link, 0);
        const int cluster = skin >= 0 ? add_part(old, MIENI_FBX_CLUSTER, link, "", skin) : -1;
        if (cluster < 0 || (bone >= 0 && !mieni_fbx_add_link(scene, bone, cluster, NULL)))
            return mieni_fbx_no_memory(scene);
    }
    return MIEN_OK;
}

/// What is within a model: a mesh, shapes, clusters, names of its children.
static MienStatus read_model(Old *old, int model)
{
    MieniFbxScene *scene = old->scene;
    const MieniFbxNode *node = scene->objects[model].node;
    const MieniFbxNode *children = mieni_fbx_child(node, "Children");
    for (int i = 0; children != NULL && i < children->value_count; ++i) {
        const int child = object_of(old, children, i);
        if (child >= 0 && child != model && !mieni_fbx_add_link(scene, child, model, NULL))
            return mieni_fbx_no_memory(scene);
    }
    if (mieni_fbx_child(node, "Vertices") == NULL)
        return MIEN_OK;
    const int mesh = add_part(old, MIENI_FBX_MESH, node, scene->objects[model].name, model);
    if (mesh < 0)
        return mieni_fbx_no_memory(scene);
    old->mesh_of[model] = mesh;
    const MienStatus status = read_shapes(old, model, mesh);
    return status == MIEN_OK ? read_clusters(old, model, mesh) : status;
}

static MienStatus read_links(Old *old)
{
    MieniFbxScene *scene = old->scene;
    const MieniFbxNode *connections = mieni_fbx_child(&scene->file->root, "Connections");
    for (const MieniFbxNode *node = mieni_fbx_child(connections, "Connect"); node != NULL;
         node = mieni_fbx_next(node, "Connect")) {
        const char *type = mieni_fbx_text(node, 0, "");
        const int child = object_of(old, node, 1);
        int parent = object_of(old, node, 2);
        const bool is_property = strcmp(type, "OP") == 0;
        if ((!is_property && strcmp(type, "OO") != 0) || child < 0 || parent < 0 || child == parent)
            continue;
        const MieniFbxKind kind = scene->objects[child].kind;
        if ((kind == MIENI_FBX_SKIN || kind == MIENI_FBX_BLEND) && parent < old->mesh_of_count &&
            old->mesh_of[parent] >= 0)
            parent = old->mesh_of[parent];
        if (!mieni_fbx_add_link(scene, child, parent, is_property ? mieni_fbx_text(node, 3, "") : NULL))
            return mieni_fbx_no_memory(scene);
    }
    return MIEN_OK;
}

/// Whether a channel, or one below it, has keys.
static bool has_keys(const MieniFbxNode *channel)
{
    if (mieni_fbx_child(channel, "Key") != NULL)
        return true;
    for (const MieniFbxNode *part = mieni_fbx_child(channel, "Channel"); part != NULL;
         part = mieni_fbx_next(part, "Channel"))
        if (mieni_fbx_child(part, "Key") != NULL)
            return true;
    return false;
}

/// A channel drives a property: itself, or with channels X, Y and Z.
static MienStatus read_channel(Old *old, const MieniFbxNode *channel, int layer, int object,
                               const char *property)
{
    static const char *const parts[3][2] = {{"X", "d|X"}, {"Y", "d|Y"}, {"Z", "d|Z"}};
    MieniFbxScene *scene = old->scene;
    if (!has_keys(channel))
        return MIEN_OK;
    const int node = add_part(old, MIENI_FBX_CURVE_NODE, NULL, property, layer);
    if (node < 0 || !mieni_fbx_add_link(scene, node, object, property))
        return mieni_fbx_no_memory(scene);
    const MieniFbxNode *part = mieni_fbx_child(channel, "Channel");
    if (part == NULL) {
        const int curve = mieni_fbx_add_object(scene, MIENI_FBX_CURVE, channel, "");
        return curve >= 0 && mieni_fbx_add_link(scene, curve, node, "d|DeformPercent")
                   ? MIEN_OK
                   : mieni_fbx_no_memory(scene);
    }
    for (; part != NULL; part = mieni_fbx_next(part, "Channel")) {
        const char *name = NULL;
        for (int k = 0; k < 3; ++k)
            if (strcmp(mieni_fbx_text(part, 0, ""), parts[k][0]) == 0)
                name = parts[k][1];
        const int curve = name != NULL ? mieni_fbx_add_object(scene, MIENI_FBX_CURVE, part, "") : -1;
        if (name != NULL && (curve < 0 || !mieni_fbx_add_link(scene, curve, node, name)))
            return mieni_fbx_no_memory(scene);
    }
    return MIEN_OK;
}

static MienStatus read_transform(Old *old, const MieniFbxNode *transform, int layer, int model)
{
    static const char *const names[3][2] = {
        {"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}};
    MienStatus status = MIEN_OK;
    for (const MieniFbxNode *channel = mieni_fbx_child(transform, "Channel");
         status == MIEN_OK && channel != NULL; channel = mieni_fbx_next(channel, "Channel"))
        for (int k = 0; status == MIEN_OK && k < 3; ++k)
            if (strcmp(mieni_fbx_text(channel, 0, ""), names[k][0]) == 0)
                status = read_channel(old, channel, layer, model, names[k][1]);
    return status;
}

/// What a take does with one object.
static MienStatus read_actor(Old *old, const MieniFbxNode *actor, int layer, int object)
{
    MienStatus status = MIEN_OK;
    for (const MieniFbxNode *channel = mieni_fbx_child(actor, "Channel");
         status == MIEN_OK && channel != NULL; channel = mieni_fbx_next(channel, "Channel")) {
        const char *name = mieni_fbx_text(channel, 0, "");
        const Key *shape = find_key(old, name, strlen(name), object);
        if (strcmp(name, "Transform") == 0)
            status = read_transform(old, channel, layer, object);
        else if (shape->text != NULL)
            status = read_channel(old, channel, layer, shape->object, "DeformPercent");
        else
            status = read_channel(old, channel, layer, object, name);
    }
    return status;
}

static MienStatus read_takes(Old *old)
{
    MieniFbxScene *scene = old->scene;
    const MieniFbxNode *takes = mieni_fbx_child(&scene->file->root, "Takes");
    MienStatus status = MIEN_OK;
    for (const MieniFbxNode *take = mieni_fbx_child(takes, "Take"); status == MIEN_OK && take != NULL;
         take = mieni_fbx_next(take, "Take")) {
        const int stack = mieni_fbx_add_object(scene, MIENI_FBX_STACK, take, mieni_fbx_text(take, 0, ""));
        const int layer = stack >= 0 ? add_part(old, MIENI_FBX_LAYER, NULL, "", stack) : -1;
        if (layer < 0)
            return mieni_fbx_no_memory(scene);
        for (const MieniFbxNode *actor = take->first_child; status == MIEN_OK && actor != NULL;
             actor = actor->next) {
            const int object = object_of(old, actor, 0);
            if (object >= 0)
                status = read_actor(old, actor, layer, object);
        }
    }
    return status;
}

MienStatus mieni_fbx_old_objects(MieniFbxScene *scene)
{
    const MieniFbxNode *objects = mieni_fbx_child(&scene->file->root, "Objects");
    const MieniFbxNode *list = objects != NULL ? objects : &scene->file->root;
    Old old = {.scene = scene};
    MienStatus status = MIEN_OK;
    for (const MieniFbxNode *node = list->first_child; status == MIEN_OK && node != NULL; node = node->next)
        if (objects != NULL || strcmp(node->name, "Model") == 0 || strcmp(node->name, "Material") == 0)
            status = read_object(&old, node);
    const int count = scene->object_count;
    old.mesh_of_count = count;
    old.mesh_of = mieni_arena_take(scene->arena, (size_t)count, sizeof *old.mesh_of);
    if (status == MIEN_OK && (old.mesh_of == NULL || (old.keys == NULL && !put_key(&old, "", 0, -2, -1))))
        status = mieni_fbx_no_memory(scene);
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        old.mesh_of[i] = -1;
        if (scene->objects[i].kind == MIENI_FBX_MODEL)
            status = read_model(&old, i);
    }
    if (status == MIEN_OK)
        status = read_links(&old);
    return status == MIEN_OK ? read_takes(&old) : status;
}
