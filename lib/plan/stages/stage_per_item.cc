/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/simt/conjugate_pairs.h"
#include "plan/stages/stage_per_item.h"
#include <algorithm>

namespace gpufft {

namespace {

//! Whether stages may take \p a and \p b butterflies per item from one digit.
bool divides_in_chain(int a, int b) { return std::max(a, b) % std::min(a, b) == 0; }

} // namespace

void choose_per_item(pass& p, int target, std::vector<int>& taken)
{
    auto& stages = p.stages;
    const std::size_t m = stages.size();
    if (m < 2)
        return;
    taken.assign(m, 1); // butterflies per item already taken from each digit
    if (p.workgroup().paired_input)
        taken[1] = 2;
    if (p.workgroup().paired_output)
        taken[m - 2] = 2;
    for (std::size_t i = 0; i < m; ++i) {
        const std::size_t from = i + 1 < m ? i + 1 : i - 1;
        if (p.is_paired(i))
            continue;
        const int of = stages[from].radix;
        for (int per_item = std::min(target / stages[i].radix, of); per_item > 1;
             --per_item) {
            if (of % per_item == 0 && divides_in_chain(per_item, taken[from])) {
                stages[i].per_item = per_item;
                taken[from] = std::max(taken[from], per_item);
                break;
            }
        }
    }
}

void pair_io(pass& p, int most_held)
{
    p.change_workgroup().paired_input = false;
    p.change_workgroup().paired_output = false;
    const auto fits = [&](const stage& s) {
        return p.stages.size() == 1 || 2 * s.radix <= most_held;
    };
    p.change_workgroup().paired_input = can_pair_input(p) && fits(p.stages.front());
    p.change_workgroup().paired_output = can_pair_output(p) && fits(p.stages.back());
}

void choose_per_item(pass& p, int target)
{
    std::vector<int> taken;
    choose_per_item(p, target, taken);
}

} // namespace gpufft
