// SPDX-License-Identifier: MIT
//
// Your own engine: four heads in one window, posed by a clip and by sliders. libmien poses and
// skins, SDL provides the window and the mouse, and a short shader draws.

#define GL_GLEXT_PROTOTYPES
#include "mien/mien.h"

#include <SDL.h>
#include <SDL_opengl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 320, HEADS = 4, SLIDERS = 5, BAR = 70 };

/// One character and the memory of its vertices.
typedef struct Head {
    MienActor *actor;
    const MienMesh *mesh;
    MienMeshInfo info;
    MienVec3 *positions, *normals;
    void *scratch;
} Head;

/// A live value: the curve that it sets, in every head.
typedef struct Slider {
    const char *curve;
    float value;
    bool is_set; ///< Until you move it, the clip's value counts.
} Slider;

static const char vertex_text[] =
    "#version 120\n"
    "varying vec3 n, c; uniform vec4 place;\n" // x, y and z of the head's centre, scale
    "void main() { vec3 p = (gl_Vertex.xyz - place.xyz) * place.w; n = gl_Normal; c = gl_Color.rgb;\n"
    "  gl_Position = vec4(p.xy, -0.5 * p.z, 1.0); }\n";
static const char fragment_text[] =
    "#version 120\n"
    "varying vec3 n, c; uniform vec3 base;\n"
    "void main() { vec3 m = normalize(n);\n"
    "  float light = 0.30 + 0.15 * m.y + 0.75 * max(dot(m, normalize(vec3(-0.5, 0.6, 0.8))), 0.0);\n"
    "  gl_FragColor = vec4(pow(base * c * light, vec3(1.0 / 2.2)), 1.0); }\n";

static void *make_memory(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64 + 64);
    if (memory == NULL)
        exit(1);
    return memory;
}

static MienStatus load_head(Head *head, const MienBundle *bundle, const char *name, const char *clip,
                            MienError *error)
{
    char skeleton[MIEN_MAX_NAME + 1], mesh[MIEN_MAX_NAME + 1], poses[MIEN_MAX_NAME + 1];
    snprintf(skeleton, sizeof skeleton, "%s.skeleton", name);
    snprintf(mesh, sizeof mesh, "%s.mesh", name);
    snprintf(poses, sizeof poses, "%s.poses", name);
    if (mien_bundle_find(bundle, skeleton) < 0) // heads of one rig share a skeleton
        snprintf(skeleton, sizeof skeleton, "ada.skeleton");
    const MienActorMembers members = {.skeleton = skeleton, .mesh = mesh, .poses = poses};
    MienStatus status = mien_actor_load(bundle, &members, NULL, &head->actor, error);
    if (status == MIEN_OK)
        status =
            mien_actor_load_clip(head->actor, bundle, clip, &(MienActorClipOptions){.loops = true}, error);
    if (status != MIEN_OK)
        return status;
    head->mesh = mien_actor_mesh(head->actor);
    head->info = mien_mesh_info(head->mesh);
    head->positions = make_memory((size_t)head->info.vertex_count * sizeof *head->positions);
    head->normals = make_memory((size_t)head->info.vertex_count * sizeof *head->normals);
    head->scratch = make_memory(mien_skin_job_scratch_size(head->mesh));
    return MIEN_OK;
}

/// Lets time pass: from curves to vertices.
static MienStatus step_head(Head *head, const Slider *sliders, double seconds)
{
    for (int i = 0; i < SLIDERS; ++i)
        if (sliders[i].is_set)
            mien_actor_set_curve_named(head->actor, sliders[i].curve, sliders[i].value);
    const MienStatus status = mien_actor_step(head->actor, seconds);
    if (status != MIEN_OK)
        return status;
    return mien_skin_job_run(&(MienSkinJob){.mesh = head->mesh,
                                            .joint_count = head->info.joint_count,
                                            .palette = mien_actor_palette(head->actor),
                                            .morph_count = head->info.morph_count,
                                            .weights = mien_actor_morphs(head->actor),
                                            .vertex_count = head->info.vertex_count,
                                            .out_positions = head->positions,
                                            .out_normals = head->normals,
                                            .scratch = head->scratch,
                                            .scratch_size = mien_skin_job_scratch_size(head->mesh)});
}

static GLuint make_program(void)
{
    const char *const texts[] = {vertex_text, fragment_text};
    const GLenum kinds[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER};
    const GLuint program = glCreateProgram();
    for (int i = 0; i < 2; ++i) {
        const GLuint shader = glCreateShader(kinds[i]);
        glShaderSource(shader, 1, &texts[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    return program;
}

static void draw_head(const Head *head, GLuint program, int column)
{
    const MienVec3 lo = head->info.min, hi = head->info.max;
    const int side = WIDTH / HEADS;
    glViewport(column * side, BAR + (HEIGHT - BAR - side) / 2, side, side);
    glUniform4f(glGetUniformLocation(program, "place"), 0.5f * (lo.x + hi.x), 0.5f * (lo.y + hi.y),
                0.5f * (lo.z + hi.z), 1.9f / (hi.y - lo.y));
    glVertexPointer(3, GL_FLOAT, 0, head->positions);
    glNormalPointer(GL_FLOAT, 0, head->normals);
    glColor3f(1.0f, 1.0f, 1.0f);
    if (head->info.has_colors) {
        glEnableClientState(GL_COLOR_ARRAY);
        glColorPointer(4, GL_UNSIGNED_SHORT, 0, mien_mesh_colors(head->mesh));
    }
    for (int i = 0; i < head->info.submesh_count; ++i) {
        const MienSubmesh part = mien_mesh_submesh(head->mesh, i);
        const MienMeshMaterial material = mien_mesh_material(head->mesh, part.material);
        glUniform3fv(glGetUniformLocation(program, "base"), 1, material.base_color);
        glDrawElements(GL_TRIANGLES, part.index_count, GL_UNSIGNED_INT,
                       mien_mesh_indices(head->mesh) + part.first_index);
    }
    glDisableClientState(GL_COLOR_ARRAY);
}

/// Sliders are columns of the bar below the heads: a track, and a knob where the value is.
static void draw_sliders(const Slider *sliders)
{
    glScissor(0, 0, WIDTH, HEIGHT);
    for (int i = 0; i < SLIDERS; ++i) {
        const int left = i * WIDTH / SLIDERS + 20, length = WIDTH / SLIDERS - 40;
        const int boxes[2][4] = {
            {left, BAR / 2 - 2, length, 4},
            {left + (int)(sliders[i].value * (float)(length - 14)), BAR / 2 - 12, 14, 24}};
        for (int k = 0; k < 2; ++k) {
            const float shade = k == 0 ? 0.6f : sliders[i].is_set ? 0.2f : 0.45f;
            glScissor(boxes[k][0], boxes[k][1], boxes[k][2], boxes[k][3]);
            glClearColor(shade, shade, k == 1 && sliders[i].is_set ? 0.7f : shade, 1.0f);
            glClear(GL_COLOR_BUFFER_BIT);
        }
    }
    glScissor(0, 0, WIDTH, HEIGHT);
}

static void draw(const Head *heads, const Slider *sliders, GLuint program)
{
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glClearColor(0.85f, 0.87f, 0.90f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    for (int i = 0; i < HEADS; ++i)
        draw_head(&heads[i], program, i);
    draw_sliders(sliders);
}

/// Moves the slider under the mouse.
static void drag(Slider *sliders, int x, int y)
{
    const int column = x * SLIDERS / WIDTH;
    if (y < HEIGHT - BAR || column < 0 || column >= SLIDERS)
        return;
    const float value = (float)(x - column * WIDTH / SLIDERS - 27) / (float)(WIDTH / SLIDERS - 54);
    sliders[column].value = value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value;
    sliders[column].is_set = true;
}

static bool handle_events(Slider *sliders)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT)
            return false;
        if (event.type == SDL_MOUSEBUTTONDOWN)
            drag(sliders, event.button.x, event.button.y);
        if (event.type == SDL_MOUSEMOTION && (event.motion.state & SDL_BUTTON_LMASK) != 0)
            drag(sliders, event.motion.x, event.motion.y);
    }
    return true;
}

static int save_picture(const char *path)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 24, SDL_PIXELFORMAT_RGB24);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < HEIGHT; ++y) // OpenGL begins below
        glReadPixels(0, HEIGHT - 1 - y, WIDTH, 1, GL_RGB, GL_UNSIGNED_BYTE,
                     (Uint8 *)surface->pixels + y * surface->pitch);
    const int failed = SDL_SaveBMP(surface, path);
    printf("%s: %d heads\n", path, HEADS);
    SDL_FreeSurface(surface);
    return failed == 0 ? 0 : 1;
}

static int run(SDL_Window *window, Head *heads, Slider *sliders, const char *picture, double time)
{
    const GLuint program = make_program();
    Uint64 last = SDL_GetPerformanceCounter();
    while (handle_events(sliders)) {
        const Uint64 now = SDL_GetPerformanceCounter();
        const double passed = (double)(now - last) / (double)SDL_GetPerformanceFrequency();
        for (int i = 0; i < HEADS; ++i)
            if (step_head(&heads[i], sliders, picture == NULL ? passed : time) != MIEN_OK)
                return 1;
        last = now;
        draw(heads, sliders, program);
        if (picture != NULL)
            return save_picture(picture);
        SDL_GL_SwapWindow(window);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *const names[HEADS] = {"ada", "bruno", "moss", "pip"};
    Slider sliders[SLIDERS] = {{.curve = "jawOpen"},
                               {.curve = "mouthSmileLeft"},
                               {.curve = "mouthSmileRight"},
                               {.curve = "browInnerUp"},
                               {.curve = "cheekPuff"}};
    const bool is_picture = argc >= 5 && strcmp(argv[2], "--picture") == 0;
    if (argc != 2 && !is_picture) {
        fprintf(stderr, "usage: %s BUNDLE [--picture FILE SECONDS [VALUE of each slider]]\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < SLIDERS && 5 + i < argc; ++i)
        sliders[i] = (Slider){sliders[i].curve, (float)atof(argv[5 + i]), true};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienError error = {.message = ""};
    Head heads[HEADS] = {0};
    MienStatus status = mien_file_open(argv[1], NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file),
                                  &(MienLoadOptions){.borrow_data = true}, &bundle, &error);
    for (int i = 0; i < HEADS && status == MIEN_OK; ++i)
        status = load_head(&heads[i], bundle, names[i], "sentence.clip", &error);
    if (status != MIEN_OK) {
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
        return 1; // the system takes back what is left
    }
    SDL_Window *window = NULL;
    for (int samples = 4; samples >= 0 && window == NULL && SDL_Init(SDL_INIT_VIDEO) == 0; samples -= 4) {
        SDL_GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, samples > 0);
        SDL_GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, samples);
        window = SDL_CreateWindow("Mien", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT,
                                  SDL_WINDOW_OPENGL);
    }
    if (window == NULL || SDL_GL_CreateContext(window) == NULL) {
        fprintf(stderr, "%s\n", SDL_GetError());
        return 1;
    }
    const int code =
        run(window, heads, sliders, is_picture ? argv[3] : NULL, is_picture ? atof(argv[4]) : 0.0);
    SDL_Quit();
    return code;
}
