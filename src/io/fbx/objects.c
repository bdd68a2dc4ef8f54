// SPDX-License-Identifier: MIT
//
// Objects of an FBX file and what hangs from what. Objects are found by number through a
// table, links are sorted by counting: time grows as the file does.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/scene.h"

#include <string.h>

MienStatus mieni_fbx_no_memory(const MieniFbxScene *scene)
{
    return mieni_fail(scene->error, MIEN_ERROR_MEMORY, "There is not enough memory for the file.", "Objects");
}

MieniFbxKind mieni_fbx_kind(const char *name, const char *type)
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

int mieni_fbx_add_object(MieniFbxScene *scene, MieniFbxKind kind, const MieniFbxNode *node, const char *name)
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

bool mieni_fbx_add_link(MieniFbxScene *scene, int child, int parent, const char *property)
{
    MieniFbxLink *links = grow(scene, scene->links, scene->link_count, &scene->link_room, sizeof *links);
    if (links == NULL)
        return false;
    scene->links = links;
    links[scene->link_count++] = (MieniFbxLink){child, parent, property};
    return true;
}

MienStatus mieni_fbx_split_name(MieniFbxScene *scene, const MieniFbxValue *value, const char **out_name)
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
            mieni_fbx_split_name(scene, node->value_count > 1 ? &node->values[1] : NULL, &name);
        if (status != MIEN_OK)
            return status;
        const char *type = mieni_fbx_text(node, 2, "");
        const int index = mieni_fbx_add_object(scene, mieni_fbx_kind(node->name, type), node, name);
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
        if (!mieni_fbx_add_link(scene, child, parent, is_property ? mieni_fbx_text(node, 3, "") : NULL))
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
        status = mieni_fbx_old_objects(out_scene);
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
