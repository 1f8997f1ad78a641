/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/in_parts.h"
#include "base/saturated.h"
#include "exec/host/vector_widths.h"
#include "plan/request/refuse.h"
#include "survey/products/ordered_keys.h"
#include "survey/products/power_percentiles.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace gpufft {

namespace {

constexpr auto BLOCK_BINS = ordered_keys::TOGETHER;
constexpr float NONE_FINITE = std::numeric_limits<float>::quiet_NaN();

// Numbers of 4 bytes: 64 MiB of powers that are kept, and 256 MiB of counts.
constexpr std::int64_t MOST_KEPT = std::int64_t(1) << 24;
constexpr std::int64_t MOST_COUNTED = std::int64_t(1) << 26;

// A class is of the exponent and the first bits of the fraction of a float32, between
// one class for all that lies below and one for all that lies above.
constexpr int FRACTION_BITS = 4;
constexpr int DROPPED_BITS = 23 - FRACTION_BITS;
constexpr std::int32_t LOWEST = (127 - 70) << FRACTION_BITS;
constexpr std::int32_t HIGHEST = (127 + 50) << FRACTION_BITS;
constexpr std::int32_t CLASSES = HIGHEST - LOWEST + 2;
// Behind them what is not finite is counted, which spares a branch.
constexpr std::size_t COUNTS = CLASSES + 1;

// Blocks of bins that are read together: a line of memory by itself, a frame's bins away
// from the next, would take most of the time to find.
constexpr std::size_t SIDE_BY_SIDE = 4;

// Powers that are enough work for a thread: a few times 100 us.
constexpr std::size_t THREAD_POWERS = std::size_t(1) << 17;

std::size_t blocks_of_thread(std::size_t frames)
{
    return std::max<std::size_t>(
        1, THREAD_POWERS / (BLOCK_BINS * std::max<std::size_t>(1, frames)));
}

//! The class of a power, of what is not finite CLASSES.
std::int32_t class_of(float power)
{
    constexpr std::int32_t NOT_FINITE = 0x7f800000;
    std::int32_t bits = 0;
    std::memcpy(&bits, &power, sizeof(bits));
    const auto within =
        std::min(std::max((bits >> DROPPED_BITS) - LOWEST + 1, 0), CLASSES - 1);
    return (bits & NOT_FINITE) == NOT_FINITE ? CLASSES : within;
}

// Frames whose classes fit into the nearest cache, beside the counts of a few bins.
constexpr std::size_t FRAMES_TOGETHER = 64;
constexpr auto MOST_BINS = SIDE_BY_SIDE * BLOCK_BINS;

//! Classes of up to FRAMES_TOGETHER frames and MOST_BINS bins.
GPUFFT_FOR_EACH_WIDTH
void find_classes(const float* powers,
                  std::size_t stride,
                  std::size_t bins,
                  std::size_t frames,
                  std::uint16_t* classes)
{
    for (std::size_t f = 0; f < frames; ++f, powers += stride, classes += MOST_BINS)
        for (std::size_t i = 0; i < bins; ++i)
            classes[i] = static_cast<std::uint16_t>(class_of(powers[i]));
}

//! \param powers  [frames] \p stride apart, of \p bins bins, up to MOST_BINS
//! \param counts  [bins][COUNTS], which this adds to
void count_classes(const float* powers,
                   std::size_t stride,
                   std::size_t bins,
                   std::size_t frames,
                   std::uint32_t* counts)
{
    std::uint16_t classes[FRAMES_TOGETHER * MOST_BINS];
    for (std::size_t first = 0; first < frames; first += FRAMES_TOGETHER) {
        const auto some = std::min(FRAMES_TOGETHER, frames - first);
        find_classes(powers + first * stride, stride, bins, some, classes);
        for (std::size_t i = 0; i < bins; ++i)
            for (std::size_t f = 0; f < some; ++f)
                ++counts[i * COUNTS + classes[f * MOST_BINS + i]];
    }
}

//! The lower edge of a class, of CLASSES the upper edge of the last.
double edge_of(std::int32_t number)
{
    if (number < 1)
        return 0;
    const std::int32_t bits = (number - 1 + LOWEST) << DROPPED_BITS;
    float power = 0;
    std::memcpy(&power, &bits, sizeof(power));
    return power;
}

//! Where a percentile lies among \p count sorted values.
double place_of(double percentile, double count)
{
    return percentile / 100 * (count - 1);
}

//! What lies at a place between two neighbours of sorted values.
float between(double place, double first, double next)
{
    const double share = place - std::floor(place);
    return static_cast<float>(first + share * (next - first));
}

//! Values in the order of their classes, of a bin.
class counted_values
{
public:
    explicit counted_values(const std::uint32_t* counts) : d_counts(counts) {}
    //! The value at a whole place; places that are asked for never descend.
    double at(double place)
    {
        while (d_class < CLASSES - 1 && place >= d_before + d_counts[d_class])
            d_before += d_counts[d_class++];
        if (d_class == 0 || d_class == CLASSES - 1)
            return edge_of(d_class); // nobody knows how far below or above
        // As if those of a class were evenly spread over it.
        const double share = (place - d_before + 0.5) / d_counts[d_class];
        return edge_of(d_class) + share * (edge_of(d_class + 1) - edge_of(d_class));
    }

private:
    const std::uint32_t* d_counts;
    double d_before = 0;
    std::int32_t d_class = 0;
};

} // namespace

power_percentiles::power_percentiles(std::vector<double> percentiles,
                                     std::int64_t bins,
                                     std::int64_t most_frames)
    : d_percentiles(std::move(percentiles)),
      d_bins(static_cast<std::size_t>(bins)),
      d_most_frames(static_cast<std::size_t>(most_frames)),
      d_keeps_powers(saturated_product(bins, most_frames) <= MOST_KEPT)
{
    if (d_keeps_powers) {
        const auto numbers =
            blocks() * std::max<std::size_t>(1, d_most_frames) * BLOCK_BINS;
        d_kept.reset(static_cast<std::int32_t*>(
            std::aligned_alloc(aligned_rows::BYTES, numbers * sizeof(std::int32_t))));
        if (!d_kept)
            throw std::bad_alloc();
        return;
    }
    if (bins > MOST_COUNTED / CLASSES)
        refuse("percentiles of rows of {} frames of {} bins do not fit into memory; "
               "--average {}, or up to {} bins, works",
               most_frames,
               bins,
               std::max<std::int64_t>(1, MOST_KEPT / bins),
               MOST_COUNTED / CLASSES);
    d_counts.assign(d_bins * COUNTS, 0);
}

std::size_t power_percentiles::blocks() const
{
    return (d_bins + BLOCK_BINS - 1) / BLOCK_BINS;
}

void power_percentiles::add(const float* powers, std::size_t frames)
{
    if (d_keeps_powers && frames > d_most_frames - d_frames)
        throw std::logic_error("percentiles of more frames than a row was to have");
    if (d_keeps_powers)
        keep(powers, frames);
    else
        count(powers, frames);
    d_frames += frames;
}

void power_percentiles::keep(const float* powers, std::size_t frames)
{
    in_parts(blocks(), blocks_of_thread(frames), [&](std::size_t begin, std::size_t end) {
        for (auto block = begin; block < end; block += SIDE_BY_SIDE) {
            const auto first = block * BLOCK_BINS;
            const auto last = std::min(end, block + SIDE_BY_SIDE);
            ordered_keys::take(powers + first,
                               d_bins,
                               std::min(d_bins, last * BLOCK_BINS) - first,
                               frames,
                               d_kept.get() +
                                   (block * d_most_frames + d_frames) * BLOCK_BINS,
                               d_most_frames * BLOCK_BINS);
        }
    });
}

void power_percentiles::count(const float* powers, std::size_t frames)
{
    // Several frames for a few bins, so that their counts stay in the nearest cache.
    in_parts(blocks(), blocks_of_thread(frames), [&](std::size_t begin, std::size_t end) {
        for (auto block = begin; block < end; block += SIDE_BY_SIDE) {
            const auto first = block * BLOCK_BINS;
            const auto last = std::min(end, block + SIDE_BY_SIDE);
            count_classes(powers + first,
                          d_bins,
                          std::min(d_bins, last * BLOCK_BINS) - first,
                          frames,
                          d_counts.data() + first * COUNTS);
        }
    });
}

void power_percentiles::finish_row(float* to)
{
    if (d_keeps_powers)
        finish_kept(to);
    else
        finish_counted(to);
    d_frames = 0;
}

void power_percentiles::finish_kept(float* to)
{
    in_parts(
        blocks(), blocks_of_thread(d_frames), [&](std::size_t begin, std::size_t end) {
            for (auto block = begin; block < end; ++block) {
                const auto first = block * BLOCK_BINS;
                const auto bins = std::min(BLOCK_BINS, d_bins - first);
                const ordered_keys keys(d_kept.get() + block * d_most_frames * BLOCK_BINS,
                                        d_frames);
                for (std::size_t k = 0; k < d_percentiles.size(); ++k) {
                    double places[BLOCK_BINS];
                    for (std::size_t i = 0; i < BLOCK_BINS; ++i)
                        places[i] = place_of(d_percentiles[k],
                                             std::max(1.0, double(keys.finite(i))));
                    ordered_keys::neighbours found;
                    keys.find(places, found);
                    for (std::size_t i = 0; i < bins; ++i)
                        to[k * d_bins + first + i] =
                            keys.finite(i) == 0
                                ? NONE_FINITE
                                : between(places[i], found.at[i], found.next[i]);
                }
            }
        });
}

void power_percentiles::finish_counted(float* to)
{
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (auto bin = begin; bin < end; ++bin) {
            auto* counts = d_counts.data() + bin * COUNTS;
            const auto all = static_cast<double>(d_frames - counts[CLASSES]);
            counted_values values(counts);
            for (std::size_t k = 0; k < d_percentiles.size(); ++k) {
                const double place = place_of(d_percentiles[k], all);
                const double below = std::floor(place);
                const double first = all > 0 ? values.at(below) : 0;
                // The next percentile may need this place again.
                auto above = values;
                const double next =
                    place > below && below + 1 < all ? above.at(below + 1) : first;
                to[k * d_bins + bin] =
                    all > 0 ? between(place, first, next) : NONE_FINITE;
            }
            std::fill_n(counts, COUNTS, 0);
        }
    };
    in_parts(d_bins, std::max<std::size_t>(1, THREAD_POWERS / COUNTS), work);
}

} // namespace gpufft
