// SPDX-License-Identifier: MIT
//
// Objects of written FBX: their records, properties, and links between them.

#include "io/fbx/writer.h"

#include <string.h>

void mieni_fbx_begin_property(MieniFbxOut *out, const char *name, const char *type, const char *label,
                              const char *flags)
{
    mieni_fbx_open(out, "P");
    mieni_fbx_put_text(out, name);
    mieni_fbx_put_text(out, type);
    mieni_fbx_put_text(out, label);
    mieni_fbx_put_text(out, flags);
}

void mieni_fbx_number_property(MieniFbxOut *out, const char *name, const char *type, const char *flags,
                               double value)
{
    mieni_fbx_begin_property(out, name, type, strcmp(type, "double") == 0 ? "Number" : "", flags);
    mieni_fbx_put_double(out, value);
    mieni_fbx_close(out);
}

void mieni_fbx_time_property(MieniFbxOut *out, const char *name, int64_t value)
{
    mieni_fbx_begin_property(out, name, "KTime", "Time", "");
    mieni_fbx_put_long(out, value);
    mieni_fbx_close(out);
}

static const char *const kinds[MIENI_FBX_WRITTEN_KINDS] = {
    [MIENI_FBX_WRITES_ATTRIBUTE] = "NodeAttribute", [MIENI_FBX_WRITES_MODEL] = "Model",
    [MIENI_FBX_WRITES_STACK] = "AnimationStack",    [MIENI_FBX_WRITES_LAYER] = "AnimationLayer",
    [MIENI_FBX_WRITES_NODE] = "AnimationCurveNode", [MIENI_FBX_WRITES_CURVE] = "AnimationCurve",
};

const char *mieni_fbx_kind_name(MieniFbxWritten kind) { return kinds[kind]; }

int64_t mieni_fbx_new_id(MieniFbxWriter *writer) { return 1000 + writer->id_count++; }

int64_t mieni_fbx_open_object(MieniFbxWriter *writer, MieniFbxWritten kind, const char *name, const char *of,
                              const char *type)
{
    const int64_t id = mieni_fbx_new_id(writer);
    ++writer->counts[kind];
    mieni_fbx_open(&writer->out, kinds[kind]);
    mieni_fbx_put_long(&writer->out, id);
    mieni_fbx_put_name(&writer->out, name, of);
    mieni_fbx_put_text(&writer->out, type);
    return id;
}

void mieni_fbx_connect(MieniFbxWriter *writer, int64_t child, int64_t parent, const char *property)
{
    MieniFbxWrittenLink *link = mieni_arena_take(&writer->arena, 1, sizeof *link);
    if (link == NULL)
        return;
    *link = (MieniFbxWrittenLink){.child = child, .parent = parent, .property = property};
    *writer->links_end = link;
    writer->links_end = &link->next;
}
