/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/emit_vectors.h"
#include "codegen/text/dialect.h"
#include "codegen/text/emit_numbers.h"
#include "plan/simd/deinterleave_order.h"
#include "plan/simd/nt_stores.h"
#include <fmt/ranges.h>
#include <tuple>
#include <vector>

namespace gpufft::simd {

namespace {

//! Every second of the units of so many lanes of two vectors, from \p first on, in each
//! block in turn of both vectors: of one block those of a, then of b.
std::vector<int> every_second(int lanes, int blocks, int unit, int first)
{
    const int block = lanes / blocks;
    std::vector<int> picked;
    for (int begin = 0; begin < lanes; begin += block) {
        for (const int vector : { 0, lanes })
            for (int i = first * unit; i < block; i += 2 * unit)
                for (int lane = 0; lane < unit; ++lane)
                    picked.push_back(vector + begin + i + lane);
    }
    return picked;
}

//! Lanes of two vectors interleaved, from \p begin on in each block of so many lanes:
//! a[begin], b[begin], a[begin + 1], ...
std::vector<int> in_turn(int lanes, int begin, int block)
{
    std::vector<int> picked;
    for (int first = begin; first < lanes; first += block) {
        for (int i = first; i < first + block / 2; ++i) {
            picked.push_back(i);
            picked.push_back(i + lanes);
        }
    }
    return picked;
}

void emit_shuffle(source_writer& w, const char* name, const std::vector<int>& picked)
{
    w.line("#define {}(a, b) SHUFFLE(a, b, {})", name, fmt::join(picked, ", "));
}

//! A round of EVEN and ODD rotates the bits of (vector, block), one of LOW and HIGH those
//! of (vector, lane); half of all rotations exchanges them. So blocks are exchanged
//! first, and then lanes within them.
void emit_transpose(source_writer& w, int lanes, int blocks)
{
    w.line("// {0} vectors of {0} lanes: lane j of vector i goes to lane i of vector j.",
           lanes);
    w.put("static inline void transpose(vec* v)");
    w.open();
    const int block = lanes / blocks;
    std::string from = "v[{}]";
    int round = 0;
    const auto emit_round = [&](const auto& shuffle_of) {
        ++round;
        for (int i = 0; i < lanes; ++i) {
            const auto [shuffle, a, b] = shuffle_of(i);
            w.line("const vec r{}_{} = {}({}, {});",
                   round,
                   i,
                   shuffle,
                   fmt::format(fmt::runtime(from), a),
                   fmt::format(fmt::runtime(from), b));
        }
        from = fmt::format("r{}_{{}}", round);
    };
    for (int done = 1; done < blocks; done *= 2) {
        emit_round([&](int i) {
            const int first = i % (lanes / 2) / block * 2 * block + i % block;
            return std::tuple(
                i < lanes / 2 ? "EVEN_BLOCKS" : "ODD_BLOCKS", first, first + block);
        });
    }
    const bool is_whole = blocks == 1;
    for (int done = 1; done < block; done *= 2) {
        emit_round([&](int i) {
            const int first = i / block * block + i % block / 2;
            const char* low = is_whole ? "LOW" : "LOW_WITHIN";
            const char* high = is_whole ? "HIGH" : "HIGH_WITHIN";
            return std::tuple(i % 2 ? high : low, first, first + block / 2);
        });
    }
    for (int i = 0; i < lanes; ++i)
        w.line("v[{}] = {};", i, fmt::format(fmt::runtime(from), i));
    w.close();
}

} // namespace

void emit_vectors(source_writer& w, const pass& p)
{
    const int lanes = p.lanes();
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
    if (combines_stores(p))
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
    if (combines_stores(p))
        w.put("#define KEEP(p, v) STORE(p, v)");
    w.put("#endif");
    w.put("#ifndef WHOLE_VECTORS");
    w.put("#define WHOLE_VECTORS");
    w.put("#endif");
    emit_numbers(w, p);
    emit_shuffle(w, "EVEN", every_second(lanes, 1, 1, 0));
    emit_shuffle(w, "ODD", every_second(lanes, 1, 1, 1));
    emit_shuffle(w, "LOW", in_turn(lanes, 0, lanes));
    emit_shuffle(w, "HIGH", in_turn(lanes, lanes / 2, lanes));
    const int blocks = shuffle_blocks(lanes, p.number);
    if (blocks > 1) {
        const int block = lanes / blocks;
        emit_shuffle(w, "EVEN_WITHIN", every_second(lanes, blocks, 1, 0));
        emit_shuffle(w, "ODD_WITHIN", every_second(lanes, blocks, 1, 1));
        emit_shuffle(w, "EVEN_BLOCKS", every_second(lanes, 1, block, 0));
        emit_shuffle(w, "ODD_BLOCKS", every_second(lanes, 1, block, 1));
        emit_shuffle(w, "LOW_WITHIN", in_turn(lanes, 0, block));
        emit_shuffle(w, "HIGH_WITHIN", in_turn(lanes, block / 2, block));
    }
    w.blank();
    emit_transpose(w, lanes, blocks);
    w.blank();
}

} // namespace gpufft::simd
