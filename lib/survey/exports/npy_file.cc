/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "survey/exports/npy_file.h"
#include <fmt/format.h>

namespace gpufft {

namespace {

// The numbers begin at a multiple of this many bytes.
constexpr std::size_t ALIGNMENT = 64;

std::string npy_header(const std::string& dtype, std::size_t rows, std::size_t columns)
{
    auto words = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, "
                             "{}), }}",
                             dtype,
                             rows,
                             columns);
    const std::size_t before = 10; // the magic word, the version and the length
    words.append(ALIGNMENT - 1 - (before + words.size()) % ALIGNMENT, ' ');
    words += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(words.size() % 256);
    header += static_cast<char>(words.size() / 256);
    return header + words;
}

template <typename number>
void write_rows(const stored_group& g,
                const stored_product& p,
                const exported_part& part,
                const byte_sink& to)
{
    each_row<number>(g, p, part, [&](const number* row) {
        to(row, part.columns.size() * sizeof(number));
    });
}

} // namespace

void write_npy(const stored_group& g,
               const stored_product& p,
               const exported_part& part,
               const byte_sink& to)
{
    const auto header = npy_header(p.array.dtype, part.rows.size(), part.columns.size());
    to(header.data(), header.size());
    if (p.array.dtype == "<f4")
        write_rows<float>(g, p, part, to);
    else
        write_rows<double>(g, p, part, to);
}

} // namespace gpufft
