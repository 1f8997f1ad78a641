/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DISPLAY_WIDGET_H
#define INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DISPLAY_WIDGET_H

#include "display/store/spectrum_store.h"
#include "widgets/panes/persistence_pane.h"
#include "widgets/panes/spectrum_pane.h"
#include "widgets/panes/view_state.h"
#include "widgets/panes/waterfall_pane.h"
#include "widgets/window/pane_layout.h"
#include <QImage>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

class QMenu;

namespace gpufft::display {

//! What a display is made with, and may be changed later.
struct display_settings {
    std::string panes = "spectrum,persistence,waterfall";
    std::string unit = "dbfs"; //!< see parse_shown_unit()
    std::string colours = "viridis";
    std::string renderer = "auto"; //!< see make_surface()
    std::string title;
    double lowest_db = -140, highest_db = 0;
    double seconds = 30; //!< that the waterfall is high
    double pictures_per_second = 60;
    bool is_dark = true;
};

//! What the window says of a survey that its spectra are recorded in.
struct recording_words {
    bool is_on = false;
    std::string text;    //!< beside what is shown: "survey.zarr, 120 rows"
    std::string problem; //!< a line of its own; "": there is none
};

//! What a user does that others want to know; called by the thread of the window.
struct display_events {
    std::function<void(double freq_hz)> clicked;
    std::function<void(const frequency_band& band)> selected;
    //! The view has changed: its edges, and how many columns of pixels it has; and how
    //! many bins spectra have.
    std::function<void(const frequency_view& view, std::size_t bins)> viewed;
    //! Spectra are to be recorded in this survey; "": no longer.
    std::function<void(const std::string& survey)> record;
};

/*!
 * \brief The window's part that shows what a store has, and that a user zooms, measures
 * and saves with
 *
 * All functions are for the thread of the QApplication. Pictures are made by a timer,
 * where there is something new and the widget is seen; whoever fills the store never
 * waits for one. docs/display.md says what mouse and keys do.
 */
class display_widget : public QWidget
{
public:
    //! \throws plan_error    a setting is none of those there are
    //! \throws device_error  the renderer is not there
    display_widget(std::shared_ptr<spectrum_store> store,
                   const level_conversion& conversion,
                   const display_settings& settings,
                   QWidget* parent = nullptr);

    display_events events;

    void set_view(double low_hz, double high_hz); //!< zooms; within the axis
    void show_all();
    void tell_view(); //!< to `events`, again
    void set_level_range(double lowest_db, double highest_db);
    void set_colour_range(double coldest_db, double hottest_db);
    void autoscale();
    void set_seconds(double seconds);
    void scroll_back_to(double seconds); //!< 0: the newest rows are at the top
    void set_panes(const std::string& names);
    void set_unit(const std::string& unit);
    void set_enbw(double bins);
    void set_full_scale_dbm(double dbm);
    void set_colours(const std::string& name);
    void set_dark(bool is_dark);
    void set_trace(trace_kind kind, bool is_shown);
    //! Shows what there is now until it is called with false; the store goes on.
    void set_paused(bool is_paused);
    void reset(); //!< max, min, average and persistence
    void take_reference();

    //! On the highest peak in view that has no marker yet.
    void add_peak_marker();
    void add_marker(double freq_hz, bool is_delta = false);
    void clear_markers();
    void show_peak_table(bool is_shown);
    void select(const frequency_band& band);
    void clear_selection();
    void show_recording(const recording_words& words);
    const recording_words& recording() const { return d_recording; }

    const view_state& state() const { return d_state; }
    const pane_layout& layout_of_panes() const { return d_layout; }
    //! What is shown: of a pause, what there was when it began.
    const spectrum_store& store() const { return d_paused ? *d_paused : *d_store; }
    const waterfall_pane& waterfall() const { return d_waterfall; }
    std::string panes() const { return pane_names(d_panes); }
    std::uint64_t pictures() const { return d_pictures; }
    marker_reading read_marker(std::size_t index) const;
    //! The trace that measures are taken of: average where it is shown, else now.
    trace_kind measured_trace() const;

    //! The picture as it would be now, in a size that need not be the widget's.
    QImage picture(const QSize& device_pixels);
    // Each returns what is wrong, or "".
    std::string save_png(const std::string& path);
    std::string save_csv(const std::string& path, trace_kind kind) const;
    std::string save_annotation(const std::string& path) const;

    QSize sizeHint() const override { return { 960, 640 }; }
    QSize minimumSizeHint() const override { return { 240, 120 }; }

protected:
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    //! What the mouse is doing while a button is pressed.
    enum class drag { none, press, band, zoom, pan, levels, coldest, hottest, marker };

    void tick();
    void refresh() { d_is_dirty = true; } //!< also what does not change with the data
    void follow_axis(const store_status& status);
    void compose(const QSize& wanted, double pixel_ratio);
    void draw_plots(const store_status& status);
    void draw_header(QPainter& painter, const store_status& status);
    void draw_cursor(QPainter& painter);
    void view_changed();
    void zoom_about(double hz, double factor);
    void pan_by(double hz);
    QPoint device_place(const QPoint& place) const;
    double hz_at(int x) const;
    bool is_on_labels(const QPoint& place, const placed_pane** pane) const;
    std::size_t marker_near(const QPoint& place) const;
    void begin_drag(QMouseEvent* event);
    void fill_menu(QMenu& menu);
    void ask_and_save(const QString& ending);
    //! Has the user name a survey, or ends the recording that there is.
    void ask_and_record();
    void draw_problem(QPainter& painter);

    std::shared_ptr<spectrum_store> d_store, d_paused;
    std::vector<pane_kind> d_panes;
    std::string d_title;
    view_state d_state;
    pane_layout d_layout;
    QWidget* d_surface;
    QTimer d_timer;
    QImage d_frame, d_decorations;
    spectrum_pane d_spectrum;
    persistence_pane d_persistence;
    waterfall_pane d_waterfall;

    recording_words d_recording;
    bool d_is_dirty = true;
    bool d_shows_all = true;
    bool d_has_levels = false; //!< autoscaled once, or told
    std::uint64_t d_shown_spectra = 0, d_shown_histograms = 0, d_pictures = 0;
    std::uint64_t d_axis_changes = 0;

    drag d_drag = drag::none;
    QPoint d_pressed, d_cursor{ -1, -1 }; // device pixels
    view_state d_at_press;                // what is dragged begins from this
    std::size_t d_dragged_marker = 0;
    QString d_survey = "survey.zarr"; // that was recorded last
};

} // namespace gpufft::display

#endif /* INCLUDED_GPUFFT_LIB_WIDGETS_WINDOW_DISPLAY_WIDGET_H */
