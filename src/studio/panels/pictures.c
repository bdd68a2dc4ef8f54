// SPDX-License-Identifier: MIT
//
// Small pictures in rows.

#include "studio/panels/pictures.h"

GtkWidget *studio_picture_new(int size)
{
    GtkWidget *image = gtk_image_new();
    gtk_image_set_pixel_size(GTK_IMAGE(image), size);
    gtk_widget_add_css_class(image, "kind-picture");
    return image;
}

void studio_picture_show(GtkWidget *picture, StudioWorkspace *workspace, const StudioPictureOf *of,
                         const char *icon)
{
    (void)workspace, (void)of;
    gtk_image_set_from_icon_name(GTK_IMAGE(picture), icon);
}

void studio_picture_set_enlarges(GtkWidget *picture, bool is_enlarging) { (void)picture, (void)is_enlarging; }

bool studio_pictures_are_pending(StudioWorkspace *workspace)
{
    (void)workspace;
    return false;
}
