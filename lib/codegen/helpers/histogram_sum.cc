/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/histogram_text.h"
#include "codegen/text/kernel_head.h"
#include "codegen/text/power_text.h"
#include <fmt/format.h>
#include <string>
#include <vector>

//! The kernel that adds counts to a histogram on CPU devices: histogram_kernels.h.
namespace gpufft {

namespace {

//! Declares \p sum, the counts of a vector, or of one of its lanes, of all threads.
void emit_sum_of_threads(source_writer& w, const thread_counts& c, bool is_whole)
{
    const auto lanes = static_cast<int>(c.blocks.lanes);
    const auto words = vector_of("uint", is_whole ? lanes : 1);
    w.line("{} counted = 0;", words);
    w.line("for (uint thread = 0; thread < {}; ++thread)", c.threads);
    w.line("    if (counts[(ulong)thread * {}] == histogram)", c.stride());
    const auto at = fmt::format("counts + (ulong)thread * {} + {} + ((ulong)block * {} + "
                                "level) * {}{}",
                                c.stride(),
                                c.HEAD,
                                c.blocks.shape.levels + 1,
                                lanes,
                                is_whole ? "" : " + lane");
    w.line("        counted += {};",
           vector_at(is_whole ? lanes : 1, "__global const", "uint", at.c_str()));
}

} // namespace

kernel_source generate_histogram_sum(const histogram_shape& s,
                                     int lanes,
                                     std::int64_t threads,
                                     const dialect& d)
{
    const histogram_blocks b = { s, lanes };
    auto name = fmt::format("{}_lanes{}", histogram_name("sum", s), lanes);
    if (threads)
        name += fmt::format("_threads{}", threads);
    source_writer w;
    begin_histogram_text(
        w,
        name,
        { "Adds counts to a histogram that fades: a workgroup is one work-item, and",
          "goes through some of the levels." });
    std::vector<std::string> arguments = { reads(d, "float", "state_in"),
                                           reads(d, "uint", "counts"),
                                           writes(d, "float", "state_out"),
                                           takes("uint", "rotation") };
    if (threads)
        arguments.push_back(takes("uint", "histogram"));
    arguments.push_back(takes("float", "keep"));
    open_kernel(w, d, { name, arguments, shared_launch() });
    w.line("const uint bins = {};", s.bins);
    open_shares(w, d, "level", s.levels);
    w.open(fmt::format("for (uint block = 0; block < {}; ++block)", b.blocks()));
    emit_first_bin(w, b);
    if (!threads)
        w.line(
            "__global const uint* counted = counts + ((ulong)block * {} + level) * {};",
            s.levels + 1,
            lanes);
    // A centred histogram begins in the middle of the bins.
    const bool is_whole = s.bins % (2 * lanes) == 0;
    if (!is_whole) {
        w.open(fmt::format("for (uint lane = {}; lane < {}; ++lane)",
                           s.bins % lanes ? "shared" : "0",
                           lanes));
        w.put("const uint bin = first + lane;");
    } else {
        w.put("const uint bin = first;");
    }
    const int wide = is_whole ? lanes : 1;
    w.put("const uint place = bin < rotation ? bin + bins - rotation : bin - rotation;");
    w.put("const ulong at = (ulong)level * bins + place;");
    const auto floats = vector_of("float", wide);
    if (threads)
        emit_sum_of_threads(w, { b, threads }, is_whole);
    w.line("{} sum = convert_{}({});",
           floats,
           floats,
           threads    ? "counted"
           : is_whole ? vector_at(wide, "__global const", "uint", "counted")
                      : "counted[lane]");
    w.put("if (keep > 0)");
    w.line("    sum += keep * {};",
           vector_at(wide, "__global const", "float", "state_in + at"));
    w.line("{} = sum;", vector_at(wide, "__global", "float", "state_out + at"));
    if (!is_whole)
        w.close();
    w.close();
    w.close();
    w.close();
    return histogram_source(name, w, helper_kernel::histogram_sum, b, d);
}

} // namespace gpufft
