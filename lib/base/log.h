/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BASE_LOG_H
#define INCLUDED_GPUFFT_LIB_BASE_LOG_H

#include <spdlog/logger.h>

namespace gpufft {

//! The engine's logger; to stderr, because stdout is for results.
spdlog::logger& log();

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_BASE_LOG_H */
