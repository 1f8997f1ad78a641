/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/io/emit_io_parts.h"
#include "codegen/io/emit_value_function.h"
#include "codegen/text/emit_root.h"
#include "plan/ir/dft_length.h"
#include "plan/ir/forms/folds.h"
#include <algorithm>

namespace gpufft {

namespace {

using texts = std::vector<std::string>;

//! Names of the pointers of the load (store) operation.
texts pointers(const pass& p, bool is_load)
{
    source_writer none;
    return is_load ? io_text::load(none, opencl_dialect(), p).kernel_names()
                   : io_text::store(none, opencl_dialect(), p).kernel_names();
}

bool is_function(const io_operation& op, bool is_indexed)
{
    return is_indexed || op.expression || op.swap_parts || op.is_float16 ||
           op.stored != element::complex;
}

bool chirps(const io_operation& op) { return op.by == convolution::bluestein; }

//! Indices of DFT points; those of Rader's points are looked up.
texts load_indices(const pass& p, const texts& index)
{
    if (p.load.by != convolution::rader || p.stages_rows())
        return index;
    return { fmt::format("indices[{}]", index[0]) };
}

texts store_indices(const pass& p, const texts& index)
{
    if (p.store.by != convolution::rader || p.stages_rows())
        return index;
    const auto places = dft_length(p, p.store) - 1;
    return { fmt::format("indices[{} + {}]", places, index[0]) };
}

void append(texts* all, const texts& more)
{
    all->insert(all->end(), more.begin(), more.end());
}

std::string load_call(const pass& p, texts place)
{
    auto arguments = pointers(p, true);
    append(&arguments, place);
    if (load_needs_twiddles(p))
        arguments.emplace_back("twiddles");
    if (p.load.windowed)
        arguments.emplace_back("window");
    return "load_point(" + joined(arguments) + ")";
}

std::string store_call(const pass& p, const char* function, texts place, texts values)
{
    auto arguments = pointers(p, false);
    append(&arguments, place);
    append(&arguments, values);
    if (p.store.scaled)
        arguments.emplace_back("scale");
    if (store_needs_twiddles(p))
        arguments.emplace_back("twiddles");
    return std::string(function) + "(" + joined(arguments) + ");";
}

texts indexed_place(const std::string& line, const texts& index)
{
    texts place = { line };
    append(&place, index);
    return place;
}

} // namespace

bool load_needs_twiddles(const pass& p)
{
    const auto& op = p.load;
    switch (op.kind) {
    case transform_kind::dct3:
    case transform_kind::dst3:
        return true;
    case transform_kind::c2r:
    case transform_kind::dct4:
    case transform_kind::dst4:
        return op.is_half || chirps(op);
    default:
        return chirps(op);
    }
}

bool store_needs_twiddles(const pass& p)
{
    const auto& op = p.store;
    switch (op.kind) {
    case transform_kind::r2c:
        return op.is_half || chirps(op);
    case transform_kind::c2c:
    case transform_kind::c2r:
    case transform_kind::dct3:
    case transform_kind::dst3:
        return chirps(op);
    default:
        return true;
    }
}

bool load_is_function(const pass& p)
{
    return p.load.samples != sample_format::number ||
           is_function(p.load, p.load_is_indexed());
}

bool store_is_function(const pass& p)
{
    if (p.store.power || p.store.branches)
        return false; // emit_power.h, emit_branch_sums.h
    return p.store.scaled || is_function(p.store, p.store_is_indexed());
}

void emit_io(source_writer& w, const dialect& d, const pass& p, const io_tables& t)
{
    for (const auto& f : t.functions)
        emit_root(w, d, p, f.function, f.tables);
    const bool reads_shuffled = is_shuffled(p.load.kind) && !p.workgroup().paired_input;
    const bool writes_shuffled =
        is_shuffled(p.store.kind) && !p.workgroup().paired_output;
    if (reads_shuffled || writes_shuffled)
        emit_shuffle(w, d, p);
    emit_value_function(io_text::load(w, d, p));
    emit_value_function(io_text::store(w, d, p));
    if (load_is_function(p) && !p.workgroup().paired_input && !p.workgroup().filter_items)
        emit_load(io_text::load(w, d, p));
    if (p.workgroup().sliding_frames || p.workgroup().filter_items)
        emit_sample_at(io_text::load(w, d, p));
    if (p.workgroup().paired_output)
        return; // emit_paired.h
    if (p.store.needs_pairs())
        emit_pair_store(io_text::store(w, d, p));
    else if (store_is_function(p))
        emit_store(io_text::store(w, d, p));
}

std::string load_expression(const pass& p, const point_text& point)
{
    if (!load_is_function(p))
        return fmt::format(p.workgroup().evict_first_input ? "load_streamed(&from[{}])"
                                                           : "from[{}]",
                           point.address);
    if (!p.load_is_indexed())
        return load_call(p, { point.address });
    return load_call(p, indexed_place(point.line, load_indices(p, point.index)));
}

std::string sample_expression(const pass& p, std::int64_t address)
{
    auto arguments = pointers(p, true);
    arguments.push_back(std::to_string(address));
    return "sample_at(" + joined(arguments) + ")";
}

std::string
store_statement(const pass& p, const point_text& point, const std::string& value)
{
    if (!store_is_function(p))
        return fmt::format(p.workgroup().evict_first_output
                               ? "store_streamed(&to[{}], {});"
                               : "to[{}] = {};",
                           point.address,
                           value);
    if (!p.store_is_indexed())
        return store_call(p, "store_point", { point.address }, { value });
    return store_call(p,
                      "store_point",
                      indexed_place(point.line, store_indices(p, point.index)),
                      { value });
}

std::string store_pair_statement(const pass& p,
                                 const std::string& line,
                                 const std::vector<std::string>& index,
                                 const std::string& z,
                                 const std::string& mirror)
{
    return store_call(p, "store_mirrored", indexed_place(line, index), { z, mirror });
}

std::string load_first_expression(const pass& p, const std::string& line)
{
    return load_call(p, { line, "0" });
}

std::string
store_first_statement(const pass& p, const std::string& line, const std::string& value)
{
    return store_call(p, "store_point", { line, "0" }, { value });
}

} // namespace gpufft
