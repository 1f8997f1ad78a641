/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_pointwise.h"
#include "codegen/emit_simd.h"
#include "codegen/emit_simt.h"
#include "codegen/generate.h"
#include "codegen/prelude.h"
#include "codegen/source_writer.h"
#include "plan/names.h"
#include "plan/tile.h"

namespace gpufft {

namespace {

//! Tells every variant of a transform apart, since dumped files are named after it.
std::string base_name(const transform& t)
{
    auto name = t.kind == transform_kind::c2c ? std::string("fft") : name_of(t.kind);
    for (std::size_t d = 0; d < t.rank(); ++d)
        name += fmt::format("{}{}", d ? "x" : "_", t.shape[d].length);
    name += t.dir == direction::forward ? "_forward" : "_inverse";
    if (t.real_input)
        name += "_real";
    if (t.windowed)
        name += "_windowed";
    if (t.in_place)
        name += "_in_place";
    return name;
}

void emit_header(source_writer& w, const plan& p, std::size_t i, const dialect& d)
{
    const pass& one = p.passes[i];
    w.line("// gr-gpufft {}, pass {} of {}", GPUFFT_VERSION, i + 1, p.passes.size());
    w.line("// plan: {}", to_string(p));
    w.line("// workgroup: {} work-items, {} points of each of {} {}",
           one.work_items(),
           one.points(),
           one.columns.size,
           one.columns_are_rows() ? "rows" : "columns");
    w.line("// made by: {}", dump_command(p, d));
    w.put("//");
    w.put("// w(n) is exp(-2 pi i / n). Digit n1 of a point's index is the slowest; "
          "stage i");
    w.put(
        "// turns digit n_i of the input into digit k_i of the output, k1 the fastest.");
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
    if (limits.is_cpu && limits.vector_width != 1)
        text += fmt::format(" --vector-width {}", limits.vector_width);
    if (limits.is_cpu && limits.compute_units != 1)
        text += fmt::format(" --compute-units {}", limits.compute_units);
    return text;
}

std::string dump_command(const plan& p, const dialect& d)
{
    const auto& t = p.what;
    std::string shape;
    for (const auto& along : t.shape)
        shape += (shape.empty() ? "" : "x") + std::to_string(along.length);
    auto text = fmt::format("gpufft dump {} --dialect {}", shape, d.name);
    if (t.dir == direction::inverse)
        text += " --inverse";
    if (t.real_input)
        text += " --real-input";
    if (t.windowed)
        text += " --windowed";
    if (t.shape[0].input_rotation)
        text += fmt::format(" --input-rotation {}", t.shape[0].input_rotation);
    if (t.shape[0].output_rotation)
        text += fmt::format(" --output-rotation {}", t.shape[0].output_rotation);
    if (t.norm != normalization::none)
        text += fmt::format(" --norm {}", name_of(t.norm));
    if (t.in_place)
        text += " --in-place";
    return text + " " + limit_options(p.limits);
}

std::vector<kernel_source> generate_kernels(const plan& p, const dialect& d)
{
    std::vector<kernel_source> sources;
    for (std::size_t i = 0; i < p.passes.size(); ++i) {
        const pass& one = p.passes[i];
        kernel_source source;
        source.name = base_name(p.what);
        if (p.passes.size() > 1)
            source.name += fmt::format("_pass{}", i + 1);
        source.suffix = d.suffix;
        source.work_items = one.work_items();
        source.local_memory_bytes = local_memory_bytes(one);
        source.made_from = one;

        source_writer w;
        emit_header(w, p, i, d);
        w.raw(prelude(d, one));
        w.blank();
        if (one.form == kernel_form::simd)
            emit_simd(w, d, one, source.name);
        else if (one.is_pointwise)
            emit_pointwise(w, d, one, source.name);
        else
            emit_simt(w, d, one, source.name);
        source.text = w.str();
        sources.push_back(std::move(source));
    }
    return sources;
}

} // namespace gpufft
