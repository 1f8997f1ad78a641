/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/dialect.h"
#include "codegen/emit_numbers.h"
#include "plan/tile.h"

namespace gpufft {

namespace {

bool is_converted(const pass& p) { return p.load.samples != sample_format::number; }

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
        return real_type(p);
    }
}

std::int64_t input_number_bytes(const pass& p)
{
    if (is_converted(p))
        return p.load.samples == sample_format::int16 ? 2 : 1;
    return real_bytes(p);
}

void emit_input_numbers(source_writer& w, const pass& p)
{
    if (!is_converted(p))
        return;
    const auto type = input_number(p);
    const bool is_offset = p.load.samples == sample_format::uint8;
    if (is_offset)
        w.put("// An unsigned converter has its zero at 127.5.");
    const char* zero = is_offset ? " - 127.5f" : "";
    w.put("#if defined(__clang__)");
    w.line("typedef {}{} unaligned_samples __attribute__((aligned({})));",
           type,
           p.lanes,
           input_number_bytes(p));
    w.line("#define LOAD_INPUT(p) \\");
    w.line(
        "    (__builtin_convertvector(*(__global const unaligned_samples*)(p), vec){})",
        zero);
    w.put("#else");
    w.line("#define LOAD_INPUT(p) (convert_float{0}(vload{0}(0, p)){1})", p.lanes, zero);
    w.put("#endif");
    w.line("#define INPUT(x) ((float)(x){})", zero);
}

std::string input_vector(const pass& p, const std::string& address)
{
    return fmt::format("{}({})", is_converted(p) ? "LOAD_INPUT" : "LOAD", address);
}

std::string input_scalar(const pass& p, const std::string& stored)
{
    return is_converted(p) ? fmt::format("INPUT({})", stored) : stored;
}

} // namespace gpufft
