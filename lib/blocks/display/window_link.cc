/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "blocks/display/window_link.h"
#include <gnuradio/gpufft/display.h>
#include <QApplication>
#include <QThread>
#include <exception>
#include <stdexcept>

namespace gr {
namespace gpufft {

void expect_application()
{
    const auto* const application = QCoreApplication::instance();
    if (!application || !application->inherits("QApplication")) {
        const auto reason = display::why_no_window();
        throw std::runtime_error(
            "display: there is no QApplication, which its window needs: " +
            (reason.empty()
                 ? std::string("make one before the flowgraph "
                               "(Python: app = Qt.QApplication(sys.argv); GRC: Generate "
                               "Options QT GUI)")
                 : reason));
    }
    if (QThread::currentThread() != application->thread())
        throw std::runtime_error(
            "display: its window is made by the thread of the QApplication "
            "alone: make the block there");
}

window_link::window_link(::gpufft::display::display_widget* widget,
                         ::gpufft::display::display_events events)
    : d_widget(widget), d_events(std::make_shared<guarded_events>())
{
    d_events->events = std::move(events);
    widget->events.clicked = [link = d_events](double hz) {
        const std::lock_guard<std::mutex> guard(link->mutex);
        if (link->is_alive)
            link->events.clicked(hz);
    };
    widget->events.selected = [link = d_events](const auto& band) {
        const std::lock_guard<std::mutex> guard(link->mutex);
        if (link->is_alive)
            link->events.selected(band);
    };
    widget->events.viewed = [link = d_events](const auto& view, auto bins) {
        const std::lock_guard<std::mutex> guard(link->mutex);
        if (link->is_alive)
            link->events.viewed(view, bins);
    };
    widget->events.record = [link = d_events](const std::string& survey) {
        const std::lock_guard<std::mutex> guard(link->mutex);
        if (link->is_alive)
            link->events.record(survey);
    };
}

window_link::~window_link()
{
    {
        const std::lock_guard<std::mutex> guard(d_events->mutex);
        d_events->is_alive = false;
    }
    if (!d_widget || d_widget->parent() || !QCoreApplication::instance())
        return;
    if (QThread::currentThread() == d_widget->thread())
        delete d_widget.data();
    else
        d_widget->deleteLater();
}

void window_link::post(std::function<void(::gpufft::display::display_widget&)> change,
                       std::function<void(const std::string&)> refused)
{
    auto* const widget = d_widget.data();
    if (!widget)
        return;
    if (QThread::currentThread() == widget->thread()) {
        change(*widget);
        return;
    }
    QMetaObject::invokeMethod(
        widget,
        [widget, change = std::move(change), refused = std::move(refused)] {
            try {
                change(*widget);
            } catch (const std::exception& e) {
                refused(e.what());
            }
        },
        Qt::QueuedConnection);
}

} // namespace gpufft
} // namespace gr
