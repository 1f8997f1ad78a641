/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/receiver_kernels.h"
#include "codegen/text/power_text.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

//! Declares y, the product of the complex a and b.
void put_product(source_writer& w, const char* a, const char* b)
{
    w.put("float2 y;");
    w.line("y.x = {0}.x * {1}.x - {0}.y * {1}.y;", a, b);
    w.line("y.y = {0}.x * {1}.y + {0}.y * {1}.x;", a, b);
}

} // namespace

kernel_source generate_gather_bins(const dialect& d)
{
    helper_text k(d, helper_kernel::gather_bins, "gather_bins");
    k.describe(
        { "Brings the bins around each channel's centre together, weighted, in the "
          "order",
          "of an inverse transform." });
    k.open({ reads(d, "float2", "bins"),
             reads(d, "float2", "weights"),
             reads(d, "uint", "centres"),
             writes(d, "float2", "rows"),
             takes("uint", "length"),
             takes("uint", "points"),
             takes("uint", "blocks"),
             takes("uint", "elements") },
           "i",
           "elements",
           false);
    auto& w = k.w;
    w.put("const uint k = i % points;");
    w.put("const uint channel = i / points / blocks;");
    w.put("const uint block = i / points % blocks;");
    w.put("const bool is_before = k >= points - points / 2;");
    w.put("uint bin = centres[channel] + k + (is_before ? length - points : 0);");
    w.put("bin -= bin < length ? 0 : length;");
    w.line("const float2 x = bins[({})block * length + bin];", d.wide_unsigned);
    w.line("const float2 weight = weights[({})channel * points + k];", d.wide_unsigned);
    put_product(w, "x", "weight");
    w.put("rows[i] = y;");
    return k.close(power_request());
}

kernel_source generate_turn_outputs(const dialect& d)
{
    helper_text k(d, helper_kernel::turn_outputs, "turn_outputs");
    k.describe(
        { "Turns the last points of each row by an oscillator that goes on from row "
          "to row." });
    k.open({ reads(d, "float2", "rows"),
             reads(d, "float2", "begins"),
             reads(d, "float", "drifts"),
             writes(d, "float2", "out"),
             takes(d.wide_unsigned, "out_at"),
             takes("uint", "points"),
             takes("uint", "outputs"),
             takes("uint", "blocks"),
             takes("uint", "elements") },
           "i",
           "elements",
           false);
    auto& w = k.w;
    w.put("const uint o = i % outputs;");
    w.put("const uint row = i / outputs;");
    w.line("const float2 x = rows[({})row * points + (points - outputs) + o];",
           d.wide_unsigned);
    w.put("const float halves = -2.0f * (float)o * drifts[row / blocks]; // of a turn");
    w.put("const float2 begin = begins[row];");
    w.put("float2 turn;");
    w.line("turn.x = {}(halves);", d.is_cuda() ? "cospif" : "cospi");
    w.line("turn.y = {}(halves);", d.is_cuda() ? "sinpif" : "sinpi");
    w.put("float2 from;");
    w.put("from.x = begin.x * turn.x - begin.y * turn.y;");
    w.put("from.y = begin.x * turn.y + begin.y * turn.x;");
    put_product(w, "x", "from");
    w.put("out[out_at + i] = y;");
    return k.close(power_request());
}

} // namespace gpufft
