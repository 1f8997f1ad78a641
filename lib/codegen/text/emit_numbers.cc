/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/text/dialect.h"
#include "codegen/text/emit_numbers.h"
#include "plan/ir/element_bytes.h"
#include "plan/simt/tile.h"

namespace gpufft {

namespace {

bool has_samples(const pass& p) { return p.load.samples != sample_format::number; }

bool is_converted(const pass& p) { return has_samples(p) || p.load.is_float16; }

void emit_samples(source_writer& w, const pass& p)
{
    const auto type = input_number(p);
    const bool is_offset = p.load.samples == sample_format::uint8;
    if (is_offset)
        w.put("// An unsigned converter has its zero at 127.5.");
    const char* zero = is_offset ? " - 127.5f" : "";
    w.put("#if defined(__clang__)");
    w.line("typedef {}{} unaligned_samples __attribute__((aligned({})));",
           type,
           p.lanes(),
           input_number_bytes(p));
    w.line("#define LOAD_INPUT(p) \\");
    w.line(
        "    (__builtin_convertvector(*(__global const unaligned_samples*)(p), vec){})",
        zero);
    w.put("#else");
    w.line(
        "#define LOAD_INPUT(p) (convert_float{0}(vload{0}(0, p)){1})", p.lanes(), zero);
    w.put("#endif");
    w.line("#define INPUT(x) ((float)(x){})", zero);
}

void emit_halves(source_writer& w, const pass& p)
{
    const auto define = [&](const char* load, const char* store, const char* stream) {
        if (p.load.is_float16)
            w.line("#define LOAD_INPUT(p) {}", load);
        if (!p.store.is_float16)
            return;
        w.line("#define STORE_OUTPUT(p, v) {}", store);
        w.line("#define STREAM_OUTPUT(p, v) {}", stream);
    };
    // Where the processor has no such instructions Clang would call functions that no
    // OpenCL library has.
    w.put("#if defined(__clang__) && (defined(__F16C__) || defined(__aarch64__))");
    w.put("// An instruction a vector. OpenCL's own functions convert number by number.");
    w.line("typedef __fp16 halves __attribute__((ext_vector_type({})));", p.lanes());
    w.put("typedef halves unaligned_halves __attribute__((aligned(2)));");
    if (p.store.is_float16)
        w.put("#define HALVES(v) __builtin_convertvector(v, halves)");
    define("__builtin_convertvector(*(__global const unaligned_halves*)(p), vec)",
           "(*(__global unaligned_halves*)(p) = HALVES(v))",
           "__builtin_nontemporal_store(HALVES(v), (__global halves*)(p))");
    w.put("#else");
    define(fmt::format("vload_half{}(0, p)", p.lanes()).c_str(),
           fmt::format("vstore_half{}(v, 0, p)", p.lanes()).c_str(),
           "STORE_OUTPUT(p, v)");
    w.put("#endif");
}

} // namespace

std::string input_number(const pass& p)
{
    switch (p.load.samples) {
    case sample_format::int16:
        return "short";
    case sample_format::int8:
        return "char";
    case sample_format::uint8:
        return "uchar";
    default:
        return p.load.is_float16 ? "half" : real_type(p);
    }
}

std::string output_number(const pass& p)
{
    return p.store.is_float16 ? "half" : real_type(p);
}

void emit_numbers(source_writer& w, const pass& p)
{
    if (has_samples(p))
        emit_samples(w, p);
    if (p.load.is_float16 || p.store.is_float16)
        emit_halves(w, p);
}

std::string input_vector(const pass& p, const std::string& address)
{
    return fmt::format("{}({})", is_converted(p) ? "LOAD_INPUT" : "LOAD", address);
}

std::string
input_scalar(const pass& p, const std::string& pointer, const std::string& index)
{
    if (p.load.is_float16)
        return fmt::format("vload_half({}, {})", index, pointer);
    return fmt::format(has_samples(p) ? "INPUT({}[{}])" : "{}[{}]", pointer, index);
}

const char* output_store(const pass& p)
{
    return p.store.is_float16 ? "STORE_OUTPUT" : "STORE";
}

const char* output_stream(const pass& p)
{
    return p.store.is_float16 ? "STREAM_OUTPUT" : "STREAM";
}

std::string output_scalar(const pass& p,
                          const std::string& pointer,
                          const std::string& index,
                          const std::string& value)
{
    if (p.store.is_float16)
        return fmt::format("vstore_half({}, {}, {});", value, index, pointer);
    return fmt::format("{}[{}] = {};", pointer, index, value);
}

} // namespace gpufft
