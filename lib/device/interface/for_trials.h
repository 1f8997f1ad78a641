/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_FOR_TRIALS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_FOR_TRIALS_H

#include "device/interface/device.h"
#include <memory>

namespace gpufft {

/*!
 * \brief \p on itself, for a search that builds hundreds of kernels and uses few of them
 *
 * They are not kept in the cache on disk. This one holds the last hundreds itself, as
 * plans that are tried have passes in common, and the best are built again; they go with
 * it.
 */
std::shared_ptr<device> for_trials(std::shared_ptr<device> on);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_FOR_TRIALS_H */
