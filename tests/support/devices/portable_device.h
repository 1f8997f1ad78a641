/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_PORTABLE_DEVICE_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_PORTABLE_DEVICE_H

#include "oclgrind/limited_device.h"
#include <string>

namespace gpufft::testing {

//! A device whose compiler is not known: kernels with vectors are built as plain OpenCL
//! C, without the builtins of Clang, which PoCL and oclgrind would take.
class portable_device : public limited_device
{
public:
    explicit portable_device(const std::shared_ptr<device>& real)
        : limited_device(real, real->info().limits)
    {
    }

    std::shared_ptr<kernel> build(const kernel_source& source) override
    {
        const std::string known = "defined(__clang__)";
        auto plain = source;
        for (auto at = plain.text.find(known); at != std::string::npos;
             at = plain.text.find(known, at))
            plain.text.replace(at, known.size(), "0");
        return limited_device::build(plain);
    }
};

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_DEVICES_PORTABLE_DEVICE_H */
