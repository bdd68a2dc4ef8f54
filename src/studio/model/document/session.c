// SPDX-License-Identifier: MIT
//
// Weights and numbers of a session.

#include "studio/model/document/session.h"

#include <stdlib.h>
#include <string.h>

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

static void release_weights(StudioWeight *weights, int count)
{
    for (int i = 0; i < count; ++i)
        free(weights[i].name);
    free(weights);
}

void studio_session_release(StudioSession *session)
{
    release_weights(session->weights, session->weight_count);
    for (int i = 0; i < session->state_count; ++i)
        release_weights(session->states[i], session->state_counts[i]);
    for (int i = 0; i < session->number_count; ++i)
        free(session->numbers[i].name);
    free(session->numbers);
    mieni_paths_release(&session->tabs);
    mieni_paths_release(&session->cast);
    *session = (StudioSession){0};
}

/// Where a name is among the weights, or belongs.
static int search(const StudioSession *session, const char *name)
{
    int low = 0, high = session->weight_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(session->weights[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static StudioWeight *find(const StudioSession *session, const char *name)
{
    const int at = search(session, name);
    return at < session->weight_count && strcmp(session->weights[at].name, name) == 0 ? &session->weights[at]
                                                                                      : NULL;
}

static StudioWeight *add(StudioSession *session, const char *name)
{
    StudioWeight *weight = find(session, name);
    if (weight != NULL)
        return weight;
    if (session->weight_count == session->weight_room) {
        const int room = session->weight_room > 0 ? 2 * session->weight_room : 32;
        StudioWeight *weights = realloc(session->weights, sizeof *weights * (size_t)room);
        if (weights == NULL)
            return NULL;
        session->weights = weights;
        session->weight_room = room;
    }
    char *copy = copy_text(name);
    if (copy == NULL)
        return NULL;
    weight = &session->weights[search(session, name)];
    memmove(weight + 1, weight,
            (size_t)((char *)(session->weights + session->weight_count++) - (char *)weight));
    *weight = (StudioWeight){.name = copy};
    return weight;
}

/// What says nothing goes.
static void tidy(StudioSession *session, const char *name)
{
    const int at = search(session, name);
    if (session->weights[at].value != 0 || session->weights[at].is_solo)
        return;
    free(session->weights[at].name);
    --session->weight_count;
    memmove(session->weights + at, session->weights + at + 1,
            sizeof *session->weights * (size_t)(session->weight_count - at));
}

float studio_session_weight(const StudioSession *session, const char *name)
{
    const StudioWeight *weight = find(session, name);
    return weight != NULL ? weight->value : 0;
}

float studio_session_effective(const StudioSession *session, const char *name)
{
    const StudioWeight *weight = find(session, name);
    bool has_solo = false;
    for (int i = 0; i < session->weight_count && !has_solo; ++i)
        has_solo = session->weights[i].is_solo;
    return weight == NULL || (has_solo && !weight->is_solo) ? 0 : weight->value;
}

bool studio_weight_reads_zero(float weight) { return weight > -0.005f && weight < 0.005f; }

bool studio_session_set_weight(StudioSession *session, const char *name, float value)
{
    StudioWeight *weight = add(session, name);
    if (weight == NULL)
        return false;
    weight->value = value;
    tidy(session, name);
    return true;
}

bool studio_session_set_solo(StudioSession *session, const char *name, bool is_solo)
{
    StudioWeight *weight = add(session, name);
    if (weight == NULL)
        return false;
    weight->is_solo = is_solo;
    tidy(session, name);
    return true;
}

bool studio_session_is_solo(const StudioSession *session, const char *name)
{
    const StudioWeight *weight = find(session, name);
    return weight != NULL && weight->is_solo;
}

void studio_session_clear_solo(StudioSession *session)
{
    for (int i = session->weight_count - 1; i >= 0; --i) {
        session->weights[i].is_solo = false;
        tidy(session, session->weights[i].name);
    }
}

void studio_session_reset_weights(StudioSession *session)
{
    for (int i = session->weight_count - 1; i >= 0; --i) {
        session->weights[i].value = 0;
        tidy(session, session->weights[i].name);
    }
}

/// A copy of the weights; NULL if out of memory.
static StudioWeight *copy_weights(const StudioSession *session)
{
    StudioWeight *copy = calloc((size_t)session->weight_count + 1, sizeof *copy);
    for (int i = 0; copy != NULL && i < session->weight_count; ++i) {
        copy[i] = session->weights[i];
        copy[i].name = copy_text(session->weights[i].name);
        if (copy[i].name == NULL) {
            release_weights(copy, i);
            return NULL;
        }
    }
    return copy;
}

void studio_session_mark(StudioSession *session)
{
    StudioWeight *copy = copy_weights(session);
    if (copy == NULL)
        return; // one state less to go back to
    if (session->state_count == STUDIO_WEIGHT_STATES) {
        release_weights(session->states[0], session->state_counts[0]);
        --session->state_count;
        memmove(session->states, session->states + 1, sizeof *session->states * (size_t)session->state_count);
        memmove(session->state_counts, session->state_counts + 1,
                sizeof *session->state_counts * (size_t)session->state_count);
    }
    session->states[session->state_count] = copy;
    session->state_counts[session->state_count++] = session->weight_count;
}

bool studio_session_back(StudioSession *session)
{
    if (session->state_count == 0)
        return false;
    release_weights(session->weights, session->weight_count);
    session->weights = session->states[--session->state_count];
    session->weight_count = session->state_counts[session->state_count];
    session->weight_room = session->weight_count + 1;
    return true;
}

bool studio_session_rename(StudioSession *session, const char *from, const char *to)
{
    const StudioWeight *weight = find(session, from);
    if (weight == NULL)
        return true;
    const float value = weight->value;
    const bool is_solo = weight->is_solo;
    if (!studio_session_set_weight(session, to, value) || !studio_session_set_solo(session, to, is_solo))
        return false;
    return studio_session_set_solo(session, from, false) && studio_session_set_weight(session, from, 0);
}

double studio_session_number(const StudioSession *session, const char *name, double fallback)
{
    for (int i = 0; i < session->number_count; ++i)
        if (strcmp(session->numbers[i].name, name) == 0)
            return session->numbers[i].value;
    return fallback;
}

bool studio_session_set_number(StudioSession *session, const char *name, double value)
{
    for (int i = 0; i < session->number_count; ++i)
        if (strcmp(session->numbers[i].name, name) == 0) {
            session->numbers[i].value = value;
            return true;
        }
    if (session->number_count == session->number_room) {
        const int room = session->number_room > 0 ? 2 * session->number_room : 16;
        StudioViewNumber *numbers = realloc(session->numbers, sizeof *numbers * (size_t)room);
        if (numbers == NULL)
            return false;
        session->numbers = numbers;
        session->number_room = room;
    }
    char *copy = copy_text(name);
    if (copy == NULL)
        return false;
    session->numbers[session->number_count++] = (StudioViewNumber){copy, value};
    return true;
}
