// SPDX-License-Identifier: MIT
//
// Shows a face that plays a clip in a window: libmien poses and skins, GTK 4 provides the
// window, and a short shader draws. This file contains everything an engine would replace.

#include "mien/mien.h"

#include <epoxy/gl.h>
#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Window {
    const char *path, *name, *clip_name, *screenshot;
    double time;
    MienFile *file;
    MienBundle *bundle;
    MienActor *actor;
    const MienMesh *mesh;
    MienMeshInfo info;
    MienVec3 *positions, *normals; // from here on memory of ours
    void *scratch;
    GLuint program, array, buffers[4]; ///< Positions, normals, colours, indices.
    bool failed;
    GtkApplication *app;
} Window;

static const char vertex_text[] =
    "#version 330\n"
    "layout(location = 0) in vec3 position; layout(location = 1) in vec3 normal;\n"
    "layout(location = 2) in vec4 color;\n"
    "uniform vec3 centre; uniform vec2 scale; out vec3 n, c;\n"
    "void main() { vec3 p = position - centre; n = normal; c = color.rgb;\n"
    "  gl_Position = vec4(p.xy * scale, -p.z * scale.y * 0.5, 1.0); }\n";
static const char fragment_text[] =
    "#version 330\n"
    "in vec3 n, c; uniform vec3 base; out vec4 shown;\n"
    "void main() { vec3 m = normalize(n);\n"
    "  float light = 0.30 + 0.15 * m.y + 0.75 * max(dot(m, normalize(vec3(-0.5, 0.6, 0.8))), 0.0);\n"
    "  shown = vec4(pow(base * c * light, vec3(1.0 / 2.2)), 1.0); }\n";

static void *make_memory(size_t size)
{
    const size_t whole = (size + 63) / 64 * 64 + 64;
    void *memory = aligned_alloc(64, whole);
    if (memory == NULL)
        exit(1);
    return memset(memory, 0, whole);
}

static MienStatus load(Window *w, MienError *error)
{
    char mesh[MIEN_MAX_NAME + 1], poses[MIEN_MAX_NAME + 1], clip[MIEN_MAX_NAME + 1];
    snprintf(mesh, sizeof mesh, "%s.mesh", w->name);
    snprintf(poses, sizeof poses, "%s.poses", w->name);
    snprintf(clip, sizeof clip, "%s.clip", w->clip_name);
    const MienLoadOptions in_place = {.borrow_data = true};
    const MienActorMembers members = {.mesh = mesh, .poses = poses};
    MienStatus status = mien_file_open(w->path, NULL, &w->file, error);
    if (status == MIEN_OK)
        status =
            mien_bundle_load(mien_file_data(w->file), mien_file_size(w->file), &in_place, &w->bundle, error);
    if (status == MIEN_OK)
        status = mien_actor_load(w->bundle, &members, NULL, &w->actor, error);
    if (status == MIEN_OK)
        status =
            mien_actor_load_clip(w->actor, w->bundle, clip, &(MienActorClipOptions){.loops = true}, error);
    return status;
}

static void prepare(Window *w)
{
    w->mesh = mien_actor_mesh(w->actor);
    w->info = mien_mesh_info(w->mesh);
    w->positions = make_memory((size_t)w->info.vertex_count * sizeof *w->positions);
    w->normals = make_memory((size_t)w->info.vertex_count * sizeof *w->normals);
    w->scratch = make_memory(mien_skin_job_scratch_size(w->mesh));
}

/// From a moment of the clip to vertices.
static MienStatus evaluate(Window *w, double time)
{
    mien_actor_set_time(w->actor, time);
    const MienStatus status = mien_actor_step(w->actor, 0.0);
    if (status != MIEN_OK)
        return status;
    return mien_skin_job_run(&(MienSkinJob){.mesh = w->mesh,
                                            .joint_count = w->info.joint_count,
                                            .palette = mien_actor_palette(w->actor),
                                            .morph_count = w->info.morph_count,
                                            .weights = mien_actor_morphs(w->actor),
                                            .vertex_count = w->info.vertex_count,
                                            .out_positions = w->positions,
                                            .out_normals = w->normals,
                                            .scratch = w->scratch,
                                            .scratch_size = mien_skin_job_scratch_size(w->mesh)});
}

static GLuint make_shader(GLuint program, GLenum kind, const char *text)
{
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    return shader;
}

/// What does not change: the shader, colours and triangles.
static void on_realize(GtkGLArea *area, Window *w)
{
    gtk_gl_area_make_current(area);
    if (gtk_gl_area_get_error(area) != NULL)
        return; // GTK shows it
    w->program = glCreateProgram();
    make_shader(w->program, GL_VERTEX_SHADER, vertex_text);
    make_shader(w->program, GL_FRAGMENT_SHADER, fragment_text);
    glLinkProgram(w->program);
    glGenVertexArrays(1, &w->array);
    glBindVertexArray(w->array);
    glGenBuffers(4, w->buffers);
    for (GLuint i = 0; i < 2; ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, w->buffers[i]);
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 0, NULL);
        glEnableVertexAttribArray(i);
    }
    if (w->info.has_colors) {
        glBindBuffer(GL_ARRAY_BUFFER, w->buffers[2]);
        glBufferData(GL_ARRAY_BUFFER, 8 * (GLsizeiptr)w->info.vertex_count, mien_mesh_colors(w->mesh),
                     GL_STATIC_DRAW);
        glVertexAttribPointer(2, 4, GL_UNSIGNED_SHORT, GL_TRUE, 0, NULL);
        glEnableVertexAttribArray(2);
    } else {
        glVertexAttrib4f(2, 1.0f, 1.0f, 1.0f, 1.0f);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, w->buffers[3]);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, 4 * (GLsizeiptr)w->info.index_count, mien_mesh_indices(w->mesh),
                 GL_STATIC_DRAW);
}

static void save_screenshot(Window *w, int width, int height)
{
    const size_t stride = (size_t)width * 4;
    unsigned char *up = make_memory(stride * (size_t)height), *down = make_memory(stride * (size_t)height);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, up);
    for (int y = 0; y < height; ++y) // OpenGL begins below
        memcpy(down + (size_t)y * stride, up + (size_t)(height - 1 - y) * stride, stride);
    GBytes *bytes = g_bytes_new_take(down, stride * (size_t)height);
    GdkTexture *texture = gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8A8, bytes, stride);
    w->failed = !gdk_texture_save_to_png(texture, w->screenshot);
    printf("%s: %d by %d pixels, %d triangles\n", w->screenshot, width, height, w->info.index_count / 3);
    g_object_unref(texture);
    g_bytes_unref(bytes);
    free(up);
    g_application_quit(G_APPLICATION(w->app));
}

static gboolean on_render(GtkGLArea *area, GdkGLContext *context, Window *w)
{
    (void)context;
    const int pixels = gtk_widget_get_scale_factor(GTK_WIDGET(area));
    const int width = gtk_widget_get_width(GTK_WIDGET(area)) * pixels;
    const int height = gtk_widget_get_height(GTK_WIDGET(area)) * pixels;
    if (evaluate(w, w->time) != MIEN_OK)
        return FALSE;
    glClearColor(0.85f, 0.87f, 0.90f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glUseProgram(w->program);
    glBindVertexArray(w->array);
    const MienVec3 *const data[] = {w->positions, w->normals};
    for (int i = 0; i < 2; ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, w->buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)sizeof(MienVec3) * w->info.vertex_count, data[i],
                     GL_STREAM_DRAW);
    }
    const MienVec3 lo = w->info.min, hi = w->info.max;
    const float scale = 1.8f / (hi.y - lo.y);
    glUniform3f(glGetUniformLocation(w->program, "centre"), 0.5f * (lo.x + hi.x), 0.5f * (lo.y + hi.y),
                0.5f * (lo.z + hi.z));
    glUniform2f(glGetUniformLocation(w->program, "scale"), scale * (float)height / (float)width, scale);
    for (int i = 0; i < w->info.submesh_count; ++i) {
        const MienSubmesh part = mien_mesh_submesh(w->mesh, i);
        const MienMeshMaterial material = mien_mesh_material(w->mesh, part.material);
        glUniform3fv(glGetUniformLocation(w->program, "base"), 1, material.base_color);
        glDrawElements(GL_TRIANGLES, part.index_count, GL_UNSIGNED_INT,
                       (const void *)(sizeof(uint32_t) * (size_t)part.first_index));
    }
    if (w->screenshot != NULL)
        save_screenshot(w, width, height);
    return TRUE;
}

static gboolean on_tick(GtkWidget *area, GdkFrameClock *clock, gpointer data)
{
    Window *w = data;
    w->time = 1e-6 * (double)gdk_frame_clock_get_frame_time(clock);
    gtk_widget_queue_draw(area);
    return G_SOURCE_CONTINUE;
}

static void on_activate(GtkApplication *app, Window *w)
{
    GtkWidget *window = gtk_application_window_new(app), *area = gtk_gl_area_new();
    gtk_gl_area_set_required_version(GTK_GL_AREA(area), 3, 3);
    gtk_gl_area_set_has_depth_buffer(GTK_GL_AREA(area), TRUE);
    g_signal_connect(area, "realize", G_CALLBACK(on_realize), w);
    g_signal_connect(area, "render", G_CALLBACK(on_render), w);
    if (w->screenshot == NULL)
        gtk_widget_add_tick_callback(area, on_tick, w, NULL);
    gtk_widget_set_size_request(area, 480, 480);
    gtk_window_set_title(GTK_WINDOW(window), w->name);
    gtk_window_set_child(GTK_WINDOW(window), area);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argc, char **argv)
{
    Window w = {.failed = true};
    if (argc != 4 && !(argc == 7 && strcmp(argv[4], "--screenshot") == 0)) {
        fprintf(stderr, "usage: %s BUNDLE FACE CLIP [--screenshot FILE SECONDS]\n", argv[0]);
        return 2;
    }
    w.path = argv[1], w.name = argv[2], w.clip_name = argv[3];
    if (argc == 7)
        w.screenshot = argv[5], w.time = g_ascii_strtod(argv[6], NULL);
    MienError error = {.message = ""};
    const MienStatus status = load(&w, &error);
    if (status != MIEN_OK) {
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
        return 1; // the system takes back what is left
    }
    prepare(&w);
    w.app = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    g_signal_connect(w.app, "activate", G_CALLBACK(on_activate), &w);
    g_application_run(G_APPLICATION(w.app), 1, argv);
    g_object_unref(w.app);
    return w.screenshot != NULL && w.failed ? 1 : 0;
}
