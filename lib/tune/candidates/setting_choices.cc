/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/cost/occupancy.h"
#include "plan/ir/forms/change_columns.h"
#include "plan/ir/forms/constant_geometry.h"
#include "plan/ir/forms/filter_items.h"
#include "plan/ir/forms/sliding_frames.h"
#include "plan/roots/prime_factors.h"
#include "plan/simt/bulk_rows.h"
#include "tune/candidates/cluster_choices.h"
#include "tune/candidates/pass_changes.h"
#include "tune/candidates/pass_choices.h"
#include "tune/candidates/sliding_choices.h"
#include "tune/candidates/vector_choices.h"
#include <algorithm>

namespace gpufft {

namespace {

constexpr int ROWS[] = {
    1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256
};
constexpr int REGISTER_FILE = 65536; // of a compute unit
constexpr int FEWEST_SPARE = 8;      // registers beside the points
constexpr int MOST_SPARE = 72;
constexpr std::size_t MOST_RESIDENT_CHOICES = 4;
constexpr std::size_t MOST_OF_CLUSTER = 4; // orders of radices, of another size of it

void add_columns(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const auto add = [&](std::int64_t count) {
        auto other = p;
        if (!change_columns(other, count))
            return false;
        other.change_workgroup().min_blocks = 0; // was for groups of another size
        if (set_padding(other, limits))
            all.push_back(std::move(other));
        return true;
    };
    // The nearest two that there are on either side.
    int found = 0;
    for (const auto count : ROWS)
        found += count > p.columns.size && found < 2 && add(count);
    found = 0;
    for (auto count = std::rbegin(ROWS); count != std::rend(ROWS); ++count)
        found += *count < p.columns.size && found < 2 && add(*count);
}

//! Register caps from none to just above what the points take.
void add_min_blocks(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const int items = whole_subgroups(p, limits);
    const int points = (p.number == precision::float64 ? 4 : 2) * p.points_per_item();
    std::vector<int> counts;
    int last = 0;
    for (int count = REGISTER_FILE / items / 24; count > 0; --count) {
        const int registers = REGISTER_FILE / items / count / 8 * 8;
        if (registers >= points + FEWEST_SPARE && registers <= points + MOST_SPARE &&
            registers != last && count <= 32)
            counts.push_back(count);
        last = registers;
    }
    while (counts.size() > MOST_RESIDENT_CHOICES) // every other one
        for (std::size_t i = 1; i < counts.size(); ++i)
            counts.erase(counts.begin() + static_cast<std::ptrdiff_t>(i));
    for (const int count : { p.workgroup().min_blocks - 1,
                             p.workgroup().min_blocks + 1 }) { // what spills is a cliff
        if (p.workgroup().min_blocks > 0 && count > 0 &&
            std::find(counts.begin(), counts.end(), count) == counts.end())
            counts.push_back(count);
    }
    counts.push_back(0);
    for (const int count : counts) {
        if (count == p.workgroup().min_blocks)
            continue;
        all.push_back(p);
        all.back().change_workgroup().min_blocks = count;
    }
}

void add_twiddles(std::vector<pass>& all, const pass& p)
{
    for (const auto source :
         { twiddle_source::full, twiddle_source::m2, twiddle_source::m3 }) {
        auto other = p;
        bool differs = false;
        for (auto& s : other.stages) {
            if (s.radix <= 2)
                continue;
            differs |= s.twiddles != source;
            s.twiddles = source;
        }
        if (differs && other.stages.size() > 1)
            all.push_back(std::move(other));
    }
}

void add_exchange(std::vector<pass>& all, const pass& p, const device_limits& limits)
{
    const auto add = [&](auto change) {
        auto other = p;
        change(other);
        drop_unfit_bulk(other, limits);
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    };
    if (p.workgroup().parts == exchange::whole) {
        add([](pass& other) {
            other.change_workgroup().staged_input = !other.workgroup().staged_input;
        });
        add([](pass& other) {
            other.change_workgroup().staged_output = !other.workgroup().staged_output;
        });
        if (p.workgroup().staged_input == p.workgroup().staged_output)
            add([](pass& other) {
                other.change_workgroup().staged_input = !other.workgroup().staged_input;
                other.change_workgroup().staged_output =
                    other.workgroup().staged_input && !other.store.needs_pairs();
            });
    }
    if (p.stages.size() > 1 && !p.workgroup().staged_input &&
        !p.workgroup().staged_output && !p.leaves_by_exchange())
        add([](pass& other) {
            other.change_workgroup().parts = other.workgroup().parts == exchange::whole
                                                 ? exchange::split
                                                 : exchange::whole;
        });
    // Work-items that take neighbouring columns load and store through local memory.
    if (p.columns.size > 1 && p.columns_are_rows() &&
        p.workgroup().parts == exchange::whole)
        add([](pass& other) {
            other.change_workgroup().columns_fastest = !other.workgroup().columns_fastest;
            if (other.workgroup().columns_fastest) {
                other.change_workgroup().staged_input = true;
                other.change_workgroup().staged_output =
                    !other.store.needs_pairs() || other.workgroup().paired_output;
            }
        });
    if (has_equal_stages(p) && suits_constant_geometry(p))
        add([](pass& other) {
            other.change_workgroup().has_constant_geometry =
                !other.workgroup().has_constant_geometry;
            other.change_workgroup().exchange_order.clear(); // places are its own
        });
    if (suits_prime_factors(p))
        add([](pass& other) {
            other.order.has_prime_factors = !other.order.has_prime_factors;
        });
    if (has_bulk_copies(limits) && comes_in_bulk(p))
        add([](pass& other) {
            other.change_workgroup().bulk_input = !other.workgroup().bulk_input;
        });
    if (has_bulk_copies(limits) && leaves_in_bulk(p))
        add([](pass& other) {
            other.change_workgroup().bulk_output = !other.workgroup().bulk_output;
        });
    if (!p.workgroup().padding.empty()) {
        all.push_back(p);
        all.back().change_workgroup().padding.clear();
    }
}

} // namespace

std::vector<pass> other_settings(const pass& p, const device_limits& limits)
{
    std::vector<pass> all;
    if (p.is_vector()) {
        all = other_workgroups(p, limits);
        for (const auto& more : { other_tile_twiddles(p),
                                  other_streaming(p),
                                  other_prefetches(p),
                                  other_paddings(p),
                                  other_last_stages(p) })
            all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    if (!has_choice(p))
        return all;
    add_columns(all, p, limits);
    add_min_blocks(all, p, limits);
    add_twiddles(all, p);
    add_exchange(all, p, limits);
    for (auto& other : other_sliding_frames(p, limits))
        all.push_back(std::move(other));
    for (auto& other : other_filter_items(p, limits))
        all.push_back(std::move(other));
    for (auto& other : other_clusters(p, limits)) {
        if (other.workgroup().cluster.size !=
            p.workgroup().cluster.size) { // which cuts digits otherwise
            const auto stages = other_stages(other, limits, MOST_OF_CLUSTER);
            all.insert(all.end(), stages.begin(), stages.end());
        } else if (set_padding(other, limits)) {
            all.push_back(std::move(other));
        }
    }
    for (auto& other : with_per_item(p, p.stages)) {
        other.change_workgroup().min_blocks = 0;
        if (set_padding(other, limits))
            all.push_back(std::move(other));
    }
    for (auto& other : all) { // a change may have ended what they need
        drop_unfit_bulk(other, limits);
        drop_unfit_sliding(other);
        drop_unfit_filters(other);
    }
    return all;
}

} // namespace gpufft
