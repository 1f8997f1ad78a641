/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_SURFACES_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_SURFACES_H

#include <QPainter>
#include <QWidget>
#include <functional>
#include <string>

namespace gpufft::display {

//! Puts a picture onto the screen.
using paint_function = std::function<void(QPainter&)>;

/*!
 * \brief What OpenGL there is: the renderer's name; "" where there is none
 *
 * A context is made once a process, by the thread of the QApplication.
 */
const std::string& opengl_renderer();
//! Whether that is a program that draws with the processor, as llvmpipe is.
bool is_software_renderer(const std::string& renderer);

/*!
 * \brief A widget that shows what \p paint draws
 *
 * \param renderer  "auto": by OpenGL where a GPU does it, else without, as what computes
 *                  OpenGL on the processor only copies each picture once more; "opengl";
 *                  "raster": without
 *
 * \throws plan_error    it is none of these
 * \throws device_error  "opengl", and there is none
 */
QWidget* make_surface(const std::string& renderer, QWidget* parent, paint_function paint);

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_SURFACES_H */
