/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/host/vector_widths.h"
#include "survey/products/ordered_keys.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace gpufft {

namespace {

constexpr auto LANES = ordered_keys::TOGETHER;
constexpr std::int32_t NOT_FINITE = std::numeric_limits<std::int32_t>::max();

//! Float bits in the order of their values: those of negative ones descend.
std::int32_t ordered(std::int32_t bits) { return bits ^ ((bits >> 31) & 0x7fffffff); }

std::int32_t key_of(std::int32_t bits)
{
    constexpr std::int32_t EXPONENT = 0x7f800000;
    return (bits & EXPONENT) == EXPONENT ? NOT_FINITE : ordered(bits);
}

float value_of(std::int32_t key)
{
    const auto bits = ordered(key);
    float value = 0;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

//! Adds how many keys of each bin lie above its limit.
GPUFFT_FOR_EACH_WIDTH
void count_above(const std::int32_t* keys,
                 std::size_t frames,
                 const std::int32_t* limits,
                 std::int32_t* above)
{
    // Locals, which the compiler may hold in registers.
    std::int32_t limit[LANES], count[LANES];
    for (std::size_t i = 0; i < LANES; ++i) {
        limit[i] = limits[i];
        count[i] = 0;
    }
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t i = 0; i < LANES; ++i)
            count[i] += keys[f * LANES + i] > limit[i] ? 1 : 0;
    for (std::size_t i = 0; i < LANES; ++i)
        above[i] = count[i];
}

//! The lowest key of each bin above its limit.
GPUFFT_FOR_EACH_WIDTH
void lowest_above(const std::int32_t* keys,
                  std::size_t frames,
                  const std::int32_t* limits,
                  std::int32_t* lowest)
{
    std::int32_t limit[LANES], least[LANES];
    for (std::size_t i = 0; i < LANES; ++i) {
        limit[i] = limits[i];
        least[i] = NOT_FINITE;
    }
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t i = 0; i < LANES; ++i) {
            const auto key = keys[f * LANES + i];
            least[i] = std::min(least[i], key > limit[i] ? key : NOT_FINITE);
        }
    for (std::size_t i = 0; i < LANES; ++i)
        lowest[i] = least[i];
}

GPUFFT_FOR_EACH_WIDTH
void find_range(const std::int32_t* keys,
                std::size_t frames,
                std::int32_t* finite,
                std::int32_t* lowest,
                std::int32_t* highest)
{
    std::int32_t count[LANES], least[LANES], most[LANES];
    for (std::size_t i = 0; i < LANES; ++i) {
        count[i] = 0;
        least[i] = NOT_FINITE;
        most[i] = std::numeric_limits<std::int32_t>::min();
    }
    for (std::size_t f = 0; f < frames; ++f)
        for (std::size_t i = 0; i < LANES; ++i) {
            const auto key = keys[f * LANES + i];
            const bool is_finite = key != NOT_FINITE;
            count[i] += is_finite ? 1 : 0;
            least[i] = std::min(least[i], key);
            most[i] = std::max(most[i], is_finite ? key : most[i]);
        }
    for (std::size_t i = 0; i < LANES; ++i) {
        finite[i] = count[i];
        lowest[i] = least[i];
        highest[i] = most[i];
    }
}

} // namespace

GPUFFT_FOR_EACH_WIDTH
void ordered_keys::take(const float* powers,
                        std::size_t stride,
                        std::size_t count,
                        std::size_t frames,
                        std::int32_t* to,
                        std::size_t block_stride)
{
    const auto whole = count / LANES;
    for (std::size_t f = 0; f < frames; ++f, powers += stride, to += LANES) {
        for (std::size_t block = 0; block < whole; ++block) {
            std::int32_t bits[LANES];
            std::memcpy(bits, powers + block * LANES, sizeof(bits));
            for (std::size_t i = 0; i < LANES; ++i)
                to[block * block_stride + i] = key_of(bits[i]);
        }
        if (whole * LANES == count)
            continue;
        for (std::size_t i = 0; i < LANES; ++i) {
            std::int32_t bits = NOT_FINITE;
            if (whole * LANES + i < count)
                std::memcpy(&bits, powers + whole * LANES + i, sizeof(bits));
            to[whole * block_stride + i] = key_of(bits);
        }
    }
}

ordered_keys::ordered_keys(const std::int32_t* keys, std::size_t frames)
    : d_keys(keys), d_frames(frames)
{
    find_range(keys, frames, d_finite, d_lowest, d_highest);
}

void ordered_keys::find(const double* places, neighbours& found) const
{
    std::int32_t low[LANES], high[LANES], place[LANES];
    const auto frames = static_cast<std::int32_t>(d_frames);
    for (std::size_t i = 0; i < LANES; ++i) {
        const bool has_any = d_finite[i] > 0;
        low[i] = has_any ? d_lowest[i] : 0;
        high[i] = has_any ? d_highest[i] : 0;
        place[i] = has_any ? static_cast<std::int32_t>(places[i]) : 0;
    }
    // The key at a place is the lowest that has more keys up to it than the place says.
    std::int32_t middle[LANES], above[LANES];
    for (bool is_open = true; is_open;) {
        is_open = false;
        for (std::size_t i = 0; i < LANES; ++i) {
            is_open = is_open || low[i] < high[i];
            const auto between =
                static_cast<std::uint32_t>(high[i]) - static_cast<std::uint32_t>(low[i]);
            middle[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(low[i]) +
                                                  between / 2);
        }
        if (!is_open)
            break;
        count_above(d_keys, d_frames, middle, above);
        for (std::size_t i = 0; i < LANES; ++i) {
            if (low[i] >= high[i])
                continue;
            if (frames - above[i] > place[i])
                high[i] = middle[i];
            else
                low[i] = middle[i] + 1;
        }
    }
    std::int32_t next[LANES];
    count_above(d_keys, d_frames, low, above);
    lowest_above(d_keys, d_frames, low, next);
    for (std::size_t i = 0; i < LANES; ++i) {
        const bool is_whole = places[i] <= place[i];
        const bool is_same = frames - above[i] > place[i] + 1;
        found.at[i] = value_of(low[i]);
        found.next[i] = is_whole || is_same ? found.at[i] : value_of(next[i]);
    }
}

} // namespace gpufft
