/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_LOW_PRIORITY_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_LOW_PRIORITY_H

namespace gr {
namespace gpufft {

/*!
 * \brief From now on the calling thread, and threads that it makes, run when others leave
 * a core
 *
 * Threads that a driver makes for good inherit it as well, so devices are opened before.
 */
void lower_priority();

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_SCHEDULER_LOW_PRIORITY_H */
