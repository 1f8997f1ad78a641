/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SOAK_SOAK_DEVICES_H
#define INCLUDED_GPUFFT_TESTS_SOAK_SOAK_DEVICES_H

#include "reference/fake/fake_backend.h"
#include <memory>
#include <string>
#include <vector>

namespace gpufft::testing {

//! Fake devices, which fail when told to, and what real ones there are.
struct soak_devices {
    std::shared_ptr<fake_control> fakes; //!< of all fake ones together
    std::vector<std::string> names;      //!< to begin with; the others are for fallback

    //! Enough fake devices for each round's faults; adds them to the registry.
    static soak_devices make();

    static constexpr int MOST_FAULTS = 4; //!< in a round
};

//! The calls of a device that can be told to fail, for faults::fail().
const std::vector<std::string>& calls_that_fail();

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SOAK_SOAK_DEVICES_H */
