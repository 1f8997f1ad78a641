/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/ir/dft_length.h"
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/io_tables.h"
#include "plan/simt/paired_rank.h"
#include <algorithm>

namespace gpufft {

namespace {

class layout_maker
{
public:
    explicit layout_maker(std::int64_t offset) { d_layout.end = offset; }

    void add(const std::string& function, const root_series& series)
    {
        auto& all = d_layout.functions;
        const auto found = std::find_if(all.begin(), all.end(), [&](const io_roots& r) {
            return r.function == function;
        });
        if (found == all.end())
            all.push_back({ function, { series } });
        else
            found->tables.series.count =
                std::max(found->tables.series.count, series.count);
    }

    //! w(order)^e for e below count.
    void add(std::int64_t order, std::int64_t count)
    {
        add(root_function(order), { order, count });
    }

    //! Load and store operation may want more of one series of roots, so the tables are
    //! laid out last.
    io_tables finish()
    {
        for (auto& f : d_layout.functions) {
            f.tables = lay_out_roots(f.tables.series, d_layout.end);
            d_layout.end = f.tables.end;
        }
        return d_layout;
    }

private:
    io_tables d_layout;
};

//! The roots in the formulas of io_operations.h, for loads.
void add_load_roots(layout_maker& m, const load_operation& load, std::int64_t length)
{
    const auto half = length / 2;
    switch (load.kind) {
    case transform_kind::c2r:
        if (load.is_half)
            m.add(length, half);
        break;
    case transform_kind::dct3:
    case transform_kind::dst3:
        m.add(4 * length, load.is_half ? half + 1 : length);
        if (load.is_half)
            m.add(length, half);
        break;
    case transform_kind::dct4:
    case transform_kind::dst4:
        if (load.is_half)
            m.add("dct4_root", { 8 * length, half, 1, 4 });
        break;
    default:
        break;
    }
}

//! Paired loads of bins look roots up for half of the first stage's butterflies.
void add_paired_load_roots(layout_maker& m, const pass& p, std::int64_t length)
{
    if (p.stages.size() == 1)
        return;
    if (cosine_of(p.load.kind).type == 4)
        m.add("dct4_root", { 8 * length, butterflies_of(p, 0), 1, 4 });
    if (loads_complements(p))
        return;
    const auto count = butterflies_of(p, 0) / 2;
    if (p.load.kind == transform_kind::c2r) {
        m.add(length, count);
        return;
    }
    m.add(4 * length, count);
    m.add(fifth_root_function(4 * length), { 4 * length, count, 0, 5 });
}

//! A paired store looks roots up for half of the last stage's butterflies.
void add_paired_roots(layout_maker& m, const pass& p, std::int64_t length)
{
    if (p.stages.size() == 1)
        return;
    const auto last = p.stages.size() - 1;
    if (cosine_of(p.store.kind).type == 4)
        m.add(2 * length, butterflies_of(p, last));
    if (stores_complements(p))
        return;
    // k of the first butterfly; of paired columns, or k_1, also that of a partner's
    const auto count = p.workgroup().paired_columns || has_paired_rank(p)
                           ? p.dimensions.front().length / p.stages[last].radix
                           : butterflies_of(p, last) / 2;
    if (is_shuffled(p.store.kind)) {
        m.add(4 * length, count);
        m.add(fifth_root_function(4 * length), { 4 * length, count, 0, 5 });
    } else {
        m.add(2 * p.dimensions.front().length, count);
    }
}

void add_store_roots(layout_maker& m, const store_operation& store, std::int64_t length)
{
    const auto half = length / 2;
    switch (store.kind) {
    case transform_kind::r2c:
        if (store.is_half)
            m.add(length, half);
        break;
    case transform_kind::dct1:
        m.add(2 * (length - 1), length - 1);
        break;
    case transform_kind::dst1:
        m.add(2 * (length + 1), length + 1);
        break;
    case transform_kind::dct2:
    case transform_kind::dst2:
        if (store.is_half)
            m.add(length, half);
        m.add(4 * length, store.is_half ? half : length);
        break;
    case transform_kind::dct4:
    case transform_kind::dst4:
        if (store.is_half)
            m.add(2 * length, half);
        else
            m.add(8, 8);
        break;
    default:
        break;
    }
}

//! Adds the roots that folds look up, along all dimensions but the last.
void add_fold_roots(layout_maker& m, const pass& p)
{
    if (!folds_input(p) && !folds_output(p))
        return;
    for (std::size_t d = 0; d + 1 < p.dimensions.size(); ++d) {
        const auto length = p.dimensions[d].length;
        m.add(4 * length, output_pairs(length));
    }
}

void add_chirp(layout_maker& m, const pass& p, const io_operation& op)
{
    if (op.by != convolution::bluestein)
        return;
    const auto length = dft_length(p, op);
    root_series chirp{ 2 * length, length };
    chirp.is_chirp = true;
    m.add("chirp", chirp);
}

} // namespace

std::string root_function(std::int64_t order)
{
    return "root_of_" + std::to_string(order);
}

std::string fifth_root_function(std::int64_t order)
{
    return "fifth_" + root_function(order);
}

io_tables lay_out_io_tables(const pass& p, std::int64_t offset)
{
    layout_maker m(offset);
    const auto length = p.dimensions.back().caller_length;
    if (p.workgroup().paired_input)
        add_paired_load_roots(m, p, length);
    else
        add_load_roots(m, p.load, length);
    if (p.workgroup().paired_output)
        add_paired_roots(m, p, length);
    else
        add_store_roots(m, p.store, length);
    add_fold_roots(m, p);
    add_chirp(m, p, p.load);
    add_chirp(m, p, p.store);
    return m.finish();
}

void append_io_tables(std::vector<std::complex<double>>& table, const io_tables& layout)
{
    for (const auto& f : layout.functions)
        append_roots(table, f.tables);
}

} // namespace gpufft
