/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_BUILT_KERNELS_H
#define INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_BUILT_KERNELS_H

#include "device/interface/device.h"
#include <cstddef>
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

    //! Some of them held by nobody any more: as many as are held, and few besides.
    std::size_t remembered() const;

private:
    // Weak: a kernel keeps its device alive, not the device its kernels.
    struct place {
        std::mutex building;
        std::weak_ptr<kernel> built;
    };

    void forget_some();

    static constexpr std::size_t MOST_AT_FIRST = 64;

    mutable std::mutex d_mutex;
    std::size_t d_most = MOST_AT_FIRST;                     //!< with so many it forgets
    std::map<std::string, std::shared_ptr<place>> d_places; //!< by name and text
};

} // namespace gpufft

#endif /* INCLUDED_GPUFFT_LIB_DEVICE_KERNELS_BUILT_KERNELS_H */
