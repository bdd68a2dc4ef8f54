// SPDX-License-Identifier: MIT
//
// Morphs and skinning as a good programmer would write them in plain C.

#include "skin_workload.h"

#include "core/square_root.h"

#include <string.h>

static void morph(const PlainSkin *s)
{
    const size_t size = (size_t)s->info.vertex_count * sizeof(MienVec3);
    memcpy(s->positions, mien_mesh_positions(s->mesh), size);
    memcpy(s->normals, mien_mesh_normals(s->mesh), size);
    for (int m = 0; m < s->info.morph_count; ++m) {
        const float w = s->weights[m];
        if (w == 0.0f)
            continue;
        const MienMorph morph = mien_mesh_morph(s->mesh, m);
        for (int i = 0; i < morph.vertex_count; ++i) {
            MienVec3 *p = &s->positions[morph.vertices[i]];
            p->x += w * morph.positions[i].x;
            p->y += w * morph.positions[i].y;
            p->z += w * morph.positions[i].z;
        }
        for (int i = 0; morph.normals != NULL && i < morph.vertex_count; ++i) {
            MienVec3 *n = &s->normals[morph.vertices[i]];
            n->x += w * morph.normals[i].x;
            n->y += w * morph.normals[i].y;
            n->z += w * morph.normals[i].z;
        }
    }
}

static MienVec3 turned(const float m[12], MienVec3 n)
{
    const float c[9] = {m[5] * m[10] - m[6] * m[9], m[6] * m[8] - m[4] * m[10], m[4] * m[9] - m[5] * m[8],
                        m[9] * m[2] - m[10] * m[1], m[10] * m[0] - m[8] * m[2], m[8] * m[1] - m[9] * m[0],
                        m[1] * m[6] - m[2] * m[5],  m[2] * m[4] - m[0] * m[6],  m[0] * m[5] - m[1] * m[4]};
    MienVec3 t = {c[0] * n.x + c[1] * n.y + c[2] * n.z, c[3] * n.x + c[4] * n.y + c[5] * n.z,
                  c[6] * n.x + c[7] * n.y + c[8] * n.z};
    const float sign = m[0] * c[0] + m[1] * c[1] + m[2] * c[2] < 0.0f ? -1.0f : 1.0f;
    const float scale = sign / mieni_sqrtf(t.x * t.x + t.y * t.y + t.z * t.z);
    return (MienVec3){t.x * scale, t.y * scale, t.z * scale};
}

void plain_skin_run(const PlainSkin *s)
{
    const uint16_t *binds = mien_mesh_vertex_joints(s->mesh);
    const float *weights = mien_mesh_vertex_weights(s->mesh);
    morph(s);
    for (int v = 0; v < s->info.vertex_count; ++v, binds += 4, weights += 4) {
        float m[12] = {0};
        for (int i = 0; i < 4; ++i) {
            const float *from = s->palette[binds[i]].m, w = weights[i];
            for (int k = 0; k < 12; ++k)
                m[k] += w * from[k];
        }
        const MienVec3 p = s->positions[v];
        s->out_positions[v] = (MienVec3){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
                                         m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                                         m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
        s->out_normals[v] = turned(m, s->normals[v]);
    }
}
