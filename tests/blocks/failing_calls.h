/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_BLOCKS_FAILING_CALLS_H
#define INCLUDED_GPUFFT_TESTS_BLOCKS_FAILING_CALLS_H

#include "support/devices/fake_devices.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <initializer_list>
#include <string>

namespace gpufft::testing {

/*!
 * \brief Runs a flowgraph once for each call of a device that may fail, alone or once
 * more when the block tries again
 *
 * The fake devices of \p control are "fake:0 (first GPU)", where the block begins, and
 * "fake:1 (second GPU)". A block must stay on the first after one failure, and be on the
 * second after two.
 *
 * \param which  numbers of the calls of a kind that fail, from 1
 * \param make   makes a flowgraph with members block and run(), which is disturbed
 * \param check  checks what came out, with a text that says what failed
 */
template <class maker, class checker>
void at_each_failing_call(fake_control& control,
                          std::initializer_list<int> which,
                          const maker& make,
                          const checker& check)
{
    const auto run_with = [&](const char* call, int nth, bool is_twice) {
        control.calls.clear();
        auto flowgraph = make();
        if (is_twice)
            fail_twice(control, call, nth);
        else
            control.calls.fail(call, nth);
        const auto what = fmt::format(
            "{}, {} of the run{}", call, nth, is_twice ? ", and once more" : "");
        flowgraph.run();
        check(flowgraph, what);
        // The second wait that fails may be one of a run that went well.
        if (is_twice && calls_until_tried_again(call) > 1)
            return;
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            what,
            std::string(is_twice ? "fake:1 (second GPU)" : "fake:0 (first GPU)"),
            flowgraph.block->device_name());
    };
    // Launches of such blocks are not recorded.
    for (const char* call : { "upload", "download", "launch", "wait" })
        for (const bool is_twice : { false, true })
            for (const int nth : which)
                run_with(call, nth, is_twice);
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_BLOCKS_FAILING_CALLS_H */
