/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "widgets/drawing/pixels.h"
#include "widgets/panes/spectrum_pane.h"

namespace gpufft::display {

double level_row(const view_state& state, const QRect& plot, double level_db)
{
    return (state.highest_db - level_db) / (state.highest_db - state.lowest_db) *
           (plot.height() - 1);
}

double level_at(const view_state& state, const QRect& plot, double row)
{
    return state.highest_db -
           row / (plot.height() - 1) * (state.highest_db - state.lowest_db);
}

void spectrum_pane::draw(QImage& image,
                         const QRect& plot,
                         const view_state& state,
                         const spectrum_store& store)
{
    if (d_map.columns() != state.view.columns || d_map_axis != state.axis ||
        d_map_view != state.view) {
        d_map = column_map(state.axis, state.view);
        d_map_axis = state.axis;
        d_map_view = state.view;
    }
    d_columns.resize(state.view.columns);
    // The last spectrum lies above what is of many.
    for (const auto kind : { trace_kind::reference,
                             trace_kind::minimum,
                             trace_kind::maximum,
                             trace_kind::now,
                             trace_kind::average }) {
        const auto index = static_cast<std::size_t>(kind);
        if (!state.has_trace[index] || !store.has(kind))
            continue;
        const auto levels = store.levels(kind);
        if (levels.size() != state.axis.bins)
            continue; // the axis has changed since; the next picture has the new one
        if (kind == trace_kind::minimum)
            d_map.least(levels.data(), d_columns.data());
        else
            d_map.greatest(levels.data(), d_columns.data());
        const double offset_db = state.offset_db();
        for (auto& level : d_columns)
            level = static_cast<float>(level_row(state, plot, level + offset_db));
        draw_trace(image, plot, d_columns, state.look.traces[index], state.px(1.4));
    }
}

} // namespace gpufft::display
