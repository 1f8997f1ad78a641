/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "apps/files/plan_json.h"
#include "plan/expression/expression_text.h"
#include "plan/ir/enum_names.h"
#include "plan/simt/tile.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"
#include <nlohmann/json.hpp>

namespace gpufft::app {

namespace {

using nlohmann::json;

const char* name_of_layout(complex_layout layout)
{
    return layout == complex_layout::planar ? "planar" : "interleaved";
}

json json_of(const dimension& d)
{
    return { { "length", d.length },
             { "input_stride", d.input_stride },
             { "output_stride", d.output_stride },
             { "input_rotation", d.input_rotation },
             { "output_rotation", d.output_rotation } };
}

json json_of(const loop& l)
{
    return { { "count", l.count },
             { "input_stride", l.input_stride },
             { "output_stride", l.output_stride } };
}

json json_of(const std::optional<convolved_outputs>& which)
{
    if (!which)
        return nullptr;
    return { { "first", which->first },
             { "count", which->count },
             { "step", which->step } };
}

json json_of(const transform& t)
{
    auto shape = json::array();
    for (const auto& d : t.shape)
        shape.push_back(json_of(d));
    auto loops = json::array();
    for (const auto& l : t.loops)
        loops.push_back(json_of(l));
    return { { "kind", name_of(t.kind) },
             { "shape", shape },
             { "loops", loops },
             { "input_distance", t.input_distance },
             { "output_distance", t.output_distance },
             { "direction", t.dir == direction::forward ? "forward" : "inverse" },
             { "normalization", name_of(t.norm) },
             { "scale", t.scale },
             { "precision", name_of(t.number) },
             { "input_layout", name_of_layout(t.input_layout) },
             { "output_layout", name_of_layout(t.output_layout) },
             { "real_input", t.real_input },
             { "in_place", t.in_place },
             { "windowed", t.windowed },
             { "load", t.load },
             { "store", t.store },
             { "arguments", arguments_text(t.arguments) },
             { "real_output", t.real_output },
             { "taps_per_branch", t.taps_per_branch },
             { "convolved", json_of(t.convolved) },
             { "orthogonalize", t.orthogonalize } };
}

json json_of(const pass& p, std::uint32_t batch)
{
    auto stages = json::array();
    for (const auto& s : p.stages)
        stages.push_back({ { "radix", s.radix },
                           { "fill", s.per_item },
                           { "dimension", s.dimension } });
    auto lengths = json::array();
    for (const auto& d : p.dimensions)
        lengths.push_back(d.length);
    return { { "form", p.is_vector() ? "simd" : "simt" },
             { "points", p.points() },
             { "lengths", lengths },
             { "stages", stages },
             { "convolves", p.convolves },
             { "pointwise", p.is_pointwise() },
             { "from", name_of(p.from) },
             { "to", name_of(p.to) },
             { "columns", p.columns.size },
             { "columns_are_rows", p.columns_are_rows() },
             { "work_items", p.work_items() },
             { "local_memory_bytes", local_memory_bytes(p) },
             { "exchange", p.workgroup().parts == exchange::split ? "split" : "whole" },
             { "staged_input", p.workgroup().staged_input },
             { "staged_output", p.workgroup().staged_output },
             { "workgroups", p.groups(batch) } };
}

json json_of(const device_limits& limits)
{
    return { { "is_cpu", limits.is_cpu },
             { "local_memory_bytes", limits.local_memory_bytes },
             { "max_work_items", limits.max_work_items },
             { "registers", limits.registers },
             { "subgroup", limits.subgroup },
             { "vector_width", limits.vector_width },
             { "compute_units", limits.compute_units },
             { "has_float64", limits.has_float64 } };
}

} // namespace

std::string json_line(const plan& p,
                      const std::string& from,
                      std::uint32_t batch,
                      const named_limits& used)
{
    auto passes = json::array();
    for (const auto& one : p.passes)
        passes.push_back(json_of(one, batch));
    json device;
    if (!used.device.empty())
        device = used.device;
    const json all = { { "plan", to_string(p) },
                       { "full", plan_text(p) },
                       { "from", from },
                       { "transform", json_of(packed(p.request)) },
                       { "batch", batch },
                       { "strategy", p.strategy },
                       { "workspace_points", p.workspace_points() },
                       { "passes", passes },
                       { "device", device },
                       { "limits", json_of(used.limits) } };
    // Drivers' texts need not be UTF-8.
    return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace gpufft::app
