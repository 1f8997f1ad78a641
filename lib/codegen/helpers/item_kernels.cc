/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/helpers/item_kernels.h"
#include "codegen/text/power_text.h"
#include "codegen/text/value_text.h"

namespace gpufft {

namespace {

using texts = std::vector<std::string>;

void add_ring(texts& arguments,
              const dialect& d,
              const std::string& memory,
              const char* name)
{
    arguments.push_back(memory);
    for (const char* suffix : { "_at", "_size" })
        arguments.push_back(takes(d.wide_unsigned, (name + std::string(suffix)).c_str()));
}

texts ring_arguments(const dialect& d, const char* type)
{
    return { reads(d, type, "in"),
             writes(d, type, "out"),
             takes(d.wide_unsigned, "in_at"),
             takes(d.wide_unsigned, "in_size"),
             takes(d.wide_unsigned, "out_at"),
             takes(d.wide_unsigned, "out_size"),
             takes("uint", "elements") };
}

//! Declares \p name, the place of element \p element of the ring \p ring.
void put_place(helper_text& k,
               const std::string& name,
               const std::string& ring,
               const std::string& element)
{
    k.w.line("{} {} = {}_at + {};", k.d.wide_unsigned, name, ring, element);
    k.w.line("{0} -= {0} < {1}_size ? 0 : {1}_size;", name, ring);
}

const char* type_of(item_type t, const dialect& d)
{
    switch (t) {
    case item_type::complex_float:
        return "float2";
    case item_type::real_float:
        return "float";
    case item_type::int32:
        return "int";
    case item_type::int16:
        return "short";
    case item_type::int8:
        break;
    }
    return d.is_cuda() ? "signed char" : "char";
}

texts expression_arguments(const item_expression& e, const dialect& d, const pass& p)
{
    texts all;
    for (std::size_t i = 0; i < e.inputs.size(); ++i) {
        const auto name = fmt::format("in{}", i);
        add_ring(all, d, reads(d, type_of(e.inputs[i], d), name.c_str()), name.c_str());
    }
    add_ring(all, d, writes(d, type_of(e.output, d), "out"), "out");
    for (const auto& each : value_parameters(e.value, d, p))
        all.push_back(each);
    if (e.value.uses_row)
        all.push_back(takes(d.wide_unsigned, "first"));
    all.push_back(takes("uint", "elements"));
    return all;
}

//! Loads the sample of each input. \return their parts
std::vector<value_parts> put_elements(helper_text& k, const item_expression& e)
{
    std::vector<value_parts> all;
    for (std::size_t i = 0; i < e.inputs.size(); ++i) {
        const auto from = fmt::format("from{}", i), x = fmt::format("x{}", i),
                   in = fmt::format("in{}", i);
        put_place(k, from, in, "i");
        if (e.inputs[i] == item_type::complex_float) {
            k.w.line("const float2 {} = {}[{}];", x, in, from);
            all.push_back({ x + ".x", x + ".y" });
        } else {
            k.w.line("const float {} = (float){}[{}];", x, in, from);
            all.push_back({ x, "" });
        }
    }
    return all;
}

//! Least and greatest value of an integral type.
std::pair<double, double> range_of(item_type t)
{
    const double end = t == item_type::int8    ? 128
                       : t == item_type::int16 ? 32768
                                               : 2147483648.;
    return { -end, end - 1 };
}

//! Stores the value, whose parts are \p value.
void put_result(helper_text& k, const item_expression& e, const value_parts& value)
{
    put_place(k, "to", "out", "i");
    if (e.output == item_type::complex_float) {
        k.w.put("float2 y;");
        k.w.line("y.x = {};", value.re);
        k.w.line("y.y = {};", value.im);
        k.w.put("out[to] = y;");
        return;
    }
    if (e.output == item_type::real_float) {
        k.w.line("out[to] = {};", value.re);
        return;
    }
    const auto [least, most] = range_of(e.output);
    k.w.put("// the nearest whole number that there is; 0 for NaN");
    k.w.line("const float y = {}({});", k.d.is_cuda() ? "rintf" : "rint", value.re);
    // 2147483647 is no float; 2147483648 is.
    k.w.line(
        "out[to] = ({})(!(y == y) ? 0 : y <= {:.1f}f ? {:.0f} : y >= {:.1f}f ? {:.0f} : "
        "(int)y);",
        type_of(e.output, k.d),
        least,
        least,
        most + (e.output == item_type::int32 ? 1 : 0),
        most);
}

} // namespace

kernel_source generate_expression(const item_expression_pointer& items, const dialect& d)
{
    const auto& e = *items;
    const pass in_float32;
    helper_text k(d, helper_kernel::expression, "expression");
    k.describe({ "From rings to a ring: " + e.value.text });
    k.open(expression_arguments(e, d, in_float32), "i", "elements", false);
    const auto elements = put_elements(k, e);
    if (e.value.uses_index)
        k.w.line("const uint n = i % {};", e.length);
    if (e.value.uses_row)
        k.w.line("const {} row = first + i / {};", d.wide_unsigned, e.length);
    value_context c{ k.w, d, in_float32, e.value, "float" };
    c.elements = elements;
    c.index = [](int, int) { return "n"; };
    c.row = [](int) { return "row"; };
    put_result(k, e, emit_value(c));
    return k.close(items);
}

kernel_source generate_keep(const dialect& d)
{
    helper_text k(d, helper_kernel::keep, "keep");
    k.describe({ "Of each group of words the first ones, from one ring to another." });
    auto arguments = ring_arguments(d, "uint");
    arguments.push_back(takes("uint", "kept"));
    arguments.push_back(takes("uint", "group_words"));
    k.open(arguments, "i", "elements", false);
    put_place(k,
              "from",
              "in",
              fmt::format("({})(i / kept) * group_words + i % kept", d.wide_unsigned));
    put_place(k, "to", "out", "i");
    k.w.put("out[to] = in[from];");
    return k.close(power_request());
}

} // namespace gpufft
