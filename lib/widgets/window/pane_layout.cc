/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/request/refuse.h"
#include "widgets/window/pane_layout.h"
#include <algorithm>
#include <sstream>

namespace gpufft::display {

namespace {

constexpr const char* NAMES[] = { "spectrum", "persistence", "waterfall" };

// In pixels of 1/96 inch.
constexpr double LABELS = 58, RIGHT = 14, BAR = 66, HEADER = 20, FOOTER = 22, GAP = 6;
constexpr int LEAST_PLOT = 8;

} // namespace

std::vector<pane_kind> parse_panes(const std::string& names)
{
    std::vector<pane_kind> panes;
    std::istringstream words(names);
    for (std::string word; std::getline(words, word, ',');) {
        word.erase(std::remove(word.begin(), word.end(), ' '), word.end());
        const auto* const found =
            std::find(std::begin(NAMES), std::end(NAMES), std::string_view(word));
        if (found == std::end(NAMES))
            refuse(
                "there is no pane \"{}\"; panes are spectrum, persistence and waterfall, "
                "with commas between",
                word);
        const auto kind = static_cast<pane_kind>(found - NAMES);
        if (std::count(panes.begin(), panes.end(), kind) > 0)
            refuse("panes are \"{}\"; each is there once at most", names);
        panes.push_back(kind);
    }
    if (panes.empty())
        refuse("panes are \"{}\"; one at least is needed of spectrum, persistence and "
               "waterfall",
               names);
    return panes;
}

std::string pane_names(const std::vector<pane_kind>& panes)
{
    std::string names;
    for (const auto kind : panes)
        names +=
            std::string(names.empty() ? "" : ",") + NAMES[static_cast<std::size_t>(kind)];
    return names;
}

const placed_pane* pane_layout::find(pane_kind kind) const
{
    for (const auto& pane : panes)
        if (pane.kind == kind)
            return &pane;
    return nullptr;
}

const placed_pane* pane_layout::at(const QPoint& place) const
{
    for (const auto& pane : panes)
        if (pane.plot.contains(place))
            return &pane;
    return nullptr;
}

pane_layout
lay_out(const std::vector<pane_kind>& panes, const QSize& size, double pixel_ratio)
{
    const auto px = [&](double length) {
        return static_cast<int>(length * pixel_ratio + 0.5);
    };
    const bool has_bar = std::count(panes.begin(), panes.end(), pane_kind::waterfall) > 0;
    pane_layout layout;
    layout.label_width = px(LABELS);
    const int left = layout.label_width;
    const int right = has_bar ? px(BAR) : px(RIGHT);
    const int width = std::max(size.width() - left - right, LEAST_PLOT);
    layout.header = { 0, 0, size.width(), px(HEADER) };
    layout.footer = { 0, size.height() - px(FOOTER), size.width(), px(FOOTER) };
    const auto count = static_cast<int>(panes.size());
    const int room =
        layout.footer.top() - layout.header.bottom() - 1 - (count - 1) * px(GAP);
    int top = layout.header.bottom() + 1;
    for (int i = 0; i < count; ++i) {
        const int height =
            std::max(room * (i + 1) / count - room * i / count, LEAST_PLOT);
        const auto kind = panes[static_cast<std::size_t>(i)];
        layout.panes.push_back({ kind, { left, top, width, height } });
        if (kind == pane_kind::waterfall)
            layout.colour_bar = {
                left + width + px(10), top + px(4), px(14), height - px(8)
            };
        top += height + px(GAP);
    }
    return layout;
}

} // namespace gpufft::display
