/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_WINDOW_LINK_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_WINDOW_LINK_H

#include "widgets/window/display_widget.h"
#include <QPointer>
#include <functional>
#include <memory>
#include <mutex>

namespace gr {
namespace gpufft {

//! \throws std::runtime_error  there is no QApplication, or this is not its thread
void expect_application();

/*!
 * \brief The widget of a block, which either may outlive
 *
 * Qt deletes a widget with its parent; one without a parent goes with the block.
 */
class window_link
{
public:
    //! \param widget  made by the thread of the QApplication
    window_link(::gpufft::display::display_widget* widget,
                ::gpufft::display::display_events events);
    ~window_link();

    window_link(const window_link&) = delete;
    window_link& operator=(const window_link&) = delete;

    ::gpufft::display::display_widget* widget() const { return d_widget; }

    /*!
     * \brief Has the thread of the QApplication call \p change with the widget; at once
     * where this is that thread
     *
     * \throws what change throws, where this is that thread; elsewhere it is given to
     *         \p refused
     */
    void post(std::function<void(::gpufft::display::display_widget&)> change,
              std::function<void(const std::string&)> refused);

private:
    //! What callbacks have of the block: nothing once it is gone.
    struct guarded_events {
        std::mutex mutex;
        bool is_alive = true;
        ::gpufft::display::display_events events;
    };

    QPointer<::gpufft::display::display_widget> d_widget;
    std::shared_ptr<guarded_events> d_events;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_DISPLAY_WINDOW_LINK_H */
