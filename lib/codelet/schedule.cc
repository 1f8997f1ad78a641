/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codelet/schedule.h"
#include <algorithm>
#include <set>
#include <tuple>

namespace gpufft {

namespace {

/*!
 * Greedy list scheduling, looking one statement ahead: next comes the ready statement
 * after which, or after whose best successor, the fewest values are alive. Ties go to
 * the earlier one of the builder's order, which is the algorithm's own and good already.
 */
class list_scheduler
{
public:
    explicit list_scheduler(const program& p)
        : d_program(p),
          d_operands(p.statements.size()),
          d_users(p.inputs + p.statements.size()),
          d_pending(p.inputs + p.statements.size()),
          d_missing(p.statements.size()),
          d_is_issued(p.statements.size())
    {
        for (int i = 0; i < static_cast<int>(p.statements.size()); ++i) {
            find_operands(i);
            for (const int operand : d_operands[i]) {
                d_users[operand].push_back(i);
                ++d_pending[operand];
                d_missing[i] += operand >= p.inputs;
            }
            if (d_missing[i] == 0)
                d_ready.insert(i);
        }
        for (const int output : p.outputs)
            ++d_pending[p.inputs + output]; // the end of the program uses it
    }

    //! Old numbers of the statements, in their new order
    std::vector<int> run()
    {
        std::vector<int> order;
        while (!d_ready.empty()) {
            const int next = choose();
            issue(next);
            d_ready.erase(next);
            for (const int user : d_users[d_program.inputs + next])
                if (d_missing[user] == 0)
                    d_ready.insert(user);
            order.push_back(next);
        }
        return order;
    }

private:
    void find_operands(int i)
    {
        const statement& s = d_program.statements[i];
        if (s.first.factor != 0.0)
            d_operands[i].push_back(s.first.operand);
        if (s.second.factor != 0.0 && s.second.operand != s.first.operand)
            d_operands[i].push_back(s.second.operand);
    }

    //! By how many values more are alive after statement i
    int growth(int i) const
    {
        int alive = 1;
        for (const int operand : d_operands[i])
            alive -= d_pending[operand] == 1;
        return alive;
    }

    void issue(int i) { count(i, 1); }
    void take_back(int i) { count(i, -1); }

    void count(int i, int issued)
    {
        d_is_issued[i] = issued > 0;
        for (const int operand : d_operands[i])
            d_pending[operand] -= issued;
        for (const int user : d_users[d_program.inputs + i])
            d_missing[user] -= issued;
    }

    //! Least growth of a statement that statement i, just issued, has to do with
    int best_growth_after(int i) const
    {
        int best = 1;
        const auto consider = [&](int value) {
            for (const int user : d_users[value])
                if (d_missing[user] == 0 && !d_is_issued[user])
                    best = std::min(best, growth(user));
        };
        consider(d_program.inputs + i);
        for (const int operand : d_operands[i])
            consider(operand);
        return best;
    }

    int choose()
    {
        int chosen = *d_ready.begin();
        std::tuple<int, int> least{ 3, 0 }; // more than any statement grows
        for (const int i : d_ready) {
            const int now = growth(i);
            if (now < 0)
                return i;
            issue(i);
            const int then = now + std::min(0, best_growth_after(i));
            take_back(i);
            if (std::tuple(then, now) < least) {
                least = { then, now };
                chosen = i;
            }
        }
        return chosen;
    }

    const program& d_program;
    std::vector<std::vector<int>> d_operands; // that a statement reads, each once
    std::vector<std::vector<int>> d_users;    // statements that read an operand
    std::vector<int> d_pending;               // uses of an operand still to come
    std::vector<int> d_missing;               // operands that a statement still waits for
    std::vector<bool> d_is_issued;
    std::set<int> d_ready; // in the builder's order
};

program reordered(const program& p, const std::vector<int>& order)
{
    std::vector<int> place(p.statements.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = static_cast<int>(i);
    const auto moved = [&](term t) {
        if (t.operand >= p.inputs)
            t.operand = p.inputs + place[t.operand - p.inputs];
        return t;
    };

    program result;
    result.inputs = p.inputs;
    for (const int i : order)
        result.statements.push_back(
            { moved(p.statements[i].first), moved(p.statements[i].second) });
    for (const int output : p.outputs)
        result.outputs.push_back(place[output]);
    return result;
}

} // namespace

program schedule(const program& p)
{
    program listed = reordered(p, list_scheduler(p).run());
    return count_live_values(listed) < count_live_values(p) ? listed : p;
}

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
