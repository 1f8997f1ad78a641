/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_PLAN_SIMT_IO_TABLES_H
#define INCLUDED_GPUFFT_LIB_PLAN_SIMT_IO_TABLES_H

#include "plan/ir/pass.h"
#include "plan/roots/root_tables.h"
#include <string>

namespace gpufft {

//! Roots that the load or store operation of a pass looks up by a function of the kernel.
struct io_roots {
    std::string function; //!< its name
    root_tables tables;
};

//! Where the roots of a pass' load and store operations are in its table.
struct io_tables {
    std::vector<io_roots> functions; //!< each name once
    std::int64_t end = 0;            //!< the entry after the last
};

io_tables lay_out_io_tables(const pass& p, std::int64_t offset);

//! The entries of \p layout; the table ends at its offset.
void append_io_tables(std::vector<std::complex<double>>& table, const io_tables& layout);

//! Name of the function that gives w(\p order)^e.
std::string root_function(std::int64_t order);

//! Name of the function that gives w(\p order)^(5 e).
std::string fifth_root_function(std::int64_t order);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_PLAN_SIMT_IO_TABLES_H */
