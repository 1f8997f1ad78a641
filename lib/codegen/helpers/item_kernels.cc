/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/item_kernels.h"
#include "codegen/text/power_text.h"

namespace gpufft {

namespace {

std::vector<std::string> ring_arguments(const dialect& d, const char* in, const char* out)
{
    return { reads(d, in, "in"),
             writes(d, out, "out"),
             takes(d.wide_unsigned, "in_at"),
             takes(d.wide_unsigned, "in_size"),
             takes(d.wide_unsigned, "out_at"),
             takes(d.wide_unsigned, "out_size"),
             takes("uint", "elements") };
}

//! Declares `from` and `to`, the places of what the work-item reads and writes.
void put_places(helper_text& k, const std::string& read)
{
    k.w.line("{} from = in_at + {};", k.d.wide_unsigned, read);
    k.w.put("from -= from < in_size ? 0 : in_size;");
    k.w.line("{} to = out_at + i;", k.d.wide_unsigned);
    k.w.put("to -= to < out_size ? 0 : out_size;");
}

} // namespace

kernel_source generate_mag_squared(const dialect& d)
{
    helper_text k(d, helper_kernel::mag_squared, "mag_squared");
    k.describe({ "Squares of magnitudes, from one ring to another." });
    k.open(ring_arguments(d, "float2", "float"), "i", "elements", false);
    put_places(k, "i");
    k.w.put("const float2 z = in[from];");
    k.w.put("out[to] = z.x * z.x + z.y * z.y;");
    return k.close(power_request());
}

kernel_source generate_keep(const dialect& d)
{
    helper_text k(d, helper_kernel::keep, "keep");
    k.describe({ "Of each group of words the first ones, from one ring to another." });
    auto arguments = ring_arguments(d, "uint", "uint");
    arguments.push_back(takes("uint", "kept"));
    arguments.push_back(takes("uint", "group_words"));
    k.open(arguments, "i", "elements", false);
    put_places(k,
               fmt::format("({})(i / kept) * group_words + i % kept", d.wide_unsigned));
    k.w.put("out[to] = in[from];");
    return k.close(power_request());
}

} // namespace gpufft
