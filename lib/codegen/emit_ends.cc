/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends.h"
#include "codegen/literal.h"

namespace gpufft {

namespace {

void emit_place(source_writer& w,
                std::int64_t rotation,
                std::int64_t length,
                const char* index)
{
    if (!rotation) {
        w.line("const uint place = {};", index);
        return;
    }
    w.line("const uint length = {};", length);
    w.line("const uint rotated = {} + {};", index, rotation);
    w.put("const uint place = rotated < length ? rotated : rotated - length;");
}

void emit_load(source_writer& w, const dialect& d, const pass& p)
{
    const auto& load = p.load;
    w.put("// Load operation: point n of the row, as the first stage takes it.");
    w.line("{} float2 load_point({}const {}* row, {}uint n)",
           d.function,
           d.global,
           input_type(p),
           load.windowed ? std::string(d.global) + "const float* window, " : "");
    w.open();
    emit_place(w, load.rotation, p.length, "n");
    if (load.format == input_format::real32)
        w.put("float2 x = complex_of(row[place], 0.0f);");
    else
        w.put("float2 x = row[place];");
    if (load.windowed)
        w.put("x = complex_of(x.x * window[n], x.y * window[n]);");
    if (load.swap_parts)
        w.put("x = complex_of(x.y, x.x); // inverse: a forward one with parts swapped");
    w.put("return x;");
    w.close();
    w.blank();
}

void emit_store(source_writer& w, const dialect& d, const pass& p)
{
    const auto& store = p.store;
    w.put("// Store operation: output k of the row, as the last stage leaves it.");
    w.line("{} void store_point({}float2* row, uint k, float2 x)", d.function, d.global);
    w.open();
    emit_place(w, store.rotation, p.length, "k");
    if (store.scale != 1) {
        w.line("const float scale = {};", float_literal(store.scale));
        w.put("x = complex_of(x.x * scale, x.y * scale);");
    }
    if (store.swap_parts)
        w.put("x = complex_of(x.y, x.x); // inverse: a forward one with parts swapped");
    w.put("row[place] = x;");
    w.close();
    w.blank();
}

} // namespace

bool load_is_function(const pass& p)
{
    return p.load.format != input_format::complex64 || p.load.windowed ||
           p.load.rotation || p.load.swap_parts;
}

bool store_is_function(const pass& p)
{
    return p.store.scale != 1 || p.store.rotation || p.store.swap_parts;
}

std::string input_type(const pass& p)
{
    return p.load.format == input_format::real32 ? "float" : "float2";
}

void emit_ends(source_writer& w, const dialect& d, const pass& p)
{
    if (load_is_function(p))
        emit_load(w, d, p);
    if (store_is_function(p))
        emit_store(w, d, p);
}

std::string load_expression(const pass& p, const std::string& n)
{
    if (!load_is_function(p))
        return fmt::format("from[{}]", n);
    return fmt::format("load_point(from, {}{})", p.load.windowed ? "window, " : "", n);
}

std::string store_statement(const pass& p, const std::string& k, const std::string& value)
{
    if (!store_is_function(p))
        return fmt::format("to[{}] = {};", k, value);
    return fmt::format("store_point(to, {}, {});", k, value);
}

} // namespace gpufft
