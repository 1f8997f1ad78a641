/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/probe/register_probe.h"
#include "codegen/text/kernel_head.h"

namespace gpufft {

namespace {

void emit_ring(source_writer& w, int values)
{
    for (int i = 0; i < values; ++i)
        w.line("real x{0} = (float)(t + {0});", i);
    w.open("for (unsigned int i = 0; i < steps; ++i)");
    for (int i = 0; i < values; ++i)
        w.line("x{0} = fma(x{0}, a, x{1});", i, (i + 1) % values);
    w.close();
    w.put("real sum = x0;");
    for (int i = 1; i < values; ++i)
        w.line("sum += x{};", i);
    w.put("out[t] = sum;");
}

} // namespace

kernel_source generate_register_probe(const register_probe_shape& s, const dialect& d)
{
    launch_facts launch;
    launch.work_items = s.work_items;
    launch.groups_in_part = groups_in_part(d, launch);

    const std::string name = "register_probe";
    source_writer w;
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, name);
    w.put("//");
    w.put("// Rings of values that are all alive: a loop each for so many of them.");
    w.blank();
    w.line("typedef float{} real;", s.lanes > 1 ? std::to_string(s.lanes) : "");
    w.blank();
    open_kernel(w,
                d,
                { name,
                  { fmt::format("{}real{}out", d.global, d.restricted),
                    "const unsigned int values",
                    "const unsigned int steps",
                    "const float factor" },
                  launch });
    w.line("const unsigned int t = {} * {} + {};", d.group, s.work_items, d.item);
    w.put("const real a = factor;");
    for (const int values : s.values) {
        w.open(fmt::format("if (values == {})", values));
        emit_ring(w, values);
        w.close();
    }
    w.close();
    return { name, w.str(), d.suffix, launch, nullptr };
}

} // namespace gpufft
