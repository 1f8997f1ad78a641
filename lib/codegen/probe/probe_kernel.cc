/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/probe/probe_kernel.h"
#include "codegen/text/source_writer.h"

namespace gpufft {

kernel_source generate_bank_probe(const dialect& d)
{
    constexpr int words = PROBE_ITEMS * PROBE_LARGEST_STRIDE;
    kernel_source source;
    source.name = "bank_probe";
    source.suffix = d.suffix;
    source.work_items = PROBE_ITEMS;
    source.local_memory_bytes = words * std::int64_t(sizeof(std::uint32_t));

    source_writer w;
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, source.name);
    w.put("//");
    w.put("// Reads of local memory that wait for each other, `stride` words apart.");
    w.blank();
    w.line(fmt::runtime(d.kernel), PROBE_ITEMS, "");
    w.line("void {}({}unsigned int{}out,", source.name, d.global, d.restricted);
    w.put("                const unsigned int steps,");
    w.put("                const unsigned int stride)");
    w.open();
    w.put(fmt::format(fmt::runtime(d.local_array), "unsigned int", "words", words));
    w.line("const unsigned int t = {};", d.item);
    w.line("for (unsigned int i = t; i < {}; i += {})", words, PROBE_ITEMS);
    w.put("    words[i] = i; // the way stays where it is, which no compiler can know");
    w.put(d.barrier);
    w.put("unsigned int at = t * stride;");
    w.put("for (unsigned int i = 0; i < steps; ++i)");
    w.put("    at = words[at];");
    w.line("out[{} * {} + t] = at + steps;", d.group, PROBE_ITEMS);
    w.close();
    source.text = w.str();
    return source;
}

} // namespace gpufft
