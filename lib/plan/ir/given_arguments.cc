/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/given_arguments.h"
#include <map>

namespace gpufft {

std::vector<used_argument> given_arguments(const pass& p)
{
    std::map<int, used_argument> by_number;
    for (const auto* op : { static_cast<const io_operation*>(&p.load),
                            static_cast<const io_operation*>(&p.store) })
        for (std::size_t i = 0; op->expression && i < op->expression->arguments.size();
             ++i)
            by_number.emplace(op->expression->arguments[i].number,
                              op->expression->arguments[i]);
    std::vector<used_argument> all;
    for (const auto& each : by_number)
        all.push_back(each.second);
    return all;
}

bool counts_rows(const pass& p)
{
    return (p.load.expression && p.load.expression->uses_row) ||
           (p.store.expression && p.store.expression->uses_row) ||
           (p.store.branches && p.store.branches->points_a_branch > 1);
}

} // namespace gpufft
