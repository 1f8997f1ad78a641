/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WITHOUT_VECTORS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WITHOUT_VECTORS_H

#include "device/interface/device.h"
#include <memory>

namespace gpufft {

//! \p on itself, with limits that say it has no vectors, so that plans for it are all in
//! the SIMT form. Its memory, kernels and queues are those of \p on.
std::shared_ptr<device> without_vectors(std::shared_ptr<device> on);

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_INTERFACE_WITHOUT_VECTORS_H */
