// SPDX-License-Identifier: MIT
//
// Objects of an FBX file and their links. Objects are found by number through a
// table, links are sorted by counting: time grows as the file does.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/scene.h"

#include <string.h>

MienStatus mieni_fbx_no_memory(const MieniFbxScene *scene)
{
    return mieni_fail(scene->error, MIEN_ERROR_MEMORY, mieni_at("Objects"), "Out of memory.");
}

/// The kind of an object by its node's name and its type.
static MieniFbxKind fbx_kind(const char *name, const char *type)
{
    static const struct {
        const char *name, *type; ///< type NULL: any.
        MieniFbxKind kind;
    } kinds[] = {
        {"AnimationCurve", NULL, MIENI_FBX_CURVE},
        {"AnimationCurveNode", NULL, MIENI_FBX_CURVE_NODE},
        {"Model", NULL, MIENI_FBX_MODEL},
        {"Geometry", "Mesh", MIENI_FBX_MESH},
        {"Geometry", "Shape", MIENI_FBX_SHAPE},
        {"Deformer", "Cluster", MIENI_FBX_CLUSTER},
        {"Deformer", "Skin", MIENI_FBX_SKIN},
        {"Deformer", "BlendShape", MIENI_FBX_BLEND},
        {"Deformer", "BlendShapeChannel", MIENI_FBX_CHANNEL},
        {"Material", NULL, MIENI_FBX_MATERIAL},
        {"AnimationStack", NULL, MIENI_FBX_STACK},
        {"AnimationLayer", NULL, MIENI_FBX_LAYER},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(kinds[i].name, name) == 0 && (kinds[i].type == NULL || strcmp(kinds[i].type, type) == 0))
            return kinds[i].kind;
    return MIENI_FBX_OTHER;
}

/// Doubles the room of a list in the arena.
static void *grow(const MieniFbxScene *scene, void *list, int count, int *room, size_t size)
{
    if (count < *room)
        return list;
    if (*room > INT32_MAX / 2)
        return NULL;
    const int larger = *room > 0 ? 2 * *room : 256;
    void *copy = mieni_arena_take(scene->arena, (size_t)larger, size);
    if (copy != NULL && count > 0)
        memcpy(copy, list, size * (size_t)count);
    *room = larger;
    return copy;
}

/// Adding, while a scene is read. -1 without memory.
static int fbx_add_object(MieniFbxScene *scene, MieniFbxKind kind, const MieniFbxNode *node, const char *name)
{
    MieniFbxObject *objects =
        grow(scene, scene->objects, scene->object_count, &scene->object_room, sizeof *objects);
    if (objects == NULL)
        return -1;
    scene->objects = objects;
    objects[scene->object_count] =
        (MieniFbxObject){.kind = kind, .node = node, .name = name, .type = "", .model = -1};
    return scene->object_count++;
}

static bool fbx_add_link(MieniFbxScene *scene, int child, int parent, const char *property)
{
    MieniFbxLink *links = grow(scene, scene->links, scene->link_count, &scene->link_room, sizeof *links);
    if (links == NULL)
        return false;
    scene->links = links;
    links[scene->link_count++] = (MieniFbxLink){child, parent, property};
    return true;
}

/// What is before the class in a text of either form, and the class.
static MienStatus fbx_split_name(MieniFbxScene *scene, const MieniFbxValue *value, const char **out_name)
{
    *out_name = "";
    if (value == NULL || value->type != MIENI_FBX_TEXT)
        return MIEN_OK;
    // "name\0\1Class" in binary files, "Class::name" in texts.
    const size_t size = strlen(value->text);
    const char *colons = size == value->size ? strstr(value->text, "::") : NULL;
    *out_name = mieni_arena_text(scene->arena, colons != NULL ? colons + 2 : value->text,
                                 colons != NULL ? size - (size_t)(colons + 2 - value->text) : size);
    return *out_name != NULL ? MIEN_OK : mieni_fbx_no_memory(scene);
}

// Objects of files before version 7000, brought into the shape of later ones. Their
// objects are linked by name; meshes, and in the oldest skins too, are parts of models;
// takes are trees of channels.

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
    const MienStatus status = fbx_split_name(scene, node->value_count > 0 ? &node->values[0] : NULL, &name);
    if (status != MIEN_OK)
        return status;
    const int index = fbx_add_object(scene, fbx_kind(node->name, type), node, name);
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

/// Adds a part of an object as its child.
static int add_part(Old *old, MieniFbxKind kind, const MieniFbxNode *node, const char *name, int parent)
{
    const int part = fbx_add_object(old->scene, kind, node, name);
    return part >= 0 && fbx_add_link(old->scene, part, parent, NULL) ? part : -1;
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
        if (cluster < 0 || (bone >= 0 && !fbx_add_link(scene, bone, cluster, NULL)))
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
        if (child >= 0 && child != model && !fbx_add_link(scene, child, model, NULL))
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

static MienStatus read_old_links(Old *old)
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
        if (!fbx_add_link(scene, child, parent, is_property ? mieni_fbx_text(node, 3, "") : NULL))
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
    if (node < 0 || !fbx_add_link(scene, node, object, property))
        return mieni_fbx_no_memory(scene);
    const MieniFbxNode *part = mieni_fbx_child(channel, "Channel");
    if (part == NULL) {
        const int curve = fbx_add_object(scene, MIENI_FBX_CURVE, channel, "");
        return curve >= 0 && fbx_add_link(scene, curve, node, "d|DeformPercent") ? MIEN_OK
                                                                                 : mieni_fbx_no_memory(scene);
    }
    for (; part != NULL; part = mieni_fbx_next(part, "Channel")) {
        const char *name = NULL;
        for (int k = 0; k < 3; ++k)
            if (strcmp(mieni_fbx_text(part, 0, ""), parts[k][0]) == 0)
                name = parts[k][1];
        const int curve = name != NULL ? fbx_add_object(scene, MIENI_FBX_CURVE, part, "") : -1;
        if (name != NULL && (curve < 0 || !fbx_add_link(scene, curve, node, name)))
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
        const int stack = fbx_add_object(scene, MIENI_FBX_STACK, take, mieni_fbx_text(take, 0, ""));
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

/// Objects and links of versions before 7000.
static MienStatus fbx_old_objects(MieniFbxScene *scene)
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
        status = read_old_links(&old);
    return status == MIEN_OK ? read_takes(&old) : status;
}

/// Objects by number, in a table with room for twice as many.
typedef struct Table {
    uint32_t mask;
    int *slots; ///< One more than the object; 0: free.
} Table;

static uint32_t place_of(const Table *table, int64_t id)
{
    uint64_t x = (uint64_t)id;
    x = (x ^ (x >> 33)) * UINT64_C(0xFF51AFD7ED558CCD);
    x = (x ^ (x >> 33)) * UINT64_C(0xC4CEB9FE1A85EC53);
    return (uint32_t)(x ^ (x >> 33)) & table->mask;
}

static int find_object(const MieniFbxScene *scene, const Table *table, int64_t id)
{
    uint32_t at = place_of(table, id);
    while (table->slots[at] != 0 && scene->objects[table->slots[at] - 1].id != id)
        at = (at + 1) & table->mask;
    return table->slots[at] - 1;
}

/// Of two objects with one number the first counts.
static MienStatus make_table(const MieniFbxScene *scene, Table *out_table)
{
    uint32_t room = 64;
    while (room < 2 * (uint32_t)scene->object_count)
        room *= 2;
    out_table->mask = room - 1;
    out_table->slots = mieni_arena_take(scene->arena, room, sizeof *out_table->slots);
    if (out_table->slots == NULL)
        return mieni_fbx_no_memory(scene);
    for (int i = 0; i < scene->object_count; ++i) {
        uint32_t at = place_of(out_table, scene->objects[i].id);
        while (out_table->slots[at] != 0 &&
               scene->objects[out_table->slots[at] - 1].id != scene->objects[i].id)
            at = (at + 1) & out_table->mask;
        if (out_table->slots[at] == 0)
            out_table->slots[at] = i + 1;
    }
    return MIEN_OK;
}

static const MieniFbxNode *properties_of(const MieniFbxNode *node)
{
    const MieniFbxNode *properties = mieni_fbx_child(node, "Properties70");
    return properties != NULL ? properties : mieni_fbx_child(node, "Properties60");
}

/// The template of what nodes of a name define. Of several the first.
static const MieniFbxNode *template_of(const MieniFbxNode *definitions, const char *name)
{
    for (const MieniFbxNode *type = mieni_fbx_child(definitions, "ObjectType"); type != NULL;
         type = mieni_fbx_next(type, "ObjectType"))
        if (strcmp(mieni_fbx_text(type, 0, ""), name) == 0)
            return properties_of(mieni_fbx_child(type, "PropertyTemplate"));
    return NULL;
}

/// Templates of those objects that have properties we ask for.
static void add_defaults(MieniFbxScene *scene)
{
    static const struct {
        MieniFbxKind kind;
        const char *name;
    } kinds[] = {{MIENI_FBX_MODEL, "Model"},
                 {MIENI_FBX_MATERIAL, "Material"},
                 {MIENI_FBX_STACK, "AnimationStack"},
                 {MIENI_FBX_LAYER, "AnimationLayer"}};
    const MieniFbxNode *definitions = mieni_fbx_child(&scene->file->root, "Definitions");
    const MieniFbxNode *defaults[sizeof kinds / sizeof *kinds];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
        defaults[k] = template_of(definitions, kinds[k].name);
    for (int i = 0; i < scene->object_count; ++i)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
            if (scene->objects[i].kind == kinds[k].kind)
                scene->objects[i].defaults = defaults[k];
}

static MienStatus read_objects(MieniFbxScene *scene)
{
    const MieniFbxNode *objects = mieni_fbx_child(&scene->file->root, "Objects");
    for (const MieniFbxNode *node = objects != NULL ? objects->first_child : NULL; node != NULL;
         node = node->next) {
        const char *name;
        const MienStatus status =
            fbx_split_name(scene, node->value_count > 1 ? &node->values[1] : NULL, &name);
        if (status != MIEN_OK)
            return status;
        const char *type = mieni_fbx_text(node, 2, "");
        const int index = fbx_add_object(scene, fbx_kind(node->name, type), node, name);
        if (index < 0)
            return mieni_fbx_no_memory(scene);
        scene->objects[index].id = mieni_fbx_integer(node, 0, 0);
        scene->objects[index].type = type;
        scene->objects[index].properties = properties_of(node);
    }
    return MIEN_OK;
}

static MienStatus read_links(MieniFbxScene *scene)
{
    const MieniFbxNode *connections = mieni_fbx_child(&scene->file->root, "Connections");
    Table table;
    const MienStatus status = make_table(scene, &table);
    for (const MieniFbxNode *node = mieni_fbx_child(connections, "C"); status == MIEN_OK && node != NULL;
         node = mieni_fbx_next(node, "C")) {
        const char *type = mieni_fbx_text(node, 0, "");
        const bool is_property = strcmp(type, "OP") == 0;
        const int child = find_object(scene, &table, mieni_fbx_integer(node, 1, 0));
        const int parent = find_object(scene, &table, mieni_fbx_integer(node, 2, 0));
        if ((!is_property && strcmp(type, "OO") != 0) || child < 0 || parent < 0 || child == parent)
            continue; // the root of all has number 0; links of properties carry nothing we keep
        if (!fbx_add_link(scene, child, parent, is_property ? mieni_fbx_text(node, 3, "") : NULL))
            return mieni_fbx_no_memory(scene);
    }
    return status;
}

static MienStatus sort_links(MieniFbxScene *scene)
{
    const size_t count = (size_t)scene->link_count;
    scene->down = mieni_arena_take(scene->arena, count, sizeof *scene->down);
    scene->up = mieni_arena_take(scene->arena, count, sizeof *scene->up);
    if (scene->down == NULL || scene->up == NULL)
        return mieni_fbx_no_memory(scene);
    for (int i = 0; i < scene->link_count; ++i) {
        ++scene->objects[scene->links[i].parent].child_count;
        ++scene->objects[scene->links[i].child].parent_count;
    }
    for (int i = 0, down = 0, up = 0; i < scene->object_count; ++i) {
        MieniFbxObject *object = &scene->objects[i];
        object->first_child = down;
        object->first_parent = up;
        down += object->child_count;
        up += object->parent_count;
        object->child_count = object->parent_count = 0;
    }
    for (int i = 0; i < scene->link_count; ++i) {
        MieniFbxObject *parent = &scene->objects[scene->links[i].parent];
        MieniFbxObject *child = &scene->objects[scene->links[i].child];
        scene->down[parent->first_child + parent->child_count++] = i;
        scene->up[child->first_parent + child->parent_count++] = i;
    }
    return MIEN_OK;
}

MienStatus mieni_fbx_scene(const MieniFbxFile *file, MieniArena *arena, MieniFbxScene *out_scene,
                           MienError *error)
{
    *out_scene = (MieniFbxScene){.file = file, .arena = arena, .error = error};
    MienStatus status = MIEN_OK;
    if (file->version < 7000) {
        status = fbx_old_objects(out_scene);
    } else {
        status = read_objects(out_scene);
        if (status == MIEN_OK)
            status = read_links(out_scene);
    }
    if (status != MIEN_OK)
        return status;
    add_defaults(out_scene);
    return sort_links(out_scene);
}

int mieni_fbx_next_child(const MieniFbxScene *scene, int object, MieniFbxKind kind, int *cursor,
                         const char **out_property)
{
    const MieniFbxObject *from = &scene->objects[object];
    while (*cursor < from->child_count) {
        const MieniFbxLink *link = &scene->links[scene->down[from->first_child + (*cursor)++]];
        if (scene->objects[link->child].kind == kind) {
            if (out_property != NULL)
                *out_property = link->property;
            return link->child;
        }
    }
    return -1;
}

int mieni_fbx_next_parent(const MieniFbxScene *scene, int object, MieniFbxKind kind, int *cursor,
                          const char **out_property)
{
    const MieniFbxObject *from = &scene->objects[object];
    while (*cursor < from->parent_count) {
        const MieniFbxLink *link = &scene->links[scene->up[from->first_parent + (*cursor)++]];
        if (scene->objects[link->parent].kind == kind) {
            if (out_property != NULL)
                *out_property = link->property;
            return link->parent;
        }
    }
    return -1;
}
