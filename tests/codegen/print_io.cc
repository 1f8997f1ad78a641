/* SPDX-License-Identifier: GPL-3.0-or-later */
// Prints the CUDA text of the load and store operations of every case as a C++ source for
// the host.
#include "codegen/generate/prelude.h"
#include "codegen/io/emit_io.h"
#include "support/transforms/io_cases.h"
#include <fmt/format.h>
#include <iostream>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

//! Pointers and arguments that the kernel has.
void print_names(source_writer& w, const pass& p)
{
    const auto pointers = [&](const std::string& name,
                              const std::string& type,
                              const char* memory,
                              element stored) {
        const bool is_planar = stored == element::planar;
        for (int i = 0; i < (is_planar ? 2 : 1); ++i)
            w.line("[[maybe_unused]] auto {}{} = ({}*)m.{}[{}];",
                   name,
                   is_planar ? (i ? "_im" : "_re") : "",
                   type,
                   memory,
                   i);
    };
    pointers("from", "const " + input_type(p), "in", p.load.stored);
    pointers("to", output_type(p), "out", p.store.stored);
    for (const auto* name : { "twiddles", "window", "indices", "scale" })
        w.line("[[maybe_unused]] auto {0} = m.{0};", name);
}

point_text point(const pass& p, bool is_load)
{
    point_text text;
    text.line = text.address = "0";
    for (std::size_t d = 0; d < p.dimensions.size(); ++d) {
        const auto& one = p.dimensions[d];
        text.index.push_back(fmt::format("{}[{}]", is_load ? "n" : "k", d));
        text.address += fmt::format(" + {} * {}",
                                    is_load ? one.input_stride : one.output_stride,
                                    text.index.back());
    }
    return text;
}

void print_function(source_writer& w,
                    const pass& p,
                    const std::string& head,
                    const std::string& body)
{
    w.line("static {}", head);
    w.open();
    print_names(w, p);
    w.put(body);
    w.close();
    w.blank();
}

void print_case(source_writer& w, const io_case& c, std::size_t number)
{
    const auto& p = c.made;
    w.line("// {}", c.why);
    w.open(fmt::format("namespace case_{}", number));
    w.raw(prelude(cuda_dialect(), p));
    w.blank();
    emit_io(w, cuda_dialect(), p, lay_out_io_tables(p, 0));
    print_function(w,
                   p,
                   "double2 load(const io_memory& m, const uint* n)",
                   "return " + load_expression(p, point(p, true)) + ";");
    const auto to = point(p, false);
    if (p.store.needs_pairs())
        print_function(w,
                       p,
                       "void store_both(const io_memory& m, const uint* k, double2 z, "
                       "double2 mirror_z)",
                       store_pair_statement(p, to.line, to.index, "z", "mirror_z"));
    else
        print_function(w,
                       p,
                       "void store(const io_memory& m, const uint* k, double2 value)",
                       store_statement(p, to, "value"));
    if (p.has_indices()) {
        print_function(w,
                       p,
                       "double2 load_first(const io_memory& m)",
                       "return " + load_first_expression(p, "0") + ";");
        print_function(w,
                       p,
                       "void store_first(const io_memory& m, double2 value)",
                       store_first_statement(p, "0", "value"));
    }
    w.close();
    w.blank();
}

void print_table(source_writer& w, const std::vector<io_case>& cases)
{
    w.open("const io_texts ENDS_TEXT[] =");
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto& p = cases[i].made;
        const auto name = [i](bool is_there, const char* function) {
            return is_there ? fmt::format("case_{}::{}", i, function) : "nullptr";
        };
        w.line("{{ {}, {}, {}, {}, {} }},",
               name(true, "load"),
               name(!p.store.needs_pairs(), "store"),
               name(p.store.needs_pairs(), "store_both"),
               name(p.has_indices(), "load_first"),
               name(p.has_indices(), "store_first"));
    }
    w.close();
    w.put(";");
}

} // namespace

int main()
{
    const auto cases = io_texts_cases();
    source_writer w;
    w.put("#include \"codegen/io_texts.h\"");
    w.blank();
    for (std::size_t i = 0; i < cases.size(); ++i)
        print_case(w, cases[i], i);
    print_table(w, cases);
    std::cout << w.str();
}
