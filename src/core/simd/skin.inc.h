// SPDX-License-Identifier: MIT
//
// Kernels for meshes, included once per instruction set.
//
// Skinning has a vertex per lane, but blends matrices vertex by vertex: as they lie,
// so that the sum over influences is loads, products and sums of whole rows; only the
// blended rows are turned into lanes.

/// Rows of eight floats, a position and a normal: row += weight * offset. The fourth
/// and eighth number become whatever lies behind the offsets.
static KERNEL_INLINE size_t add_morph(const MieniMorphRun *given, float *rows, bool with_normals)
{
    const MieniMorphRun run = *given; // the compiler cannot know that rows do not change it
    const v8 w8 = v8_set1(run.weight);
    const v4 w4 = v4_set1(run.weight);
    size_t i = 0;
    for (; i < run.count && run.vertices[i] < run.end_vertex; ++i) {
        float *row = rows + (size_t)(run.vertices[i] - run.first_vertex) * 8;
        const v4 position = v4_load(run.positions + 3 * i);
        if (with_normals)
            v8_store(row, v8_add(v8_load(row), v8_mul(w8, v8_join(position, v4_load(run.normals + 3 * i)))));
        else
            v4_store(row, v4_add(v4_load(row), v4_mul(w4, position)));
    }
    return i;
}

static size_t KERNEL(morph)(const MieniMorphRun *run, float *rows)
{
    return run->normals != NULL ? add_morph(run, rows, true) : add_morph(run, rows, false);
}

/// The rows before any morph.
static void KERNEL(widen)(const float *positions, const float *normals, int count, float *rows)
{
    for (int i = 0; i < count; ++i, rows += 8, positions += 3) {
        v4_store(rows, v4_load(positions));
        if (normals != NULL) {
            v4_store(rows + 4, v4_load(normals));
            normals += 3;
        }
    }
}

/// The blended matrices of VF_W vertices: m[row][column], a vertex per lane. Sums begin
/// at +0, so influences that are left out because no vertex of the mesh has them, or
/// have weight 0, change no bits.
static KERNEL_INLINE void blend_matrices(const MieniSkinRun *run, const uint16_t *binds, const float *weights,
                                         int count, vf m[3][4])
{
    const size_t stride = (size_t)run->influence_stride;
    _Alignas(64) float blended[VF_W * MIENI_PALETTE_STRIDE];
    for (size_t lane = 0; lane < VF_W; ++lane, binds += stride, weights += stride) {
        v12 sum = v12_zero();
        for (int i = 0; i < count; ++i)
            sum = v12_add_scaled(sum, weights[i], run->palette + (size_t)binds[i] * MIENI_PALETTE_STRIDE);
        v12_store(blended + lane * MIENI_PALETTE_STRIDE, sum);
    }
    for (int r = 0; r < 3; ++r) {
        vr rows[VR_N];
        for (int k = 0; k < VR_N; ++k)
            rows[k] = vr_load_every(blended + 4 * r, MIENI_PALETTE_STRIDE, k);
        vr_to_lanes(rows, m[r]);
    }
}

static KERNEL_INLINE vf dot3(const vf a[3], const vf b[3])
{
    return vf_add(vf_add(vf_mul(a[0], b[0]), vf_mul(a[1], b[1])), vf_mul(a[2], b[2]));
}

static KERNEL_INLINE void cross3(const vf a[4], const vf b[4], vf out[3])
{
    out[0] = vf_sub(vf_mul(a[1], b[2]), vf_mul(a[2], b[1]));
    out[1] = vf_sub(vf_mul(a[2], b[0]), vf_mul(a[0], b[2]));
    out[2] = vf_sub(vf_mul(a[0], b[1]), vf_mul(a[1], b[0]));
}

/// The inverse transpose has the direction of the cofactors, whose rows are cross
/// products of the matrix's rows; where the determinant is negative, the other one.
static KERNEL_INLINE void turn_normal(const vf m[3][4], const vf n[3], vf out[3])
{
    const vf zero = vf_set1(0.0f), one = vf_set1(1.0f), least = vf_set1(FLT_MIN), most = vf_set1(FLT_MAX);
    vf c[3][3], turned[3];
    cross3(m[1], m[2], c[0]);
    cross3(m[2], m[0], c[1]);
    cross3(m[0], m[1], c[2]);
    const vm is_mirrored = vf_lt(dot3(m[0], c[0]), zero);
    for (int r = 0; r < 3; ++r)
        turned[r] = vf_negate_where(is_mirrored, dot3(c[r], n));
    const vf square = dot3(turned, turned);
    const vm is_sound = vm_and(vf_ge(square, least), vf_ge(most, square));
    const vf scale = vf_div(one, vf_sqrt(square));
    for (int r = 0; r < 3; ++r)
        out[r] = vf_select(is_sound, vf_mul(turned[r], scale), n[r]);
}

/// VF_W vertices, from three floats each or, once morphed, from rows of eight.
static KERNEL_INLINE void load_vectors(const float *from, bool is_morphed, vf out[4])
{
    if (is_morphed) {
        vr rows[VR_N];
        for (int k = 0; k < VR_N; ++k)
            rows[k] = vr_load_every(from, 8, k);
        vr_to_lanes(rows, out);
    } else {
        vf_load3(from, out);
    }
}

/// What one vector of vertices reads and writes.
typedef struct SkinVector {
    const float *positions, *normals;
    const uint16_t *binds;
    const float *weights;
    float *out_positions, *out_normals;
} SkinVector;

static KERNEL_INLINE void skin_vector(const MieniSkinRun *run, const SkinVector *v, int influences,
                                      bool is_morphed, bool with_normals)
{
    vf m[3][4], p[4], out[3];
    blend_matrices(run, v->binds, v->weights, influences, m);
    load_vectors(v->positions, is_morphed, p);
    for (int r = 0; r < 3; ++r)
        out[r] = vf_add(dot3(m[r], p), m[r][3]);
    vf_store3(v->out_positions, out);
    if (with_normals) {
        load_vectors(v->normals, is_morphed, p);
        turn_normal((const vf(*)[4])m, p, out);
        vf_store3(v->out_normals, out);
    }
}

/// The last vertices, fewer than a vector has lanes: copied, so that nothing beyond
/// them is read or written.
static void skin_rest(const MieniSkinRun *run, const SkinVector *v, int count)
{
    const size_t width = run->is_morphed ? 8 : 3, stride = (size_t)run->influence_stride;
    const size_t real = (size_t)count, size = real * width * sizeof(float);
    float positions[VF_W * 8 + 8] = {0}, normals[VF_W * 8 + 8] = {0};
    float weights[VF_W * MIEN_MAX_INFLUENCES] = {0}, out[2][VF_W * 3];
    uint16_t binds[VF_W * MIEN_MAX_INFLUENCES] = {0};
    memcpy(positions, v->positions, size);
    memcpy(weights, v->weights, real * stride * sizeof *weights);
    memcpy(binds, v->binds, real * stride * sizeof *binds);
    const SkinVector rest = {positions, normals, binds, weights, out[0], out[1]};
    if (v->normals != NULL) {
        memcpy(normals, v->normals, size);
        skin_vector(run, &rest, run->influence_count, run->is_morphed, true);
        memcpy(v->out_normals, out[1], real * 3 * sizeof(float));
    } else {
        skin_vector(run, &rest, run->influence_count, run->is_morphed, false);
    }
    memcpy(v->out_positions, out[0], real * 3 * sizeof(float));
}

static KERNEL_INLINE void skin_all(const MieniSkinRun *given, int influences, bool is_morphed,
                                   bool with_normals)
{
    const MieniSkinRun run = *given; // the compiler cannot know that what is written does not change it
    const size_t width = is_morphed ? 8 : 3, stride = (size_t)run.influence_stride;
    int i = 0;
    SkinVector v = {run.positions, run.normals, run.binds, run.weights, run.out_positions, run.out_normals};
    for (; i + VF_W <= run.count; i += VF_W) {
        skin_vector(&run, &v, influences, is_morphed, with_normals);
        v.positions += VF_W * width;
        v.binds += VF_W * stride;
        v.weights += VF_W * stride;
        v.out_positions += VF_W * 3;
        if (with_normals) {
            v.normals += VF_W * width;
            v.out_normals += VF_W * 3;
        }
    }
    if (i < run.count)
        skin_rest(&run, &v, run.count - i);
}

static KERNEL_INLINE void skin_chosen(const MieniSkinRun *run, int influences)
{
    if (run->normals == NULL)
        run->is_morphed ? skin_all(run, influences, true, false) : skin_all(run, influences, false, false);
    else
        run->is_morphed ? skin_all(run, influences, true, true) : skin_all(run, influences, false, true);
}

static void KERNEL(skin)(const MieniSkinRun *run)
{
    if (run->influence_count == 4) // the usual case, without a loop
        skin_chosen(run, 4);
    else
        skin_chosen(run, run->influence_count);
}
