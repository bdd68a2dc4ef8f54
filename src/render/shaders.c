// SPDX-License-Identifier: MIT
//
// The programs, in GLSL 3.30. All light is linear until MIENI_PROGRAM_RESOLVE writes sRGB.

#include "render/renderer.h"

#include <stdio.h>
#include <string.h>

// clang-format off: it would take GLSL for C

#define TEXT(...) #__VA_ARGS__ "\n"

static const char head[] = "#version 330 core\n";

static const char shade_vertex[] =
    TEXT(layout(location = 0) in vec3 at; layout(location = 1) in vec3 normal_at;
         layout(location = 2) in vec4 sky_at; layout(location = 3) in vec2 lamp_at;
         layout(location = 4) in vec2 uv_at; layout(location = 5) in vec4 color_at; uniform mat4 matrix;
         out vec3 place; out vec3 normal; out vec4 sky; out vec2 lamp; out vec2 uv; out vec4 color;
         invariant gl_Position; void main() {
             place = at;
             normal = normal_at;
             sky = sky_at;
             lamp = lamp_at;
             uv = uv_at;
             color = color_at;
             gl_Position = matrix * vec4(at, 1.0);
         });

static const char shade_inputs[] =
    TEXT(in vec3 place; in vec3 normal; in vec4 sky; in vec2 lamp; in vec2 uv; in vec4 color; out vec4 result;
         uniform sampler2D image; uniform sampler2DArrayShadow shadows; uniform mat4 key_matrix;
         uniform float key_spread;);
/// The same, from a texture with four texels per fragment.
static const char packed_inputs[] = TEXT(
    out vec4 result; uniform sampler2D fragments; vec4 texel(int i) {
        return texelFetch(fragments, ivec2(gl_FragCoord.xy) * ivec2(4, 1) + ivec2(i, 0), 0);
    } vec4 texels[2] = vec4[2](texel(0), texel(1));
    vec3 place = texels[0].xyz; vec3 normal = texels[1].xyz; vec2 lamp = vec2(texels[0].w, texels[1].w);
    vec4 sky = texel(2); vec4 color = texel(3); float seen_by_key(vec3 p, int points) { return lamp.x; });
static const char packed_vertex[] =
    TEXT(layout(location = 0) in vec2 at; void main() { gl_Position = vec4(at, 0.0, 1.0); });
static const char shade_head[] = TEXT(
    uniform int key_count; uniform float has_backs; uniform vec3 eye; uniform vec3 key; uniform vec3 box;
    uniform vec3 rims[2]; uniform vec3 glints[2]; uniform float key_strength; uniform float sky_strength;
    uniform float rim_strength; uniform float sky_most; uniform float lift; uniform float unlit;
    uniform vec4 base; uniform float metallic; uniform vec3 wrap; uniform vec3 soften; uniform vec3 bleed;
    uniform float rough; uniform float facing_shine; uniform float edge_shine; uniform float shine;
    uniform float sheen; uniform float key_lift; uniform float sky_lift; uniform float rim;
    uniform float gain; uniform int glint; uniform float cut; uniform float cut_side;);

/// Shadows are the vertices' where they agree, and looked up where one's edge is near.
/// Wrapped diffuse light, reddened where it enters skin; GGX for the key; a soft box
/// overhead as a broad sheen; rims; lamps mirrored in eyes; a filmic curve at the end. Its
/// shoulder begins early, so that pale skin in full light has form; alone it would wash
/// colours out there, so half of the hue is kept where light is not a lamp's mirror image.
/// What only some surfaces have is a loop of no or one round: llvmpipe skips those, while it
/// takes both ways of a condition.
static const char shade_shadow[] = TEXT(float seen_by_key(vec3 p, int points) {
    const mat2 turn = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);
    vec3 q = (key_matrix * vec4(p, 1.0)).xyz;
    vec2 seed = vec2(key_spread, 0.0);
    float sum = 0.0;
    for (int i = 0; i < points; ++i) {
        vec2 lean = seed * sqrt((float(i) + 0.5) / float(points));
        sum += texture(shadows, vec4(q.xy + lean * (q.z - 0.5), float(i), q.z - 0.0015));
        seed = turn * seed;
    }
    return points > 0 ? sum / float(points) : lamp.x;
});
static const char shade_tools[] = TEXT(
    vec3 softened(float direct) { return direct + soften * (direct - direct * direct); } vec3 film(vec3 c) {
        vec3 curve = c * (1.90 * c + 0.086) / (c * (1.78 * c + 0.80) + 0.14);
        float most = max(c.r, max(c.g, c.b));
        vec3 same_hue = c * (max(curve.r, max(curve.g, curve.b)) / max(most, 0.0001));
        return clamp(mix(same_hue, curve, mix(0.50, 1.0, smoothstep(1.5, 4.0, most))), 0.0, 1.0);
    });
static const char shade_studio[] = TEXT(
    vec3 in_studio(vec3 paint) {
        vec3 n = normalize(normal);
        vec3 v = normalize(eye - place);
        bool is_back = has_backs * dot(n, v) < -0.15;
        if (is_back)
            n = -n;
        vec3 p = place + n * lift;
        float facing = dot(n, key);
        bool is_edge = facing > -0.4 && (lamp.y > 0.0 || is_back);
        float direct = mix(seen_by_key(p, is_edge ? key_count : 0), 1.0, key_lift);
        vec3 around = mix(sky.rgb * sky_most, vec3(1.0), sky_lift);
        float open = sky.a * sky_most;

        float nv = max(dot(n, v), 0.0);
        float nh = max(dot(n, normalize(key + v)), 0.0);
        vec3 diffuse = max((vec3(facing) + wrap) / (1.0 + wrap), 0.0);
        vec3 warm_key = vec3(1.0, 0.93, 0.85) * key_strength;
        vec3 light = diffuse * softened(direct) * warm_key + around * sky_strength;
        vec3 c = paint * (1.0 - 0.7 * metallic) * light + paint * bleed * (1.0 - open);

        float off_axis = 1.0 - nv;
        float off_axis_2 = off_axis * off_axis;
        float edge = off_axis_2 * off_axis_2 * off_axis;
        vec3 mirror = mix(vec3(facing_shine), paint, metallic) + (1.0 - facing_shine) * edge * edge_shine;
        float a2 = rough * rough * rough * rough;
        float d = nh * nh * (a2 - 1.0) + 1.0;
        c += mirror *
             (a2 / (3.14159 * d * d) * 0.25 * shine * max(facing, 0.0) * direct * key_strength / 1.42);
        vec3 r = reflect(-v, n);
        c += vec3(0.9, 0.97, 1.1) * mirror * smoothstep(0.35, 0.95, dot(r, box)) * sheen * open;

        float thin = off_axis_2 * sqrt(off_axis) * open * open * rim * rim_strength;
        vec3 behind = vec3(0.62, 0.80, 1.15) * smoothstep(-0.15, 0.75, dot(n, rims[0])) +
                      vec3(1.15, 0.80, 0.58) * smoothstep(-0.15, 0.75, dot(n, rims[1]));
        c += behind * thin * (0.10 + paint);

        for (int i = 0; i < glint; ++i) {
            float ahead = dot(r, glints[0]);
            float off = length(r - glints[0] * ahead) / max(ahead, 0.001);
            float glow = ahead > 0.0 ? 1.0 - smoothstep(0.24, 0.33, off) : 0.0;
            c += vec3(1.5) * glow * smoothstep(0.1, 0.45, open) +
                 vec3(0.063, 0.067, 0.07) * smoothstep(0.955, 0.985, dot(r, glints[1]));
        }
        return film(c * gain * 0.95);
    } void main() {
        vec4 paint = base * color;
);
static const char shade_image[] = TEXT(paint *= texture(image, uv);

);
static const char shade_tail[] = TEXT(vec3 lit = unlit < 1.0 ? in_studio(paint.rgb) : paint.rgb;
                                      lit = mix(lit, clamp(paint.rgb, 0.0, 1.0), unlit););
static const char shade_opaque_end[] = TEXT(result = vec4(lit, 1.0);
    });
/// What is mostly there goes first and hides what is behind; the rest follows.
static const char shade_blended_middle[] =
    TEXT(if ((paint.a < cut) == (cut_side > 0.0) || paint.a < 0.004) discard;);
static const char shade_blended_end[] = TEXT(result = vec4(lit * paint.a, paint.a);
});

/// The same at vertices, whose attributes have the names that inputs of pixels have.
static const char dense_head[] = TEXT(
    layout(location = 0) in vec3 place; layout(location = 1) in vec3 normal; layout(location = 2) in vec4 sky;
    layout(location = 3) in vec2 lamp; layout(location = 5) in vec4 color; uniform mat4 matrix;
    out vec3 result; float seen_by_key(vec3 p, int points) { return lamp.x; });
static const char dense_end[] = TEXT(result = lit;
    gl_Position = matrix * vec4(place, 1.0);
});
static const char dense_fragment[] =
    TEXT(in vec3 result; out vec4 pixel; void main() { pixel = vec4(result, 1.0); });

static const char overlay_vertex[] =
    TEXT(layout(location = 0) in vec3 at; layout(location = 5) in vec4 color_at; uniform mat4 matrix;
         uniform float pull; uniform vec4 tint; uniform float own; out vec4 color; void main() {
             color = mix(tint, color_at, own);
             gl_Position = matrix * vec4(at, 1.0);
             gl_Position.z -= pull * gl_Position.w;
         });
static const char overlay_fragment[] =
    TEXT(in vec4 color; out vec4 result; void main() { result = vec4(color.rgb * color.a, color.a); });

static const char resolve_vertex[] = TEXT(out vec2 at; void main() {
    at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
});
/// sRGB by roots, which are sooner found than powers, within 0.02 of 255.
static const char resolve_fragment[] =
    TEXT(in vec2 at; out vec4 result; uniform sampler2DMS colors; uniform int samples; uniform ivec2 corner;
         uniform vec3 ground[2]; uniform float opaque; void main() {
             vec4 sum = vec4(0.0);
             for (int i = 0; i < samples; ++i)
                 sum += texelFetch(colors, ivec2(gl_FragCoord.xy) - corner, i);
             sum /= float(samples);
             vec2 off = (at - vec2(0.5, 0.56)) * vec2(1.0, 0.95);
             vec3 behind = mix(ground[0], ground[1], smoothstep(0.05, 0.85, length(off)));
             vec3 c = opaque > 0.0 ? sum.rgb + behind * (1.0 - sum.a) : sum.rgb / max(sum.a, 0.001);
             c = clamp(c, 0.0, 1.0);
             vec3 root = sqrt(c);
             vec3 root_4 = sqrt(root);
             vec3 root_8 = sqrt(root_4);
             vec3 bent = 0.6423763 * root + 0.7120996 * root_4 - 0.3368658 * root_8 - 0.0175673 * c;
             c = mix(c * 12.92, bent, step(0.0031308, c));
             result = vec4(c, max(sum.a, opaque));
         });

// clang-format on

enum { MOST_TEXTS = 10 };

/// Texts of one program: those of its vertex and of its fragment shader, ended by NULL.
typedef struct Texts {
    const char *name;
    const char *shaders[2][MOST_TEXTS];
} Texts;

static const Texts programs[MIENI_PROGRAM_COUNT] = {
    [MIENI_PROGRAM_SHADE] = {"shade",
                             {{head, shade_vertex},
                              {head, shade_inputs, shade_head, shade_shadow, shade_tools, shade_studio,
                               shade_tail, shade_opaque_end}}},
    [MIENI_PROGRAM_SHADE_DENSE] = {"shade dense",
                                   {{head, dense_head, shade_head, shade_tools, shade_studio, shade_tail,
                                     dense_end},
                                    {head, dense_fragment}}},
    [MIENI_PROGRAM_SHADE_IMAGE] = {"shade image",
                                   {{head, shade_vertex},
                                    {head, shade_inputs, shade_head, shade_shadow, shade_tools, shade_studio,
                                     shade_image, shade_tail, shade_opaque_end}}},
    [MIENI_PROGRAM_SHADE_PACKED] = {"shade packed",
                                    {{head, packed_vertex},
                                     {head, packed_inputs, shade_head, shade_tools, shade_studio, shade_tail,
                                      shade_opaque_end}}},
    [MIENI_PROGRAM_BLEND] = {"blend",
                             {{head, shade_vertex},
                              {head, shade_inputs, shade_head, shade_shadow, shade_tools, shade_studio,
                               shade_image, shade_blended_middle, shade_tail, shade_blended_end}}},
    [MIENI_PROGRAM_OVERLAY] = {"overlay", {{head, overlay_vertex}, {head, overlay_fragment}}},
    [MIENI_PROGRAM_RESOLVE] = {"resolve", {{head, resolve_vertex}, {head, resolve_fragment}}},
};

static MienStatus fail(MienError *error, const Texts *texts, const char *log)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "The driver does not take a shader: %.100s", log);
    char *end = strpbrk(sentence, "\r\n");
    if (end != NULL)
        *end = '\0';
    return mieni_fail(error, MIEN_ERROR_HOST, mieni_at("program %s", texts->name), "%s", sentence);
}

/// Compiles one shader and attaches it. The shader lives as long as its program.
static bool attach(GLuint program, GLenum kind, const Texts *texts, MienError *error)
{
    const char *const *parts = texts->shaders[kind == GL_FRAGMENT_SHADER];
    GLsizei count = 0;
    while (count < MOST_TEXTS && parts[count] != NULL)
        ++count;
    const GLuint shader = glCreateShader(kind);
    GLint is_compiled = 0;
    glShaderSource(shader, count, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    if (!is_compiled) {
        char log[512] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fail(error, texts, log);
    } else {
        glAttachShader(program, shader);
    }
    glDeleteShader(shader);
    return is_compiled != 0;
}

GLuint mieni_program(MieniRenderer *renderer, MieniProgramKind kind, MienError *error)
{
    if (renderer->programs[kind] != 0)
        return renderer->programs[kind];
    const Texts *texts = &programs[kind];
    const GLuint program = glCreateProgram();
    GLint is_linked = 0;
    if (attach(program, GL_VERTEX_SHADER, texts, error) &&
        attach(program, GL_FRAGMENT_SHADER, texts, error)) {
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
        if (!is_linked) {
            char log[512] = "";
            glGetProgramInfoLog(program, sizeof log, NULL, log);
            fail(error, texts, log);
        }
    }
    if (!is_linked) {
        glDeleteProgram(program);
        return 0;
    }
    renderer->programs[kind] = program;
    return program;
}
