/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "widgets/window/surfaces.h"
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QOpenGLWidget>
#include <utility>

namespace gpufft::display {

namespace {

class raster_surface : public QWidget
{
public:
    raster_surface(QWidget* parent, paint_function paint)
        : QWidget(parent), d_paint(std::move(paint))
    {
        setAttribute(Qt::WA_OpaquePaintEvent);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        d_paint(painter);
    }

private:
    paint_function d_paint;
};

class opengl_surface : public QOpenGLWidget
{
public:
    opengl_surface(QWidget* parent, paint_function paint)
        : QOpenGLWidget(parent), d_paint(std::move(paint))
    {
    }

protected:
    void paintGL() override
    {
        QPainter painter(this);
        d_paint(painter);
    }

private:
    paint_function d_paint;
};

std::string find_renderer()
{
    QOffscreenSurface surface;
    surface.create();
    QOpenGLContext context;
    if (!surface.isValid() || !context.create() || !context.makeCurrent(&surface))
        return "";
    const auto* const name =
        reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const std::string renderer = name ? name : "";
    context.doneCurrent();
    return renderer;
}

} // namespace

const std::string& opengl_renderer()
{
    static const auto& renderer = *new std::string(find_renderer());
    return renderer;
}

bool is_software_renderer(const std::string& renderer)
{
    for (const char* const name : { "llvmpipe", "softpipe", "Software", "SWR", "swrast" })
        if (renderer.find(name) != std::string::npos)
            return true;
    return false;
}

QWidget* make_surface(const std::string& renderer, QWidget* parent, paint_function paint)
{
    if (renderer != "auto" && renderer != "opengl" && renderer != "raster")
        refuse("renderer is \"{}\"; it is \"auto\", \"opengl\" or \"raster\"", renderer);
    if (renderer == "raster")
        return new raster_surface(parent, std::move(paint));
    const auto& found = opengl_renderer();
    if (renderer == "opengl" && found.empty())
        throw device_error("this screen has no OpenGL, which renderer=\"opengl\" needs; "
                           "\"auto\" and \"raster\" do without");
    if (renderer == "auto" && (found.empty() || is_software_renderer(found)))
        return new raster_surface(parent, std::move(paint));
    return new opengl_surface(parent, std::move(paint));
}

} // namespace gpufft::display
