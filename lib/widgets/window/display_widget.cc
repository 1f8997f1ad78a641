/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "widgets/window/decorations.h"
#include "widgets/window/display_widget.h"
#include "widgets/window/surfaces.h"
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace gpufft::display {

namespace {

//! A view has a quarter of a bin at least.
constexpr double LEAST_BINS = 0.25;
constexpr double LEAST_SECONDS = 0.05, MOST_SECONDS = 600;
//! In pixels of 1/96 inch: what margins and three panes fit into.
constexpr QSize LEAST_SIZE(160, 120);

void check_range(double low, double high, const char* named)
{
    // A range that was fitted may be rounded below the least.
    if (!(high - low >= LEAST_RANGE_DB - 1e-6) || std::abs(low) > FARTHEST_DB ||
        std::abs(high) > FARTHEST_DB)
        refuse("{} of {} to {} dB; they are {} dB apart at least, and within +-{} dB",
               named,
               low,
               high,
               LEAST_RANGE_DB,
               FARTHEST_DB);
}

} // namespace

display_widget::display_widget(std::shared_ptr<spectrum_store> store,
                               const level_conversion& conversion,
                               const display_settings& settings,
                               QWidget* parent)
    : QWidget(parent),
      d_store(std::move(store)),
      d_panes(parse_panes(settings.panes)),
      d_title(settings.title),
      d_surface(make_surface(settings.renderer, this, [this](QPainter& painter) {
          painter.drawImage(QPointF(0, 0), d_frame);
      }))
{
    d_state.conversion = conversion;
    d_state.conversion.to = parse_shown_unit(settings.unit);
    d_state.colours = colour_map(settings.colours);
    d_state.look = settings.is_dark ? dark_theme() : light_theme();
    check_range(settings.lowest_db, settings.highest_db, "levels");
    d_state.lowest_db = d_state.coldest_db = settings.lowest_db;
    d_state.highest_db = d_state.hottest_db = settings.highest_db;
    set_seconds(settings.seconds);
    d_state.axis = d_store->status().axis;
    d_state.whole = d_store->status().whole;
    d_state.view = { d_state.whole.low_hz, d_state.whole.high_hz, 1 };
    d_store->enable_persistence(
        std::count(d_panes.begin(), d_panes.end(), pane_kind::persistence) > 0);

    d_surface->setAttribute(Qt::WA_TransparentForMouseEvents);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    d_timer.setTimerType(Qt::PreciseTimer);
    d_timer.callOnTimeout(this, [this] { tick(); });
    d_timer.start(
        static_cast<int>(1000 / std::clamp(settings.pictures_per_second, 1.0, 240.0)));
}

void display_widget::tick()
{
    if (!isVisible() || window()->isMinimized())
        return;
    const auto status = store().status();
    const bool is_new =
        status.spectra != d_shown_spectra || status.histograms != d_shown_histograms;
    if (!is_new && !d_is_dirty)
        return;
    const double ratio = devicePixelRatioF();
    compose({ static_cast<int>(width() * ratio + 0.5),
              static_cast<int>(height() * ratio + 0.5) },
            ratio);
    d_surface->update();
}

void display_widget::resizeEvent(QResizeEvent*)
{
    d_surface->setGeometry(rect());
    const double ratio = devicePixelRatioF();
    compose({ static_cast<int>(width() * ratio + 0.5),
              static_cast<int>(height() * ratio + 0.5) },
            ratio);
    view_changed();
}

void display_widget::follow_axis(const store_status& status)
{
    if (status.axis != d_state.axis) {
        // A band that is narrow, or was, may have its edges half a bin farther in.
        const double slack_hz = std::max(d_state.axis.bin_hz, status.axis.bin_hz);
        const bool is_outside = d_state.view.low_hz < status.whole.low_hz - slack_hz ||
                                d_state.view.high_hz > status.whole.high_hz + slack_hz;
        d_state.axis = status.axis;
        d_shows_all |= is_outside;
        d_is_dirty = true;
    }
    d_state.whole = status.whole;
    auto& view = d_state.view;
    if (!d_shows_all ||
        (view.low_hz == status.whole.low_hz && view.high_hz == status.whole.high_hz))
        return;
    view.low_hz = status.whole.low_hz;
    view.high_hz = status.whole.high_hz;
    view_changed();
}

void display_widget::compose(const QSize& wanted, double pixel_ratio)
{
    // Smaller ones than the margins are drawn larger, and cut off.
    const auto device_pixels =
        wanted.expandedTo((QSizeF(LEAST_SIZE) * pixel_ratio).toSize());
    const auto status = store().status();
    follow_axis(status);
    if (d_frame.size() != device_pixels || d_state.pixel_ratio != pixel_ratio) {
        d_frame = QImage(device_pixels, QImage::Format_RGB32);
        d_decorations = QImage(device_pixels, QImage::Format_RGB32);
        d_state.pixel_ratio = pixel_ratio;
        d_is_dirty = true;
    }
    if (d_frame.isNull())
        return;
    d_frame.setDevicePixelRatio(1);
    if (d_is_dirty) {
        d_layout = lay_out(d_panes, device_pixels, pixel_ratio);
        d_state.view.columns =
            static_cast<std::size_t>(d_layout.panes.front().plot.width());
        QPainter painter(&d_decorations);
        draw_decorations(painter, d_layout, d_state);
        painter.end();
        d_frame = d_decorations.copy();
        d_is_dirty = false;
    }
    draw_plots(status);
    d_frame.setDevicePixelRatio(pixel_ratio);
    d_shown_spectra = status.spectra;
    d_shown_histograms = status.histograms;
    ++d_pictures;
}

trace_kind display_widget::measured_trace() const
{
    return d_state.has_trace[static_cast<std::size_t>(trace_kind::average)]
               ? trace_kind::average
               : trace_kind::now;
}

void display_widget::tell_view()
{
    if (events.viewed)
        events.viewed(d_state.view, d_state.axis.bins);
}

void display_widget::view_changed()
{
    refresh();
    tell_view();
}

void display_widget::set_view(double low_hz, double high_hz)
{
    const auto& whole = d_state.whole;
    const double most_hz = whole.width_hz();
    double span_hz = std::clamp(
        high_hz - low_hz, std::min(LEAST_BINS * d_state.axis.bin_hz, most_hz), most_hz);
    if (!std::isfinite(span_hz) || !std::isfinite(low_hz))
        return;
    const double middle_hz = (low_hz + high_hz) / 2;
    low_hz = std::clamp(middle_hz - span_hz / 2,
                        whole.low_hz,
                        std::max(whole.high_hz - span_hz, whole.low_hz));
    d_state.view.low_hz = low_hz;
    d_state.view.high_hz = low_hz + span_hz;
    d_shows_all = span_hz >= most_hz;
    view_changed();
}

void display_widget::show_all() { set_view(d_state.whole.low_hz, d_state.whole.high_hz); }

void display_widget::zoom_about(double hz, double factor)
{
    const auto& view = d_state.view;
    set_view(hz - (hz - view.low_hz) * factor, hz + (view.high_hz - hz) * factor);
}

void display_widget::pan_by(double hz)
{
    set_view(d_state.view.low_hz + hz, d_state.view.high_hz + hz);
}

void display_widget::set_level_range(double lowest_db, double highest_db)
{
    check_range(lowest_db, highest_db, "levels");
    d_state.lowest_db = lowest_db;
    d_state.highest_db = highest_db;
    refresh();
}

void display_widget::set_colour_range(double coldest_db, double hottest_db)
{
    check_range(coldest_db, hottest_db, "colours");
    d_state.coldest_db = coldest_db;
    d_state.hottest_db = hottest_db;
    refresh();
}

void display_widget::autoscale()
{
    auto levels = store().levels(store().has(trace_kind::average) ? trace_kind::average
                                                                  : trace_kind::now);
    auto highest = store().levels(trace_kind::maximum);
    const auto is_none = [](float db) { return !std::isfinite(db); };
    levels.erase(std::remove_if(levels.begin(), levels.end(), is_none), levels.end());
    highest.erase(std::remove_if(highest.begin(), highest.end(), is_none), highest.end());
    if (levels.empty() || highest.empty())
        return;
    const auto floor = levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 10);
    std::nth_element(levels.begin(), floor, levels.end());
    const double offset_db = d_state.offset_db();
    const double noise_db = *floor + offset_db;
    const double peak_db = *std::max_element(highest.begin(), highest.end()) + offset_db;
    double low_db = 5 * std::floor((noise_db - 15) / 5);
    double high_db = std::max(5 * std::ceil((peak_db + 5) / 5), noise_db + 5);
    fit_range(low_db, high_db);
    set_level_range(low_db, high_db);
    double coldest_db = noise_db - 5, hottest_db = std::max(peak_db, noise_db + 20);
    fit_range(coldest_db, hottest_db);
    set_colour_range(coldest_db, hottest_db);
}

void display_widget::set_seconds(double seconds)
{
    if (!(seconds > 0))
        refuse("a waterfall of {} s; it shows {} to {}",
               seconds,
               LEAST_SECONDS,
               MOST_SECONDS);
    d_state.seconds = std::clamp(seconds, LEAST_SECONDS, MOST_SECONDS);
    refresh();
}

void display_widget::scroll_back_to(double seconds)
{
    const auto status = store().status();
    const double most_s =
        std::max(status.newest_s - status.oldest_s - d_state.seconds, 0.0);
    d_state.scrolled_back_s = std::clamp(seconds, 0.0, most_s);
    refresh();
}

void display_widget::set_panes(const std::string& names)
{
    d_panes = parse_panes(names);
    d_store->enable_persistence(
        std::count(d_panes.begin(), d_panes.end(), pane_kind::persistence) > 0);
    view_changed();
}

void display_widget::set_unit(const std::string& unit)
{
    const auto to = parse_shown_unit(unit);
    const double before_db = d_state.offset_db();
    d_state.conversion.to = to;
    const double change_db = d_state.offset_db() - before_db;
    for (auto* const level : { &d_state.lowest_db,
                               &d_state.highest_db,
                               &d_state.coldest_db,
                               &d_state.hottest_db })
        *level += change_db;
    refresh();
}

void display_widget::set_enbw(double bins)
{
    if (!(bins > 0) || !std::isfinite(bins))
        refuse("a noise bandwidth of {} bins; windows have 1 and more", bins);
    d_state.conversion.enbw_bins = bins;
    refresh();
}

void display_widget::set_full_scale_dbm(double dbm)
{
    if (!std::isfinite(dbm))
        refuse("full scale of {} dBm; it is a number", dbm);
    d_state.conversion.full_scale_dbm = dbm;
    refresh();
}

void display_widget::set_colours(const std::string& name)
{
    d_state.colours = colour_map(name);
    refresh();
}

void display_widget::set_dark(bool is_dark)
{
    d_state.look = is_dark ? dark_theme() : light_theme();
    refresh();
}

void display_widget::set_trace(trace_kind kind, bool is_shown)
{
    d_state.has_trace[static_cast<std::size_t>(kind)] = is_shown;
    refresh();
}

void display_widget::set_paused(bool is_paused)
{
    if (is_paused != (d_paused != nullptr))
        d_paused = is_paused ? d_store->snapshot() : nullptr;
    refresh();
}

void display_widget::reset()
{
    d_store->reset();
    if (d_paused)
        d_paused->reset();
    refresh();
}

void display_widget::take_reference()
{
    const auto levels = store().levels(measured_trace());
    d_store->set_reference(levels);
    if (d_paused)
        d_paused->set_reference(levels);
    set_trace(trace_kind::reference, true);
}

} // namespace gpufft::display
