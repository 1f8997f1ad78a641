/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/dialect.h"
#include "codegen/emit_numbers.h"
#include "codegen/emit_vectors.h"
#include "plan/lane_order.h"
#include "plan/streaming.h"
#include <fmt/ranges.h>
#include <vector>

namespace gpufft {

namespace {

//! Lanes 0, 2, 4 ... (or 1, 3, 5 ...) of two vectors in a row.
std::vector<int> every_second(int lanes, int first)
{
    std::vector<int> picked;
    for (int i = 0; i < lanes; ++i)
        picked.push_back(first + 2 * i);
    return picked;
}

//! Likewise of their lower halves, then of their upper ones.
std::vector<int> every_second_within(int lanes, int first)
{
    std::vector<int> picked;
    for (const int half : { 0, lanes / 2 }) {
        for (const int vector : { 0, lanes })
            for (int i = first; i < lanes / 2; i += 2)
                picked.push_back(vector + half + i);
    }
    return picked;
}

//! Lanes of two vectors in turn, from begin on in each part of so many lanes: a[begin],
//! b[begin], a[begin + 1], ...
std::vector<int> in_turn(int lanes, int begin, int part)
{
    std::vector<int> picked;
    for (int first = begin; first < lanes; first += part) {
        for (int i = first; i < first + part / 2; ++i) {
            picked.push_back(i);
            picked.push_back(i + lanes);
        }
    }
    return picked;
}

//! Halves of two vectors, both lower or both upper ones: a[begin], a[begin + 1], ...,
//! b[begin], b[begin + 1], ...
std::vector<int> halves(int lanes, int begin)
{
    std::vector<int> picked;
    for (const int first : { begin, begin + lanes }) {
        for (int i = first; i < first + lanes / 2; ++i)
            picked.push_back(i);
    }
    return picked;
}

void emit_shuffle(source_writer& w, const char* name, const std::vector<int>& picked)
{
    w.line("#define {}(a, b) SHUFFLE(a, b, {})", name, fmt::join(picked, ", "));
}

//! A round of LOW and HIGH rotates the bits of (vector, lane); half of all rotations
//! exchanges them. Likewise within halves, once these have been exchanged.
void emit_transpose(source_writer& w, int lanes, bool by_halves)
{
    w.line("// {0} vectors of {0} lanes: lane j of vector i goes to lane i of vector j.",
           lanes);
    w.put("static inline void transpose(vec* v)");
    w.open();
    std::string from = "v[{}]";
    if (by_halves) {
        for (int i = 0; i < lanes / 2; ++i)
            w.line(
                "const vec h{0} = LOWER(v[{0}], v[{1}]), h{1} = UPPER(v[{0}], v[{1}]);",
                i,
                i + lanes / 2);
        from = "h{}";
    }
    const int part = by_halves ? lanes / 2 : lanes;
    const std::string within = by_halves ? "_WITHIN" : "";
    for (int round = 1; (1 << round) <= part; ++round) {
        for (int i = 0; i < lanes; ++i) {
            const int first = i / part * part + i % part / 2;
            w.line("const vec r{}_{} = {}{}({}, {});",
                   round,
                   i,
                   i % 2 ? "HIGH" : "LOW",
                   within,
                   fmt::format(fmt::runtime(from), first),
                   fmt::format(fmt::runtime(from), first + part / 2));
        }
        from = fmt::format("r{}_{{}}", round);
    }
    for (int i = 0; i < lanes; ++i)
        w.line("v[{}] = {};", i, fmt::format(fmt::runtime(from), i));
    w.close();
}

} // namespace

void emit_vectors(source_writer& w, const pass& p)
{
    const int lanes = p.lanes;
    const auto real = real_type(p);
    const bool is_double = p.number == precision::float64;
    const int real_bytes = is_double ? sizeof(double) : sizeof(float);
    w.line("typedef {}{} vec;", real, lanes);
    w.put("#if defined(__clang__)");
    w.put("// The compiler's own shuffles and unaligned accesses: 20 to 40 % faster.");
    w.line("typedef {}{} unaligned_vec __attribute__((aligned({})));",
           real,
           lanes,
           real_bytes);
    w.put("#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)");
    w.put("#define LOAD(p) (*(__global const unaligned_vec*)(p))");
    w.put("#define STORE(p, v) (*(__global unaligned_vec*)(p) = (v))");
    w.put("// Whole lines past the caches: nothing is read for them first.");
    w.put("#define STREAM(p, v) __builtin_nontemporal_store(v, (__global vec*)(p))");
    if (gathers_stores(p))
        w.put("#define KEEP(p, v) (*(unaligned_vec*)(p) = (v))");
    // Else Clang may split vectors of 512 bits.
    w.put("#if __has_attribute(min_vector_width)");
    w.line("#define WHOLE_VECTORS __attribute__((min_vector_width({})))",
           8 * real_bytes * lanes);
    w.put("#endif");
    w.put("#else");
    // The mask's elements are as wide as those of the vectors.
    w.line("#define SHUFFLE(a, b, ...) shuffle2(a, b, ({}{})(__VA_ARGS__))",
           is_double ? "ulong" : "uint",
           lanes);
    w.line("#define LOAD(p) vload{}(0, p)", lanes);
    w.line("#define STORE(p, v) vstore{}(v, 0, p)", lanes);
    w.put("#define STREAM(p, v) STORE(p, v)");
    if (gathers_stores(p))
        w.put("#define KEEP(p, v) STORE(p, v)");
    w.put("#endif");
    w.put("#ifndef WHOLE_VECTORS");
    w.put("#define WHOLE_VECTORS");
    w.put("#endif");
    emit_numbers(w, p);
    emit_shuffle(w, "EVEN", every_second(lanes, 0));
    emit_shuffle(w, "ODD", every_second(lanes, 1));
    emit_shuffle(w, "LOW", in_turn(lanes, 0, lanes));
    emit_shuffle(w, "HIGH", in_turn(lanes, lanes / 2, lanes));
    const bool by_halves = is_two_halves(lanes, p.number);
    if (by_halves) {
        emit_shuffle(w, "EVEN_WITHIN", every_second_within(lanes, 0));
        emit_shuffle(w, "ODD_WITHIN", every_second_within(lanes, 1));
        emit_shuffle(w, "LOWER", halves(lanes, 0));
        emit_shuffle(w, "UPPER", halves(lanes, lanes / 2));
        emit_shuffle(w, "LOW_WITHIN", in_turn(lanes, 0, lanes / 2));
        emit_shuffle(w, "HIGH_WITHIN", in_turn(lanes, lanes / 4, lanes / 2));
    }
    w.blank();
    emit_transpose(w, lanes, by_halves);
    w.blank();
}

} // namespace gpufft
