/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_BUILT_KERNELS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_BUILT_KERNELS_H

#include "device/device.h"
#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace gpufft {

/*!
 * \brief The kernels of a device that somebody holds, each built once
 *
 * Threads that want the same kernel wait for the one that builds it; those that want
 * others build at the same time. Safe from several threads.
 */
class built_kernels
{
public:
    //! The kernel of \p source, by \p build where nobody holds it. What that throws ends
    //! only this call: the next one builds again.
    std::shared_ptr<kernel> get(const kernel_source& source,
                                const std::function<std::shared_ptr<kernel>()>& build);

private:
    // Weak: a kernel keeps its device alive, not the device its kernels.
    struct place {
        std::mutex building;
        std::weak_ptr<kernel> made;
    };

    std::mutex d_mutex;
    std::map<std::string, std::shared_ptr<place>> d_places; //!< by name and text
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_BUILT_KERNELS_H */
