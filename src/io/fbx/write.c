// SPDX-License-Identifier: MIT
//
// Writes motion as FBX: checks the input, then writes the header, the bones, a stack per clip, and last which
// object belongs to which.

#include "core/float_rules.h"

#include "io/fbx/scene.h"
#include "io/fbx/writer.h"

#include "core/float_env.h"
#include "core/utf8.h"

#include <string.h>

static MienStatus no_memory(const MieniFbxWriter *writer)
{
    return mieni_fail(writer->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus check_animation(const MieniFbxWriter *writer, int index)
{
    const MienIoFbxAnimation *animation = &writer->writing->animations[index];
    const char *why = "A name is missing.";
    MienError error = {0};
    if (animation->name == NULL || !mieni_name_is_valid(animation->name, strlen(animation->name), &why))
        return mieni_fail(writer->error, MIEN_ERROR_DATA, mieni_at("animations[%d].name", index), "%s", why);
    if (animation->clip == NULL)
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("animations[%d].clip", index),
                          "A clip must be given.");
    const MienStatus status = mien_author_clip_check(animation->clip, &error);
    if (status != MIEN_OK)
        mieni_fail(writer->error, status, mieni_at("animations[%d].clip.%s", index, error.location), "%s",
                   error.message);
    return status;
}

static MienStatus check_writing(const MieniFbxWriter *writer)
{
    const MienIoFbxWriting *writing = writer->writing;
    MienStatus status = MIEN_OK;
    if (writing->animation_count < 0 || (writing->animation_count > 0 && writing->animations == NULL))
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("animations"),
                          "Animations are counted but not given.");
    for (int i = 0; status == MIEN_OK && i < writing->animation_count; ++i)
        status = check_animation(writer, i);
    return status;
}

static void int_property(MieniFbxOut *out, const char *name, const char *type, const char *label, int value)
{
    mieni_fbx_begin_property(out, name, type, label, "");
    mieni_fbx_put_int(out, value);
    mieni_fbx_close(out);
}

/// The file says the same of itself whenever it is written: a fixed time, and the id that belongs to it.
static void put_header(MieniFbxOut *out)
{
    static const uint8_t id[16] = {0x28, 0xB3, 0x2A, 0xEB, 0xB6, 0x24, 0xCC, 0xC2,
                                   0xBF, 0xC8, 0xB0, 0x2A, 0xA9, 0x2B, 0xFC, 0xF1};
    static const struct {
        const char *name;
        int value;
    } stamp[] = {{"Version", 1000}, {"Year", 1970}, {"Month", 1},  {"Day", 1},
                 {"Hour", 10},      {"Minute", 0},  {"Second", 0}, {"Millisecond", 0}};
    mieni_fbx_open(out, "FBXHeaderExtension");
    mieni_fbx_int(out, "FBXHeaderVersion", 1003);
    mieni_fbx_int(out, "FBXVersion", 7400);
    mieni_fbx_int(out, "EncryptionType", 0);
    mieni_fbx_open(out, "CreationTimeStamp");
    for (size_t i = 0; i < sizeof stamp / sizeof *stamp; ++i)
        mieni_fbx_int(out, stamp[i].name, stamp[i].value);
    mieni_fbx_close(out);
    mieni_fbx_text_of(out, "Creator", "Mien");
    mieni_fbx_close(out);
    mieni_fbx_open(out, "FileId");
    mieni_fbx_put_raw(out, id, sizeof id);
    mieni_fbx_close(out);
    mieni_fbx_text_of(out, "CreationTime", "1970-01-01 10:00:00:000");
    mieni_fbx_text_of(out, "Creator", "Mien");
}

static double longest(const MienIoFbxWriting *writing)
{
    double length = 0.0;
    for (int i = 0; i < writing->animation_count; ++i)
        length = writing->animations[i].clip->length > length ? writing->animations[i].clip->length : length;
    return length;
}

/// Axes as glTF has them, centimetres, and the rate of the first clip.
static void put_settings(MieniFbxWriter *writer)
{
    static const struct {
        const char *name;
        int value;
    } axes[] = {{"UpAxis", 1},    {"UpAxisSign", 1},    {"FrontAxis", 2},      {"FrontAxisSign", 1},
                {"CoordAxis", 0}, {"CoordAxisSign", 1}, {"OriginalUpAxis", 1}, {"OriginalUpAxisSign", 1}};
    MieniFbxOut *out = &writer->out;
    const MienAuthorClip *first =
        writer->writing->animation_count > 0 ? writer->writing->animations[0].clip : NULL;
    const int rate = first != NULL && first->rate > 0 ? first->rate : 30,
              divisor = first != NULL && first->rate_divisor > 0 ? first->rate_divisor : 1;
    mieni_fbx_open(out, "GlobalSettings");
    mieni_fbx_int(out, "Version", 1000);
    mieni_fbx_open(out, "Properties70");
    for (size_t i = 0; i < sizeof axes / sizeof *axes; ++i)
        int_property(out, axes[i].name, "int", "Integer", axes[i].value);
    mieni_fbx_number_property(out, "UnitScaleFactor", "double", "", 1.0);
    mieni_fbx_number_property(out, "OriginalUnitScaleFactor", "double", "", 1.0);
    int_property(out, "TimeMode", "enum", "", mieni_fbx_time_mode(rate, divisor));
    mieni_fbx_number_property(out, "CustomFrameRate", "double", "", (double)rate / (double)divisor);
    mieni_fbx_time_property(out, "TimeSpanStart", 0);
    mieni_fbx_time_property(out, "TimeSpanStop", mieni_fbx_ticks(longest(writer->writing)));
    mieni_fbx_close(out);
    mieni_fbx_close(out);
}

static void put_documents(MieniFbxWriter *writer)
{
    MieniFbxOut *out = &writer->out;
    mieni_fbx_open(out, "Documents");
    mieni_fbx_int(out, "Count", 1);
    mieni_fbx_open(out, "Document");
    mieni_fbx_put_long(out, mieni_fbx_new_id(writer));
    mieni_fbx_put_text(out, "");
    mieni_fbx_put_text(out, "Scene");
    mieni_fbx_open(out, "RootNode");
    mieni_fbx_put_long(out, 0);
    mieni_fbx_close(out);
    mieni_fbx_close(out);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "References");
    mieni_fbx_close(out);
}

/// How many objects of each kind there are is known later: counts gets where to set it, the sum last.
static void put_definitions(MieniFbxOut *out, size_t counts[MIENI_FBX_WRITTEN_KINDS + 1])
{
    mieni_fbx_open(out, "Definitions");
    mieni_fbx_int(out, "Version", 100);
    mieni_fbx_open(out, "Count");
    counts[MIENI_FBX_WRITTEN_KINDS] = mieni_fbx_int_later(out);
    mieni_fbx_close(out);
    mieni_fbx_open(out, "ObjectType");
    mieni_fbx_put_text(out, "GlobalSettings");
    mieni_fbx_int(out, "Count", 1);
    mieni_fbx_close(out);
    for (int k = 0; k < MIENI_FBX_WRITTEN_KINDS; ++k) {
        mieni_fbx_open(out, "ObjectType");
        mieni_fbx_put_text(out, mieni_fbx_kind_name((MieniFbxWritten)k));
        mieni_fbx_open(out, "Count");
        counts[k] = mieni_fbx_int_later(out);
        mieni_fbx_close(out);
        mieni_fbx_close(out);
    }
    mieni_fbx_close(out);
}

static void set_counts(MieniFbxWriter *writer, const size_t counts[MIENI_FBX_WRITTEN_KINDS + 1])
{
    int sum = 1; // the settings
    for (int k = 0; k < MIENI_FBX_WRITTEN_KINDS; ++k) {
        mieni_fbx_set_int(&writer->out, counts[k], writer->counts[k]);
        sum += writer->counts[k];
    }
    mieni_fbx_set_int(&writer->out, counts[MIENI_FBX_WRITTEN_KINDS], sum);
}

static void put_connections(MieniFbxWriter *writer)
{
    MieniFbxOut *out = &writer->out;
    mieni_fbx_open(out, "Connections");
    for (const MieniFbxWrittenLink *link = writer->links; link != NULL; link = link->next) {
        mieni_fbx_open(out, "C");
        mieni_fbx_put_text(out, link->property != NULL ? "OP" : "OO");
        mieni_fbx_put_long(out, link->child);
        mieni_fbx_put_long(out, link->parent);
        if (link->property != NULL)
            mieni_fbx_put_text(out, link->property);
        mieni_fbx_close(out);
    }
    mieni_fbx_close(out);
    mieni_fbx_open(out, "Takes");
    mieni_fbx_text_of(out, "Current", "");
    mieni_fbx_close(out);
}

static MienStatus finish(MieniFbxWriter *writer, MienIoBytes *out_bytes)
{
    const MieniTextOut *bytes = &writer->out.bytes;
    if (bytes->is_out_of_memory || writer->arena.is_out_of_memory)
        return no_memory(writer);
    if (bytes->size > INT32_MAX)
        return mieni_fail(writer->error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "An .fbx holds at most 2 GiB; write fewer animations into one file.");
    uint8_t *data = mieni_allocate(bytes->allocator, bytes->size, 1);
    if (data == NULL)
        return no_memory(writer);
    memcpy(data, bytes->bytes, bytes->size);
    *out_bytes = (MienIoBytes){data, bytes->size, bytes->allocator};
    return MIEN_OK;
}

static MIENI_APART MienStatus write_file(MieniFbxWriter *writer, MienIoBytes *out_bytes)
{
    size_t counts[MIENI_FBX_WRITTEN_KINDS + 1];
    const MienStatus status = check_writing(writer);
    if (status != MIEN_OK)
        return status;
    mieni_fbx_out_begin(&writer->out);
    put_header(&writer->out);
    put_settings(writer);
    put_documents(writer);
    put_definitions(&writer->out, counts);
    mieni_fbx_open(&writer->out, "Objects");
    mieni_fbx_write_bones(writer);
    for (int i = 0; i < writer->writing->animation_count && !writer->arena.is_out_of_memory; ++i)
        mieni_fbx_write_stack(writer, &writer->writing->animations[i]);
    mieni_fbx_close(&writer->out);
    set_counts(writer, counts);
    put_connections(writer);
    mieni_fbx_out_end(&writer->out);
    return finish(writer, out_bytes);
}

MienStatus mien_io_fbx_write(const MienIoFbxWriting *writing, const MienAllocator *allocator,
                             MienIoBytes *out_bytes, MienError *error)
{
    if (writing == NULL || out_bytes == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("writing"),
                          "What to write and a place for it must be given.");
    *out_bytes = (MienIoBytes){0};
    MieniFbxWriter writer = {.writing = writing,
                             .out = {.bytes = {.allocator = allocator}},
                             .arena = {.allocator = allocator},
                             .error = error};
    writer.links_end = &writer.links;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = write_file(&writer, out_bytes);
    mieni_text_release(&writer.out.bytes);
    mieni_arena_release(&writer.arena);
    mieni_float_env_leave(env);
    return status;
}
