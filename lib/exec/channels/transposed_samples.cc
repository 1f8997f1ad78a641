/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/channels/transposed_samples.h"
#include <algorithm>
#include <cstring>

namespace gpufft {

namespace {

// A block of so many rows and streams is whole cache lines of both sides, few enough that
// lines a power of two apart find room in a first-level cache.
constexpr std::size_t BLOCK = 8;
// Rows that are gone through for some streams before the next ones. Where streams are
// written they are many: each is in pages of its own, of which the processor remembers
// too few to change with each block (64 streams: 0.25 ns a sample, and 1.25 by single
// blocks). Where rows are written they are few, since long ones lie a power of two apart,
// whose lines have no room in the first-level cache (1024 streams: 0.5 ns, and 2.3 by 64
// rows).
constexpr std::size_t ROWS_OF_STREAMS_WRITTEN = 64;
constexpr std::size_t ROWS_WRITTEN = BLOCK;

//! Two samples, which every 64-bit processor has in one register.
typedef double pair_of_samples __attribute__((vector_size(16)));
static_assert(sizeof(double) == sizeof(channel_sample), "a sample is moved as a number");

pair_of_samples load_pair(const channel_sample* from)
{
    pair_of_samples pair;
    std::memcpy(&pair, from, sizeof pair);
    return pair;
}

void store_pair(channel_sample* to, double first, double second)
{
    const pair_of_samples pair = { first, second };
    std::memcpy(static_cast<void*>(to), &pair, sizeof pair);
}

//! to_a, to_b = what is at 0 of from_a and from_b, what is at 1
void transpose_pairs(const channel_sample* from_a,
                     const channel_sample* from_b,
                     channel_sample* to_a,
                     channel_sample* to_b)
{
    const auto a = load_pair(from_a), b = load_pair(from_b);
    store_pair(to_a, a[0], b[0]);
    store_pair(to_b, a[1], b[1]);
}

//! Calls whole(row, stream) for blocks of BLOCK rows and streams, and one(row, stream)
//! for each sample that is in none, by \p tiles of so many rows.
template <class Whole, class One>
void each_block(std::size_t rows,
                std::size_t count,
                std::size_t tiles,
                const Whole& whole,
                const One& one)
{
    const auto whole_rows = rows / BLOCK * BLOCK, whole_streams = count / BLOCK * BLOCK;
    for (std::size_t tile = 0; tile < whole_rows; tile += tiles) {
        const auto end = std::min(tile + tiles, whole_rows);
        for (std::size_t i = 0; i < whole_streams; i += BLOCK)
            for (auto r = tile; r < end; r += BLOCK)
                whole(r, i);
        for (auto i = whole_streams; i < count; ++i)
            for (auto r = tile; r < end; ++r)
                one(r, i);
    }
    for (auto r = whole_rows; r < rows; ++r)
        for (std::size_t i = 0; i < count; ++i)
            one(r, i);
}

} // namespace

void streams_to_rows(const channel_sample* const* streams,
                     std::size_t count,
                     std::size_t first,
                     std::size_t rows,
                     channel_sample* to)
{
    each_block(
        rows,
        count,
        ROWS_WRITTEN,
        [&](std::size_t r, std::size_t i) {
            for (std::size_t k = 0; k < BLOCK; k += 2) {
                const auto* a = streams[i + k] + first + r;
                const auto* b = streams[i + k + 1] + first + r;
                auto* out = to + r * count + i + k;
                for (std::size_t n = 0; n < BLOCK; n += 2)
                    transpose_pairs(a + n, b + n, out + n * count, out + (n + 1) * count);
            }
        },
        [&](std::size_t r, std::size_t i) { to[r * count + i] = streams[i][first + r]; });
}

void rows_to_streams(const channel_sample* from,
                     std::size_t distance,
                     std::size_t rows,
                     channel_sample* const* streams,
                     std::size_t count,
                     std::size_t first)
{
    each_block(
        rows,
        count,
        ROWS_OF_STREAMS_WRITTEN,
        [&](std::size_t r, std::size_t i) {
            for (std::size_t k = 0; k < BLOCK; k += 2) {
                auto* a = streams[i + k] + first + r;
                auto* b = streams[i + k + 1] + first + r;
                const auto* in = from + r * distance + i + k;
                for (std::size_t n = 0; n < BLOCK; n += 2)
                    transpose_pairs(
                        in + n * distance, in + (n + 1) * distance, a + n, b + n);
            }
        },
        [&](std::size_t r, std::size_t i) {
            streams[i][first + r] = from[r * distance + i];
        });
}

} // namespace gpufft
