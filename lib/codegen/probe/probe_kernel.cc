/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/probe/probe_kernel.h"
#include "codegen/text/kernel_head.h"

namespace gpufft {

kernel_source generate_bank_probe(const dialect& d)
{
    constexpr int words = PROBE_ITEMS * PROBE_LARGEST_STRIDE;
    launch_facts launch;
    launch.work_items = PROBE_ITEMS;
    launch.local_memory_bytes = words * std::int64_t(sizeof(std::uint32_t));
    launch.has_barriers = true;

    const std::string name = "bank_probe";
    source_writer w;
    w.line("// gr-gpufft {}, {}", GPUFFT_VERSION, name);
    w.put("//");
    w.put("// Reads of local memory that wait for each other, `stride` words apart.");
    w.blank();
    open_kernel(w,
                d,
                { name,
                  { fmt::format("{}unsigned int{}out", d.global, d.restricted),
                    "const unsigned int steps",
                    "const unsigned int stride" },
                  launch });
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
    return { name, w.str(), d.suffix, launch, nullptr };
}

} // namespace gpufft
