/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/expression/evaluate.h"
#include "plan/request/fused_expression.h"
#include "reference/interpreter/plain_expression.h"
#include <memory>

namespace gpufft {

namespace {

//! The values of all arguments, as they are in memory now.
argument_values values_of(const pass& p, const pass_memory& m)
{
    argument_values all;
    for (const auto& each : m.given) {
        const auto i = static_cast<std::size_t>(each.argument.number);
        if (all.size() <= i)
            all.resize(i + 1);
        if (each.argument.argument.is == argument_kind::number) {
            all[i] = { each.number };
            continue;
        }
        io_operation end;
        if (each.argument.argument.is == argument_kind::real_buffer)
            end.stored = element::real;
        const element_memory memory("an argument", { each.memory, {} }, end, p.number);
        for (std::int64_t n = 0; n < each.argument.argument.length; ++n)
            all[i].push_back(memory.complex(n));
    }
    return all;
}

//! The index along each dimension of \p place in a row.
std::vector<std::int64_t> index_of(const fused_expression& e, std::int64_t place)
{
    std::vector<std::int64_t> index(e.counts.size());
    for (const auto& digit : e.digits) {
        const auto at = place / digit.stride;
        place %= digit.stride;
        if (digit.dimension >= 0)
            index[static_cast<std::size_t>(digit.dimension)] =
                (at + digit.count - digit.rotation) % digit.count;
    }
    return index;
}

element_change change_of(const pass& p,
                         const pass_memory& m,
                         const fused_pointer& e,
                         std::int64_t distance)
{
    if (!e)
        return nullptr;
    const auto given = std::make_shared<const argument_values>(values_of(p, m));
    return [=, factor = p.row_factor, first = m.first_row](std::complex<double> value,
                                                           std::int64_t at) {
        const auto row = at / distance;
        const auto place = at % distance + row % factor * distance;
        const auto index = index_of(*e, place);
        return evaluate(*e->value, { value, index, row / factor + first, *given });
    };
}

} // namespace

element_change plain_load_expression(const pass& p, const pass_memory& m)
{
    return change_of(p, m, p.load.expression, p.input_distance);
}

element_change plain_store_expression(const pass& p, const pass_memory& m)
{
    return change_of(p, m, p.store.expression, p.output_distance);
}

} // namespace gpufft
