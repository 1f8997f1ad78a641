/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/schedule.h"
#include <algorithm>

namespace gpufft {

program schedule(const program& p) { return p; }

int count_live_values(const program& p)
{
    std::vector<int> last_use(p.inputs + p.statements.size(), -1);
    const int end = static_cast<int>(p.statements.size());
    for (int i = 0; i < end; ++i)
        for (const term& t : { p.statements[i].first, p.statements[i].second })
            if (t.factor != 0.0)
                last_use[t.operand] = i;
    for (const int output : p.outputs)
        last_use[p.inputs + output] = end;

    std::vector<int> deaths(end + 1);
    int alive = 0;
    for (int operand = 0; operand < p.inputs + end; ++operand)
        if (last_use[operand] >= 0)
            ++deaths[last_use[operand]];
    for (int input = 0; input < p.inputs; ++input)
        alive += last_use[input] >= 0;
    int most = alive;
    for (int i = 0; i < end; ++i) {
        alive += 1 - deaths[i];
        most = std::max(most, alive);
    }
    return most;
}

} // namespace gpufft
