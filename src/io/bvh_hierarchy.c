// SPDX-License-Identifier: MIT
//
// The first half of BVH: joints within joints, each with an offset, channels and
// perhaps an end site. Depth is the file's business: a joint knows its parent, so
// that closing one needs neither recursion nor a stack.

#include "core/float_rules.h"

#include "core/utf8.h"
#include "io/bvh.h"

#include <string.h>

/// Room for joints: each opens a brace, and names have none.
static MienStatus make_room(MieniBvh *bvh)
{
    MieniSpan rest = bvh->words.rest;
    size_t count = 0;
    const char *brace;
    while (count < MIEN_MAX_BONES && rest.size > 0 && (brace = memchr(rest.at, '{', rest.size)) != NULL) {
        rest.size -= (size_t)(brace + 1 - rest.at);
        rest.at = brace + 1;
        ++count;
    }
    bvh->joints = mieni_arena_take(&bvh->scratch, count, sizeof *bvh->joints);
    return bvh->joints != NULL ? MIEN_OK : mieni_bvh_no_memory(bvh);
}

/// Reads what follows ROOT or JOINT up to the brace.
static MienStatus open_joint(MieniBvh *bvh, int parent)
{
    const char *why = NULL;
    const MieniWord name = mieni_words_next_name(&bvh->words);
    if (!mieni_name_is_valid(name.text.at, name.text.size, &why))
        return mieni_bvh_fail(bvh, name, MIEN_ERROR_DATA, why);
    MienStatus status = mieni_bvh_expect(bvh, "{", "After the name of a joint a { belongs.");
    if (status != MIEN_OK)
        return status;
    if (bvh->report.joint_count == MIEN_MAX_BONES)
        return mieni_bvh_fail(bvh, name, MIEN_ERROR_LIMIT, "A file has at most 65535 joints.");
    bvh->joints[bvh->report.joint_count++] = (MieniBvhJoint){.name = name, .parent = parent};
    if (parent >= 0)
        bvh->joints[parent].has_children = true;
    else
        ++bvh->report.root_count;
    return MIEN_OK;
}

static MienStatus read_lengths(MieniBvh *bvh, double out_lengths[3])
{
    MieniWord word = {0};
    for (int i = 0; i < 3; ++i) {
        word = mieni_words_next(&bvh->words);
        MienStatus status = mieni_bvh_number(bvh, word, &out_lengths[i]);
        if (status != MIEN_OK)
            return status;
    }
    return mieni_bvh_is_sane(bvh, out_lengths)
               ? MIEN_OK
               : mieni_bvh_fail(bvh, word, MIEN_ERROR_DATA,
                                "An offset is at most a million metres; give the unit of the file.");
}

static MienStatus read_offset(MieniBvh *bvh, MieniWord at, MieniBvhJoint *joint)
{
    if (joint->has_offset || joint->has_children)
        return mieni_bvh_fail(bvh, at, MIEN_ERROR_CORRUPT,
                              "A joint has one OFFSET, before the joints below it.");
    joint->has_offset = true;
    return read_lengths(bvh, joint->offset);
}

static MienStatus read_channel(MieniBvh *bvh, MieniBvhJoint *joint)
{
    static const char *const names[MIENI_BVH_MAX_CHANNELS] = {"Xposition", "Yposition", "Zposition",
                                                              "Xrotation", "Yrotation", "Zrotation"};
    const MieniWord word = mieni_words_next(&bvh->words);
    int channel = 0;
    while (channel < MIENI_BVH_MAX_CHANNELS && !mieni_span_is(word.text, names[channel]))
        ++channel;
    if (channel == MIENI_BVH_MAX_CHANNELS)
        return mieni_bvh_fail_word(
            bvh, word,
            "As many channels as CHANNELS says belong here: Xposition to Zposition, Xrotation to Zrotation.");
    if (joint->channel_count > 0 && memchr(joint->channels, channel, (size_t)joint->channel_count) != NULL)
        return mieni_bvh_fail(bvh, word, MIEN_ERROR_DATA, "The joint has this channel already.");
    joint->channels[joint->channel_count++] = (uint8_t)channel;
    return MIEN_OK;
}

static MienStatus read_channels(MieniBvh *bvh, MieniWord at, MieniBvhJoint *joint)
{
    // Values come in the order of these lines, which is that of the joints only then.
    if (joint->has_channels || joint->has_children)
        return mieni_bvh_fail(bvh, at, MIEN_ERROR_CORRUPT,
                              "A joint has one CHANNELS, before the joints below it.");
    joint->has_channels = true;
    const MieniWord word = mieni_words_next(&bvh->words);
    int count = 0;
    if (mieni_span_digits(word.text, 9, &count) != (int)word.text.size || word.text.size == 0 ||
        count > MIENI_BVH_MAX_CHANNELS)
        return mieni_bvh_fail_word(bvh, word, "After CHANNELS their number belongs, 0 to 6.");
    bvh->report.channel_count += count;
    MienStatus status = MIEN_OK;
    while (status == MIEN_OK && joint->channel_count < count)
        status = read_channel(bvh, joint);
    return status;
}

/// An end site says how long the last bone is, which no bone here is asked.
static MienStatus read_end_site(MieniBvh *bvh, MieniBvhJoint *joint)
{
    double lengths[3];
    MienStatus status = mieni_bvh_expect(bvh, "Site", "After End the word Site belongs.");
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, "{", "After End Site a { belongs.");
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, "OFFSET", "An end site has an OFFSET.");
    if (status == MIEN_OK)
        status = read_lengths(bvh, lengths);
    if (status == MIEN_OK)
        status = mieni_bvh_expect(bvh, "}", "An end site has an OFFSET of three numbers, and then a }.");
    joint->has_children = true;
    ++bvh->report.end_site_count;
    return status;
}

/// What stands inside a joint. A joint that closes hands over to its parent.
static MienStatus read_in_joint(MieniBvh *bvh, MieniWord word, int *current)
{
    MieniBvhJoint *joint = &bvh->joints[*current];
    if (mieni_span_is(word.text, "OFFSET"))
        return read_offset(bvh, word, joint);
    if (mieni_span_is(word.text, "CHANNELS"))
        return read_channels(bvh, word, joint);
    if (mieni_span_is(word.text, "End"))
        return read_end_site(bvh, joint);
    if (mieni_span_is(word.text, "JOINT")) {
        const MienStatus status = open_joint(bvh, *current);
        *current = bvh->report.joint_count - 1;
        return status;
    }
    if (!mieni_span_is(word.text, "}"))
        return mieni_bvh_fail_word(bvh, word,
                                   mieni_span_is(word.text, "MOTION")
                                       ? "A joint is still open before MOTION; a } is missing."
                                       : "In a joint OFFSET, CHANNELS, JOINT, End Site or } belongs.");
    if (!joint->has_offset)
        return mieni_bvh_fail(bvh, joint->name, MIEN_ERROR_CORRUPT, "The joint has no OFFSET.");
    *current = joint->parent;
    return MIEN_OK;
}

static MienStatus bad_start(const MieniBvh *bvh, MieniWord word)
{
    const bool is_utf16 = word.text.size >= 2 && (memcmp(word.text.at, "\xFF\xFE", 2) == 0 ||
                                                  memcmp(word.text.at, "\xFE\xFF", 2) == 0);
    return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                          is_utf16              ? "The text is UTF-16; save it as UTF-8."
                          : word.text.size == 0 ? "There is no text, so this is no BVH."
                                                : "A BVH begins with the word HIERARCHY, so this is none.");
}

MienStatus mieni_bvh_read_hierarchy(MieniBvh *bvh)
{
    MieniWord word = mieni_words_next(&bvh->words);
    if (!mieni_span_is(word.text, "HIERARCHY"))
        return bad_start(bvh, word);
    MienStatus status = make_room(bvh);
    int current = -1;
    while (status == MIEN_OK) {
        word = mieni_words_next(&bvh->words);
        if (current >= 0) {
            status = read_in_joint(bvh, word, &current);
        } else if (mieni_span_is(word.text, "ROOT")) {
            current = bvh->report.joint_count;
            status = open_joint(bvh, -1);
        } else if (mieni_span_is(word.text, "MOTION") && bvh->report.joint_count > 0) {
            return MIEN_OK;
        } else {
            status = mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                                    word.text.size == 0 ? "The text ends before MOTION."
                                    : mieni_span_is(word.text, "}")
                                        ? "This } closes nothing."
                                        : "ROOT and a name, or after the last root MOTION, belong here.");
        }
    }
    return status;
}
