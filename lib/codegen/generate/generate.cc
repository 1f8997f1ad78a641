/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/hash.h"
#include "codegen/generate/generate.h"
#include "codegen/generate/prelude.h"
#include "codegen/pointwise/emit_pointwise.h"
#include "codegen/simd/kernel/emit_simd.h"
#include "codegen/simt/kernel/emit_simt.h"
#include "codegen/text/computation.h"
#include "codegen/text/pass_launch.h"
#include "codegen/text/source_writer.h"
#include "plan/expression/expression_text.h"
#include "plan/ir/enum_names.h"
#include "plan/request/fused_expression.h"
#include "plan/text/plan_summary.h"
#include "plan/text/plan_text.h"

namespace gpufft {

namespace {

//! "_in32x0": numbers that are not all 0.
std::string name_part(const char* name, const std::vector<std::int64_t>& numbers)
{
    std::string text;
    bool is_said = false;
    for (const auto n : numbers) {
        text += fmt::format("{}{}", text.empty() ? "" : "x", n);
        is_said = is_said || n != 0;
    }
    return is_said ? fmt::format("_{}{}", name, text) : "";
}

//! A hash that stands for strides and distances, whose numbers would be too long for a
//! name: "_strided_1a2b3c4d"; "" where there are none.
std::string layout_part(const transform& t)
{
    auto plain = t;
    plain.load = plain.store = "";
    plain.arguments.clear();
    const auto without_expressions = to_string(plain);
    for (auto& d : plain.shape)
        d.input_stride = d.output_stride = 0;
    for (auto& l : plain.loops)
        l.input_stride = l.output_stride = 0;
    plain.input_distance = plain.output_distance = 0;
    if (without_expressions == to_string(plain))
        return "";
    return "_strided_" + stable_hash({ without_expressions }).substr(0, 8);
}

//! A hash that stands for expressions and what they name: "_expression_1a2b3c4d"; ""
//! where there are none.
std::string expression_part(const transform& t)
{
    if (!has_expressions(t))
        return "";
    const auto hash = stable_hash({ load_text(t),
                                    store_text(t),
                                    arguments_text(t.arguments),
                                    t.real_output ? "real output" : "" });
    return "_expression_" + hash.substr(0, 8);
}

//! Tells every variant of a transform apart, since dumped files are named after it. The
//! factor is an argument of the kernel.
std::string base_name(const plan& p)
{
    const auto& t = p.request;
    std::vector<std::int64_t> lengths, loops, in, out;
    for (const auto& d : t.shape) {
        lengths.push_back(d.length);
        in.push_back(d.input_rotation);
        out.push_back(d.output_rotation);
    }
    for (const auto& l : t.loops)
        loops.push_back(l.count);
    const auto& load = p.passes.front().load;
    const auto& store = p.passes.back().store;
    std::string name = t.kind == transform_kind::c2c ? "fft" : name_of(t.kind);
    name += name_part("", lengths);
    if (load.samples != sample_format::number)
        name += fmt::format("_{}", name_of(load.samples));
    if (store.power)
        name += "_power_" + name_of(*store.power);
    else if (store.branches)
        name += fmt::format("_branches{}x{}",
                            store.branches->taps_per_branch,
                            store.branches->points_a_branch);
    else
        name += t.dir == direction::forward ? "_forward" : "_inverse";
    if (t.number != precision::float32)
        name += fmt::format("_{}", name_of(t.number));
    if (t.real_input)
        name += "_real";
    if (t.windowed)
        name += "_windowed";
    if (t.taps_per_branch != 1)
        name += fmt::format("_{}taps", t.taps_per_branch);
    if (t.convolved) {
        const auto which = *packed(t).convolved;
        name +=
            fmt::format("_convolved_{}from{}by{}", which.count, which.first, which.step);
    }
    name += name_part("in", in) + name_part("out", out) + name_part("loops", loops);
    if (t.input_layout == complex_layout::planar)
        name += "_from_planar";
    if (t.output_layout == complex_layout::planar)
        name += "_to_planar";
    if (t.orthogonalize)
        name += "_orthogonalized";
    if (store.scaled)
        name += "_scaled";
    if (t.in_place)
        name += "_in_place";
    if (store.power)
        return name + fmt::format("_hop{}", packed(t).input_distance);
    return name + expression_part(t) + layout_part(t);
}

//! What the kernels of \p p know of it: the factor is their argument.
plan without_factor(plan p)
{
    p.request.norm = normalization::none;
    p.request.scale = 1;
    return p;
}

void emit_header(source_writer& w, const plan& p, std::size_t i, const dialect& d)
{
    const pass& one = p.passes[i];
    w.line("// gr-gpufft {}, pass {} of {}", GPUFFT_VERSION, i + 1, p.passes.size());
    w.line("// plan: {}", to_string(without_factor(p)));
    if (one.is_pointwise())
        w.line("// workgroup: {} work-items", one.work_items());
    else
        w.line("// workgroup: {} work-items, {} points of {}{}",
               one.launched_items(),
               one.points(),
               one.columns.size > 1 ? "each of " : "",
               columns_text(one));
    if (one.workgroup().cluster.size > 1)
        w.line("// cluster: {} workgroups, which share those points",
               one.workgroup().cluster.size);
    w.line("// made by: {}", dump_command(p, d));
    w.put("//");
    w.put("// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; "
          "stage i");
    w.put(
        "// turns digit n_i of the input into digit k_i of the output, k1 the fastest.");
}

//! What tells the kernels of a plan apart. A pass that is timed alone, "pass 2", keeps
//! the name that it has in its plan: the kernel is compiled once for both.
std::string pass_suffix(const plan& p, std::size_t i)
{
    const std::string alone = "pass ";
    if (p.passes.size() == 1 && p.strategy.rfind(alone, 0) == 0) {
        // A function's name holds this number; a strategy in a plan line may be any
        // words.
        const auto number = p.strategy.substr(alone.size());
        if (!number.empty() && number.size() <= 2 &&
            number.find_first_not_of("0123456789") == std::string::npos)
            return "_pass" + number;
    }
    return p.passes.size() > 1 ? fmt::format("_pass{}", i + 1) : "";
}

} // namespace

std::string limit_options(const device_limits& limits)
{
    auto text = fmt::format("{}--local-memory {} --max-work-items {} --registers {}",
                            limits.is_cpu ? "--cpu " : "",
                            limits.local_memory_bytes,
                            limits.max_work_items,
                            limits.registers);
    // The rest is named where it is not what the program assumes.
    if (limits.subgroup != (limits.is_cpu ? 1 : 32))
        text += fmt::format(" --subgroup {}", limits.subgroup);
    if (limits.workgroup_registers)
        text += fmt::format(" --workgroup-registers {}", limits.workgroup_registers);
    if (!limits.architecture.empty())
        text += fmt::format(" --architecture {}", limits.architecture);
    if (limits.max_cluster)
        text += fmt::format(" --max-cluster {}", limits.max_cluster);
    if (limits.is_cpu && limits.vector_width != 1)
        text += fmt::format(" --vector-width {}", limits.vector_width);
    if (limits.is_cpu && limits.compute_units != 1)
        text += fmt::format(" --compute-units {}", limits.compute_units);
    if (limits.is_cpu && limits.l1_bytes)
        text += fmt::format(" --l1-bytes {}", limits.l1_bytes);
    if (limits.l2_bytes)
        text += fmt::format(" --l2-bytes {}", limits.l2_bytes);
    if (limits.is_cpu && limits.issue_bits)
        text += fmt::format(" --issue-bits {}", limits.issue_bits);
    return text;
}

std::string dump_command(const plan& p, const dialect& d)
{
    return fmt::format(
        "gpufft dump --dialect {} --plan \"{}\"", d.name, plan_text(without_factor(p)));
}

std::vector<kernel_source> generate_kernels(const plan& p, const dialect& d)
{
    std::vector<kernel_source> sources;
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        const pass& one = p.passes[i];
        const auto name = base_name(without_factor(p)) + pass_suffix(p, i);
        source_writer w;
        emit_header(w, p, i, d);
        w.raw(prelude(d, one));
        w.blank();
        if (one.is_vector())
            simd::emit_simd(w, d, one, name);
        else if (one.is_pointwise())
            emit_pointwise(w, d, one, name);
        else
            simt::emit_simt(w, d, one, name);
        computation computes;
        computes.computed_pass = one;
        sources.push_back({ name,
                            w.str(),
                            d.suffix,
                            launch_of(one, d),
                            std::make_shared<const computation>(std::move(computes)) });
    }
    return sources;
}

} // namespace gpufft
