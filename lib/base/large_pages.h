/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_LARGE_PAGES_H
#define INCLUDED_GPUFFT_LIB_BASE_LARGE_PAGES_H

#include <cstddef>

namespace gpufft {

//! Has the system map new memory from \p begin on in large pages, where it does so on
//! demand: touching it first by 4 KiB at a time takes long, see measurements.md,
//! "Large pages". Nothing where that is short.
void ask_for_large_pages(void* begin, std::size_t bytes);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_LARGE_PAGES_H */
