/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/window/display_widget.h"
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>

// What a display_widget does with keys, and its menu.

namespace gpufft::display {

void display_widget::keyPressEvent(QKeyEvent* event)
{
    const double span_hz = d_state.view.high_hz - d_state.view.low_hz;
    const double middle_hz = (d_state.view.high_hz + d_state.view.low_hz) / 2;
    const bool is_in_plot = d_layout.at(d_cursor) != nullptr;
    switch (event->key()) {
    case Qt::Key_Left:
        pan_by(-span_hz / 10);
        break;
    case Qt::Key_Right:
        pan_by(span_hz / 10);
        break;
    case Qt::Key_Up:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom_about(middle_hz, 0.5);
        break;
    case Qt::Key_Down:
    case Qt::Key_Minus:
        zoom_about(middle_hz, 2);
        break;
    case Qt::Key_Home:
        show_all();
        break;
    case Qt::Key_PageUp:
        scroll_back_to(d_state.scrolled_back_s - d_state.seconds / 2);
        break;
    case Qt::Key_PageDown:
        scroll_back_to(d_state.scrolled_back_s + d_state.seconds / 2);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (d_state.selection)
            set_view(d_state.selection->low_hz, d_state.selection->high_hz);
        break;
    case Qt::Key_Escape:
        clear_selection();
        d_recording.problem.clear(); // it was read
        refresh();
        break;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        clear_markers();
        break;
    case Qt::Key_Space:
        set_paused(!d_paused);
        break;
    case Qt::Key_A:
        autoscale();
        break;
    case Qt::Key_C:
        set_dark(!d_state.look.is_dark);
        break;
    case Qt::Key_D:
        if (is_in_plot)
            add_marker(hz_at(d_cursor.x()), true);
        break;
    case Qt::Key_M:
        if (is_in_plot)
            add_marker(hz_at(d_cursor.x()));
        break;
    case Qt::Key_P:
        add_peak_marker();
        break;
    case Qt::Key_R:
        reset();
        break;
    case Qt::Key_F:
        take_reference();
        break;
    case Qt::Key_S:
        ask_and_save("png");
        break;
    case Qt::Key_W:
        ask_and_record();
        break;
    case Qt::Key_T:
        show_peak_table(!d_state.has_peak_table);
        break;
    case Qt::Key_1:
    case Qt::Key_2:
    case Qt::Key_3:
    case Qt::Key_4:
    case Qt::Key_5: {
        const auto kind = static_cast<trace_kind>(event->key() - Qt::Key_1);
        set_trace(kind, !d_state.has_trace[static_cast<std::size_t>(kind)]);
        break;
    }
    default:
        QWidget::keyPressEvent(event);
    }
}

void display_widget::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    fill_menu(menu);
    menu.exec(event->globalPos());
}

void display_widget::fill_menu(QMenu& menu)
{
    const bool is_in_plot = d_layout.at(d_cursor) != nullptr;
    const double hz = hz_at(d_cursor.x());
    const auto checked = [](QMenu& to, const QString& text, bool is_on, auto action) {
        auto* const entry = to.addAction(text, action);
        entry->setCheckable(true);
        entry->setChecked(is_on);
    };
    auto& traces = *menu.addMenu("Traces");
    for (std::size_t i = 0; i < TRACE_KINDS; ++i) {
        const auto kind = static_cast<trace_kind>(i);
        checked(traces,
                QString("%1 (%2)").arg(trace_name(kind)).arg(i + 1),
                d_state.has_trace[i],
                [=] { set_trace(kind, !d_state.has_trace[i]); });
    }
    traces.addSeparator();
    traces.addAction("Reset max, min, average (R)", [=] { reset(); });
    traces.addAction("Keep as reference (F)", [=] { take_reference(); });

    auto& markers = *menu.addMenu("Markers");
    markers.addAction("At the next peak (P)", [=] { add_peak_marker(); });
    if (is_in_plot) {
        markers.addAction("Here (M)", [=] { add_marker(hz); });
        markers.addAction("Delta here (D)", [=] { add_marker(hz, true); });
    }
    markers.addAction("Remove all (Del)", [=] { clear_markers(); });
    checked(markers, "Table of peaks (T)", d_state.has_peak_table, [=] {
        show_peak_table(!d_state.has_peak_table);
    });

    auto& panes = *menu.addMenu("Panes");
    for (const char* const names : { "spectrum,persistence,waterfall",
                                     "spectrum,waterfall",
                                     "persistence,waterfall",
                                     "waterfall,spectrum",
                                     "spectrum",
                                     "persistence",
                                     "waterfall" })
        checked(panes, names, this->panes() == names, [=] { set_panes(names); });
    auto& units = *menu.addMenu("Levels in");
    for (const char* const unit : { "dbfs", "dbfs_per_hz", "dbm", "dbm_per_hz" }) {
        const auto shown = parse_shown_unit(unit);
        checked(units,
                shown.name(),
                std::string(shown.name()) == d_state.conversion.to.name(),
                [=] { set_unit(unit); });
    }
    auto& colours = *menu.addMenu("Colours");
    for (const auto& name : colour_map_names())
        checked(colours,
                QString::fromStdString(name),
                d_state.colours == colour_map(name),
                [=] { set_colours(name); });
    checked(menu, "Light (C)", !d_state.look.is_dark, [=] {
        set_dark(!d_state.look.is_dark);
    });

    menu.addSeparator();
    menu.addAction("Autoscale (A)", [=] { autoscale(); });
    menu.addAction("Show all frequencies (Home)", [=] { show_all(); });
    if (d_state.selection) {
        menu.addAction("Zoom to the selection (Enter)", [=] {
            set_view(d_state.selection->low_hz, d_state.selection->high_hz);
        });
        menu.addAction("Save the selection as a SigMF annotation...",
                       [=] { ask_and_save("sigmf-meta"); });
    }
    checked(menu, "Pause (Space)", d_paused != nullptr, [=] { set_paused(!d_paused); });
    menu.addAction("Save the picture... (S)", [=] { ask_and_save("png"); });
    menu.addAction("Save the trace...", [=] { ask_and_save("csv"); });
    if (events.record)
        checked(
            menu, "Record a survey... (W)", d_recording.is_on, [=] { ask_and_record(); });
}

void display_widget::ask_and_record()
{
    if (!events.record)
        return;
    if (d_recording.is_on) {
        events.record("");
        return;
    }
    // Not by a dialog of files, which enters a folder that is there, and a survey is one.
    bool is_accepted = false;
    const auto survey =
        QInputDialog::getText(this,
                              "Record a survey",
                              "Folder; one that is there is gone on with:",
                              QLineEdit::Normal,
                              d_survey,
                              &is_accepted);
    if (!is_accepted || survey.isEmpty())
        return;
    d_survey = survey;
    events.record(survey.toStdString());
}

void display_widget::show_recording(const recording_words& words)
{
    d_recording = words;
    refresh();
}

void display_widget::ask_and_save(const QString& ending)
{
    const auto path =
        QFileDialog::getSaveFileName(this, "Save", "display." + ending, "*." + ending);
    if (path.isEmpty())
        return;
    const auto to = path.toStdString();
    const auto wrong = ending == "png"   ? save_png(to)
                       : ending == "csv" ? save_csv(to, measured_trace())
                                         : save_annotation(to);
    if (!wrong.empty())
        QMessageBox::warning(this, "Save", QString::fromStdString(wrong));
}

} // namespace gpufft::display
