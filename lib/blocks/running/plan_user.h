/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PLAN_USER_H
#define INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PLAN_USER_H

#include "device/interface/device.h"
#include <gpufft/transform.h>
#include <memory>

namespace gr {
namespace gpufft {

//! \brief What a running block computes with, as the tuner sees it; any thread
class plan_user
{
public:
    virtual ~plan_user() = default;

    //! What is worth searching for it.
    virtual ::gpufft::transform request() const = 0;
    virtual std::shared_ptr<::gpufft::device> on() const = 0;
    //! The device computes; false while the host does, until kernels are compiled.
    virtual bool has_kernels() const { return true; }
    //! Computes by the plan that wisdom has by now, where that is another one. No item is
    //! lost, and their order stays.
    //! \return false  nothing has changed
    //! \throws build_error, device_error  and nothing has changed
    virtual bool plan_switch() = 0;
};

} // namespace gpufft
} // namespace gr

#endif /* INCLUDED_GPUFFT_LIB_BLOCKS_RUNNING_PLAN_USER_H */
